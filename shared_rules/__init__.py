"""The rules of the games and what any recorded game needs: pure, no I/O, no clock, no randomness."""
