"""Everything that runs the firmware without the hardware."""
