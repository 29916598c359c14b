"""Stand-in for MicroPython's module `rp2`, as far as the firmware uses it: the guard of a panel's RST.

A virtual device does not hang, so nothing counts here; the emulated Pico runs the real program.
"""


class PIO:
    """The blocks of state machines."""

    OUT_HIGH = 3


def asm_pio(set_init):
    """Return a decorator that leaves a program as it is. set_init: the level of its pin at first."""
    return lambda program: program


class StateMachine:
    """A state machine, on the pin `set_base`."""

    def __init__(self, id, program, freq, set_base):
        self._pin = set_base
        set_base.init(set_base.OUT, value=1)

    def active(self, on):
        """Do nothing: it never counts."""

    def put(self, count):
        """Do nothing: it never counts."""

    def exec(self, instruction):
        """Set the pin to the level in the instruction's lowest bit."""
        self._pin.value(instruction & 1)
