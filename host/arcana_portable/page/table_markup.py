"""The table as a page shows it, from the table sheet.

It runs on CPython and, in the browser, on MicroPython. It knows how a table is laid out, not its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.page.markup import element, items, signs, text, unseen
from arcana_portable.translation import _

if TYPE_CHECKING:
    from arcana_portable.games.sheets import Sheet

_FULL, _EMPTY = "◆", "◇"
_MARKS = {"open": "", "flipped": "·", "struck out": "×"}


def table(sheet: Sheet, playable: bool) -> str:
    """Return the markup of a table. playable: whether the page has the buttons of the device."""
    parts = []
    if not sheet["game"] and playable:
        parts.append(_beginning())
    if sheet["tracks"]:
        parts.append(element("div", *map(_track, sheet["tracks"]), class_="tracks"))
    if sheet["creatures"]:
        parts.append(items("creatures", *map(_creature, sheet["creatures"])))
    if sheet["row"]:
        parts.append(items("row", *[_place(number, place) for number, place in enumerate(sheet["row"], 1)]))
    if sheet["table"]:
        parts.append(element("div", _rows(sheet["table"]), class_="wide-rows"))
    if sheet["lines"]:
        parts.append(_lines(sheet["lines"]))
    if sheet["rest"]:
        parts.append(
            element("dl", *[_pile(heading, words) for heading, words in sheet["rest"]], class_="rest")
        )
    return "".join(parts)


def _beginning() -> str:
    """Return how a game begins, beside an empty table."""
    steps = (
        _("▲ and ▼ move the bar on the panel. Choose the game, such as “Play Spirit Island”, with B."),
        _("Choose “New game”, and say who plays. The line at the bottom says what A, B and C do."),
        _("Then play with your own cards and tokens, and enter here what happens."),
    )
    return element("ol", *[element("li", text(step)) for step in steps], class_="beginning")


def _track(track: dict[str, Any]) -> str:
    value, of = track["value"], track["of"]
    return element(
        "p",
        element("span", text(track["name"]), " ", class_="name"),
        signs("●" * value + "○" * (of - value)),
        element("span", f" {value} ", unseen(_("of {number}", number=of)), class_="value"),
        class_=f"track {track['kind']}",
    )


def _place(number: int, place: dict[str, Any] | None) -> str:
    where = unseen(_("Place {number}: ", number=number))
    if place is None:
        return element("li", element("p", where, text(_("Empty")), class_="ability"), class_="card")
    ability = place["ability"]
    if place["attached"]:
        ability += _(", with {power}", power=place["attached"])
    parts = [
        element("p", where, text(place["name"]), class_="name"),
        element("p", text(ability), class_="ability"),
        _fates(place["fates"]),
    ]
    if place["moons"] is not None:
        full = min(place["pips"], place["moons"])
        moons = _("moons {full} of {all}", full=full, all=place["moons"])
        shown = signs(_FULL * full + _EMPTY * (place["moons"] - full))
        parts.append(element("p", shown, " ", element("span", text(moons), class_="value"), class_="moons"))
    if place["fades"]:
        parts.append(element("p", text(_("Fades at the end of the turn")), class_="warning"))
    return element("li", *parts, class_="card fades" if place["fades"] else "card")


def _fates(values: list[int]) -> str:
    listed = ", ".join(map(str, values))
    return element("p", text(_("Fates {values}", values=listed) if values else _("No fates")), class_="fates")


def _creature(creature: dict[str, Any]) -> str:
    level = element("span", " ", text(_("level {number}", number=creature["level"])), class_="ability")
    return element(
        "li",
        element("p", text(creature["name"]), level, class_="name"),
        element("p", text(creature["condition"])),
        _fates(creature["fates"]),
        class_="card",
    )


def _lines(lines: list[dict[str, Any]]) -> str:
    heads = [_head("col", str(value)) for value, _mark in lines[0]["tokens"]]
    rows = [
        element("tr", _head("row", line["player"]), *[_token(*token) for token in line["tokens"]])
        for line in lines
    ]
    return element(
        "table",
        element("caption", text(_("Number lines"))),
        element("thead", element("tr", _head("col", _("Player")), *heads)),
        element("tbody", *rows),
        class_="lines",
    )


def _token(value: int, mark: str) -> str:
    sign = _MARKS[mark]
    shown = signs(sign) + unseen(_(mark)) if sign else str(value)
    return element("td", shown, class_=mark.replace(" ", "-"))


def _rows(rows: list[list[str]]) -> str:
    """Return a table of rows of texts, the headings first."""
    body = [
        element("tr", _head("row", row[0]), *[element("td", text(each)) for each in row[1:]])
        for row in rows[1:]
    ]
    heads = element("tr", *[_head("col", heading) for heading in rows[0]])
    return element("table", element("thead", heads), element("tbody", *body), class_="lines")


def _head(scope: str, words: str) -> str:
    return element("th", text(words), scope=scope)


def _pile(heading: str, words: str) -> str:
    return element("div", element("dt", text(heading)), element("dd", text(words)))
