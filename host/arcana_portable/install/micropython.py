"""A board's version of MicroPython and chip, and whether a companion can run on them.

It runs on CPython and, in the browser, on MicroPython.
"""

from arcana_portable.install.chips import CHIPS, chip_in, image_for
from arcana_portable.translation import N_, _

OLDEST, NEWEST = (1, 24), (1, 28)
"""The oldest version that can run a companion, and the newest version that a companion was tested on."""

GET_NEWER = N_(
    "`arcana flash --micropython IMAGE.uf2` with the image for this board from {where_from}; those for other "
    "boards keep files elsewhere, and so erase games and settings"
)
BACK_UP = N_("`arcana backup --device FILE.zip`")
"""How to install a newer version, and how to save the games first."""

MAKERS_OWN = "Badger 2350"
"""A part of `os.uname().machine` in the MicroPython with which Pimoroni's board comes, and which it keeps."""

BADGER_2350 = "badger2350"
"""The companion's name of that board."""


class MicroPython:
    """A board's MicroPython.

    version: as a tuple. machine: `os.uname().machine`, its board and chip. how, back_up: phrases that tell
    how to install a newer version, and how to save the games first.
    """

    def __init__(self, version: tuple[int, ...], machine: str, how: str = GET_NEWER, back_up: str = BACK_UP):
        self.version, self.machine = version, machine
        self._how, self._back_up = how, back_up

    def __str__(self) -> str:
        return _("MicroPython {version} on {machine}", version=dotted(self.version), machine=self.machine)

    @property
    def unfit(self) -> str | None:
        """A sentence that explains why no companion can run there, with advice; None if a companion can."""
        if chip_in(self.machine) is None:
            return _(
                "The companion needs a board with one of these chips: {chips}",
                chips=", ".join([f"{chip.name} ({chip.board})" for chip in CHIPS]),
            )
        if self.version >= OLDEST:
            return None
        return _(
            "The companion needs MicroPython {version} or newer: {how}",
            version=dotted(OLDEST),
            how=self._how_to_get_newer(),
        )

    @property
    def newer(self) -> str | None:
        """A sentence that recommends the newest version where an older version works, else None."""
        if self.version >= NEWEST or MAKERS_OWN in self.machine:
            return None
        return _(
            "it works; {version} leaves more memory: first {back_up}, then {how}",
            version=dotted(NEWEST),
            back_up=_(self._back_up),
            how=self._how_to_get_newer(),
        )

    @property
    def advice(self) -> str | None:
        """The same with the name of the version, or None if the version is fine."""
        return self.newer and f"{self}: {self.newer}"

    def _how_to_get_newer(self) -> str:
        return _(self._how, where_from=image_for(self.machine))


def dotted(version: tuple[int, ...]) -> str:
    """Return a version as people write it."""
    return ".".join(map(str, version))
