"""The command `arcana`: a module for each command, and their common code."""

from arcana_host.interrupt import exit_on_interrupt


def main() -> None:
    """Run `arcana` on the command line's arguments and exit."""
    with exit_on_interrupt():
        from arcana_host.locale_language import choose_language

        choose_language()
        from arcana_host.cli.app import main as run
    run()
