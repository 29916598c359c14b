"""Whether everything is well: the look at a setup, and the test of a device."""
