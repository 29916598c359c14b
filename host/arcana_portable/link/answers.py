"""Validates a device's answers and notifications; everything that does not match the tables here is refused.

`shared_rules.protocol` defines their meaning. A device may be broken, hostile or something else altogether,
so all that it sends is validated before use. It runs on CPython and, in the browser, on MicroPython.
"""

import math
from binascii import a2b_base64
from typing import Any

from arcana_portable.games import every, of_state
from arcana_portable.link.shapes import BadAnswer, Maybe, Named, OrNull, check
from shared_rules import protocol
from shared_rules.errors import RuleError

MOST_PAGES = 2000
"""More pages than any list or file of a device has."""
LONGEST_SENTENCE = 400

_HALVES = (0xD800, 0xE000)
"""The codes of halves of characters: the first, and the code after the last."""
_DEEPEST = 12

OVER = "over"
_TABLE = {"mode": "text", "turn": "number", "active": Maybe("text"), "result": OrNull("text")}
_STATE = {"game": OrNull("game"), "events": "lines", "state": OrNull("object")}

RESULTS: dict[str, dict[str, Any]] = {
    "info": {
        "app": "app",
        "version": "text",
        "protocol": "number",
        "device": "device",
        "board": "board",
        "python": "python",
        "machine": "text",
        "free_bytes": "number",
        "free_heap": OrNull("number"),
        "clock": OrNull("moment"),
        "supply": OrNull("number"),
        "game": OrNull("game"),
        "events": "lines",
        "presses": "number",
        "games": ["word"],
        "panel": ("width", "height", "small number"),
    },
    "list": {"files": [("text", "bytes")], "next": OrNull("number")},
    "read": {"parts": "number"},
    "remove": {"removed": "yes/no"},
    "state": _STATE,
    "enter": {"events": "lines", "digest": "text"},
    "watch": {"seconds": "number"},
    "settings": {"settings": Named("value")},
    "forget_names": {"settings": Named("value")},
    "clock": {"clock": OrNull("moment")},
    "press": {"presses": "number"},
    "scratch": {"digest": OrNull("text"), "state": Maybe("object")},
    "put": {"bytes": "number"},
    "keep": {"kept": "true", "left": ["text"]},
    "log": {"lines": ["text"], "next": OrNull("number")},
    "self_test": {"flash": "text", "heap": "text", "panel": "text"},
    "key": {"presses": "number"},
    "pattern": {},
    "panel": {
        "celsius": OrNull("degrees"),
        "partials": "number",
        "refresh": "text",
        "took": OrNull("number"),
    },
}
"""The parts that the result of each method must have; it may have others."""

NOTIFICATIONS: dict[str, dict[str, Any]] = {
    "state": _STATE,
    "picture": {"page": "small number", "data": "base64"},
    "words": {
        "title": "text",
        "lines": ["text"],
        "at": OrNull("small number"),
        "keys": Named("text"),
        "language": "text",
        "written": OrNull("text"),
        "asks": Maybe("yes/no"),
    },
    "button": {"name": "text", "kind": "text"},
    "part": {"number": "number", "file": "number", "error": Maybe("object")},
}

_CONTENT = {"list": "files", "creatures": "creatures", "log": "lines"}
"""The part of the result that holds a page, for each method that answers in pages."""


def check_result(method: str, params: dict[str, Any], result: Any) -> dict:
    """Return the result of a method. Raises BadAnswer when it does not match `RESULTS`.

    params: of the request; the next page must begin after its `first`.
    """
    check(result, _shape_of(method))
    _check_plain(result)
    if method == "state" or method == "scratch":
        _check_table(result.get("state"))
    if method == "scratch" and params.get("state"):
        check(result, {"state": "object"})
    if method == "put" and result["bytes"] != params["first"] + len(a2b_base64(params["data"])):
        raise BadAnswer("it did not store what was sent")
    if method == "self_test":
        check(result, Named("text"))
    if method in _CONTENT:
        _check_page(result, _CONTENT[method], params.get("first") or 0)
    return result


def check_notification(method: str, params: Any) -> dict:
    """Return the params of a notification. Raises BadAnswer when they do not match `NOTIFICATIONS`."""
    check(params, NOTIFICATIONS.get(method, {}))
    _check_plain(params)
    if method == "state":
        _check_table(params.get("state"))
    if method == "words" and params.get("at") is not None and params["at"] >= len(params["lines"]):
        raise BadAnswer("at is not one of its lines")
    if method == "part" and params.get("error") is not None:
        read_error(params["error"])
    elif method == "part":
        check(params, {"data": "base64"})
    return params


def read_error(error: Any) -> tuple[int, str]:
    """Return the code and the message of an error object, the message on a single line. Raises BadAnswer."""
    if not isinstance(error, dict) or type(error.get("code")) is not int:
        raise BadAnswer("the error has no code")
    if not isinstance(error.get("message"), str):
        raise BadAnswer("the error has no message")
    sentence = " ".join(error["message"].split())
    if len(sentence) > LONGEST_SENTENCE:
        sentence = sentence[:LONGEST_SENTENCE] + "…"
    return error["code"], sentence or "The device refused."


def _check_page(page: dict, content: str, first: int) -> None:
    follows = page.get("next")
    if follows is None:
        return
    if not page[content]:
        raise BadAnswer("a page is empty, but not the last one")
    if not first < follows <= first + protocol.MAX_ANSWER:
        raise BadAnswer(f"the page after number {first} begins at number {follows}")


def _shape_of(method: str) -> dict[str, Any]:
    if method in RESULTS:
        return RESULTS[method]
    return next((own[method] for own in (game.results_of_methods() for game in every()) if method in own), {})


def _check_table(state: dict | None) -> None:
    """Validate the parts of a game's state that are used; before its setup it has no mode."""
    if state is None:
        return
    check(state, {"mode": OrNull("word")}, "state")
    if state["mode"] is None:
        return
    check(state, _TABLE, "state")
    try:
        game = of_state(state)
    except RuleError as error:
        raise BadAnswer(f"state.mode: {error}") from error
    if state.get("phase") == OVER and state["result"] is None:
        raise BadAnswer("state: the game is over, but has no result")
    if state["result"] is not None and state["result"] not in game.results:
        raise BadAnswer("state.result is not a result of this game")
    game.check_state(state)


def _has_half(text: str) -> bool:
    return any([_HALVES[0] <= ord(each) < _HALVES[1] for each in text])


def _check_plain(value: Any, depth: int = 0) -> None:
    """Raise BadAnswer for valid JSON that nobody can use: NaN, half characters, deep nesting."""
    if isinstance(value, float) and not math.isfinite(value):
        raise BadAnswer("it has a number that is not finite")
    if isinstance(value, str) and value and ord(max(value)) >= _HALVES[0] and _has_half(value):
        raise BadAnswer("it has half a character")
    if depth > _DEEPEST:
        raise BadAnswer("it is nested too deep")
    parts = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        parts = list(value) + list(value.values())
    for part in parts:
        _check_plain(part, depth + 1)
