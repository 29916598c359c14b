"""Playing a record again: the state after every event, or where and why it does not go on.

It must not know where the record came from.
"""

from typing import NamedTuple

from arcana_host.errors import RecordError
from shared_rules.lines import UNDO, is_letter
from shared_rules.record import Record, numbered_lines
from shared_rules.shipwreck import Game, RuleError


class Step(NamedTuple):
    """One event in force: its text, whose turn and which turn it was entered in, and the state after it."""

    text: str
    turn: int
    active: str
    state: dict


class Played(NamedTuple):
    """A record that was played to its end.

    states: after every event line of the record, undo lines included.
    steps: the events in force. players: the people at the table in the end, in turn order.
    """

    record: Record
    states: list[dict]
    steps: list[Step]
    players: list[str]
    sets: tuple[str, ...]


def replay(text: str) -> Played:
    """Play a record and return what happened. Raises RecordError with the line where it can't go on.

    text: a record in the notation's own form, with or without undo lines.
    """
    record, game = Record(), Game()
    states: list[dict] = []
    steps: list[Step] = []
    for number, line in numbered_lines(text):
        try:
            events = len(record.events)
            record.add_line(line)
            if len(record.events) > events:
                states.append(_play(game, line, steps))
        except RuleError as error:
            raise RecordError(f"line {number}: {shown(line)}: {error}") from error
    if not steps:
        raise RecordError("there is no game in this record: its first event has to be a setup.")
    # in a duel, Ann plays the lines Ann.A and Ann.B
    players = list(dict.fromkeys(line.partition(".")[0] for line in game.players))
    return Played(record, states, steps, players, tuple(game.sets))


def _play(game: Game, line: str, steps: list[Step]) -> dict:
    turn, active = game.turn, game.active
    game.apply(line)
    state = game.state()
    if line == UNDO:
        steps.pop()
    else:
        steps.append(Step(line, turn, active or game.active, state))
    return state


def shown(line: str) -> str:
    """Return a line as it can stand in a sentence, whatever is in it."""
    plain = all(" " <= character <= "~" or is_letter(character) for character in line)
    text = line if plain else ascii(line)
    return text if len(text) <= 130 else text[:127] + "..."
