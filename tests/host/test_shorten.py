"""What is compiled for a Pico does the same as the source, by shorter names."""

import ast

import pytest
from arcana_host import firmware_folder, shared_rules_folder
from arcana_host.shorten import shorten

MODULES = sorted([*firmware_folder().rglob("*.py"), *shared_rules_folder().rglob("*.py")])


class Named:
    """Compares two modules name by name."""

    def __init__(self):
        self.names = {}

    def compare(self, long, short):
        for one, other in zip(ast.walk(long), ast.walk(short), strict=True):
            assert type(one) is type(other)
            for field in ("id", "name"):
                if isinstance(getattr(one, field, None), str):
                    before, after = getattr(one, field), getattr(other, field)
                    assert self.names.setdefault(before, after) == after


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_only_private_names_change_and_each_to_one_of_its_own(path):
    source = path.read_text(encoding="utf-8")
    named = Named()
    named.compare(ast.parse(source), ast.parse(shorten(source)))
    changed = {before: after for before, after in named.names.items() if before != after}
    assert all(before.startswith("_") and after[1:].isdigit() for before, after in changed.items())
    assert len(set(named.names.values())) == len(named.names)
    assert shorten(source).count("\n") == source.count("\n")


def test_what_others_can_name_stays():
    source = "_kept = 1\n_gone = 2\nprint(thing._kept, _gone)\n"
    assert shorten(source) == "_kept = 1\n_0 = 2\nprint(thing._kept, _0)\n"
    called = "_by_name = 1\ndef say(_by_name):\n    return getattr(say, '_x')\n_x = 2\n"
    assert shorten(called) == called


def test_the_names_in_a_text_that_is_put_together_are_left_alone():
    source = "_name = 1\nprint(f'{_name}')\n"
    assert shorten(source) == source
