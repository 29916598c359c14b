"""Fixtures that tests of games share with the tests in tests/host."""

from host.conftest import arcana, library, parser_made_once

__all__ = ["arcana", "library", "parser_made_once"]
