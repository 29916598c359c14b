"""The rules of the games, and the base of every recorded game: pure, no I/O, no clock, no randomness."""

BUTTONS = ("up", "down", "a", "b", "c")
"""The names of the five buttons on device and computer, in the order in which both list them."""
