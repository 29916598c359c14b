"""Shortens names other than attributes before the firmware is compiled for a Pico.

MicroPython interns every name of the firmware, never frees it, and compares each new string with all of them.
Names that are only used in their own module can have the same short names in all modules, which freed 11 KB
of heap; so can names that modules import from each other, if no module has two of them. It must not know what
modules do.
"""

import ast
import builtins
import io
import tokenize
from collections import defaultdict
from functools import cached_property
from itertools import count

from arcana_host.install.module_source import ModuleSource, is_stored


def shorten(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources with names that only their own module uses replaced by `_0`, `_1` and so on.

    sources: {module, as it is imported: source} of everything that runs together.

    These are a module's private names, constants that no other module imports, and arguments that are never
    passed by name. Names that modules import from each other become `_b0`, `_b1` and so on in all modules,
    except for imports in or from modules without a package. A name that also occurs in a string or after a
    dot is kept; `attributes` shortens attributes. Line numbers stay the same.

    >>> shorten({"hours": "LIMIT = 3\\ndef _twice(number):\\n    return number * LIMIT\\n"})["hours"]
    '_0 = 3\\ndef _1(_2):\\n    return _2 * _0\\n'
    """
    modules = {}
    for name, source in sources.items():
        try:
            modules[name] = _Module(
                source, "." in name or any(each.startswith(name + ".") for each in sources)
            )
        except SyntaxError:
            # the compiler says what is wrong with it, and where
            return sources
    texts = set().union(*(module.names_in_strings for module in modules.values()))
    keywords = set().union(*(module.keywords for module in modules.values()))
    shared = _shared(modules, texts | keywords)
    short = {}
    for name, module in modules.items():
        elsewhere = set().union(*(other.requested for other in modules.values() if other is not module))
        taken = texts | keywords
        own = [each for each in module.own if each not in taken | elsewhere | module.accessed]
        own += [each for each in module.arguments if each not in taken | module.accessed | set(own)]
        renamed = {each: f"_{number}" for number, each in enumerate(own)}
        renamed.update((each, new) for each, new in shared.items() if each not in renamed)
        short[name] = module.with_names({} if module.has_formatted else renamed)
    return short


class _Module(ModuleSource):
    """A module and the names in it.

    requested: the names that it may use from other modules. keywords: arguments that it passes by name.
    """

    def __init__(self, source: str, in_package: bool = True) -> None:
        super().__init__(source)
        self.keywords = {node.arg for node in self.nodes if isinstance(node, ast.keyword) and node.arg}
        self.imported = self._imported()
        self.in_package = in_package
        self.requested = self.imported | self.accessed

    def _imported(self) -> set[str]:
        """Return all names in import statements."""
        found: list[str] = []
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                found += (node.module or "").split(".")
            elif isinstance(node, ast.alias):
                found += [*node.name.split("."), node.asname or ""]
        return set(found)

    @cached_property
    def own(self) -> list[str]:
        """The private names and constants that the module defines, in their order."""
        found: dict[str, None] = {}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.update({node.name: None} if node.name.startswith("_") else {})
            elif isinstance(node, ast.Assign) and not (_is_const(node) and _is_private(node)):
                names = [part.id for part in ast.walk(node) if is_stored(part)]
                found.update((name, None) for name in names if name.isupper() or name.startswith("_"))
        return [name for name in found if not name.startswith("__")]

    @cached_property
    def public(self) -> list[str]:
        """The names without an underscore that the module defines at its top level."""
        found = []
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.append(node.name)
            elif isinstance(node, ast.Assign):
                found += [part.id for part in ast.walk(node) if is_stored(part)]
        return [name for name in found if not name.startswith("_")]

    @cached_property
    def constants(self) -> set[str]:
        """The names of constants that the compiler replaces by their values."""
        assigned = [node for node in self.tree.body if isinstance(node, ast.Assign) and _is_const(node)]
        return {part.id for node in assigned for part in ast.walk(node) if is_stored(part)}

    @cached_property
    def names(self) -> set[str]:
        """All names in the code of the module."""
        found = {node.id for node in self.nodes if isinstance(node, ast.Name)}
        found.update(node.arg for node in self.nodes if isinstance(node, ast.arg))
        found.update(name for node in self.nodes if isinstance(node, ast.Global) for name in node.names)
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)
        found.update(node.name for node in self.nodes if isinstance(node, defined) and node.name)
        return found | self.requested | self.keywords

    @cached_property
    def in_classes(self) -> set[str]:
        """The names that are defined in the bodies of its classes."""
        found = set()
        for body in [node.body for node in self.nodes if isinstance(node, ast.ClassDef)]:
            for part in body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    found.add(part.name)
                else:
                    found.update(node.id for node in ast.walk(part) if is_stored(node))
        return found

    def of_objects(self, modules: set[str]) -> set[str]:
        """Return the attributes that it uses of anything but these modules."""
        known: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                found = [alias for alias in node.names if f"{node.module}.{alias.name}" in modules]
                known.update(alias.asname or alias.name for alias in found)
        attributes = [node for node in self.nodes if isinstance(node, ast.Attribute)]
        return {
            node.attr
            for node in attributes
            if not (isinstance(node.value, ast.Name) and node.value.id in known)
        }

    @cached_property
    def arguments(self) -> list[str]:
        """The names of arguments that have no other meaning in the module."""
        found = dict.fromkeys(node.arg for node in self.nodes if isinstance(node, ast.arg))
        other = set(dir(builtins)) | {"self", *self.own, *self.imported}
        functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        other.update(node.name for node in self.nodes if isinstance(node, functions))
        return [name for name in found if name not in other]

    def with_names(self, short: dict[str, str]) -> str:
        """Return the source with these names replaced. short: {name: its short name}."""
        lines = self.source.splitlines(keepends=True)
        for token in reversed(list(tokenize.generate_tokens(io.StringIO(self.source).readline))):
            row, start = token.start
            if token.type == tokenize.NAME and token.string in short and row not in self.skipped_rows:
                line = lines[row - 1]
                lines[row - 1] = line[:start] + short[token.string] + line[token.end[1] :]
        return "".join(lines)


def _is_const(node: ast.Assign) -> bool:
    # the compiler replaces such a name by its value
    value = node.value
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const"


def _is_private(node: ast.Assign) -> bool:
    return all(isinstance(to, ast.Name) and to.id.startswith("_") for to in node.targets)


def _shared(modules: dict[str, _Module], taken: set[str]) -> dict[str, str]:
    """Return {name: its short name} for public names at the top level of modules.

    A name gets the same short name in all modules, and two names may share one if no module has both. A name
    is kept if it is used in other ways: as an attribute of anything but a module, in the body of a class, as
    the name of a module, or in a module without a package, on which other versions rely. Constants are kept,
    too: the compiler leaves out those that begin with an underscore.

    taken: further names to keep.
    """
    kept = taken | {part for name in modules for part in name.split(".")} | set(dir(builtins))
    for module in modules.values():
        kept |= module.in_classes | module.constants | module.of_objects(set(modules))
        if module.has_formatted or not module.in_package:
            kept |= module.names
    uses = defaultdict(list)
    for name, module in modules.items():
        for each in module.names:
            uses[each].append(name)
    public = {each for module in modules.values() for each in module.public} - kept
    short: dict[str, str] = {}
    given: dict[str, set[int]] = {name: set() for name in modules}
    for each in sorted(public, key=lambda each: (-len(uses[each]), each)):
        number = next(number for number in count() if not any(number in given[name] for name in uses[each]))
        short[each] = f"_b{number}"
        for name in uses[each]:
            given[name].add(number)
    return short
