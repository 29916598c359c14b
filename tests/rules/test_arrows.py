"""Which way imports point: what may know what. Those inside a function count as much as those at the top."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest
from companion import games as screens
from companion.screens import stack

from shared_rules import games

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "shared_rules"
COMPANION = ROOT / "firmware" / "companion"
STARTS = (
    *("companion.app", "companion.board", "companion.boards", "companion.link", "companion.methods"),
    *("companion.buttons", "companion.panel", "companion.screens.turn", "shared_rules.recorded_game"),
)
"""What runs from the start to the end, with all that it imports at the top."""

APART = {
    *(
        "companion.chords",
        "companion.power",
        "companion.ssd1680",
        "companion.ssd1680_266",
        "companion.uc8151",
        "companion.waveform",
    ),  # of one board each
    *("companion.patterns", "companion.panel_stop", "companion.temperature"),  # forgotten by who uses them
    *("shared_rules.digest", "shared_rules.record"),  # for computers
}


def modules(*packages):
    """{name, as it is imported: path} of all modules in these folders."""
    found = {}
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def runs(node):
    """All nodes below one that are run, without what stands there for the type checker only."""
    for child in ast.iter_child_nodes(node):
        # `if False:` or `if TYPE_CHECKING:`
        if not (isinstance(child, ast.If) and ast.unparse(child.test) in ("False", "TYPE_CHECKING")):
            yield child
            yield from runs(child)


def imports(path, known=(), at_the_top=False, package=""):
    """The names of the modules that a module imports, those in `known` as exactly as they stand there.

    package: the name of its package, from which relative imports start.
    """
    tree = parsed(path)
    found = set()
    for node in tree.body if at_the_top else runs(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = ".".join(filter(None, (package if node.level else "", node.module)))
            whole = [f"{source}.{alias.name}" for alias in node.names]
            found |= {name if name in known else source for name in whole}
    return found


def circles(arrows):
    """The modules from which arrows lead into a circle. arrows: {module: those it imports}."""
    going = dict(arrows)
    while True:
        ends = [name for name, targets in going.items() if not any(target in going for target in targets)]
        if not ends:
            return sorted(going)
        for name in ends:
            del going[name]


@cache
def words(path):
    """All names and texts of a module but its docstrings."""
    nodes = list(ast.walk(parsed(path)))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in silent]
    found = {node.value for node in constants if isinstance(node.value, str)}
    found.update(getattr(node, each, None) for node in nodes for each in ("id", "attr", "module", "name"))
    return found - {None}


def test_no_module_imports_one_that_imports_it():
    known = modules(RULES, COMPANION)
    assert circles({name: imports(path, known) - {name} for name, path in known.items()}) == []


def test_a_circle_would_be_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["a", "b", "c", "d"]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_the_rules_know_only_themselves():
    for path in modules(RULES).values():
        beyond = {name.split(".")[0] for name in imports(path)} - {"shared_rules"}
        assert beyond <= sys.stdlib_module_names, path


def test_only_the_table_of_games_and_a_games_own_folders_name_it():
    named = set()
    for module, path in modules(RULES, COMPANION).items():
        for name in set(games.NAMES) - set(module.split(".")):
            if module != "shared_rules.games":
                named |= {(module, word) for word in words(path) if name in word}
    assert named == set()


@pytest.fixture
def staying():
    """The modules that a game has in memory all the time, but for what is its own."""
    known = modules(RULES, COMPANION)
    found, waiting = set(), list(STARTS)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports(known[name], known, at_the_top=True) & set(known)
    return found


def test_what_stays_in_memory_and_what_is_forgotten_follows_from_the_imports(staying):
    of_screens = {name.rpartition(".")[2] for name in staying if name.startswith("companion.screens.")}
    assert of_screens == set(stack._STAYS)
    packages, names = stack._SELDOM[::2], stack._SELDOM[1::2]
    seldom = {package + name for package, of in zip(packages, names, strict=True) for name in of.split(" ")}
    assert not staying & seldom
    known = modules(RULES, COMPANION)
    others = {name for name, path in known.items() if name.count(".") == 1 and path.name != "__init__.py"}
    assert others - staying - APART == seldom


@pytest.mark.parametrize("name", screens.installed())
def test_what_a_game_keeps_in_memory_is_there(name):
    package, known = screens.load(name), modules(RULES, COMPANION)
    assert {f"companion.games.{name}.{module}" for module in package.STAYS} <= set(known)
    assert {f"shared_rules.{name}.{module}" for module in package.SELDOM} <= set(known)
    for module in package.STAYS:
        own = imports(known[f"companion.games.{name}.{module}"], known, at_the_top=True)
        kept = {each.rpartition(".")[2] for each in own if each.startswith(f"companion.games.{name}.")}
        assert kept <= set(package.STAYS), f"{module} needs them, so they stay as well"
        dropped = {each for each in own if each.rpartition(".")[0] == f"shared_rules.{name}"}
        assert not {each.rpartition(".")[2] for each in dropped} & set(package.SELDOM)
