"""Confirms which board it is, by a press of a button that no other board can give.

The program that waits for it only reads pins. It must not know the use of the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 20
"""How long the owner has for the press."""

NO_PRESS = N_("That press did not come: this may be another board.")

WAIT_FOR_PRESS = """
import time
from machine import Pin
def pressed():
    return [pin() == {level} for pin in pins]
def lasts(wanted, milliseconds):
    since = 0
    for _ in range(milliseconds // 10):
        since = since + 10 if pressed() == wanted else 0
        if since >= 50:
            return True
        time.sleep_ms(10)
    return False
pins = [Pin(gpio, Pin.IN, Pin.PULL_DOWN if {level} else Pin.PULL_UP) for gpio in {gpios}]
nothing = [False] * len(pins)
wanted = [gpio == {gpio} for gpio in {gpios}]
print(lasts(nothing, 200) and lasts(wanted, {milliseconds}) and lasts(nothing, 5000))
"""


def program(buttons: Sequence[int], pressed: int) -> str:
    """Return the program that prints whether only button A of a board is pressed and released.

    buttons: the GPIO numbers of its buttons, with A third from the end. pressed: the level of a pressed
    button.
    """
    return WAIT_FOR_PRESS.format(
        level=pressed, gpios=tuple(buttons), gpio=buttons[-3], milliseconds=1000 * SECONDS
    )


def doubt(board: str) -> str:
    """Return why the companion asks for the press."""
    return _("The companion is not sure that this is a {board}, and drives no pin.", board=board)


def request() -> str:
    """Return the request to its owner."""
    return _("Press its button A once, within {seconds} seconds.", seconds=SECONDS)
