"""The installation of the companion on a board."""
