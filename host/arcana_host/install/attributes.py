"""Shortens the names of attributes before the firmware is compiled for a Pico.

MicroPython interns every name of the firmware and never frees it. Attributes of unrelated classes can share a
short name, as no object has both. It must not know what modules do.
"""

import array
import ast
import asyncio
import builtins
import collections
import gc
import io
import json
import os
import re
import select
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TypeGuard

import arcana_host
from arcana_host.install.module_source import ModuleSource, is_stored

_STANDINS = Path(arcana_host.__file__).parent / "virtual" / "standins"
_MODULES = (asyncio, array, collections, gc, io, json, os, select, sys, time)
_CLASSES = (array.array, asyncio.Event, asyncio.Task, collections.deque, io.BytesIO, io.FileIO, io.StringIO)
_POLL = {"ipoll", "modify", "poll", "register", "unregister"}
_DEF = re.compile(rb"(async\s+)?def\s+")


def short_attributes(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources with the attributes that their classes define replaced by `_a0`, `_a1` and so on.

    sources: {module, as it is imported: source} of everything that runs together.

    An attribute gets the same short name in all modules. Two attributes may share one if no class has both,
    inherited ones included. A name is kept if it is used in other ways: in a string, also as a prefix for
    `getattr`; as an attribute of MicroPython's own objects; as a public name at the top level of a module; or
    in a module without a package, on which other versions rely. Only attributes are renamed, not arguments.
    Line numbers stay the same. No class may have several bases.

    >>> new = short_attributes({"box.one": "class One:\\n    def lift(self):\\n        self.high = 1\\n"})
    >>> new["box.one"]
    'class One:\\n    def _a1(self):\\n        self._a0 = 1\\n'
    """
    try:
        modules = {name: _Module(name, source) for name, source in sources.items()}
    except SyntaxError:
        # the compiler says what is wrong with it, and where
        return sources
    inheritance = _Inheritance(modules)
    kept = _builtin_attributes() | {part for name in modules for part in name.split(".")}
    for name, module in modules.items():
        kept |= module.names_in_strings | module.top_level
        is_package = any(each.startswith(f"{name}.") for each in modules)
        if module.has_formatted:
            kept |= module.accessed
        elif not ("." in name or is_package):
            # attributes that another version of the module may use
            own = {attribute for attribute, _ in module.defined if attribute.startswith("_")}
            kept |= module.accessed - own
    owners: dict[str, set[str]] = defaultdict(set)
    for name, module in modules.items():
        for attribute, of in module.defined:
            owners[attribute].add(f"{name}.{of}" if of else "")
    for name, module in modules.items():
        prefixes = tuple(module.name_prefixes)
        here = {f"{name}.{each}" for each in module.classes}
        related = set().union(*(inheritance.related(each) for each in here)) if prefixes else set()
        kept |= {
            each for each, of in owners.items() if prefixes and each.startswith(prefixes) and related & of
        }
    uses = Counter(each for module in modules.values() for each in module.accessed)
    changed = [name for name in owners if name not in kept and not name.startswith("__")]
    short = _assign_numbers(sorted(changed, key=lambda name: (-uses[name], name)), owners, inheritance)
    return {name: module.with_names(short) for name, module in modules.items()}


def _assign_numbers(
    names: list[str], owners: dict[str, set[str]], inheritance: "_Inheritance"
) -> dict[str, str]:
    """Return {name: its short name}; the first names get the lowest numbers.

    owners: {name: the classes that have it, "" for an unknown one}.
    """
    taken: list[set[str]] = []
    short = {}
    for name in names:
        related = set().union(*(inheritance.related(owner) for owner in owners[name] if owner))
        for number in count():
            if number == len(taken):
                taken.append(set())
            if not taken[number] or ("" not in owners[name] | taken[number] and not related & taken[number]):
                break
        taken[number] |= owners[name]
        short[name] = f"_a{number}"
    return short


class _Inheritance:
    """Finds which classes inherit from which."""

    def __init__(self, modules: dict[str, "_Module"]) -> None:
        self._modules = modules
        self._above: dict[str, list[str]] = {}
        for name, module in modules.items():
            for each in module.classes:
                self._above[f"{name}.{each}"] = self._base_classes(name, each)
        self._below = defaultdict(set)
        for each, above in self._above.items():
            for one in above:
                self._below[one].add(each)

    def related(self, of: str) -> set[str]:
        """Return a class with all its base classes and all its subclasses."""
        return {of, *self._above[of], *self._below[of]}

    def _base_classes(self, name: str, of: str) -> list[str]:
        found: list[str] = []
        base = self._modules[name].classes[of]
        while base:
            name, of = self._origin(name, base)
            if of not in getattr(self._modules.get(name), "classes", {}):
                break
            found.append(f"{name}.{of}")
            base = self._modules[name].classes[of]
        return found

    def _origin(self, name: str, base: str) -> tuple[str, str]:
        """Return (module, class) of a base class by its name in a module; packages may re-export classes."""
        module = self._modules[name]
        first, _, last = base.partition(".")
        if last:
            return ".".join(module.imported.get(first, ("", first))), last
        while base not in module.classes and base in module.imported:
            name, base = module.imported[base]
            if name not in self._modules:
                break
            module = self._modules[name]
        return name, base


class _Module(ModuleSource):
    """A module and the attributes in it.

    classes: {name of a class: its base by its name in the module}. imported: {name: (module, name there)}.
    defined: the attributes that it sets, including methods. accessed: all attributes that it uses or defines.
    top_level: the public names that it defines or imports at its top level.
    """

    def __init__(self, name: str, source: str) -> None:
        super().__init__(source)
        found = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        self.classes = {node.name: ast.unparse(node.bases[0]) if node.bases else "" for node in found}
        self._bodies = {node.name: _names_in(node) for node in found}
        self.imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in self.nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        self.accessed.update(name for names in self._bodies.values() for name in names)

    @cached_property
    def top_level(self) -> set[str]:
        found: set[str] = set(self.imported)
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            else:
                found.update(part.id for part in ast.walk(node) if is_stored(part))
        return {name for name in found if not name.startswith("_")}

    @cached_property
    def defined(self) -> list[tuple[str, str]]:
        """(attribute, its class) of all that are set; the class is "" for an object other than `self`."""
        found = [(name, of) for of, names in self._bodies.items() for name in names]
        of_self = set()
        for of in [node for node in self.nodes if isinstance(node, ast.ClassDef)]:
            for part in ast.walk(of):
                if _is_attribute_set(part) and getattr(part.value, "id", "") == "self":
                    of_self.add(id(part))
                    found.append((part.attr, of.name))
        others = [node for node in self.nodes if _is_attribute_set(node) and id(node) not in of_self]
        return found + [(node.attr, "") for node in others]

    @cached_property
    def name_prefixes(self) -> list[str]:
        """The strings that are prefixes of names in calls of `getattr` and the like."""
        called = [node for node in self.nodes if isinstance(node, ast.Call) and len(node.args) > 1]
        asked = [node.args[1] for node in called if getattr(node.func, "id", "").endswith("attr")]
        prefixes = [name.left for name in asked if isinstance(name, ast.BinOp)]
        return [str(text.value) for text in prefixes if isinstance(text, ast.Constant)]

    def with_names(self, short: dict[str, str]) -> str:
        """Return the source with the short names of attributes."""
        if self.has_formatted:
            return self.source
        lines = self.source.encode().splitlines(keepends=True)
        # backwards, so that earlier positions stay valid
        for row, start, name in sorted(self._places(), reverse=True):
            line = lines[row]
            if name in short:
                lines[row] = line[:start] + short[name].encode() + line[start + len(name.encode()) :]
        return b"".join(lines).decode()

    def _places(self) -> set[tuple[int, int, str]]:
        """Return (row from 0, byte in it, name) of all uses and definitions of attributes."""
        found = set()
        lines = self.source.encode().splitlines()
        for node in self.nodes:
            if isinstance(node, ast.Attribute):
                end = node.end_col_offset or 0
                found.add(((node.end_lineno or 0) - 1, end - len(node.attr.encode()), node.attr))
            elif isinstance(node, ast.ClassDef):
                for part in _in_its_body(node):
                    if isinstance(part, ast.Name) and part.id in self._bodies[node.name]:
                        found.add((part.lineno - 1, part.col_offset, part.id))
                    elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                        row = part.lineno - 1
                        begin = _DEF.match(lines[row], part.col_offset)
                        found.add((row, begin.end() if begin else 0, part.name))
        return found


def _in_its_body(of: ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the nodes in the body of a class, without the bodies of its functions."""
    for part in of.body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part
            evaluated = [*part.decorator_list, *part.args.defaults, *filter(None, part.args.kw_defaults)]
            yield from (each for node in evaluated for each in ast.walk(node))
        elif not isinstance(part, ast.ClassDef):
            yield from ast.walk(part)


def _names_in(of: ast.ClassDef) -> set[str]:
    """Return the names that are assigned or defined in the body of a class."""
    functions = {part.name for part in of.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)}
    return functions.union(part.id for part in _in_its_body(of) if is_stored(part))


def _is_attribute_set(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)


def _builtin_attributes() -> set[str]:
    """Return the public attributes of MicroPython's objects, as CPython and the stand-ins have them."""
    found = {name for kind in vars(builtins).values() if isinstance(kind, type) for name in dir(kind)}
    found.update(_POLL, *map(dir, _MODULES), *map(dir, _CLASSES))
    for path in sorted(_STANDINS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif _is_attribute_set(node):
                found.add(node.attr)
            elif is_stored(node):
                found.add(node.id)
    return {name for name in found if not name.startswith("_")}
