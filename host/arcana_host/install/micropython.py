"""Which MicroPython a board has and on which chip, and whether a companion can run there."""

from typing import NamedTuple

from arcana_host.install.prompt import Prompt
from arcana_host.translation import N_, _

OLDEST = (1, 18)
QUICK = (1, 24)
"""Since then a start takes a third of the time, and a game has twice the memory."""

CHIP = "RP2040"
GET_NEWER = N_(
    "hold BOOTSEL while plugging the board in, and `arcana flash --micropython IMAGE.uf2` with an image from "
    "micropython.org/download/RPI_PICO; games and settings stay"
)


class MicroPython(NamedTuple):
    """What a board says of itself at its prompt: MicroPython's version, and the name of board and chip."""

    version: tuple[int, ...]
    machine: str

    def __str__(self) -> str:
        return _(
            "MicroPython {version} on {machine}",
            version=".".join(map(str, self.version)),
            machine=self.machine,
        )

    @property
    def unfit(self) -> str | None:
        """Why no companion can run there, with what to do about it; None when one can."""
        if CHIP not in self.machine:
            return _(
                "The companion needs a board with the {chip}, such as a Raspberry Pi Pico, not a Pico 2",
                chip=CHIP,
            )
        if self.version < OLDEST:
            return _(
                "The companion needs MicroPython {version} or newer: {how}",
                version=".".join(map(str, OLDEST)),
                how=_(GET_NEWER),
            )
        return None


def look(prompt: Prompt) -> MicroPython:
    """Return what the board at a prompt is. Raises FlashError, DeviceLost."""
    version, machine = prompt.ask(
        "(tuple(sys.implementation.version[:3]), os.uname().machine)", ((int, int, int), str)
    )
    return MicroPython(version, machine)
