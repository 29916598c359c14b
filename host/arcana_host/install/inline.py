"""Replaces constants by their values before the firmware is compiled for a Pico.

On a Pico each name at the top level of a module takes 11 bytes of memory, in that module and in all that
import it, and 2 more for each use. It must not know what modules do.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

_INTERNED = re.compile(r"[\w-]{1,20}|[\w.]{1,10}")
"""A string that is in a Pico's memory only once: MicroPython interns all strings of up to 10 characters, and
a longer one that looks like a name most likely is one."""

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

    A constant is an integer, a truth value or a short string that a module of a package assigns once, at its
    top level; so are several names for a range, and sums and products of such values. Its definition is
    removed if nothing else can use it: if the name occurs in no string, and after no dot except its module's.
    Line numbers stay the same.

    >>> inline({"box.one": "WIDE = 3\\nHALF = WIDE // 2\\n", "box.two": "from box.one import HALF\\nHALF\\n"})
    {'box.one': 'pass\\npass\\n', 'box.two': 'pass\\n1\\n'}
    """
    try:
        modules = {name: _Module(name, source) for name, source in sources.items()}
    except SyntaxError:
        # the compiler says what is wrong with it, and where
        return sources
    # a value may be computed from constants of another module
    while any([module.find_constants(modules) for module in modules.values()]):
        pass
    kept = set().union(*(module.read_names(modules) for module in modules.values()))
    return {name: module.inlined(modules, kept) for name, module in modules.items()}


class _Module:
    """A module. constants: {name: value} of those found."""

    def __init__(self, name: str, source: str) -> None:
        self._name = name
        self._source = source
        body = [node for node in ast.parse(source).body if not _for_type_checkers(node)]
        self._nodes = [node for part in body for node in ast.walk(part)]
        self._assigned = [node for node in body if isinstance(node, ast.Assign)] if "." in name else []
        self._bound = Counter(_bound(self._nodes))
        self._imported = dict(_imports(self._nodes))
        # not every Python version has positions for names inside an f-string
        self._is_formatted = any(isinstance(node, ast.JoinedStr) for node in self._nodes)
        self.constants: dict[str, object] = {}

    def find_constants(self, modules: dict[str, "_Module"]) -> bool:
        """Find constants, also those computed from other modules' constants; return whether any is new."""
        known = len(self.constants)
        for node in self._assigned:
            names = _names(node)
            values = self._values(node.value, len(names) > 1, modules)
            if names and values and len(names) == len(values) and not self._is_formatted:
                pairs = zip(names, values, strict=True)
                self.constants.update((name, value) for name, value in pairs if self._bound[name] == 1)
        return len(self.constants) > known

    def value(self, name: str, modules: dict[str, "_Module"]) -> object:
        """Return the value of a constant by its name in this module, or None if it is not one."""
        if name in self._imported and not self._bound[name]:
            origin, there = self._imported[name]
            return modules[origin].constants.get(there) if origin in modules else None
        return self.constants.get(name)

    def read_names(self, modules: dict[str, "_Module"]) -> set[tuple[str, str]]:
        """Return (module, name) of all names that it may look up at run time; ANY for an unknown module."""
        asked: set[tuple[str, str]] = set()
        silent = {id(node.value) for node in self._nodes if isinstance(node, ast.Expr)}
        for node in self._nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                asked.update((ANY, word) for word in re.findall(r"[^\W\d]\w*", node.value))
            elif isinstance(node, ast.Attribute) and self._replacement(node, modules) is None:
                asked.add((ANY, node.attr))
            elif isinstance(node, ast.Name) and self._replacement(node, modules) is None and _is_read(node):
                asked.update({(self._name, node.id), self._imported.get(node.id, (ANY, ""))})
        return asked

    def inlined(self, modules: dict[str, "_Module"], kept: set[tuple[str, str]]) -> str:
        """Return the source with values in place of names; definitions of names in `kept` stay."""
        lines = self._source.encode().splitlines(keepends=True)
        # backwards, so that earlier positions stay valid
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
        """Yield (node, its new source) for each change."""
        gone = {name for name in self.constants if kept.isdisjoint(((ANY, name), (self._name, name)))}
        definitions = [node for node in self._assigned if _names(node) and gone.issuperset(_names(node))]
        inside = {id(each) for node in definitions for each in ast.walk(node)}
        yield from ((node, "pass") for node in definitions)
        for node in self._nodes:
            if id(node) in inside:
                continue
            if isinstance(node, ast.ImportFrom) and node.module:
                left = [each for each in node.names if not self._is_unneeded(each, modules, kept)]
                if len(left) < len(node.names):
                    names = ", ".join(ast.unparse(each) for each in left)
                    yield node, f"from {node.module} import {names}" if names else "pass"
            elif isinstance(node, ast.Name | ast.Attribute):
                value = self._replacement(node, modules)
                if value is not None:
                    yield node, repr(value) if not isinstance(value, int) or value >= 0 else f"({value!r})"

    def _is_unneeded(
        self, alias: ast.alias, modules: dict[str, "_Module"], kept: set[tuple[str, str]]
    ) -> bool:
        """Return whether an import is no longer needed."""
        name = alias.asname or alias.name
        is_kept = not kept.isdisjoint(((ANY, name), (self._name, name)))
        return not (self._is_formatted or is_kept) and self.value(name, modules) is not None

    def _replacement(self, node: ast.Name | ast.Attribute, modules: dict[str, "_Module"]) -> object:
        """Return the value to replace a name by, or None."""
        if self._is_formatted or not _is_read(node):
            return None
        if isinstance(node, ast.Name):
            return self.value(node.id, modules)
        if isinstance(node.value, ast.Name) and not self._bound[node.value.id]:
            module = modules.get(".".join(self._imported.get(node.value.id, ())))
            return module.constants.get(node.attr) if module else None
        return None

    def _values(self, node: ast.expr, several: bool, modules: dict[str, "_Module"]) -> list[object] | None:
        """Return the values that are assigned to names, or None if they are not constants."""
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
            is_short = isinstance(value, int) or (isinstance(value, str) and _INTERNED.fullmatch(value))
            return value if is_short else None
        if isinstance(node, ast.Name | ast.Attribute):
            return self._replacement(node, modules)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            positive = self._evaluated(node.operand, modules)
            return -positive if isinstance(positive, int) else None
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
    """Return the names that are assigned to, or [] if there are other targets."""
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return names if len(names) == len(parts) and len(node.targets) == 1 else []


def _bound(nodes: list[ast.AST]) -> Iterator[str]:
    """Yield each name as often as it is assigned anywhere in a module, twice for a `global`.

    An import counts if another import of the same name has another origin.
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
    """Yield (name in this module, (module, name there)) for all names imported from modules."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield alias.asname or alias.name, (node.module, alias.name)
