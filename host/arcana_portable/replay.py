"""Replays a record: returns the state after every event, or says where and why it fails.

It runs on CPython and, in the browser, on MicroPython. It must not know where the record came from.
"""

from typing import Any, NamedTuple

from arcana_portable.errors import RecordError
from arcana_portable.record import Record, numbered_lines, without_undos
from arcana_portable.translation import N_, _
from arcana_portable.wording import quoted
from shared_rules.errors import RuleError
from shared_rules.games import name_of, new_game, rules_of
from shared_rules.record import UNDO


# MicroPython keeps no annotations, so the fields are arguments, here and wherever it runs, too
class Step(NamedTuple("Step", [("text", str), ("turn", int), ("active", "str | Any"), ("state", dict)])):
    """An event that was not undone.

    turn, active: the turn in which it was entered, and whose it was; None where everybody plays at the same
    time. state: after it.
    """


class Played(
    NamedTuple(
        "Played",
        [
            ("record", Record),
            ("states", "list[dict]"),
            ("steps", "list[Step]"),
            ("players", "list[str]"),
            ("name", str),
            ("game", Any),
        ],
    )
):
    """A replayed record.

    states: after every event line of the record, undo lines included. steps: the events that were not undone.
    players: who is at the table at the end, in turn order. name: of the game's folder. game: the Game at its
    end.
    """


_NO_GAME = N_("there is no game in this record: its first event has to be a setup.")


def replay(text: str) -> Played:
    """Replay a record. Raises RecordError, which names the first bad line.

    text: the record, with or without undo lines.
    """
    record, table = Record(), _Table()
    for number, line in numbered_lines(text):
        try:
            events = len(record.events)
            record.add_line(line)
            if len(record.events) > events:
                table.apply(line)
        except RuleError as error:
            raise RecordError(
                _("line {number}: {line}: {error}", number=number, line=quoted(line), error=error)
            ) from error
    if not table.steps:
        raise RecordError(_(_NO_GAME))
    return _played(record, table.states, table.steps, table.steps[0].text, table.game())


def replay_end(record: Record) -> Played:
    """Replay a record, with no states and steps but the last, which takes half the time.

    Raises RuleError when it does not replay.
    """
    events = without_undos(record.events)
    if not events:
        raise RuleError(_(_NO_GAME))
    game = rules_of(events[0]).Game.replay(events)
    state = game.state()
    return _played(record, [state], [Step(events[-1], game.turn, game.active, state)], events[0], game)


def replay_accepted(record: Record) -> Played:
    """Replay a record that these rules have accepted before, with no states and steps.

    Raises RuleError when it has no setup.
    """
    game: Any = None
    for text in without_undos(record.events):
        game = game or new_game(text)
        game.accept(text)
    if game is None:
        raise RuleError(_(_NO_GAME))
    return _played(record, [], [], game.events[0], game)


def _played(record: Record, states: list[dict], steps: list[Step], setup: str, game: Any) -> Played:
    # a player with two hands has two seats, such as Ann.A and Ann.B
    seats = [seat.partition(".")[0] for seat in game.players]
    players = [name for number, name in enumerate(seats) if name not in seats[:number]]
    return Played(record, states, steps, players, name_of(setup), game)


class _Table:
    """The game so far. states, steps: as in Played."""

    def __init__(self) -> None:
        self.states: list[dict] = []
        self.steps: list[Step] = []
        self._game: Any = None
        # how many undone events self._game still has
        self._undone = 0

    def apply(self, line: str) -> None:
        """Apply an event or an undo. Raises RuleError."""
        if line == UNDO and len(self.steps) > 1:
            self.steps.pop()
            self._undone += 1
            self.states.append(self.steps[-1].state)
            return
        if self._game is None:
            self._game = new_game(line)
        game = self.game()
        turn, active = game.turn, game.active
        game.apply(line)
        self.states.append(game.state())
        self.steps.append(Step(line, turn, active or game.active, self.states[-1]))

    def game(self) -> Any:
        """Return the game without the undone events; undoing several events at once costs a single replay."""
        if self._undone == 1:
            self._game.apply(UNDO)
        elif self._undone:
            self._game = type(self._game).replay(step.text for step in self.steps)
        self._undone = 0
        return self._game
