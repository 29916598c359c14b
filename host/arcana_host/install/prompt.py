"""A board behind a serial port whose program has been stopped, so that it waits for code.

It must not know which files make up the companion.
"""

from typing import Any

from arcana_portable.errors import FlashError
from arcana_portable.install.chips import where_from
from arcana_portable.install.raw_repl import TRIES, RawRepl
from arcana_portable.install.steps import about
from arcana_portable.translation import _

from arcana_host.link.ports import OpenPort, open_port


class Prompt(OpenPort):
    """A board at its raw REPL.

    port: path of a serial port or pseudo-terminal. tries: as for RawRepl.
    repl: its RawRepl, for the steps that `run` carries out. version: of its MicroPython, as a tuple. machine:
    the board's name. mpy_version: the version of compiled modules that it can import, or None. As a context
    manager it closes the port, and starts the board's program again after any error but DeviceLost. Raises
    DeviceLost if the port can't be opened, FlashError if no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        super().__init__(port, open_port(port))
        self.repl = RawRepl(self, tries)
        self._is_handed_over = False
        try:
            self.run(self.repl.stop_program())
            try:
                self.version, self.machine, self.mpy_version = self.run(about(self.repl))
            except FlashError:
                self.run(self.repl.restore_program())
                raise
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if self._is_handed_over:
            return
        if self.repl.needs_restore(error):
            self.run(self.repl.restore_program())
        self.close()

    def soft_reset(self) -> Any:
        """Do a soft reset, after which MicroPython runs `main.py`; return the port, which stays open."""
        self.run(self.repl.soft_reset())
        self._is_handed_over = True
        return self.stream

    def other_program(self, name: str) -> FlashError:
        """Return the error for a board with another program. name: as `stranger` gives it."""
        return FlashError(
            _(
                "On {port} is {found}; the companion needs a Pico with MicroPython.",
                port=self.port,
                found=name,
            )
        )

    def no_micropython(self) -> FlashError:
        """Return the error for a port on which no MicroPython answers."""
        return FlashError(
            _(
                "No MicroPython answers on {port}: unplug the board and plug it in again. A new Pico needs "
                "MicroPython first: hold BOOTSEL while plugging it in, get the UF2 file from {where_from}, "
                "and name it: `arcana flash --micropython IMAGE.uf2`.",
                port=self.port,
                where_from=where_from(),
            )
        )
