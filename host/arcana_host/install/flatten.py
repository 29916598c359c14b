"""Flattens nested imports: adds imports so that the companion's modules are loaded one after the other.

A Pico's stack has 8 KB, and an import takes some 550 bytes of it until everything that its module imports is
loaded. So a module first imports what its imports need. It must not know what modules do.
"""

import ast
from collections.abc import Collection

ENTRY = "companion.app"
"""The main module: it and all that it imports are loaded first, while the stack is nearly empty."""


def flatten(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources, with further imports before the first one where needed.

    sources: {module, as it is imported: source} of everything that runs together. Only imports outside of
    functions and classes count, as others run later. Line numbers stay the same.

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
            further = "".join(f'__import__("{each}"); ' for each in graph.imports_to_add(name))
            lines[first - 1] = further + lines[first - 1]
        flat[name] = "".join(lines)
    return flat


class _Graph:
    """The import graph.

    needs: {module: the modules that it imports, in their order}.
    """

    def __init__(self, needs: dict[str, list[str]]) -> None:
        self._needs = needs
        self._all_packages = {package for name in needs for package in self._packages(name)}
        self._loaded_at_start = self._all_needed(ENTRY)

    def imports_to_add(self, name: str) -> list[str]:
        """Return the modules to import before a module's own imports, so that those are not nested."""
        if name in self._loaded_at_start:
            return []
        known = self._loaded_at_start.union({name}, *map(self._all_needed, self._packages(name)))
        own, order = self._needs[name], []
        for each in own:
            order += self._in_order(each, known)
        # its own imports are not repeated if they are in the right order already
        start = next(at for at in range(len(order) + 1) if order[at:] == _filter(order[at:], own))
        return order[:start]

    def _in_order(self, name: str, known: set[str]) -> list[str]:
        """Return all unknown modules that a module needs, then the module itself; add them to `known`."""
        found = []
        for each in [*self._packages(name), name]:
            if each in known:
                continue
            if each in self._all_packages:
                # it imports what it needs first itself
                known |= self._all_needed(each)
                found += [each] if self._needs[each] else []
            else:
                known.add(each)
                for needed in self._needs[each]:
                    found += self._in_order(needed, known)
                found.append(each)
        return found

    def _all_needed(self, name: str) -> set[str]:
        """Return a module and all that it imports, directly or indirectly."""
        found: set[str] = set()
        left = [name] if name in self._needs else []
        while left:
            each = left.pop()
            if each not in found:
                found.add(each)
                left += [*self._needs[each], *self._packages(each)]
        return found

    def _packages(self, name: str) -> list[str]:
        """Return the packages that contain a module, the outer ones first."""
        parts = name.split(".")
        above = [".".join(parts[:count]) for count in range(1, len(parts))]
        return [package for package in above if package in self._needs]


def _filter(some: list[str], order: list[str]) -> list[str]:
    return [each for each in order if each in some]


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _imported(tree: ast.Module, modules: Collection[str]) -> list[str]:
    """Return which of these modules a module imports at its top level, in their order."""
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            full_names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name if name in modules else str(node.module) for name in full_names]
    return [name for name in dict.fromkeys(found) if name in modules]
