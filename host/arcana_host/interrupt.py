"""Handles Ctrl-C while the program is still loading, before `cli.main` can.

It is imported before everything else, so it must not import anything slow.
"""

import sys


class exit_on_interrupt:
    """A context in which Ctrl-C ends the program as everywhere else, with a sentence and its exit status."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type | None, *_: object) -> None:
        if kind is KeyboardInterrupt:
            from arcana_portable.errors import Status

            print("arcana: Stopped.", file=sys.stderr)
            raise SystemExit(Status.STOPPED) from None
