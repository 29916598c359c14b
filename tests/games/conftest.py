"""What tests of a game on the desktop share with all others of it."""

from host.conftest import arcana, parser_made_once

__all__ = ["arcana", "parser_made_once"]
