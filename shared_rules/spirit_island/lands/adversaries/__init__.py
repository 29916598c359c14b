"""What the adversaries change in the lands, a module each, called by the adversary's id."""
