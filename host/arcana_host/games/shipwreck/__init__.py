"""What only the desktop does with this game."""
