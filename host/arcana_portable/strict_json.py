"""Parses JSON from elsewhere, which may be anything.

It runs on CPython and, in the browser, on MicroPython.
"""

import gc
import json
import sys
from collections.abc import Callable
from typing import Any

from arcana_portable.translation import _

_MOST_PARTS = 4_000_000
"""Lists, objects and their items in a JSON text; the JSON of 8,000 games has three million."""

_LONGEST_NUMBER = 24


def read_json(text: str) -> Any:
    """Parse JSON from elsewhere. Raises ValueError with the reason.

    It is stricter than `json`: no duplicate keys, no NaN, and limits for depth, numbers and size.
    """
    if sum(map(text.count, "[{,")) > _MOST_PARTS:
        raise ValueError(_("it has more than {most} parts", most=_MOST_PARTS))
    if sys.implementation.name == "micropython":
        # its parser takes no hooks; neither depth nor NaN can harm it
        return json.loads(text)
    # creating the many objects would start the collector over and over
    gc.disable()
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number(int),
            parse_float=_number(float),
            parse_constant=_no_number,
        )
    except RecursionError:
        raise ValueError(_("it is nested too deeply")) from None
    finally:
        gc.enable()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(_("it has a key twice in one object"))
    return found


def _number(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(digits: str) -> Any:
        if len(digits) > _LONGEST_NUMBER:
            raise ValueError(_("it has a number of {n} characters", n=len(digits)))
        return kind(digits)

    return read


def _no_number(word: str) -> None:
    raise ValueError(_("{word} is not JSON", word=word))
