"""`arcana simulate`: bots play many games, which says how hard a variant is."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.games.shipwreck.about import NAME, SETS, TITLE
from arcana_portable.translation import _

from arcana_host.cli.options import ForceOption, JsonOption

if TYPE_CHECKING:
    from shipwreck_coach.simulation import Outcome, Summary
    from shipwreck_coach.table import Variant
    from typer.models import OptionInfo

app = typer.Typer()


class Mode(StrEnum):
    """A mode as the record names it."""

    STANDARD = "standard"
    DUEL = "duel"
    RESTLESS = "restless"
    RESTLESS_DUEL = "restless-duel"
    CREATURES = "creatures"


def set_option(default: str) -> "OptionInfo":
    """Return the option for the card sets of games to be played. default: in words, for the help."""
    return typer.Option(
        "--set",
        metavar="SET",
        help=_("With this card set: {sets}; can be given more than once.", sets=", ".join(SETS)),
        show_default=default,
        autocompletion=lambda incomplete: [name for name in SETS if name.startswith(incomplete)],
    )


@app.command(name="simulate", rich_help_panel=TITLE)
def simulate(
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=1_000_000, help=_("How many games."))
    ] = 200,
    mode: Annotated[
        Mode,
        typer.Option("--mode", metavar="MODE", help=_("What is played: {modes}.", modes=", ".join(Mode))),
    ] = Mode.STANDARD,
    players: Annotated[
        int,
        typer.Option(
            "--players", metavar="N", min=2, max=5, help=_("How many players, 2 to 5; a duel always has two.")
        ),
    ] = 3,
    sets: Annotated[list[str] | None, set_option("base")] = None,
    doom: Annotated[
        int, typer.Option("--doom", metavar="N", min=0, max=6, help=_("The doom at the start, 0 to 6."))
    ] = 2,
    level: Annotated[
        int,
        typer.Option(
            "--level",
            metavar="N",
            min=0,
            max=3,
            help=_("How far the bots reason about why a play was chosen over the others, 0 to 3."),
        ),
    ] = 1,
    slips: Annotated[
        float,
        typer.Option(
            "--slips",
            metavar="SHARE",
            min=0,
            max=1,
            help=_("How often the bots slip: the chance, 0 to 1, that a play or a guess is a random one."),
        ),
    ] = 0.0,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help=_("The same number gives the same games."))
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            max=256,
            help=_("How many processes play."),
            show_default=_("one a core"),
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FOLDER", help=_("Write each game as a record."))
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let bots play The Shipwreck Arcana, and print how often they win."""
    from arcana_host.cli.options import print_json, progress
    from arcana_host.games.shipwreck.extra import need_numpy

    need_numpy()
    from shipwreck_coach import player_model
    from shipwreck_coach.simulation import simulate as simulated
    from shipwreck_coach.simulation import summarize
    from shipwreck_coach.table import Variant

    chosen = check_sets(sets or ["base"])
    variant = Variant(mode.value, players, chosen, doom)
    if save:
        _prepare(save)
    outcomes = []
    with progress(as_json) as shown:
        running = simulated(variant, player_model(level), games, seed, jobs, slips)
        for number, outcome in enumerate(
            shown.track(running, total=games, description=_("Playing")), start=1
        ):
            if save:
                _write(save, number, f"level {level}, slips {slips:g}, seed {seed}", seed, outcome, force)
            # only the sums stay in memory
            outcomes.append(outcome._replace(events=[]))
    summary = summarize(outcomes)
    if as_json:
        asked = {**variant._asdict(), "players": 2 if "duel" in mode.value else players}
        print_json({**asked, "level": level, "slips": slips, "seed": seed, **summary.as_json()})
        return
    for sentence in describe_summary(variant, summary):
        print(sentence)
    if save:
        print(_("The records are in {folder}.", folder=save))


def check_sets(sets: list[str]) -> tuple[str, ...]:
    """Return the names of card sets, each once. Raises WordsError for unknown names and for too few cards."""
    from arcana_portable.errors import WordsError

    from arcana_host.library.selection import Selection
    from shared_rules.shipwreck.cards import count_of

    chosen = Selection(game=NAME, sets=tuple(dict.fromkeys(sets))).validated().sets
    if count_of(chosen) < 4:
        raise WordsError(_("Too few cards: the first row takes four. Add another set."))
    return chosen


def describe_summary(variant: "Variant", summary: "Summary") -> list[str]:
    """Return the results of a simulation, as sentences."""
    from arcana_portable.translation import ngettext
    from arcana_portable.wording import decimal, percent

    return [
        ngettext(
            "The bots won {wins} of {n} game, {share} (95% interval: {low} to {high}).",
            "The bots won {wins} of {n} games, {share} (95% interval: {low} to {high}).",
            summary.games,
            wins=summary.wins,
            share=percent(summary.share),
            low=percent(summary.low),
            high=percent(summary.high),
        ),
        _(
            "A game took {turns} turns and {predictions} predictions on average; {hits} of them were right.",
            turns=decimal(summary.turns, 1),
            predictions=decimal(summary.predictions, 1),
            hits=percent(summary.hits),
        ),
        _(
            "Doom rose by {wrong} a game through wrong predictions and by {faded} through fading cards.",
            wrong=decimal(summary.wrong, 1),
            faded=decimal(summary.faded, 1),
        ),
    ]


def _prepare(folder: Path) -> None:
    from arcana_portable.errors import ArcanaError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArcanaError(
            _("{folder} can't be made: {error}.", folder=folder, error=error.strerror)
        ) from error


def _write(folder: Path, number: int, bots: str, seed: int, outcome: "Outcome", force: bool) -> None:
    from arcana_portable.record import Record

    from arcana_host.files import write_text

    name = f"bots-{seed}-{number:05}"
    record = Record([("Game", name), ("Note", f"Played by bots: {bots}, game {number}")], outcome.events)
    write_text(folder / f"{name}.arcana", str(record), force)
