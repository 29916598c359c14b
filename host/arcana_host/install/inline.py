"""Replaces constants by their values before the firmware is compiled for a Pico.

There each name at the top of a module takes 11 bytes of the memory, in the module that defines it and in all
that import it, and 2 more wherever it stands. It must not know what modules do.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

_NAME_LIKE = re.compile(r"[\w-]{1,20}")
"""A text that is a name to MicroPython, so that it is in memory once wherever it stands."""

ANY = ""

_OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
}


def inline(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources with the values of constants in place of their names.

    sources: {module, as it is imported: source} of everything that runs together.

    A constant is a whole number, a truth value or a short text that a module of a package names once, at its
    top level; so is each of several names for a range, and what follows from such values by a sum or a
    product. Its definition goes where nobody can ask for it: where the name stands in no text, and behind no
    dot but that of its module. Lines keep their numbers.

    >>> inline({"box.one": "WIDE = 3\\nHALF = WIDE // 2\\n", "box.two": "from box.one import HALF\\nHALF\\n"})
    {'box.one': 'pass\\npass\\n', 'box.two': 'pass\\n1\\n'}
    """
    try:
        modules = {name: _Module(name, source) for name, source in sources.items()}
    except SyntaxError:
        # the compiler says what is wrong with it, and where
        return sources
    # a value may follow from that of another module
    while any([module.learn(modules) for module in modules.values()]):
        pass
    kept = set().union(*(module.asks_for(modules) for module in modules.values()))
    return {name: module.inlined(modules, kept) for name, module in modules.items()}


class _Module:
    """One module, whose known constants are `constants`: {name: value}."""

    def __init__(self, name: str, source: str) -> None:
        self._name = name
        self._source = source
        body = [node for node in ast.parse(source).body if not _for_type_checkers(node)]
        self._nodes = [node for part in body for node in ast.walk(part)]
        self._assigned = [node for node in body if isinstance(node, ast.Assign)] if "." in name else []
        self._bound = Counter(_bound(self._nodes))
        self._imported = dict(_imports(self._nodes))
        # what stands inside an f-string has no place of its own in every Python
        self._is_formatted = any(isinstance(node, ast.JoinedStr) for node in self._nodes)
        self.constants: dict[str, object] = {}

    def learn(self, modules: dict[str, "_Module"]) -> bool:
        """Find constants, whose values may follow from those of the modules; return whether any is new."""
        known = len(self.constants)
        for node in self._assigned:
            names = _names(node)
            values = self._values(node.value, len(names) > 1, modules)
            if names and values and len(names) == len(values) and not self._is_formatted:
                pairs = zip(names, values, strict=True)
                self.constants.update((name, value) for name, value in pairs if self._bound[name] == 1)
        return len(self.constants) > known

    def value(self, name: str, modules: dict[str, "_Module"]) -> object:
        """Return the value of a constant by its name here, None where it is none."""
        if name in self._imported and not self._bound[name]:
            origin, there = self._imported[name]
            return modules[origin].constants.get(there) if origin in modules else None
        return self.constants.get(name)

    def asks_for(self, modules: dict[str, "_Module"]) -> set[tuple[str, str]]:
        """Return (module, name) of what it may ask for while the program runs; ANY for an unknown module."""
        asked: set[tuple[str, str]] = set()
        silent = {id(node.value) for node in self._nodes if isinstance(node, ast.Expr)}
        for node in self._nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                asked.update((ANY, word) for word in re.findall(r"[^\W\d]\w*", node.value))
            elif isinstance(node, ast.Attribute) and self._replaced(node, modules) is None:
                asked.add((ANY, node.attr))
            elif isinstance(node, ast.Name) and self._replaced(node, modules) is None and _is_read(node):
                asked.update({(self._name, node.id), self._imported.get(node.id, (ANY, ""))})
        return asked

    def inlined(self, modules: dict[str, "_Module"], kept: set[tuple[str, str]]) -> str:
        """Return the source with values in place of names; the definitions of `kept` ones stay."""
        lines = self._source.encode().splitlines(keepends=True)
        # from the end on, so that what is before stays where it is
        for node, new in sorted(
            self._changes(modules, kept), key=lambda change: _start(change[0]), reverse=True
        ):
            row, end_row = node.lineno - 1, (node.end_lineno or 0) - 1
            after = lines[end_row][node.end_col_offset :]
            lines[row] = lines[row][: node.col_offset] + new.encode() + b"\n" * (end_row - row) + after
            lines[row + 1 : end_row + 1] = [b""] * (end_row - row)
        return b"".join(lines).decode()

    def _changes(
        self, modules: dict[str, "_Module"], kept: set[tuple[str, str]]
    ) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
        """Yield (node, what is to stand there) of all that changes."""
        gone = {name for name in self.constants if kept.isdisjoint(((ANY, name), (self._name, name)))}
        definitions = [node for node in self._assigned if _names(node) and gone.issuperset(_names(node))]
        inside = {id(each) for node in definitions for each in ast.walk(node)}
        yield from ((node, "pass") for node in definitions)
        for node in self._nodes:
            if id(node) in inside:
                continue
            if isinstance(node, ast.ImportFrom) and node.module:
                left = [each for each in node.names if not self._is_spare(each, modules, kept)]
                if len(left) < len(node.names):
                    names = ", ".join(ast.unparse(each) for each in left)
                    yield node, f"from {node.module} import {names}" if names else "pass"
            elif isinstance(node, ast.Name | ast.Attribute):
                value = self._replaced(node, modules)
                if value is not None:
                    yield node, repr(value) if not isinstance(value, int) or value >= 0 else f"({value!r})"

    def _is_spare(self, alias: ast.alias, modules: dict[str, "_Module"], kept: set[tuple[str, str]]) -> bool:
        """Return whether nothing is left of what an import is for."""
        name = alias.asname or alias.name
        is_kept = not kept.isdisjoint(((ANY, name), (self._name, name)))
        return not (self._is_formatted or is_kept) and self.value(name, modules) is not None

    def _replaced(self, node: ast.Name | ast.Attribute, modules: dict[str, "_Module"]) -> object:
        """Return the value that can stand in place of a name, None where there is none."""
        if self._is_formatted or not _is_read(node):
            return None
        if isinstance(node, ast.Name):
            return self.value(node.id, modules)
        if isinstance(node.value, ast.Name) and not self._bound[node.value.id]:
            module = modules.get(".".join(self._imported.get(node.value.id, ())))
            return module.constants.get(node.attr) if module else None
        return None

    def _values(self, node: ast.expr, several: bool, modules: dict[str, "_Module"]) -> list[object] | None:
        """Return the values that one or several names get, None where they are no constants."""
        if not several:
            nodes = node.args if _calls(node, "const") else [node]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            return list(node.value)
        else:
            nodes = node.args if _calls(node, "range") else getattr(node, "elts", [node])
        found = [self._evaluated(each, modules) for each in nodes]
        if None in found:
            return None
        return [*range(*found)] if _calls(node, "range") else found  # type: ignore[call-overload]

    def _evaluated(self, node: ast.expr, modules: dict[str, "_Module"]) -> object:
        if isinstance(node, ast.Constant):
            value = node.value
            is_short = isinstance(value, int) or (isinstance(value, str) and _NAME_LIKE.fullmatch(value))
            return value if is_short else None
        if isinstance(node, ast.Name | ast.Attribute):
            return self._replaced(node, modules)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._evaluated(node.left, modules), self._evaluated(node.right, modules)
            if type(left) is type(right) is int:
                return _OPERATORS[type(node.op)](left, right)
        return None


def _calls(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name


def _is_read(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)


def _start(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _for_type_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Constant) and node.test.value is False


def _names(node: ast.Assign) -> list[str]:
    """Return the names that get a value, [] where there is more than that."""
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) and len(node.targets) == 1 else []


def _bound(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield each name as often as it gets a value anywhere in a module, twice for a global.

    An import counts where the name comes from somewhere else in another one.
    """
    for node in nodes:
        if isinstance(node, ast.Name) and not _is_read(node):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler):
            yield node.name or ""
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names * 2
    origins: dict[str, tuple[str, str]] = {}
    for name, origin in _imports(nodes):
        # of two modules, in different functions
        if origins.setdefault(name, origin) != origin:
            yield name


def _imports(nodes: list[ast.AST]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield (name here, (module, name there)) of all that a module takes from others."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, (node.module, alias.name)
