"""Stand-in for the module of a Badger 2350's own MicroPython that switches the board off."""

import machine


def sleep():
    """Switch off until a button is pressed."""
    machine.power_off()
