"""The chips that a companion runs on: how to recognise each, and which MicroPython it needs.

It runs on CPython and, in the browser, on MicroPython.
"""

DOWNLOADS = "micropython.org/download"


class Chip:
    """A microcontroller.

    name: as in MicroPython's `os.uname().machine`. board: the Raspberry Pi board with this chip. families:
    the family ids of UF2 files for it (github.com/microsoft/uf2). drive: the Board-ID in INFO_UF2.TXT on the
    drive that appears while BOOTSEL is held. image: the name of that board's MicroPython images; those for
    its variant with a radio, which has a W in its name, end with `_W`.
    """

    def __init__(self, name: str, board: str, families: tuple[int, ...], drive: str, image: str):
        self.name, self.board, self.families = name, board, families
        self.drive, self.image = drive, image

    def __repr__(self) -> str:
        return self.name


RP2040 = Chip("RP2040", "Pico", (0xE48BFF56,), "RPI-RP2", "RPI_PICO")
# for its Arm cores and its RISC-V cores: the companion has no machine code, and runs on both
RP2350 = Chip("RP2350", "Pico 2", (0xE48BFF59, 0xE48BFF5A), "RP2350", "RPI_PICO2")
CHIPS = (RP2040, RP2350)

_IMAGES = {
    "RaspberryPiPico": "RPI_PICO",
    "RaspberryPiPicoW": "RPI_PICO_W",
    "RaspberryPiPico2": "RPI_PICO2",
    "RaspberryPiPico2W": "RPI_PICO2_W",
    # the maker's own are too old for a companion, and keep their files where these do
    "PimoroniBadger20402MB": "RPI_PICO",
    "PimoroniBadger2040W2MB": "RPI_PICO_W",
}
"""The MicroPython images for a board, by its name without spaces, in which versions differ."""


def chip_in(machine: str) -> Chip | None:
    """Return the chip of a board, or None if it can't run a companion.

    machine: the board's `os.uname().machine`, such as "Raspberry Pi Pico2 with RP2350"; CircuitPython writes
    rp2350.
    """
    return next(iter([chip for chip in CHIPS if chip.name in machine.upper()]), None)


def board_in(machine: str) -> str:
    """Return the name of a board without its chip. machine: as for `chip_in`."""
    return machine.split(" with ")[0]


def where_from(*chips: Chip) -> str:
    """Return a phrase that says where the images for boards with these chips are. chips: all if empty."""
    names = [
        f"{chip.board}{name}: {chip.image}{end}"
        for chip in chips or CHIPS
        for name, end in (("", ""), (" W", "_W"))
    ]
    return f"{DOWNLOADS} ({', '.join(names)})"


def image_for(machine: str) -> str:
    """Return a phrase that says where the images for a board are. machine: as for `chip_in`."""
    board = board_in(machine)
    if board == "Pimoroni Badger 2350":
        return "github.com/pimoroni/badger2350/releases"
    image = image_name(machine)
    return f"{DOWNLOADS}/{image}" if image else f"{DOWNLOADS} ({board})"


def image_name(machine: str) -> str | None:
    """Return the name of the images for a board, or None if it is unknown. machine: as for `chip_in`."""
    return _IMAGES.get(board_in(machine).replace(" ", ""))
