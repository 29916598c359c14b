"""The ink of a panel: how grey each pixel gets by what drives it, and by what does not.

A simple model, not a measured one. A pixel comes the nearer to a colour the longer it is driven towards it, a
little of the rest each time, and what is driven too shortly stays grey; a pixel that is never driven while
others are drifts towards grey. It must not know controllers nor waveform tables.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

# Volts times microseconds. What is left to a colour shrinks to 1/e; the maker's 600 ms leave 2 %.
_SHRINKS = 15 * 150_000
# From there on a pixel is taken for the other colour; below a third of that nothing is to be seen
_TURNS_OVER = 15 * 180_000
_SHOWS = 15 * 60_000

_DRIFTS = 0.01
"""What a refresh takes of the colour of a pixel that it does not drive: assumed."""


class Effect(Enum):
    """What a row of a waveform does to a pixel."""

    NONE = "keeps its ink"
    BLACK = "turns black"
    WHITE = "turns white"
    GREY = "ends somewhere between"


def effect(push: int) -> Effect:
    """Return what volts times microseconds do to a pixel of either colour."""
    if abs(push) < _SHOWS:
        return Effect.NONE
    if abs(push) < _TURNS_OVER:
        return Effect.GREY
    return Effect.BLACK if push > 0 else Effect.WHITE


def driven(shades: Image, masks: list[Image], pushes: tuple[int, ...]) -> Image:
    """Return the shades of a picture after a refresh.

    shades: mode F, from 0 for white to 1 for black. masks: of the pixels of each row of the waveform, mode 1;
    every pixel is in one of them. pushes: volts times microseconds of each row, above 0 towards black.
    """
    after = shades.copy()
    for mask, push in zip(masks, pushes, strict=True):
        left = math.exp(-abs(push) / _SHRINKS) if push else 1 - _DRIFTS
        towards = (push > 0) if push else 0.5
        after.paste(shades.point(lambda shade, a=left, b=towards * (1 - left): shade * a + b), None, mask)  # type: ignore[misc]
    return after
