"""Models of the hardware, without their surroundings."""
