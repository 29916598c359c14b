"""A board at a serial port of the browser whose program has been stopped, so that it waits for code.

It must not know which files make up the companion.
"""

from arcana_portable.errors import FlashError
from arcana_portable.install.raw_repl import RawRepl
from arcana_portable.translation import _


class Prompt:
    """A board at its raw REPL. port: a SerialPort. repl: its RawRepl, for the steps that `run` carries out.

    `async with` stops its program, and starts it again after any error but DeviceLost.
    """

    def __init__(self, port):
        self.repl = RawRepl(self)
        self.run = port.run

    async def __aenter__(self):
        await self.run(self.repl.stop_program())
        return self

    async def __aexit__(self, kind, error, _trace):
        if self.repl.needs_restore(error):
            await self.run(self.repl.restore_program())

    async def soft_reset(self):
        """Do a soft reset, after which MicroPython runs `main.py`."""
        await self.run(self.repl.soft_reset())

    def other_program(self, name):
        """Return the error for a board with another program. name: as `stranger` gives it."""
        return FlashError(_("This is {found}, and no companion: choose another port.", found=name))

    def no_micropython(self):
        """Return the error for a port on which no MicroPython answers."""
        return FlashError(
            _(
                "No MicroPython answers: unplug the board and plug it in again. A new Pico needs MicroPython "
                "first: see below."
            )
        )
