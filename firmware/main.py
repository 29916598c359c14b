"""Starts the companion when the Pico gets power."""

from companion.app import main

main()
