"""Parses JSON from elsewhere, which may be anything.

It runs on CPython and, in the browser, on MicroPython.
"""

import gc
import json
import sys
from typing import Any

from arcana_portable.translation import _

_MOST_PARTS = 4_000_000
"""Lists, objects and their items in a JSON text; the JSON of 8,000 games has three million."""


def read_json(text: str) -> Any:
    """Parse JSON from elsewhere. Raises ValueError with the reason.

    It is stricter than `json`: no NaN, and limits for depth and size.
    """
    if sum(map(text.count, "[{,")) > _MOST_PARTS:
        raise ValueError(_("it has more than {most} parts", most=_MOST_PARTS))
    if sys.implementation.name == "micropython":
        # its parser takes no hooks; neither depth nor NaN can harm it
        return json.loads(text)
    # creating the many objects would start the collector over and over
    gc.disable()
    try:
        return json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError(_("it is nested too deeply")) from None
    finally:
        gc.enable()


def _no_number(word: str) -> None:
    raise ValueError(_("{word} is not JSON", word=word))
