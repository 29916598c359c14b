"""The library's knowledge of a game, without the library."""
