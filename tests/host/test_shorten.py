"""What is compiled for a Pico does the same as the source, by shorter names."""

import ast
import subprocess
import sys
from functools import cache

from arcana_host import firmware_folder, shared_rules_folder, vectors_folder
from arcana_host.install.build import for_the_device
from arcana_host.install.shorten import shorten

FOLDERS = {"companion": firmware_folder() / "companion", "shared_rules": shared_rules_folder()}
FILES = {
    ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
    for package, folder in FOLDERS.items()
    for path in sorted(folder.rglob("*.py"))
}


_REPLAY = """
import json, sys
from shared_rules.record import Record
from shared_rules.games import rules_of
for record, states in zip(sys.argv[1::2], sys.argv[2::2]):
    with open(record) as file, open(states) as expected:
        events = Record.from_text(file.read()).events
        game = rules_of(events[0]).Game()
        for event, state in zip(events, expected, strict=True):
            game.apply(event)
            assert game.state() == json.loads(state), (record, event)
"""
"""Written like a `main.py`: what it mentions stays."""


@cache
def sources():
    return {name: path.read_text(encoding="utf-8") for name, path in FILES.items()}


@cache
def shortened():
    return shorten({**sources(), "main": _REPLAY})


def _running(source):
    """The nodes of a module but for those that only a type checker reads."""
    tree = ast.parse(source)
    tree.body = [
        node for node in tree.body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "False")
    ]
    return ast.walk(tree)


class Named:
    """Compares two modules name by name."""

    def __init__(self, long, short):
        self.names = {}
        for one, other in zip(_running(long), _running(short), strict=True):
            assert type(one) is type(other)
            for field in ("id", "name", "attr", "arg", "module", "asname"):
                if isinstance(getattr(one, field, None), str):
                    before, after = getattr(one, field), getattr(other, field)
                    assert self.names.setdefault(before, after) == after

    @property
    def changed(self):
        return {before: after for before, after in self.names.items() if before != after}


def test_every_name_changes_to_one_of_its_own_and_lines_keep_their_numbers():
    wrong = []
    for name, source in sources().items():
        short = shortened()[name]
        named = Named(source, short)
        short_ones = all(
            after[:1] == "_" and after[1:].lstrip("ab").isdigit() for after in named.changed.values()
        )
        distinct = len(set(named.names.values())) == len(named.names)
        if not (short_ones and distinct and short.count("\n") == source.count("\n")):
            wrong.append((name, named.changed))
    assert wrong == []


def test_what_a_module_asks_of_another_one_keeps_its_name():
    given = {
        "one": "LIMIT = 3\nSPARE = 4\ndef _help(a):\n    return a\n",
        "two": "from one import LIMIT, _help\nLIST = [LIMIT]\n",
        "three": "import two\nprint(two.LIST)\n",
    }
    short = shorten(given)
    assert short["one"] == "LIMIT = 3\n_0 = 4\ndef _help(_1):\n    return _1\n"
    assert short["two"] == given["two"] and short["three"] == given["three"]


SHARED = {
    "box.one": "def fetch():\n    return 1\n",
    "box.two": "SIZE = 2\ndef carry(by):\n    return SIZE\n",
    "box.three": "from box import two\nfrom box.one import fetch\nprint(fetch(), two.carry(two.SIZE))\n",
    "box.four": "def lift():\n    return 4\n",
    "box.five": "from box.four import lift\nlift()\n",
}


def test_what_modules_ask_each_other_for_is_the_same_short_name_in_all_of_them():
    short = shorten(SHARED)
    fetch, carry, lift = (
        short[f"box.{name}"].split("def ")[1].split("(")[0] for name in ("one", "two", "four")
    )
    size = short["box.two"].split(" ")[0]
    assert len({fetch, size, carry}) == 3 and lift in (fetch, size, carry)
    assert short["box.three"].endswith(f"import {fetch}\nprint({fetch}(), two.{carry}(two.{size}))\n")


def test_a_constant_that_another_module_asks_for_stays_as_the_compiler_leaves_private_ones_out():
    short = shorten({**SHARED, "box.two": SHARED["box.two"].replace("2", "const(2)")})
    assert "SIZE = const(2)" in short["box.two"] and "two.SIZE" in short["box.three"]
    again = {"box.six": "from box import two\nSIZE = two.SIZE\n"}
    assert shorten({**SHARED, "box.two": "SIZE = const(2)\n", **again})["box.six"] == again["box.six"]


def test_what_modules_ask_each_other_for_stays_where_it_is_more_than_that():
    for other in (
        {"box.six": "print(thing.lift())\n"},
        {"box.six": "class Crane:\n    def lift(self):\n        pass\n"},
        {"box.six": "print('lift')\n"},
        {"box.six": "heave(lift=3)\n"},
        {"box.lift": ""},
        {"main": "from box.four import lift\n"},
    ):
        short = shorten({**SHARED, **other})
        assert short["box.four"] == SHARED["box.four"] and short["box.five"] == SHARED["box.five"]


def test_what_is_named_in_a_call_or_in_a_text_stays():
    given = "_by_name, _x = 1, 2\ndef say(_by_name, other):\n    return '_x'\nsay(other=2, _by_name=3)\n"
    assert shorten({"one": given})["one"] == given


def test_an_attribute_that_another_module_reads_stays():
    given = {
        "one": "class A:\n    def __init__(self):\n        self._kept = 1\n",
        "two": "print(thing._kept)\n",
    }
    assert shorten(given) == given


def test_what_only_a_type_checker_reads_changes_nothing():
    checked = (
        'if False:\n    from game import Game, _go\ndef _go(game: "Game") -> "_go | game":\n    return game\n'
    )
    short = shorten({"one": checked, "two": "def find(game) -> '_go':\n    return game\n"})
    assert short["one"] == checked.replace("def _go(game:", "def _0(_1:").replace("return game", "return _1")
    assert short["two"] == "def find(_0) -> '_go':\n    return _0\n"


def test_the_names_of_a_module_with_a_text_that_is_put_together_are_left_alone():
    source = "_name = 1\nprint(f'{_name}')\n"
    assert shorten({"one": source})["one"] == source


def test_an_argument_with_the_name_of_a_method_is_left_alone():
    source = "class Row:\n    def count(self):\n        pass\n    def some(self, count):\n        pass\n"
    assert shorten({"one": source, "two": "Row().count()\n"})["one"] == source


def test_the_games_are_the_same_as_the_device_has_them(tmp_path):
    ready = for_the_device({**sources(), "main": _REPLAY})
    for name in sources():
        source = ready[name]
        path = tmp_path.joinpath(*name.split("."))
        if FILES[name].name == "__init__.py":
            path = path / "__init__"
        path.parent.mkdir(parents=True, exist_ok=True)
        # a Pico reads no annotations, so their names may stand for anything
        text = "from __future__ import annotations\n" + source
        path.with_suffix(".py").write_text(text, encoding="utf-8")
    records = sorted(vectors_folder().glob("*.arcana"))
    pairs = [str(path) for record in records for path in (record, record.with_suffix(".states"))]
    subprocess.run([sys.executable, "-c", _REPLAY, *pairs], cwd=tmp_path, check=True)


def test_no_module_uses_a_private_name_of_another_one():
    """Such a name is another one once it is short, so the companion would fail on a Pico and nowhere else."""
    foreign = []
    for path, source in sources().items():
        tree = ast.parse(source)
        here = {node.attr for node in ast.walk(tree) if _is_private(node) and node.value.id == "self"}
        here |= {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        used = {node.attr for node in ast.walk(tree) if _is_private(node) and node.value.id != "self"}
        foreign += [f"{path}: {name}" for name in sorted(used - here)]
    assert foreign == []


def _is_private(node):
    private = isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__")
    return private and isinstance(node.value, ast.Name)
