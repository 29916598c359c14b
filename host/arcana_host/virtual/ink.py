"""A model of e-ink: the shade that each pixel gets from a refresh.

It is simple, and not based on measurements. A pixel approaches a colour exponentially while it is driven
towards it, so one that is driven too briefly stays grey; a pixel that a refresh does not drive drifts towards
grey. It must not know controllers or waveform tables.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

# Volts times microseconds in which the distance to a colour shrinks to 1/e; the maker's 600 ms leave 2 %.
_TIME_CONSTANT = 15 * 150_000
# Volts times microseconds from which a pixel counts as turned over, and from which a change is visible
_FLIPS_FROM = 15 * 180_000
_VISIBLE_FROM = 15 * 60_000

_DRIFT = 0.01
"""How far a refresh moves the shade of a pixel that it does not drive towards grey: assumed."""


class Effect(Enum):
    """What a row of a waveform does to a pixel."""

    NONE = "keeps its ink"
    BLACK = "turns black"
    WHITE = "turns white"
    GREY = "ends somewhere between"


def effect_of(push: int) -> Effect:
    """Return what a push does to a pixel. push: volts times microseconds, above 0 towards black."""
    if abs(push) < _VISIBLE_FROM:
        return Effect.NONE
    if abs(push) < _FLIPS_FROM:
        return Effect.GREY
    return Effect.BLACK if push > 0 else Effect.WHITE


def drive(shades: Image, masks: list[Image], pushes: tuple[int, ...]) -> Image:
    """Return the shades of a picture after a refresh.

    shades: mode F, from 0 for white to 1 for black. masks: of the pixels of each row of the waveform, mode 1;
    every pixel is in one of them. pushes: volts times microseconds of each row, above 0 towards black.
    """
    after = shades.copy()
    for mask, push in zip(masks, pushes, strict=True):
        left = math.exp(-abs(push) / _TIME_CONSTANT) if push else 1 - _DRIFT
        towards = (push > 0) if push else 0.5
        after.paste(shades.point(lambda shade, a=left, b=towards * (1 - left): shade * a + b), None, mask)  # type: ignore[misc]
    return after
