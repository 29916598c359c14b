"""Spirit Island on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.games.interface import PortableGame
from arcana_portable.translation import ENGLISH, N_, _

if TYPE_CHECKING:
    from arcana_portable.games.sheets import Sheet
    from arcana_portable.library.entry import Entry
    from arcana_portable.replay import Played, Step


class SpiritIsland(PortableGame):
    """Spirit Island: fear, blight and the invader cards, with all adversaries and scenarios."""

    name = "spirit_island"
    title = "Spirit Island"
    year = 2017
    cooperative = True
    results = (N_("won"), N_("lost"), N_("sacrifice"), N_("abandoned"))
    columns = {"adversary": N_("Adversary"), "score": N_("Final score")}  # noqa: RUF012

    def sheet(self, state: dict[str, Any]) -> Sheet:
        from .table_sheet import sheet

        return sheet(state)

    def map(self, state: dict[str, Any], setup: str) -> dict[str, Any] | None:
        from .land_map import land_map

        return land_map(state, setup)

    def answer(self, state: dict[str, Any], setup: str, question: str, place: str) -> dict[str, Any]:
        from .land_map import answer

        return answer(state, setup, question, place)

    def figures(self, state: dict[str, Any]) -> list[tuple[str, int]]:
        terror, earned, blight = state["terror"], state["fear"]["earned"], state["blight"]["card"]
        return [(N_("terror"), terror), (N_("earned"), earned), (N_("blight"), blight)]

    def check_state(self, state: dict[str, Any]) -> None:
        from .answers import check_state

        check_state(state)

    def summary(self, played: Played) -> dict[str, Any]:
        game = played.game
        score = "" if game.score is None else game.score
        return {
            "mode": "spirit-island",
            "adversary": " + ".join([text for text in (game.adversary, game.second) if text]),
            "score": score,
            "terror": game.terror,
        }

    def outcome(self, entry: Entry) -> str:
        ended, adversary = super().outcome(entry), self.cell(entry, "adversary")
        if not (adversary and entry.result):
            return ended
        return _("{ended} against {adversary}", ended=ended, adversary=adversary)

    def cell(self, entry: Entry, key: str) -> str:
        from .naming import adversary_name

        text = super().cell(entry, key)
        return " + ".join(map(adversary_name, text.split(" + "))) if key == "adversary" else text

    def sentences_of(self, step: Step, before: dict[str, Any]) -> list[str]:
        from .story import sentences_of

        return sentences_of(step, before)

    def facts(self, played: Played) -> dict[str, Any]:
        from .facts import gather

        return gather(played)

    def board(self, entry: Entry, facts: dict[str, Any]) -> str:
        from .naming import adversary_name, scenario_name

        words = [adversary_name(facts[key], ENGLISH) for key in ("adversary", "second") if facts[key]]
        words += [scenario_name(facts["scenario"])] if facts["scenario"] else []
        words.append(f"difficulty {facts['difficulty']}")
        return ", ".join(words)

    def comment(self, entry: Entry) -> str:
        return f"Terror level {entry.summary['terror']} on turn {entry.turns}."

    def roles(self, played: Played) -> dict[str, str]:
        from .naming import spirit_name

        return {name: spirit_name(spirit) for name, spirit in zip(played.players, played.game.spirits)}


GAME = SpiritIsland()
