"""Gives a module's private names short ones before it is compiled for a Pico.

MicroPython keeps every name of the firmware in a table for good. Names that only their own module uses can be
the same short ones in all modules, which leaves a game some 12 KB more. It must not know what modules do.
"""

import ast
import io
import tokenize


def shorten(source: str) -> str:
    """Return the source with its private module-level names (`_name`) replaced by `_0`, `_1` and so on.

    A name that is also an attribute, an argument's name in a call, or a text stays as it is. Lines keep their
    numbers.

    >>> shorten("_LIMIT = 3\\ndef _twice(n):\\n    return n * _LIMIT\\n")
    '_0 = 3\\ndef _1(n):\\n    return n * _0\\n'
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:
        # the compiler says what is wrong with it, and where
        return source
    used = _used_otherwise(tree)
    if used is None:
        return source
    names = [name for name in _private(tree) if name not in used]
    short = {name: f"_{number}" for number, name in enumerate(names)}
    lines = source.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        if token.type == tokenize.NAME and token.string in short:
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + short[token.string] + line[token.end[1] :]
    return "".join(lines)


def _private(tree: ast.Module) -> list[str]:
    """Return the private names that the module itself defines, in their order."""
    found: dict[str, None] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign) and not _is_const(node.value):
            names = [
                part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)
            ]
        else:
            names = []
        found.update((name, None) for name in names if name.startswith("_") and not name.startswith("__"))
    return list(found)


def _is_const(value: ast.expr) -> bool:
    # the compiler puts the value of a private const in the place of its name
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const"


def _used_otherwise(tree: ast.Module) -> set[str] | None:
    """Return all names that mean something outside the module too; None when that can't be told."""
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.MatchAs):
            # names inside an f-string are no tokens of their own in every Python
            return None
        if isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.keyword | ast.arg) and node.arg:
            used.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
        elif isinstance(node, ast.alias):
            used.add(node.asname or node.name)
    return used
