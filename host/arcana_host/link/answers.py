"""What a device's answers and notifications must look like; whatever differs is refused where it comes in.

`shared_rules.protocol` says what they mean. A device may be broken, hostile or something else altogether, so
nothing of it is used before it was held against the tables here. They live on the host only: a device has no
need of them.
"""

import math
import re
from binascii import a2b_base64
from typing import Any

from arcana_host.games import every, of_state
from arcana_host.link.shapes import BadAnswer, Maybe, Named, OrNull, check
from shared_rules import protocol
from shared_rules.errors import RuleError

MOST_PAGES = 2000
"""More pages than any list or file of a device has."""
LONGEST_SENTENCE = 400

_HALF = re.compile("[\ud800-\udfff]")
_DEEPEST = 12

OVER = "over"
_TABLE = {"mode": "text", "turn": "number", "active": Maybe(OrNull("text")), "result": OrNull("text")}
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
        "games": Maybe(["word"]),
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
    "game_files": {"parts": "number"},
    "let_go": {"removed": ["yes/no"], "left": "number"},
    "state": _STATE,
    "enter": {"events": "lines", "digest": "text"},
    "watch": {"seconds": "number"},
    "settings": {"settings": Named("value")},
    "clock": {"clock": OrNull("moment")},
    "press": {"presses": "number"},
    "scratch": {"digest": OrNull("text"), "state": Maybe("object")},
    "files_kept": {"files": [("text", "bytes")], "next": OrNull("number")},
    "file": {"data": "base64", "check": OrNull("text"), "next": OrNull("number")},
    "put": {"bytes": "number"},
    "keep": {"kept": "true", "left": Maybe(["text"])},
    "log": {"lines": ["text"], "next": OrNull("number")},
    "self_test": {"flash": "text", "heap": "text", "panel": "text", "install": Maybe("text")},
    "key": {"presses": "number"},
    "pattern": {},
    "panel": {"celsius": OrNull("degrees"), "refresh": "text", "took": OrNull("number")},
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
    "part": {"number": "number", "file": "text", "first": "number", "data": "base64"},
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
    check(result, _shape_of(method))
    _check_plain(result)
    if method == "state" or method == "scratch":
        _check_table(result.get("state"))
    if method == "scratch" and params.get("state"):
        check(result, {"state": "object"})
    if method == "let_go" and len(result["removed"]) != len(params["files"].split(",")):
        raise BadAnswer("it does not tell of each file what became of it")
    if method == "put" and result["bytes"] != params["first"] + len(a2b_base64(params["data"])):
        raise BadAnswer("it did not take what was sent")
    if method == "self_test":
        check(result, Named("text"))
    if method in _CONTENT:
        _check_page(result, _CONTENT[method], params.get("first") or 0)
    return result


def check_notification(method: str, params: Any) -> dict:
    """Return the params of a notification. Raises BadAnswer when they are not what `NOTIFICATIONS` says."""
    check(params, NOTIFICATIONS.get(method, {}))
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


def _shape_of(method: str) -> dict[str, Any]:
    if method in RESULTS:
        return RESULTS[method]
    return next((own[method] for own in (game.results_of_methods() for game in every()) if method in own), {})


def _check_table(state: dict | None) -> None:
    """Check those parts of a game's state that are used; before its setup it has no mode."""
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
        raise BadAnswer("state: it is over and has no result")
    if state["result"] not in (None, *game.results):
        raise BadAnswer("state.result has to be the result of a game")
    game.check_state(state)


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
