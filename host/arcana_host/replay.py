"""Playing a record again: the state after every event, or where and why it does not go on.

It must not know where the record came from.
"""

from typing import NamedTuple

from arcana_host.errors import RecordError
from arcana_host.wording import quoted
from shared_rules.lines import UNDO
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
    record, table = Record(), _Table()
    for number, line in numbered_lines(text):
        try:
            events = len(record.events)
            record.add_line(line)
            if len(record.events) > events:
                table.play(line)
        except RuleError as error:
            raise RecordError(f"line {number}: {quoted(line)}: {error}") from error
    game = table.game()
    if not table.steps:
        raise RecordError("there is no game in this record: its first event has to be a setup.")
    # in a duel, Ann plays the lines Ann.A and Ann.B
    players = list(dict.fromkeys(line.partition(".")[0] for line in game.players))
    return Played(record, table.states, table.steps, players, tuple(game.sets))


class _Table:
    """The game as far as it was played. states, steps: as in Played."""

    def __init__(self) -> None:
        self.states: list[dict] = []
        self.steps: list[Step] = []
        self._game = Game()
        # how many events were taken back that the game still has
        self._undone = 0

    def play(self, line: str) -> None:
        """Let an event happen. Raises RuleError."""
        if line == UNDO and len(self.steps) > 1:
            self.steps.pop()
            self._undone += 1
            self.states.append(self.steps[-1].state)
            return
        game = self.game()
        turn, active = game.turn, game.active
        game.apply(line)
        self.states.append(game.state())
        self.steps.append(Step(line, turn, active or game.active, self.states[-1]))

    def game(self) -> Game:
        """Return the game without what was taken back, however much that was: all at once costs as one."""
        if self._undone == 1:
            self._game.apply(UNDO)
        elif self._undone:
            self._game = Game.replay(step.text for step in self.steps)
        self._undone = 0
        return self._game
