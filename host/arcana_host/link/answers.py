"""What a device's answers and notifications must look like; whatever differs is refused where it comes in.

`shared_rules.protocol` says what they mean. A device may be broken, hostile or something else altogether, so
nothing of it is used before it was held against the tables here. They live on the host only: a device has no
need of them.
"""

import math
import re
from binascii import a2b_base64
from collections.abc import Callable
from datetime import datetime
from typing import Any

from shared_rules import protocol
from shared_rules.game_files import LARGEST, is_game_id, read_game_name
from shared_rules.shipwreck import RuleError
from shared_rules.shipwreck.creature import Creature
from shared_rules.shipwreck.game import OVER

MOST_LINES = 100_000
"""More lines than a game on a device can have."""
MOST_PAGES = 2000
"""More pages than any list or file of a device has."""
LONGEST_SENTENCE = 400

_HALF = re.compile("[\ud800-\udfff]")
_BIGGEST = 1 << 31
_SMALL = 1000
_DEEPEST = 12


class BadAnswer(ValueError):
    """What a device sent is not what it has to be; `str(error)` says which part of it, and why."""


class OrNull:
    """A part that may be null, but is never missing."""

    def __init__(self, shape: Any):
        self.shape = shape


class Maybe(OrNull):
    """A part that may be null or missing, as older companions do not have it."""


class Named:
    """An object whose keys are free texts."""

    def __init__(self, shape: Any):
        self.shape = shape


def _number_below(limit: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and 0 <= value < limit


def _matching(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_game_file(value: Any) -> bool:
    return isinstance(value, str) and read_game_name(value) is not None


def _is_base64(value: Any) -> bool:
    try:
        a2b_base64(value.encode("ascii"))
    except (AttributeError, ValueError):
        return False
    return True


def _is_moment(value: Any) -> bool:
    try:
        datetime.strptime(value, "%Y-%m-%d %H:%M")
    except (TypeError, ValueError):
        return False
    return True


def _is_creature(value: Any) -> bool:
    try:
        Creature.from_text(value)
    except (AttributeError, TypeError, RuleError):
        return False
    return True


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (lambda value: isinstance(value, str), "a text"),
    "word": (lambda value: isinstance(value, str) and bool(value), "a text that is not empty"),
    "yes/no": (lambda value: isinstance(value, bool), "true or false"),
    "true": (lambda value: value is True, "true"),
    "number": (_number_below(_BIGGEST), "a number"),
    "small number": (_number_below(_SMALL), f"a number below {_SMALL}"),
    "lines": (_number_below(MOST_LINES), f"a number below {MOST_LINES}"),
    "bytes": (_number_below(LARGEST + 1), f"a number up to {LARGEST}"),
    "value": (lambda value: value is None or isinstance(value, (str, bool, int)), "a text or a number"),
    "object": (lambda value: isinstance(value, dict), "an object"),
    "game": (is_game_id, "the id of a game"),
    "device": (_matching("[0-9A-Za-z_-]{1,64}"), "the number of a device"),
    "board": (_matching("[0-9A-Za-z._-]{1,64}"), "the name of a board"),
    "game's file": (_is_game_file, "the name of a game's file"),
    "python": (_matching(r"\w{1,20} \d{1,4}\.\d{1,4}(\.\d{1,4})?"), "a name and a version"),
    "phase": (_matching("before-play|after-play|after-predict|deal|over"), "a phase of a turn"),
    "result": (_matching("won|lost|abandoned"), "the result of a game"),
    "moment": (_is_moment, "a date and a time"),
    "base64": (_is_base64, "base64"),
    "creature": (_is_creature, "a creature"),
}

_PLACE = {
    "card": "text",
    "fates": ["small number"],
    "pips": "small number",
    "moons": OrNull("small number"),
    "attached": ["text"],
}
_TABLE = {
    "turn": "number",
    "active": "text",
    "phase": OrNull("phase"),
    "result": OrNull("result"),
    "score": "small number",
    "doom": "small number",
    "row": [OrNull(_PLACE)],
    "powers": ["text"],
    "exiled": ["small number"],
    "unseen": Named("small number"),
    "possible": Named(["small number"]),
}
_HELP = {"assist": "text", "lines": Named(["small number"])}
_DEEP = {
    "creatures": [{"level": "small number", "name": "text", "condition": "text", "fates": ["small number"]}],
    "defeats": "small number",
    "adventurers": Named("word"),
    "ready": ["text"],
}
_STATE = {"game": OrNull("game"), "events": "lines", "state": OrNull("object")}

RESULTS: dict[str, dict[str, Any]] = {
    "info": {
        "version": "text",
        "protocol": "number",
        "device": "device",
        "board": "board",
        "python": "python",
        "free_bytes": "number",
        "free_heap": OrNull("number"),
        "clock": OrNull("moment"),
        "game": OrNull("game"),
        "events": "lines",
        "presses": "number",
    },
    "games": {
        "games": [{"game": "game", "events": "lines", "finished": "yes/no"}],
        "damaged": Maybe(["game's file"]),
        "next": OrNull("number"),
    },
    "events": {
        "tags": [("text", "text")],
        "ended": Maybe("text"),
        "events": ["text"],
        "next": OrNull("lines"),
    },
    "confirm": {"removed": "yes/no"},
    "state": _STATE,
    "enter": {"events": "lines", "digest": "text"},
    "watch": {"seconds": "number"},
    "settings": {"settings": Named("value")},
    "clock": {"clock": OrNull("moment")},
    "press": {"presses": "number"},
    "scratch": {"digest": OrNull("text"), "state": Maybe("object")},
    "creatures": {"creatures": ["creature"], "next": OrNull("number")},
    "creature": {"changed": "yes/no"},
    "files_kept": {"files": [("text", "bytes")], "next": OrNull("number")},
    "file": {"data": "base64", "check": OrNull("text"), "next": OrNull("number")},
    "put": {"bytes": "number"},
    "keep": {"kept": "true", "left": Maybe(["text"])},
    "log": {"lines": ["text"], "next": OrNull("number")},
    "self_test": {"flash": "text", "heap": "text", "panel": "text", "install": Maybe("text")},
    "key": {"presses": "number"},
    "pattern": {},
}
"""Of each method, the parts of its result that have to be there; others are let through."""

NOTIFICATIONS: dict[str, dict[str, Any]] = {
    "state": _STATE,
    "picture": {"page": "small number", "data": "base64"},
    "words": {
        "title": "text",
        "lines": ["text"],
        "at": OrNull("small number"),
        "keys": Named("text"),
        "language": "text",
        "written": Maybe("text"),
    },
    "button": {"name": "text", "kind": "text"},
}

_CONTENT = {"games": "games", "events": "events", "creatures": "creatures", "files_kept": "files"} | {
    "file": "data",
    "log": "lines",
}
"""What a page of a method brings."""


def check_result(method: str, params: dict[str, Any], result: Any) -> dict:
    """Return the result of a method. Raises BadAnswer when it is not what `RESULTS` says.

    params: those of the request; the page after theirs has to begin behind them.
    """
    _check(result, RESULTS.get(method, {}))
    _check_plain(result)
    if method == "state" or method == "scratch":
        _check_table(result.get("state"))
    if method == "scratch" and params.get("state"):
        _check(result, {"state": "object"})
    if method == "put" and result["bytes"] != params["first"] + len(a2b_base64(params["data"])):
        raise BadAnswer("it did not take what was sent")
    if method == "self_test":
        _check(result, Named("text"))
    if method in _CONTENT:
        _check_page(result, _CONTENT[method], params.get("first") or 0)
    return result


def check_notification(method: str, params: Any) -> dict:
    """Return the params of a notification. Raises BadAnswer when they are not what `NOTIFICATIONS` says."""
    _check(params, NOTIFICATIONS.get(method, {}))
    _check_plain(params)
    if method == "state":
        _check_table(params.get("state"))
    if method == "words" and params.get("at") is not None and params["at"] >= len(params["lines"]):
        raise BadAnswer("at is no line of it")
    return params


def read_error(error: Any) -> tuple[int, str]:
    """Return the code of a refusal, and its sentence in one line. Raises BadAnswer."""
    if not isinstance(error, dict) or type(error.get("code")) is not int:
        raise BadAnswer("the error has no code")
    if not isinstance(error.get("message"), str):
        raise BadAnswer("the error has no sentence")
    sentence = " ".join(error["message"].split())
    if len(sentence) > LONGEST_SENTENCE:
        sentence = sentence[:LONGEST_SENTENCE] + "…"
    return error["code"], sentence or "The device refused."


def _check_page(page: dict, content: str, first: int) -> None:
    follows = page.get("next")
    if follows is None:
        return
    if not page[content]:
        raise BadAnswer("a page is empty and not the last one")
    if not first < follows <= first + protocol.MAX_ANSWER:
        raise BadAnswer(f"the page after number {first} begins at number {follows}")


def _check_table(state: dict | None) -> None:
    """Check the state of a game as far as somebody looks at it; before its setup it has only a phase."""
    if state is None:
        return
    _check(state, {"phase": _TABLE["phase"]}, "state")
    if state["phase"] is None:
        return
    _check(state, _TABLE, "state")
    if state["phase"] == OVER and state["result"] is None:
        raise BadAnswer("state: it is over and has no result")
    if "assist" in state:
        _check(state, _HELP, "state")
    if "creatures" in state:
        _check(state, _DEEP, "state")
        for one in state["creatures"]:
            if not _is_creature(f"{one['level']}:{one['name']}:{one['condition']}"):
                raise BadAnswer("state: there is no such creature")


def _check(value: Any, shape: Any, where: str = "") -> None:
    """Raise BadAnswer with the place, and the kind that belongs there, where a value has another shape."""
    if isinstance(shape, OrNull):
        if value is not None:
            _check(value, shape.shape, where)
    elif isinstance(shape, str):
        fits, words = _KINDS[shape]
        if not fits(value):
            raise BadAnswer(f"{where} has to be {words}")
    elif isinstance(shape, (list, tuple)):
        if not isinstance(value, list) or (isinstance(shape, tuple) and len(value) != len(shape)):
            raise BadAnswer(f"{where} has to be a list")
        for number, part in enumerate(value):
            _check(part, shape[number] if isinstance(shape, tuple) else shape[0], f"{where}[{number}]")
    elif not isinstance(value, dict):
        raise BadAnswer(f"{where or 'it'} has to be an object")
    elif isinstance(shape, Named):
        for key, part in value.items():
            _check(part, shape.shape, f"{where}.{key[:20]}")
    else:
        for key, part in shape.items():
            place = f"{where}.{key}" if where else key
            if key not in value and not isinstance(part, Maybe):
                raise BadAnswer(f"{place} is missing")
            _check(value.get(key), part, place)


def _check_plain(value: Any, depth: int = 0) -> None:
    """Raise BadAnswer for what JSON can say, and nobody can write, count or go through."""
    if isinstance(value, float) and not math.isfinite(value):
        raise BadAnswer("it has a number that is none")
    if isinstance(value, str) and _HALF.search(value):
        raise BadAnswer("it has half a character")
    if depth > _DEEPEST:
        raise BadAnswer("it is nested too deep")
    parts = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        parts = [*value, *value.values()]
    for part in parts:
        _check_plain(part, depth + 1)
