"""Stand-in for MicroPython's module of the same name, as far as the firmware uses it."""


def const(value):
    return value


def kbd_intr(character):
    """Do nothing: the link of the virtual device is not its terminal."""
