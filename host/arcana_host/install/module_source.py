"""The source of a module of the firmware, parsed for the passes that shorten names."""

import ast
import re
from functools import cached_property
from typing import Any, TypeGuard


class ModuleSource:
    """A module and the names in it.

    source: its text. tree, nodes: the syntax tree and its nodes, without annotations. skipped_rows: the
    numbers of lines for type checkers only. accessed: the names after a dot. has_formatted: whether there are
    f-strings, in which not every Python version has tokens for names.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        remover = AnnotationRemover()
        self.tree = remover.visit(ast.parse(source))
        self.skipped_rows = remover.skipped_rows
        self.nodes = list(ast.walk(self.tree))
        self.has_formatted = any(isinstance(node, ast.JoinedStr | ast.MatchAs) for node in self.nodes)
        self.accessed = {node.attr for node in self.nodes if isinstance(node, ast.Attribute)}

    @cached_property
    def names_in_strings(self) -> set[str]:
        """The names that occur in its strings, except docstrings."""
        silent = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        return {
            word
            for node in self.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent
            for word in re.findall(r"[^\W\d]\w*", node.value)
        }


class AnnotationRemover(ast.NodeTransformer):
    """Removes what only a type checker reads: annotations of functions, and blocks under `if False`.

    skipped_rows: the line numbers of these blocks.
    """

    def __init__(self) -> None:
        self.skipped_rows: set[int] = set()

    def visit(self, node: ast.AST) -> Any:
        # there are none in expressions
        return node if isinstance(node, ast.expr) else super().visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if not (isinstance(node.test, ast.Constant) and node.test.value is False) or node.orelse:
            return self.generic_visit(node)
        self.skipped_rows.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    """Return whether a node is a name that is assigned to."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
