"""Stand-in for MicroPython's module of the same name, as far as the firmware uses it."""


def const(value):
    return value


def schedule(function, argument):
    """Call at once: on the desktop nothing runs in interrupts."""
    function(argument)


def alloc_emergency_exception_buf(size):
    """Do nothing: CPython may allocate at any time."""


def mem_info(verbose=None):
    """Print nothing: there is no MicroPython heap here."""


def kbd_intr(character):
    """Do nothing: the link of the virtual device is not its terminal."""
