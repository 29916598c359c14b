"""The chips that a companion runs on: how to recognise each, and which MicroPython it needs.

It runs on CPython and, in the browser, on MicroPython.
"""

from arcana_host.translation import _


class Chip:
    """A microcontroller.

    name: as in MicroPython's `os.uname().machine`. board: the Raspberry Pi board that has it. families: the
    family ids of UF2 files for it (github.com/microsoft/uf2). drive: the Board-ID in INFO_UF2.TXT on the
    drive that appears while BOOTSEL is held. where_from: the page with MicroPython images for it.
    """

    def __init__(self, name: str, board: str, families: tuple[int, ...], drive: str, where_from: str):
        self.name, self.board, self.families = name, board, families
        self.drive, self.where_from = drive, where_from

    def __repr__(self) -> str:
        return self.name


RP2040 = Chip("RP2040", "Pico", (0xE48BFF56,), "RPI-RP2", "micropython.org/download/RPI_PICO")
RP2350 = Chip(
    # for its Arm cores and its RISC-V cores: the companion has no machine code, and runs on both
    "RP2350",
    "Pico 2",
    (0xE48BFF59, 0xE48BFF5A),
    "RP2350",
    "micropython.org/download/RPI_PICO2",
)
CHIPS = (RP2040, RP2350)


def chip_in(machine: str) -> Chip | None:
    """Return the chip of a board, or None if no companion runs on it.

    machine: the board's `os.uname().machine`, such as "Raspberry Pi Pico2 with RP2350".
    """
    return next(iter([chip for chip in CHIPS if chip.name in machine]), None)


def where_from() -> str:
    """Return a phrase that says where the images for each chip are."""
    return _(" or ").join(f"{chip.where_from} ({chip.board})" for chip in CHIPS)
