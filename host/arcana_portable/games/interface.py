"""The interface between a game and the desktop.

It runs on CPython and, in the browser, on MicroPython. It loads fast: methods import what is slow to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence

    import typer
    from arcana_host.games.review import Puzzles, Review
    from arcana_host.games.rulings import Ruling
    from arcana_host.games.statistics import Statistics
    from arcana_host.link.awaited import AwaitedDevice
    from rich.console import RenderableType

    from arcana_portable.library.entry import Entry
    from arcana_portable.replay import Played, Step

    from .chapter import Chapter
    from .sheets import Sheet

    Put = Callable[[str, bytes], Awaitable[Any]]
    FactsOfGames = Iterable[tuple[Entry, dict[str, Any]]]


class DesktopGame:
    """A game on the desktop: its names, and functions of its states and of replayed games.

    A game overrides what it has. `state` is always the result of `Game.state()`, `played` a `replay.Played`.

    name: of its folders. title: as printed on the box. year: in which it was published, 0 if unknown.
    cooperative: whether the players win or lose together. results: all values of `Game.result`. sets: {id:
    name} of the card sets or expansions for `--set`. columns: {key of `summary`: heading} for `arcana games`.
    custom_noun: what players can enter beside games, such as "creature"; "" for nothing. heading: of a turn
    that is a player's, with its number `{turn}` and the active `{player}`.

    Results, headings and the words of `figures` are English, marked with `N_`, and translated where they are
    shown, by `_`: without the game as a context, so that another meaning needs another English word.
    """

    name = ""
    title = ""
    year = 0
    cooperative = False
    results: tuple[str, ...] = (N_("finished"), N_("abandoned"))
    sets: dict[str, str] = {}  # noqa: RUF012
    columns: dict[str, str] = {}  # noqa: RUF012
    custom_noun = ""
    heading = N_("Turn {turn}: {player}")

    # the table

    def sheet(self, state: dict[str, Any]) -> Sheet:
        """Return the table sheet of a state after the setup: see `sheets`, which adds "game" and "result"."""
        raise NotImplementedError

    def sentences(self, sheet: Sheet) -> list[str]:
        """Return a sheet as lines to be read out, the standing first."""
        lines = [sheet["head"]] + [f"{heading}: {text}." for heading, text in sheet["rest"]]
        headings = sheet["table"][0] if sheet["table"] else []
        for row in sheet["table"][1:]:
            cells = [f"{headings[number]}: {cell}" for number, cell in enumerate(row) if number and cell]
            lines.append(f"{row[0]} ({', '.join(cells)}).")
        return lines

    def map(self, state: dict[str, Any], setup: str) -> dict[str, Any] | None:
        """Return a map for the page, on which players enter pieces; None for a game without one.

        setup: the first event of the game, "" if it is not known.
        """
        return None

    def answer(self, state: dict[str, Any], setup: str, question: str, place: str) -> dict[str, Any]:
        """Return the answer to a question about a place on the map, for the page.

        setup: the first event of the game.
        """
        return {}

    def figures(self, state: dict[str, Any]) -> list[tuple[str, int]]:
        """Return the standing as (lower-case word, number), such as [(N_("score"), 3), (N_("doom"), 2)]."""
        return []

    def check_state(self, state: dict[str, Any]) -> None:
        """Validate a state from a device. Raises `link.shapes.BadAnswer`."""

    def results_of_methods(self) -> dict[str, dict[str, Any]]:
        """Return {method of the link for this game: shape of its result}, see `link.shapes`."""
        return {}

    def adversaries(self) -> dict[str, str]:
        """Return {what people type: id} of those that play against the group, for `--adversary`.

        People type names in the current language or ids, in lower case. The facts of a game name them as
        "adversary" and "second", by id and level, such as "england:6".
        """
        return {}

    # a game of the library

    def summary(self, played: Played) -> dict[str, Any]:
        """Return what lists show of a game, as a dict of JSON data."""
        return {}

    def cell(self, entry: Entry, key: str) -> str:
        """Return what a list of games has in a column. key: of `columns`."""
        return str(entry.summary[key])

    def outcome(self, entry: Entry) -> str:
        """Return how a game that is over ended, in a few words."""
        return _(entry.result) if entry.result else ""

    def facts(self, played: Played) -> dict[str, Any]:
        """Return what one game adds to the statistics, as a dict of JSON data.

        "players" has the names of all who ever played, "winners" of those who won.
        """
        return {"players": played.players, "winners": self.winners(played)}

    def winners(self, played: Played) -> list[str]:
        """Return the names of those who won."""
        return [name for name, _, won in played.game.as_play()[3] if won]

    def story(self, played: Played) -> list[Chapter]:
        """Return the game retold turn by turn."""
        from .chapter import plain_story

        return plain_story(self, played)

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        """Return an event in sentences, for `story`. before: the state before it, {} before the setup."""
        return [step.text + "."]

    def review(self, played: Played, earlier: Sequence[str] = ()) -> Review | None:
        """Return the review of a game, None for a game without reviews.

        earlier: the records of earlier games of its players. Raises NothingToReview for a game in which there
        is nothing to review.
        """
        return None

    def puzzles(self, records: Mapping[str, str]) -> Puzzles | None:
        """Return positions of recorded games to be tried again, None for a game without puzzles.

        records: {id: record}, the latest first.
        """
        return None

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> Statistics:
        """Return the statistics of many games, given with their facts.

        left_out: {an English adjective: how many games are not among them for that}.
        """
        from arcana_host.games.statistics import count_wins

        return count_wins(games, self.cooperative, left_out)

    def tables(self, statistics: Any) -> RenderableType:
        """Return statistics as tables for the terminal."""
        from arcana_host.games.plain_table import tables

        return tables(statistics)

    def chart(self, statistics: Any, kind: str) -> bytes:
        """Return the charts of statistics.

        kind: "html" for a page with the tables; "png" or "svg", which raise ArcanaError without matplotlib.
        """
        from arcana_host.games.drawing import chart

        return chart(self.title, statistics, kind)

    # sharing

    def shared(self, played: Played) -> dict[str, Any]:
        """Return what the JSON of a game has besides its summary."""
        return {}

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of `shared`; {} for the common one."""
        return {}

    def turns(self, played: Played) -> bytes | None:
        """Return a CSV file with a line for each turn, or None."""
        return None

    def final_table(self, played: Played) -> bytes:
        """Return a PNG file with the table after the last event."""
        from arcana_host.games.panel_picture import last_screen

        return last_screen(self.name, played)

    def board(self, entry: Entry, facts: dict[str, Any]) -> str:
        """Return what was played, for BG Stats: the variant, expansions, difficulty."""
        return ""

    def comment(self, entry: Entry) -> str:
        """Return a sentence for BG Stats on how the game went."""
        return ""

    def roles(self, played: Played) -> dict[str, str]:
        """Return {name: the player's role} for BG Stats."""
        return {}

    # extras

    def rulings(self, language: str) -> list[Ruling]:
        """Return answers to questions on the rules, in a language or in English."""
        return []

    def commands(self) -> typer.Typer | None:
        """Return commands for this game, or None; subcommands if the Typer has a name."""
        return None

    async def restore_custom(
        self,
        link: AwaitedDevice,
        files: Mapping[str, bytes],
        there: Container[str],
        put: Put,
    ) -> tuple[int, list[str]]:
        """Restore what players had entered onto a device. Returns how many are new, and sentences about the
        rest.

        files: {name: content} of a backup. there: names of the files on the device. put: writes a whole file.
        """
        return 0, []

    def custom_restored(self, count: int) -> str:
        """Return the sentence that so many of them were restored."""
        raise NotImplementedError

    def check_custom(self, name: object, value: object) -> None:
        """Validate what players entered for this game besides its records. Raises RecordError."""
        from arcana_portable.errors import RecordError

        raise RecordError(_("{title} stores nothing besides its games.", title=self.title))
