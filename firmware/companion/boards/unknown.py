"""An unknown board: none of its pins is driven, and it has only a link."""

from companion.panel import PanelError
from companion.platform import const

NAME = "unknown"

BUTTONS = ()
PRESSED = const(0)


class NoPanel:
    """Stands in for a Panel; its error says what to do."""

    width = height = partials = 0
    FULL_EVERY = 40
    powered = False
    took = celsius = quick = None
    only_full = False
    WHY = (
        "This device has not been told which board it is, so it drives no panel and hears no button: "
        "`arcana flash --board` with its name tells it. There is none for a Badger 2350."
    )

    async def idle(self):
        """Return at once."""

    async def show(self, buffer, full=False, quick=False):
        """Raise PanelError."""
        raise PanelError(self.WHY)

    def sleep(self):
        """Return True: there is nothing to put to sleep."""
        return True

    def stop(self):
        """Do nothing: there are no voltages."""


def driver():
    """Return the class that stands in for the panel's driver."""
    return NoPanel


def power():
    """Return None: which pins control the power is not known."""
    return None
