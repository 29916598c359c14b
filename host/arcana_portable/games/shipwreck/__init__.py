"""The Shipwreck Arcana on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.games.interface import PortableGame
from arcana_portable.translation import N_, _, ngettext

from .about import NAME, SETS, TITLE, figures

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from arcana_portable.drivers import Steps
    from arcana_portable.games.chapter import Chapter
    from arcana_portable.games.interface import Put
    from arcana_portable.games.sheets import Sheet
    from arcana_portable.library.entry import Entry
    from arcana_portable.link.companion import Companion
    from arcana_portable.replay import Played


class Shipwreck(PortableGame):
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
        ended = super().outcome(entry)
        if not entry.result:
            return ended
        standing = {name: entry.summary[name] for name in self.columns}
        return _("{result} with score {score} and doom {doom}", result=ended, **standing)

    def facts(self, played: Played) -> dict[str, Any]:
        from .facts import gather

        return gather(played)

    def story(self, played: Played) -> list[Chapter]:
        from .story import story

        return story(played)

    def shared(self, played: Played) -> dict[str, Any]:
        from .facts import gather

        return {"difficulty": gather(played)["difficulty"]}

    def board(self, entry: Entry, facts: dict[str, Any]) -> str:
        from .naming import MODES

        sets = " + ".join(self.sets[name] for name in entry.summary["sets"])
        return f"{MODES[entry.summary['mode']]}, doom {facts['difficulty']}, {sets}"

    def comment(self, entry: Entry) -> str:
        return f"Doom {entry.summary['doom']} on turn {entry.turns}."

    def restore_custom(
        self, link: Companion, files: Mapping[str, bytes], there: Container[str], put: Put
    ) -> Steps[tuple[int, list[str]]]:
        from .creatures_on_device import bring

        return bring(link, files, there, put)

    def custom_restored(self, count: int) -> str:
        return ngettext("{n} creature restored.", "{n} creatures restored.", count)


GAME = Shipwreck()
