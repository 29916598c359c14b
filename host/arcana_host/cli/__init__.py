"""The command `arcana`: a module for each command, and their common code."""

import sys


def main() -> None:
    """Run `arcana` on the command line's arguments and exit."""
    try:
        from arcana_host.locale_language import choose_language

        choose_language()
        from arcana_host.cli.app import main as run
    except KeyboardInterrupt:
        from arcana_portable.errors import Status

        print("arcana: Stopped.", file=sys.stderr)
        raise SystemExit(Status.STOPPED) from None
    run()
