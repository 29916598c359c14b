"""What is checked in, and made of, the data in hardware/. It must not know the firmware or the host."""
