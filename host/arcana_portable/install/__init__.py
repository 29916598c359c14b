"""The steps of an installation, and the data that they read from a board."""
