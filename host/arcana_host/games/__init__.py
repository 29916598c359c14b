"""What each game brings to the desktop, a folder a game."""
