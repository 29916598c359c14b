"""What the library knows of a game, without the library."""
