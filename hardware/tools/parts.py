"""Reads the parts list, parts.csv."""

import csv
from typing import NamedTuple

from .circuit import HARDWARE

BUILDS = ("breadboard", "soldered", "aaa", "lipo")
"""The builds that a part can be for; "both" stands for the first two."""


class Part(NamedTuple):
    """A row of the list: the part, how many, for which builds, what to look for, and two alternatives.

    order_as: the maker's number, or the name by which shops know it. euros: the typical price of all of them
    together. sold_by: the kind of shop.
    """

    id: str
    part: str
    quantity: int
    builds: tuple[str, ...]
    look_for: str
    order_as: str
    euros: float
    sold_by: str
    alternative_1: str
    alternative_2: str


def parts() -> list[Part]:
    """Return the parts list.

    Raises ValueError for a quantity that is not a number, and KeyError for a missing column.
    """
    with (HARDWARE / "parts.csv").open(newline="", encoding="utf-8") as file:
        return [_part(row) for row in csv.DictReader(file)]


def total(*builds: str) -> float:
    """Return the total cost of the parts for some of BUILDS, in euros."""
    return sum(part.euros for part in parts() if set(builds) & set(part.builds))


def _part(row: dict[str, str]) -> Part:
    builds = BUILDS[:2] if row["build"] == "both" else tuple(row["build"].split())
    return Part(
        row["id"],
        row["part"],
        int(row["quantity"]),
        builds,
        row["look_for"],
        row["order_as"],
        float(row["euros"]),
        row["sold_by"],
        row["alternative_1"],
        row["alternative_2"],
    )
