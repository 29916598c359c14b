"""Models of the hardware, without what they run in."""
