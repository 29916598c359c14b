"""Starts the companion when the Pico gets power."""

from starter import main

main()
