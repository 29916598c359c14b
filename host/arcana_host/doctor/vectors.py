"""Plays the test vectors on a device, in a scratch game beside its journal.

A vector is a record with the expected state after each event. It compares digests of the states, and fetches
the device's state when they differ.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from arcana_portable.errors import ArcanaError, DeviceRefused
from arcana_portable.record import Record
from arcana_portable.translation import _

from arcana_host.link.device import Device
from shared_rules.errors import RuleError
from shared_rules.games import name_of, new_game


class Vector(NamedTuple):
    """A recorded game. game: the name of its folder. states: the expected state after each event."""

    name: str
    game: str
    events: list[str]
    states: list[dict]


def read_vectors(folder: Path) -> list[Vector]:
    """Return the vectors of a folder.

    Raises ArcanaError if there are no vectors or a vector can't be read.
    """
    vectors = []
    for path in sorted(folder.glob("*.arcana")):
        try:
            states = [json.loads(line) for line in path.with_suffix(".states").read_text().splitlines()]
            events = Record.from_text(path.read_text()).events
            vector = Vector(path.stem, name_of(events[0]), events, states)
        except (OSError, ValueError, IndexError) as error:
            raise ArcanaError(
                _("The vector {path} can't be read: {error}", path=path, error=error)
            ) from error
        if len(vector.events) != len(states):
            raise ArcanaError(
                _(
                    "The vector {path} has {events} events and {states} states.",
                    path=path,
                    events=len(vector.events),
                    states=len(states),
                )
            )
        vectors.append(vector)
    if not vectors:
        raise ArcanaError(_("There are no vectors in {folder}.", folder=folder))
    return vectors


def play_vector(device: Device, vector: Vector, on_event: Callable[[], None]) -> str | None:
    """Play a vector on the device; return None if all states agree, otherwise the first difference in words.

    Raises DeviceLost, DeviceSilent.
    """
    game = new_game(vector.events[0])
    try:
        for number, (text, expected) in enumerate(zip(vector.events, vector.states, strict=True)):
            differs = _differs_here(game, text, expected) or _differs_there(device, game, number, text)
            if differs:
                return _(
                    "{name}, event {number} ({text}): {differs}",
                    name=vector.name,
                    number=number + 1,
                    text=text,
                    differs=differs,
                )
            on_event()
    finally:
        device.call("scratch", number=0, text="close")
    return None


def _differs_here(game: Any, text: str, expected: dict) -> str | None:
    try:
        game.apply(text)
    except RuleError as error:
        return _("this computer refuses it: {error}", error=error)
    return _difference(_("this computer"), game.state(), expected)


def _differs_there(device: Device, game: Any, number: int, text: str) -> str | None:
    try:
        answer = device.call("scratch", number=number, text=text)
        if answer["digest"] == game.digest():
            return None
        state = device.call("scratch", number=number, text=text, state=True)["state"]
    except DeviceRefused as error:
        return _("the device refuses it: {error}", error=error)
    return (
        _difference(_("the device"), state, game.state()) or "the device disagrees on what the turn has shown"
    )


def _difference(who: str, state: dict, expected: dict) -> str | None:
    keys = [key for key in expected if state.get(key) != expected[key]]
    if not keys:
        return None
    key = keys[0]
    return _(
        "{who} has {key} {value}, expected {expected}",
        who=who,
        key=key,
        value=json.dumps(state.get(key)),
        expected=json.dumps(expected[key]),
    )
