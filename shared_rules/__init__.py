"""The rules of the games and what any recorded game needs: pure, no I/O, no clock, no randomness."""

BUTTONS = ("up", "down", "a", "b", "c")
"""What device and computer call the five buttons, in the order in which both list them."""
