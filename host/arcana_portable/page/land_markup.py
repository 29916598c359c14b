"""The map of a game as a page shows it: its boards, and the form for a land.

It runs on CPython and, in the browser, on MicroPython. It knows lands, fields and verbs as `map` of a game
names them, but not their meaning.
"""

from __future__ import annotations

import json
from typing import Any

from arcana_portable.page.markup import element, items, text
from arcana_portable.translation import _

KEEP = "keep"
"""The page's word, instead of a verb, to keep a land's contents."""


def boards(map: dict[str, Any]) -> str:
    """Return the markup of a map, as `PortableGame.map` returns it."""
    parts = []
    begin, asked, step = map["begin"], map["asked"], map["step"]
    if begin:
        parts.append(_entering(begin["label"], begin["events"]))
        if begin["note"]:
            parts.append(element("p", text(begin["note"]), class_="ability"))
    if asked:
        parts.append(element("p", text(asked["label"]), class_="warning"))
        parts += [_entering(label, [event]) for event, label in asked["answers"]]
    parts += [_board(board) for board in map["boards"]]
    if step:
        label = _("{verb} in all lands of this step", verb=step["label"])
        parts.append(_entering(label, step["events"]))
    return "".join(parts)


def _entering(label: str, events: list[str]) -> str:
    message = json.dumps({"enter": events})
    return element("button", text(label), class_="switch", type="button", data_send=message)


def _board(board: dict[str, Any]) -> str:
    name = element("h3", text(board["name"]))
    note = element("p", text(board["note"]), class_="ability") if board["note"] else ""
    lands = items("lands", *[element("li", _land(land)) for land in board["lands"]])
    return element("section", name, note, lands, class_="board")


def _land(land: dict[str, Any]) -> str:
    lying, near = land["lying"], " ".join(land["near"])
    said = _("not entered") if lying is None else lying or _("nothing here")
    if lying is None and land["noted"] is not None:
        said = _("in the calculator: {pieces}", pieces=land["noted"] or _("nothing here"))
    elif lying is None and land["begins"]:
        said = _("not entered (setup: {pieces})", pieces=land["begins"])
    parts = [
        element("span", text(land["name"]), " ", class_="name"),
        element("span", text(land["terrain"]), class_="ability"),
        element("span", text(said), class_="lying" if lying else None),
    ]
    if land["holds"]:
        parts.append(element("span", text(land["holds"]), class_="lying"))
    parts.append(element("span", text(_("next to {lands}", lands=near)), class_="ability"))
    return element(
        "button",
        *parts,
        class_=f"land terrain-{land['kind']}" + (" now" if land["now"] else ""),
        type="button",
        data_land=land["name"],
        data_near=near,
    )


def fields(map: dict[str, Any], values: dict[str, str]) -> str:
    """Return a number for each field. values: {field: its number}."""
    return "".join(
        [
            element(
                "label",
                element("span", text(label)),
                element("input", type="number", name=name, min=0, max=30, value=values[name]),
                class_="field",
            )
            for name, label in map["fields"]
        ]
    )


def verbs(map: dict[str, Any]) -> str:
    """Return a button for each verb of a land, and a button to keep its contents."""
    known = [[KEEP, _("Keep what lies there")]] + map["verbs"] if map["verbs"] else []
    return "".join(
        [
            element("button", text(label), class_="switch", type="button", data_by=verb)
            for verb, label in known
        ]
    )


def cascades(near: list[str]) -> str:
    """Return the lands that blight can cascade to."""
    asked = element("option", text(_("asked when it happens")), value="?")
    return asked + "".join([element("option", text(name)) for name in near])


def answer(result: dict[str, Any]) -> str:
    """Return the result of `PortableGame.answer` as markup."""
    if "refused" in result:
        return element("p", text(result["refused"]), class_="warning")
    steps = [element("li", text(step)) for step in result["steps"]]
    return "".join([element("p", text(line)) for line in result["lines"]] + [element("ol", *steps)])
