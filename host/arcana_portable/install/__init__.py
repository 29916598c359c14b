"""The steps of an installation, and what they read from a board."""
