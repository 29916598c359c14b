"""The source of one module of the firmware, as those who shorten its names read it."""

import ast
import re
from functools import cached_property
from typing import Any, TypeGuard


class ModuleSource:
    """A module and the names in it.

    source: its text. tree, nodes: what runs of it. unread: the numbers of the lines that only a type checker
    reads. mentioned: the names behind a dot. has_formatted: whether names may stand inside an f-string, where
    they are no tokens of their own in every Python.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        running = Running()
        self.tree = running.visit(ast.parse(source))
        self.unread = running.unread
        self.nodes = list(ast.walk(self.tree))
        self.has_formatted = any(isinstance(node, ast.JoinedStr | ast.MatchAs) for node in self.nodes)
        self.mentioned = {node.attr for node in self.nodes if isinstance(node, ast.Attribute)}

    @cached_property
    def texts(self) -> set[str]:
        """The names that stand in its texts, docstrings left out."""
        silent = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        return {
            word
            for node in self.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent
            for word in re.findall(r"[^\W\d]\w*", node.value)
        }


class Running(ast.NodeTransformer):
    """Leaves out what only a type checker reads, which no compiler keeps: annotations of functions, and what
    stands under `if False`.

    unread: the numbers of the lines of the latter.
    """

    def __init__(self) -> None:
        self.unread: set[int] = set()

    def visit(self, node: ast.AST) -> Any:
        # nothing of that stands in an expression
        return node if isinstance(node, ast.expr) else super().visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if not (isinstance(node.test, ast.Constant) and node.test.value is False) or node.orelse:
            return self.generic_visit(node)
        self.unread.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    """Return whether a node is a name that gets a value."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
