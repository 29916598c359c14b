"""A small schema language for answers: the shapes, and the check of a value against a shape.

A shape is a name in KINDS, a list of a single shape, a tuple of shapes for a list of that length, a dict of
required parts, or a class here. It runs on CPython and, in the browser, on MicroPython. It must not know
methods or games.
"""

import re
from binascii import a2b_base64
from collections.abc import Callable
from datetime import datetime
from string import ascii_letters, digits
from typing import Any

from shared_rules import protocol
from shared_rules.device_files import LARGEST, is_game_id

MOST_LINES = 100_000
"""More lines than a game on a device can have."""

_BIGGEST = 1 << 31
_SMALL = 1000
_LONGEST_NAME = 64


class BadAnswer(ValueError):
    """A device's data is invalid; `str(error)` says which part of it, and why."""


class OrNull:
    """A part that may be null, but is never missing."""

    def __init__(self, shape: Any):
        self.shape = shape


class Maybe(OrNull):
    """A part that may be null, or missing."""


class Named:
    """An object with any keys, whose values all have the same shape."""

    def __init__(self, shape: Any):
        self.shape = shape


class Test:
    """A value that passes a test. words: the requirement, for the error message."""

    def __init__(self, fits: Callable[[Any], bool], words: str):
        self.fits = fits
        self.words = words


def _number_below(limit: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and 0 <= value < limit


_is_small = _number_below(_SMALL)


def _name_of(letters: str) -> Callable[[Any], bool]:
    """Return a test of 1 to 64 of these letters."""
    return lambda value: (
        isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and not value.strip(letters)
    )


def _matching(pattern: str) -> Callable[[Any], bool]:
    """Return a test of a pattern in MicroPython's syntax."""
    # `$` also stands before a newline at the end
    return lambda value: (
        isinstance(value, str)
        and len(value) <= _LONGEST_NAME
        and "\n" not in value
        and re.match(pattern + "$", value) is not None
    )


def _is_base64(value: Any) -> bool:
    try:
        a2b_base64(value.encode("ascii"))
    except (AttributeError, ValueError):
        return False
    return True


_MOMENT = _matching(r"\d\d\d\d-\d\d-\d\d \d\d:\d\d")


def _is_moment(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return _MOMENT(value)


KINDS: dict[str, Test] = {
    "text": Test(lambda value: isinstance(value, str), "a text"),
    "word": Test(lambda value: isinstance(value, str) and bool(value), "a text that is not empty"),
    "yes/no": Test(lambda value: isinstance(value, bool), "true or false"),
    "true": Test(lambda value: value is True, "true"),
    "number": Test(_number_below(_BIGGEST), "a number"),
    "width": Test(lambda value: _is_small(value) and value > 0 and value % 8 == 0, "a width"),
    "height": Test(lambda value: _is_small(value) and value > 0, "a height"),
    "small number": Test(_is_small, f"a number below {_SMALL}"),
    "lines": Test(_number_below(MOST_LINES), f"a number below {MOST_LINES}"),
    "bytes": Test(_number_below(LARGEST + 1), f"a number up to {LARGEST}"),
    "degrees": Test(lambda value: type(value) is int and abs(value) < _SMALL, "degrees"),
    "value": Test(lambda value: value is None or isinstance(value, (str, bool, int)), "a text or a number"),
    "object": Test(lambda value: isinstance(value, dict), "an object"),
    "game": Test(is_game_id, "the id of a game"),
    "device": Test(_name_of(ascii_letters + digits + "_-"), "the number of a device"),
    "board": Test(_name_of(ascii_letters + digits + "._-"), "the name of a board"),
    "app": Test(lambda value: value == protocol.APP, protocol.APP),
    "python": Test(_matching(r"\w+ \d+\.\d+(\.\d+)?"), "a name and a version"),
    "moment": Test(_is_moment, "a date and a time"),
    "base64": Test(_is_base64, "base64"),
}


def check(value: Any, shape: Any, where: str = "") -> None:
    """Raise BadAnswer if a value does not have a shape. where: its path, for the error message."""
    if isinstance(shape, OrNull):
        if value is not None:
            check(value, shape.shape, where)
    elif isinstance(shape, (str, Test)):
        test = KINDS[shape] if isinstance(shape, str) else shape
        if not test.fits(value):
            raise BadAnswer(f"{where} has to be {test.words}")
    elif isinstance(shape, (list, tuple)):
        if not isinstance(value, list) or (isinstance(shape, tuple) and len(value) != len(shape)):
            raise BadAnswer(f"{where} has to be a list")
        for number, part in enumerate(value):
            check(part, shape[number] if isinstance(shape, tuple) else shape[0], f"{where}[{number}]")
    elif not isinstance(value, dict):
        raise BadAnswer(f"{where or 'it'} has to be an object")
    elif isinstance(shape, Named):
        for key, part in value.items():
            check(part, shape.shape, f"{where}.{key[:20]}")
    else:
        for key, part in shape.items():
            place = f"{where}.{key}" if where else key
            if key not in value and not isinstance(part, Maybe):
                raise BadAnswer(f"{place} is missing")
            check(value.get(key), part, place)
