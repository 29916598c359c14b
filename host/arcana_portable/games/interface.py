"""The interface between a game and the desktop.

It runs on CPython and, in the browser, on MicroPython. It loads fast: methods import slow modules themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.translation import N_, _, device_text

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

    from arcana_portable.drivers import Steps
    from arcana_portable.library.entry import Entry
    from arcana_portable.link.companion import Companion
    from arcana_portable.replay import Played, Step

    from .chapter import Chapter
    from .sheets import Sheet

    Put = Callable[[str, bytes], Steps[Any]]
    FactsOfGames = Iterable[tuple[Entry, dict[str, Any]]]


class PortableGame:
    """A game where it is told: its names, and functions of its states and of replayed games.

    A game overrides the methods that it needs. `state` is always the result of `Game.state()`, `played` a
    `replay.Played`.

    name: of its folders. title: as printed on the box. year: in which it was published, 0 if unknown.
    cooperative: whether the players win or lose together. results: all values of `Game.result`.
    undecided: the results that are neither won nor lost, and count for nobody. sets: {id: name} of the card
    sets or expansions for `--set`. columns: {key of `summary`: heading} for `arcana games`.
    custom_noun: the thing that players can enter beside games, such as "creature"; "" for nothing. heading:
    of a turn that is a player's, with its number `{turn}` and the active `{player}`.

    Results, headings and the words of `figures` are English, marked with `N_`, and translated where they are
    shown, by `_`: without the game as a context, so that another meaning needs another English word.
    """

    name = ""
    title = ""
    year = 0
    cooperative = False
    results: tuple[str, ...] = (N_("finished"), N_("abandoned"))
    undecided: tuple[str, ...] = ("abandoned",)
    sets: dict[str, str] = {}  # noqa: RUF012
    columns: dict[str, str] = {}  # noqa: RUF012
    custom_noun = ""
    heading = N_("Turn {turn}: {player}")

    @property
    def shown_title(self) -> str:
        """The title in the user's language, as on the device."""
        return device_text(self.name, "title")

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
        """Return a map for the page, on which players enter pieces; or None for a game without a map.

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

    # a game of the library

    def summary(self, played: Played) -> dict[str, Any]:
        """Return a list's data about a game, as a dict of JSON data."""
        return {}

    def cell(self, entry: Entry, key: str) -> str:
        """Return a game's cell in a column of a list. key: of `columns`."""
        return str(entry.summary[key])

    def outcome(self, entry: Entry) -> str:
        """Return how a game ended, or that it is not finished, in a few words."""
        return _(entry.result) if entry.result else _("not finished")

    def facts(self, played: Played) -> dict[str, Any]:
        """Return a game's facts for the statistics, as a dict of JSON data.

        "players" has the names of all who ever played, "winners" the winners' names.
        """
        return {"players": played.players, "winners": self.winners(played)}

    def winners(self, played: Played) -> list[str]:
        """Return the winners' names."""
        return [name for name, _, won in played.game.as_play()[3] if won]

    def story(self, played: Played) -> list[Chapter]:
        """Return the game retold turn by turn."""
        from .chapter import plain_story

        return plain_story(self, played)

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        """Return an event in sentences, for `story`. before: the state before it, {} before the setup."""
        return [step.text + "."]

    # sharing

    def shared(self, played: Played) -> dict[str, Any]:
        """Return the JSON data of a game besides its summary."""
        return {}

    def board(self, entry: Entry, facts: dict[str, Any]) -> str:
        """Return the variant for BG Stats: the variant, expansions, difficulty."""
        return ""

    def comment(self, entry: Entry) -> str:
        """Return a sentence for BG Stats on how the game went."""
        return ""

    def roles(self, played: Played) -> dict[str, str]:
        """Return {name: the player's role} for BG Stats."""
        return {}

    # extras

    def restore_custom(
        self, link: Companion, files: Mapping[str, bytes], there: Container[str], put: Put
    ) -> Steps[tuple[int, list[str]]]:
        """Restore the players' own entries onto a device. Returns how many are new, and sentences about the
        rest.

        files: {name: content} of a backup. there: names of the files on the device. put: writes a whole file.
        """
        yield from ()
        return 0, []

    def custom_restored(self, count: int) -> str:
        """Return the sentence that `count` such things were restored."""
        raise NotImplementedError
