"""What the adversaries change in the lands: one module each, named after the adversary's id."""
