"""The names at one table, as the device keeps them for the next game; read only where they are set."""

from shared_rules.errors import RuleError
from shared_rules.shipwreck.refusal import Refusal
from shared_rules.shipwreck.setup import check_player, same_name

FEWEST, SEATS = 2, 5


def check_names(names: list[str]) -> None:
    """Raise RuleError with a sentence unless these are names for the seats at one table.

    names: a list of texts, in turn order.

    >>> check_names(["Ann", "Jörg"])
    """
    if not FEWEST <= len(names) <= SEATS:
        raise RuleError("Give %d to %d names, separated by commas." % (FEWEST, SEATS))
    for number, name in enumerate(names):
        check_player(name)
        other = same_name(name, names[:number])
        if other:
            raise Refusal("same-name", name, other)
