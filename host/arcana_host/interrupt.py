"""Handles Ctrl-C while the program is still loading, before `cli.main` can.

It is loaded before everything else and so needs nothing itself.
"""

import sys


class quietly_stopped:
    """Lets Ctrl-C end the program as it does everywhere else, with a sentence and its status."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type | None, *_: object) -> None:
        if kind is KeyboardInterrupt:
            from arcana_host.errors import Status

            print("arcana: Stopped.", file=sys.stderr)
            raise SystemExit(Status.STOPPED) from None
