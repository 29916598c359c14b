"""Which way imports point: what may know what, in the rules, the companion and the desktop.

Imports inside a function count as much as those at the top.
"""

import ast
import graphlib
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import arcana_host
import pytest
from companion.modules import OWNED

from shared_rules import games

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "shared_rules"
COMPANION = ROOT / "firmware" / "companion"


def modules(*packages):
    """Return {name, as it is imported: path} of all modules in these folders."""
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
    """Yield a node's descendants that are run, without code for the type checker only."""
    for child in ast.iter_child_nodes(node):
        # `if False:` or `if TYPE_CHECKING:`
        if not (isinstance(child, ast.If) and ast.unparse(child.test) in ("False", "TYPE_CHECKING")):
            yield child
            yield from runs(child)


def imports(path, known=(), package=""):
    """Return the names of the modules that a module imports, names in `known` exactly as they stand there.

    package: the name of its package, from which relative imports start.
    """
    found = set()
    for node in runs(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = ".".join(filter(None, (package if node.level else "", node.module)))
            whole = [f"{source}.{alias.name}" for alias in node.names]
            found |= {name if name in known else source for name in whole}
    return found


def in_order(arrows):
    """Check that there is an order of modules in which each only imports earlier ones, else CycleError."""
    graphlib.TopologicalSorter(arrows).prepare()


@cache
def words(path):
    """All names and texts of a module but its docstrings."""
    nodes = list(ast.walk(parsed(path)))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in silent]
    found = {node.value for node in constants if isinstance(node.value, str)}
    found.update(getattr(node, each, None) for node in nodes for each in ("id", "attr", "module", "name"))
    return found - {None}


def naming(game, path):
    """The names and texts of a module that name a game, as "my_fuse" names "fuse", but "refuse" does not."""
    own = re.compile(f"(?<![A-Za-z]){game}(?![A-Za-z])")
    return [word for word in words(path) if own.search(word)]


def test_no_module_imports_one_that_imports_it():
    known = modules(RULES, COMPANION)
    in_order({name: imports(path, known) - {name} for name, path in known.items()})


def test_each_module_that_may_be_unloaded_is_there_and_named_once():
    known = modules(RULES, COMPANION)
    named = [name for names in OWNED.values() for name in names]
    several = [name.replace("*", game) for name in named for game in games.NAMES if "*" in name]
    for game in games.NAMES:
        rules = games.load(game).Game
        several += [*rules().idle_modules(), *rules.SELDOM]
        drawing = getattr(import_module(f"companion.games.{game}"), "DRAWS_TABLE", ())
        several += [f"companion.games.{game}.{name}" for name in drawing]
    unloaded = Counter(name for name in (*named, *several) if name in known)
    assert set(unloaded.values()) == {1} and set(named) - set(known) - {"rp2"} == {
        name for name in named if "*" in name
    }


def test_the_rules_know_only_themselves():
    for path in modules(RULES).values():
        beyond = {name.split(".")[0] for name in imports(path)} - {"shared_rules"}
        assert beyond <= sys.stdlib_module_names, path


def test_only_the_table_of_games_and_a_games_own_folders_name_it():
    for module, path in modules(RULES, COMPANION).items():
        for name in set(games.NAMES) - set(module.split(".")):
            named = naming(name, path)
            assert not named or module == "shared_rules.games", f"{module} names {name}: {named}"


def test_every_screen_that_is_opened_by_name_is_there():
    opened = set()
    for path in modules(COMPANION).values():
        for node in runs(parsed(path)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open_screen":
                opened.add(ast.literal_eval(node.args[0]))
    assert len(opened) > 20
    for name in opened:
        module, _, maker = f"companion.{name}".rpartition(".")
        assert hasattr(import_module(module), maker), name


# the desktop: its rooms, its games, and what stays out of memory

HOST = Path(arcana_host.__file__).parent
APART = (HOST.parent / "arcana_portable" / "virtual" / "standins", HOST / "web" / "browser")
PACKAGES = (HOST, HOST.parent / "arcana_portable", HOST.parent / "shipwreck_coach")
KNOWN = {name: path for name, path in modules(*PACKAGES).items() if not set(APART) & set(path.parents)}


@cache
def arrows():
    """{module: modules of the desktop that it imports}."""
    found = {}
    for name, path in KNOWN.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found[name] = {each for each in imports(path, KNOWN, package=package) if each in KNOWN} - {name}
    return found


def room(module):
    """The room of a module: "cli", "link" …, "" for what all rooms use."""
    parts = module.split(".")
    return parts[1] if parts[1:] and (HOST.parent / parts[0] / parts[1]).is_dir() else ""


def test_no_module_of_the_desktop_imports_one_that_imports_it():
    in_order(arrows())


@pytest.mark.parametrize(
    ("own", "never"),
    [
        ("library", {"link", "install", "cli", "page", "doctor", "web"}),
        ("link", {"library", "install", "cli", "page", "doctor", "web", "virtual"}),
        ("install", {"library", "cli", "page", "doctor", "web", "virtual"}),
        ("page", {"library", "cli", "doctor", "web", "virtual"}),
        # what is known of real panels is with their models
        ("doctor", {"cli", "page", "web"}),
    ],
)
def test_a_room_knows_only_those_below_it(own, never):
    for module, targets in arrows().items():
        if room(module) == own:
            assert not {room(target) for target in targets} & never, module


def test_what_also_runs_in_a_browser_needs_no_desktop_and_the_coach_is_an_extra():
    for module, targets in arrows().items():
        packages = {target.partition(".")[0] for target in targets} - {module.partition(".")[0]}
        if module.startswith("arcana_portable"):
            assert not packages, module
        if "shipwreck_coach" in packages:
            assert module.startswith("arcana_host.games.shipwreck."), module
        assert not (module.startswith("shipwreck_coach") and packages), module


def test_only_a_games_own_folder_names_it():
    for module, path in KNOWN.items():
        for name in games.NAMES:
            named = name not in module and naming(name, path)
            assert not named, f"{module} names {name}: {named}"


@pytest.mark.parametrize(
    ("module", "slow"),
    [
        ("arcana_host.games.shipwreck.review", ("rich", "sqlite3", "serial")),
        ("arcana_portable.games.shipwreck.story", ("rich", "sqlite3", "serial")),
        ("arcana_host.library.sharing", ("sqlite3", "rich", "serial")),
        ("arcana_portable.games", ("rich", "sqlite3", "typer", "shared_rules.shipwreck")),
    ],
)
def test_what_a_module_does_not_need_it_does_not_load(module, slow):
    code = f"import sys, {module}; print([name for name in {slow!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "[]\n", done.stdout + done.stderr
