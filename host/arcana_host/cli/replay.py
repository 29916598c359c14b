"""`arcana replay`: the state of the table after a recorded game, or after each of its events."""

from typing import Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=_("A game record; - reads standard input."))],
    each: Annotated[
        bool, typer.Option("--each", help=_("Show the state after every event, one per line."))
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a recorded game and show the table."""
    import json

    from arcana_portable.replay import replay as play_again

    from arcana_host.files import read_text

    played = play_again(read_text(file))
    states = played.states if each else played.states[-1:]
    if as_json:
        for state in states:
            print(json.dumps(state, separators=(",", ":")))
        return

    from arcana_host.cli.table_view import table
    from arcana_host.terminal import console

    events = played.record.events if each else played.record.events[-1:]
    for event, state in zip(events, states, strict=True):
        console().print(table(state, after=event if each else None))
