"""The checks of a setup (`arcana doctor`) and the acceptance test of a device (`arcana test`)."""
