"""On a Pico no import lies deep in others."""

import ast

import pytest
from arcana_host.install import build
from arcana_host.install.flatten import ENTRY, flatten

from shared_rules.games import NAMES

DEEPEST = 3
"""A module, the package that it needs first, and what that needs."""


def imported(source):
    """Return the names that the statements of a module import, in their order."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.Expr) and ast.unparse(node).startswith("__import__("):
            found.append(node.value.args[0].value)
    return found


class Imports:
    """Imports modules as MicroPython does, without running more of them.

    needs: {module: what it imports}. there: the names of the modules that are imported. deepest: how many
    imports were under way at most.
    """

    def __init__(self, needs, there=()):
        self._needs = needs
        self.there = set(there)
        self.deepest = 0

    def take(self, name, depth=1):
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            each = ".".join(parts[:count])
            if each in self._needs and each not in self.there:
                self.there.add(each)
                self.deepest = max(self.deepest, depth)
                for needed in self._needs[each]:
                    self.take(needed, depth + 1)


@pytest.fixture(scope="module")
def sources():
    found = {build._module(path): source for path, source in build._sources(NAMES) if path.endswith(".py")}
    return {name: source.read_text() for name, source in found.items()}


@pytest.fixture(scope="module")
def flat(sources):
    return flatten(sources)


@pytest.fixture(scope="module")
def needs(flat):
    return {name: imported(source) for name, source in flat.items()}


def test_no_import_of_the_companion_lies_deep(needs):
    started = Imports(needs)
    started.take(ENTRY)
    deep = {}
    for name in needs:
        imports = Imports(needs, started.there)
        imports.take(name)
        if imports.deepest > DEEPEST:
            deep[name] = imports.deepest
    assert deep == {}


def test_all_that_is_imported_was_before_and_lines_keep_their_numbers(sources, flat, needs):
    before = {name: imported(source) for name, source in sources.items()}
    for name, source in flat.items():
        as_before, now = Imports(before), Imports(needs)
        as_before.take(name)
        now.take(name)
        assert as_before.there == now.there
        assert source.count("\n") == sources[name].count("\n")


def test_a_package_is_imported_for_all_that_lies_in_it():
    flat = flatten(
        {
            "box": "from box import one\n",
            "box.one": "import nail\n",
            "box.two": "from box import one\n",
            "nail": "",
            "shelf": "import wall\nfrom box import two\n",
            "wall": "from box import one\n",
        }
    )
    assert flat["box"] == '__import__("nail"); from box import one\n'
    assert flat["box.two"] == "from box import one\n"
    assert flat["shelf"] == '__import__("box"); import wall\nfrom box import two\n'


def test_a_module_that_does_not_compile_is_left_to_the_compiler():
    assert flatten({"one": "import (\n"}) == {"one": "import (\n"}
