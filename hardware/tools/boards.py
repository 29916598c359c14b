"""The requirements on a board that runs the companion, and the table of boards in boards.md.

The boards are those of the firmware; `hardware/pins.toml` has the facts that only their makers know.
"""

import re
from importlib import import_module
from typing import Any

from .circuit import HARDWARE, load

FILE = HARDWARE / "boards.md"

# RP2040 and RP2350 alike, as far as both have the pin. Source: the function tables of their data sheets
CLOCKS = {0: (2, 6, 18, 22), 1: (10, 14, 26)}
DATA = {0: (3, 7, 19, 23), 1: (11, 15, 27)}
PICO_S_OWN = (23, 24, 25, 29)
"""Its regulator, the sense of USB, the LED and the sense of its supply; on a W they lead to the radio."""
LAST = 29
CHIPS = ("RP2040", "RP2350")
MOST_KILOOHMS = 8.2
"""A resistor to ground that overcomes the current by which an RP2350 holds a pin at 2.2 V (erratum E9)."""

SMALLEST = ((264, 176), (272, 168), (280, 152), (296, 128))
"""The sizes in pixels on which every screen just has its place; tests/screens/test_sizes.py draws them."""
_LARGEST = {"SSD1680": (296, 176), "SSD1683": (400, 300), "UC8151": (296, 128)}
"""The glass that a controller drives as its driver sets it up. Source: data sheets."""

MOST_HERTZ = 20_000_000
"""The fastest rate at which these controllers take data. Source: data sheets."""

PANEL = ("spi", "clk", "din", "cs", "dc", "rst", "busy")
_BUS, _CS = PANEL[1:3], PANEL[3:6]
_INPUTS = ("usb", "reference", "battery")
PROBED = ("feed", "reference")


def firmware_boards() -> tuple[Any, ...]:
    """Return the boards of the firmware, as instances."""
    from arcana_portable.firmware import use_firmware

    use_firmware()
    return tuple(board() for board in import_module("companion.boards").BOARDS)


def problems(board: Any, others: tuple[Any, ...], resistors: float | None = None) -> list[str]:
    """Return a sentence for each reason why a board can't work, or would harm or hide another board.

    board, others: boards of companion.boards. resistors: the kilohms from each of its buttons to ground that
    are on the board, or None.
    """
    if len(board.PANEL) != len(PANEL):
        return [f"PANEL has {len(board.PANEL)} numbers: it has to be {', '.join(PANEL)}."]
    if not board.driver():
        return ["It has no driver(), which returns the class of the panel's driver."]
    spi, clk, din, *_, busy = board.PANEL
    found = []
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,63}", board.NAME):
        found.append("NAME has to be 1 to 63 letters, digits, dots, hyphens or underscores.")
    if not 0 < board.HERTZ <= MOST_HERTZ:
        found.append(f"HERTZ is {board.HERTZ}: it has to be between 1 and {MOST_HERTZ}.")
    for gpio, what, table in ((clk, "clock", CLOCKS), (din, "data", DATA)):
        if gpio not in table.get(spi, ()):
            can = ", ".join(map(str, table.get(spi, ())))
            found.append(f"GPIO {gpio} is no {what} of SPI {spi}: that can be GPIO {can or 'of SPI 0 or 1'}.")
    used = [*board.PANEL[1:], *board.BUTTONS, *board.POWER.values()]
    for gpio in sorted(set(used)):
        if not 0 <= gpio <= LAST:
            found.append(f"There is no GPIO {gpio}: the last one is {LAST}.")
        if used.count(gpio) > 1:
            found.append(f"GPIO {gpio} is used twice.")
        if gpio in PICO_S_OWN and gpio not in board.POWER.values():
            found.append(f"GPIO {gpio} belongs to the Pico itself, and is on no pin of its header.")
    if not board.CHIP or not set(board.CHIP.split(" or ")) <= set(CHIPS):
        found.append(f"CHIP is missing: it is {CHIPS[0]}, {CHIPS[1]}, or {' or '.join(CHIPS)}.")
    elif CHIPS[1] in board.CHIP and board.PRESSED and (resistors is None or resistors > MOST_KILOOHMS):
        found.append(
            f"Buttons to 3.3 V stay pressed on an {CHIPS[1]} (erratum E9): connect them to ground, or "
            f"each to ground through {MOST_KILOOHMS} kΩ or less, with `pull_down_kiloohms` in pins.toml."
        )
    found += _panel_problems(board)
    for other in others:
        found += _name_problems(board, other) + _button_problems(board, other)
        # the setting of another chip is refused by its name, and no other setting is looked for
        alike = set(board.CHIP.split(" or ")) & set(other.CHIP.split(" or "))
        for name in PROBED:
            if alike and other.POWER.get(name) in used:
                found.append(
                    f"GPIO {other.POWER[name]} has to stay free: there the companion looks for the voltage "
                    f"reference of a {other.NAME}."
                )
        if alike and busy in outputs(other):
            found.append(
                f"GPIO {busy} is BUSY here and {outputs(other)[busy]} on a {other.NAME}: under that name it "
                "would be driven, and the companion could not see that this is another board."
            )
        if alike and busy == other.PANEL[-1] and board.PANEL != other.PANEL:
            found.append(
                f"GPIO {busy} is BUSY here and on a {other.NAME}, whose panel has other pins: under the "
                "wrong name, they would be driven."
            )
        in_doubt = any(each.PANEL[-1] in other.BUTTONS for each in others)
        if alike and busy in other.BUTTONS and not in_doubt:
            found.append(
                f"GPIO {busy} is BUSY here and a button on a {other.NAME}: without its panel, that would no "
                "longer be known by its name."
            )
        theirs = other.PANEL[-1]
        if theirs in outputs(board):
            found.append(
                f"GPIO {theirs} is {outputs(board)[theirs]} here, but where the companion looks for the BUSY "
                f"of a {other.NAME}."
            )
    return found


def _panel_problems(board: Any) -> list[str]:
    """Return a sentence for each reason for which a panel of this size can't show the screens."""
    width, height = board.SIZE
    found = []
    if not any(width >= least[0] and height >= least[1] for least in SMALLEST):
        enough = " or ".join("{}×{}".format(*least) for least in SMALLEST)
        found.append(f"{width}×{height} pixels are too few: the screens need {enough}.")
    if width % 8:
        found.append(f"The panel is {width} pixels wide: that has to be a multiple of 8.")
    driver = board.driver()
    if height % 8 and driver.LAYOUT == import_module("framebuf").MONO_VLSB:
        found.append(
            f"The panel is {height} pixels high: with {driver.__name__} that has to be a multiple of 8, as "
            "it sends 8 rows at a time."
        )
    name = next((each.__name__ for each in driver.__mro__ if each.__name__ in _LARGEST), None)
    if name and (width > _LARGEST[name][0] or height > _LARGEST[name][1]):
        most = "{}×{}".format(*_LARGEST[name])
        found.append(f"{width}×{height} pixels are too many: with {name} there are {most} at most.")
    return found


def _name_problems(board: Any, other: Any) -> list[str]:
    """Return a sentence if two names are so close that a damaged `board.txt` can mean both."""
    bits = sum((ord(a) ^ ord(b)).bit_count() for a, b in zip(board.NAME, other.NAME, strict=False))
    if len(board.NAME) != len(other.NAME) or bits > 2:
        return []
    away = f"{bits} bit{'s' * (bits != 1)} away from {other.NAME}"
    return [f"This name is {away}: in a damaged board.txt, one could be taken for the other."]


def _button_problems(board: Any, other: Any) -> list[str]:
    """Return a sentence for each press on one of two boards that would pass for button A of the other."""
    if board.PRESSED != other.PRESSED or board.BUTTONS == other.BUTTONS:
        return []
    pairs = ((board.BUTTONS, "here", other.BUTTONS, f"on a {other.NAME}"),)
    pairs += ((other.BUTTONS, f"on a {other.NAME}", board.BUTTONS, "here"),)
    return [
        f"GPIO {ours[-3]} is button A {here} and a button {there}: a press of it could not tell them apart."
        for ours, here, theirs, there in pairs
        if ours[-3] in theirs
    ]


def outputs(board: Any) -> dict[int, str]:
    """Return {GPIO: its purpose} for the pins that the companion drives on a board."""
    pins = dict(zip((*_BUS, *_CS), board.PANEL[1:6], strict=True))
    pins.update((name, gpio) for name, gpio in board.POWER.items() if name not in _INPUTS)
    return {gpio: name.upper() for name, gpio in pins.items()}


def table_of(board: Any, part: str) -> tuple[str, str]:
    """Return the keys in pins.toml of a part of a board: "panel", "buttons" or "power".

    The first table is named after the board whose class has these pins.
    """
    (says, *_) = [each for each in type(board).__mro__ if part.upper() in vars(each)]
    return says.NAME, part


def resistors_of(board: Any) -> float | None:
    """Return the kilohms from each button of a board to ground, or None if pins.toml has no values."""
    return load("pins.toml").get(table_of(board, "buttons")[0], {}).get("pull_down_kiloohms")


def rows() -> list[tuple[str, ...]]:
    """Return the rows of the table of boards: name, kind, chip, buttons, panel, source of the facts."""
    from arcana_host import boards as described

    words = described()
    return [
        (
            f"`{board.NAME}`",
            words[board.NAME].rstrip("."),
            board.CHIP,
            {3: "three", 5: "five"}[len(board.BUTTONS)],
            board.driver().__name__.partition("_")[0],
            "by itself, or you tell it" if board.is_this else "you tell it",
        )
        for board in firmware_boards()
    ]
