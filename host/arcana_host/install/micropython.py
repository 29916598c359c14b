"""A board's version of MicroPython and chip, and whether a companion can run on them.

It runs on CPython and, in the browser, on MicroPython.
"""

from arcana_host.install.chips import CHIPS, RP2040, Chip, chip_in
from arcana_host.translation import N_, _

OLDEST, NEWEST = (1, 24), (1, 28)
"""The first version that can run a companion, and the newest one that a companion was tested on."""

GET_NEWER = N_(
    "hold BOOTSEL while plugging the board in, and `arcana flash --micropython IMAGE.uf2` with an image from "
    "{where_from}; games and settings stay"
)
MAKERS_OWN = "Badger 2350"
"""A part of `os.uname().machine` in the MicroPython with which Pimoroni's board comes, and which it keeps."""

BADGER_2350 = "badger2350"
"""The name of that board. It has memory enough with any version."""


def too_old(version: tuple[int, ...], chip: Chip = RP2040, how: str = GET_NEWER) -> str | None:
    """Return a sentence with what to do if no companion can run on a version of MicroPython, else None.

    how: a phrase that says how to install a newer one.
    """
    if version >= OLDEST:
        return None
    return _(
        "The companion needs MicroPython {version} or newer: {how}",
        version=_dotted(OLDEST),
        how=_(how, where_from=chip.where_from),
    )


def newer(version: tuple[int, ...], chip: Chip = RP2040, how: str = GET_NEWER) -> str | None:
    """Return a sentence that recommends the newest MicroPython where an older one works, else None.

    how: as for `too_old`.
    """
    if version >= NEWEST:
        return None
    how = _(how, where_from=chip.where_from)
    return _("it works; {version} leaves more memory: {how}", version=_dotted(NEWEST), how=how)


class MicroPython:
    """A board's MicroPython.

    version: as a tuple. machine: `os.uname().machine`, its board and chip. how: as for `too_old`.
    """

    def __init__(self, version: tuple[int, ...], machine: str, how: str = GET_NEWER):
        self.version, self.machine = version, machine
        self._how = how

    def __str__(self) -> str:
        return _("MicroPython {version} on {machine}", version=_dotted(self.version), machine=self.machine)

    @property
    def unfit(self) -> str | None:
        """A sentence that says why no companion can run there, and what to do; None if one can."""
        chip = chip_in(self.machine)
        if chip is None:
            return _(
                "The companion needs a board with one of these chips: {chips}",
                chips=", ".join([f"{chip.name} ({chip.board})" for chip in CHIPS]),
            )
        return too_old(self.version, chip, self._how)

    @property
    def advice(self) -> str | None:
        """A sentence that recommends the newest version where an older one works, else None."""
        if MAKERS_OWN in self.machine:
            return None
        how = newer(self.version, chip_in(self.machine) or RP2040, self._how)
        return how and f"{self}: {how}"


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
