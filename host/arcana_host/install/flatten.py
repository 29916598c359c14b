"""Makes the companion's modules import one after the other instead of inside each other.

A Pico has 8 KB for all calls that are under way, and an import takes some 550 bytes of them until all that
its module imports is there, too. So a module first imports what its imports need. It must not know what
modules do.
"""

import ast
from collections.abc import Collection

ENTRY = "companion.app"
"""The module that runs: it and all it needs are in memory before the others, when little is under way."""


def flatten(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources, where needed with further imports in front of the first one.

    sources: {module, as it is imported: source} of everything that runs together. Only what stands in them
    outside functions and classes counts, as the rest is imported later. Lines keep their numbers.

    >>> chain = {"lowest": "", "low": "import lowest\\n", "high": "import low\\n", "top": "import high\\n"}
    >>> flatten(chain)["top"]
    '__import__("lowest"); __import__("low"); import high\\n'
    """
    try:
        trees = {name: ast.parse(source) for name, source in sources.items()}
    except SyntaxError:
        # the compiler says what is wrong with it, and where
        return sources
    graph = _Graph({name: _imported(tree, trees) for name, tree in trees.items()})
    flat = {}
    for name, source in sources.items():
        lines = source.splitlines(keepends=True)
        first = next((node.lineno for node in trees[name].body if _is_import(node)), None)
        if first:
            further = "".join(f'__import__("{each}"); ' for each in graph.to_import_first(name))
            lines[first - 1] = further + lines[first - 1]
        flat[name] = "".join(lines)
    return flat


class _Graph:
    """What imports what.

    needs: {module: the modules that it imports, in their order}.
    """

    def __init__(self, needs: dict[str, list[str]]) -> None:
        self._needs = needs
        self._all_packages = {package for name in needs for package in self._packages(name)}
        self._there = self._all_needed(ENTRY)

    def to_import_first(self, name: str) -> list[str]:
        """Return what a module has to import before its own imports, so that none of them lies deep."""
        if name in self._there:
            return []
        known = self._there.union({name}, *map(self._all_needed, self._packages(name)))
        own, order = self._needs[name], []
        for each in own:
            order += self._in_order(each, known)
        # its own imports need not stand there twice where they come in the right order anyway
        start = next(at for at in range(len(order) + 1) if order[at:] == _in(order[at:], own))
        return order[:start]

    def _in_order(self, name: str, known: set[str]) -> list[str]:
        """Return a module behind all that it needs and that is not known yet; all of it is known then."""
        found = []
        for each in [*self._packages(name), name]:
            if each in known:
                continue
            if each in self._all_packages:
                # what it needs comes with it, as it imports that first itself
                known |= self._all_needed(each)
                found += [each] if self._needs[each] else []
            else:
                known.add(each)
                for needed in self._needs[each]:
                    found += self._in_order(needed, known)
                found.append(each)
        return found

    def _all_needed(self, name: str) -> set[str]:
        """Return a module and all that is imported with it."""
        found: set[str] = set()
        left = [name] if name in self._needs else []
        while left:
            each = left.pop()
            if each not in found:
                found.add(each)
                left += [*self._needs[each], *self._packages(each)]
        return found

    def _packages(self, name: str) -> list[str]:
        """Return the packages that a module lies in, the outer ones first."""
        parts = name.split(".")
        above = [".".join(parts[:count]) for count in range(1, len(parts))]
        return [package for package in above if package in self._needs]


def _in(some: list[str], order: list[str]) -> list[str]:
    return [each for each in order if each in some]


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _imported(tree: ast.Module, modules: Collection[str]) -> list[str]:
    """Return those of the modules that one imports when it is imported, in their order."""
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name if name in modules else str(node.module) for name in whole]
    return [name for name in dict.fromkeys(found) if name in modules]
