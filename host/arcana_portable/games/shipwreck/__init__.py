"""The Shipwreck Arcana on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.games.interface import DesktopGame
from arcana_portable.translation import N_, _, ngettext

from .about import NAME, SETS, TITLE, figures

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    import typer
    from arcana_host.games.review import Puzzles, Review
    from arcana_host.games.rulings import Ruling
    from arcana_host.games.shipwreck.statistics import Statistics
    from arcana_host.link.awaited import AwaitedDevice

    from arcana_portable.games.chapter import Chapter
    from arcana_portable.games.interface import FactsOfGames, Put
    from arcana_portable.games.sheets import Sheet
    from arcana_portable.library.entry import Entry
    from arcana_portable.replay import Played


class Shipwreck(DesktopGame):
    """The Shipwreck Arcana, with its expansions."""

    name = NAME
    title = TITLE
    year = 2017
    cooperative = True
    results = (N_("won"), N_("lost"), N_("abandoned"))
    sets = SETS
    columns = {"score": N_("Score"), "doom": N_("Doom")}  # noqa: RUF012
    custom_noun = "creature"

    def sheet(self, state: dict[str, Any]) -> Sheet:
        from .table_sheet import sheet

        return sheet(state)

    def sentences(self, sheet: Sheet) -> list[str]:
        from .table_sheet import sentences

        return sentences(sheet)

    def figures(self, state: dict[str, Any]) -> list[tuple[str, int]]:
        return figures(state)

    def check_state(self, state: dict[str, Any]) -> None:
        from .answers import check_state

        check_state(state)

    def results_of_methods(self) -> dict[str, dict[str, Any]]:
        from .answers import RESULTS

        return RESULTS

    def summary(self, played: Played) -> dict[str, Any]:
        state = played.steps[-1].state
        sets = list(played.game.sets)
        return {"mode": state["mode"], "sets": sets, "score": state["score"], "doom": state["doom"]}

    def outcome(self, entry: Entry) -> str:
        standing = {name: entry.summary[name] for name in self.columns}
        return _("{result} with score {score} and doom {doom}", result=super().outcome(entry), **standing)

    def facts(self, played: Played) -> dict[str, Any]:
        from .facts import gather

        return gather(played).as_json()

    def story(self, played: Played) -> list[Chapter]:
        from .story import story

        return story(played)

    def review(self, played: Played, earlier: Sequence[str] = ()) -> Review:
        from arcana_host.games.shipwreck.whole_review import as_review

        return as_review(played, self.title)

    def puzzles(self, records: Mapping[str, str]) -> Puzzles:
        from arcana_host.games.shipwreck.puzzles import puzzles

        return puzzles(records)

    def statistics(self, games: FactsOfGames, left_out: dict[str, int] | None = None) -> Statistics:
        from arcana_host.games.shipwreck.statistics import summarize

        from .facts import Facts

        return summarize([(entry, Facts.from_json(facts)) for entry, facts in games], left_out)

    def shared(self, played: Played) -> dict[str, Any]:
        from .facts import gather

        return {"difficulty": gather(played).difficulty}

    def schema(self) -> dict[str, Any]:
        import json
        from pathlib import Path

        return json.loads((Path(__file__).parent / "arcana-game-1.schema.json").read_text(encoding="utf-8"))

    def turns(self, played: Played) -> bytes:
        from arcana_host.games.shipwreck.turns import turns

        return turns(played)

    def final_table(self, played: Played) -> bytes:
        from arcana_host.games.shipwreck.final_table import picture

        return picture([step.text for step in played.steps])

    def board(self, entry: Entry, facts: dict[str, Any]) -> str:
        from .naming import MODES

        sets = " + ".join(self.sets[name] for name in entry.summary["sets"])
        return f"{MODES[entry.summary['mode']]}, doom {facts['difficulty']}, {sets}"

    def comment(self, entry: Entry) -> str:
        return f"Doom {entry.summary['doom']} on turn {entry.turns}."

    def rulings(self, language: str) -> list[Ruling]:
        from arcana_host.games.shipwreck.rulings import rulings

        return rulings(language)

    def commands(self) -> typer.Typer:
        from arcana_host.games.shipwreck import commands, simulate_command, solve_command
        from typer import Typer

        both = Typer()
        both.add_typer(commands.app, rich_help_panel=self.title)
        both.add_typer(simulate_command.app)
        both.add_typer(solve_command.app)
        return both

    async def restore_custom(
        self,
        link: AwaitedDevice,
        files: Mapping[str, bytes],
        there: Container[str],
        put: Put,
    ) -> tuple[int, list[str]]:
        from .creatures_on_device import bring

        return await bring(link, files, there, put)

    def custom_restored(self, count: int) -> str:
        return ngettext("{n} creature restored.", "{n} creatures restored.", count)

    def check_custom(self, name: object, value: object) -> None:
        from arcana_host.games.shipwreck.bestiary import check

        check(name, value)


GAME = Shipwreck()
