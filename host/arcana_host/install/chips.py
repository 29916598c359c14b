"""The chips that a companion runs on: how each names itself, and which MicroPython it takes."""

from typing import NamedTuple

from arcana_host.translation import _


class Chip(NamedTuple):
    """A microcontroller.

    name: as it stands in what MicroPython says of a board. board: the Raspberry Pi board that has it.
    families: the family ids of UF2 files for it (github.com/microsoft/uf2). drive: the Board-ID in the
    INFO_UF2.TXT of the drive that it shows while BOOTSEL is held. oldest: the first MicroPython that can run
    a companion on it. where_from: the page with its images.
    """

    name: str
    board: str
    families: tuple[int, ...]
    drive: str
    oldest: tuple[int, int]
    where_from: str


RP2040 = Chip("RP2040", "Pico", (0xE48BFF56,), "RPI-RP2", (1, 23), "micropython.org/download/RPI_PICO")
RP2350 = Chip(
    # for its Arm cores, and for its RISC-V ones: the companion has no machine code, and runs on either
    "RP2350",
    "Pico 2",
    (0xE48BFF59, 0xE48BFF5A),
    "RP2350",
    (1, 24),
    "micropython.org/download/RPI_PICO2",
)
CHIPS = (RP2040, RP2350)


def chip_in(machine: str) -> Chip | None:
    """Return the chip that MicroPython's name of a board ends with; None for one without a companion.

    machine: what `os.uname().machine` says, such as "Raspberry Pi Pico2 with RP2350".
    """
    return next((chip for chip in CHIPS if chip.name in machine), None)


def where_from() -> str:
    """Return where the images for each chip are, in words."""
    return _(" or ").join(f"{chip.where_from} ({chip.board})" for chip in CHIPS)
