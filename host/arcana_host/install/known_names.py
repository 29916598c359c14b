"""Replaces the short names of other passes by names that are built into every MicroPython.

A compiled module contains its other names as strings, and a Pico compares each with all interned ones when it
loads the module, which took a quarter of a start. Its most common built-in names are mere numbers in a
compiled module. It must not know what modules do.
"""

import ast
import re
from collections import Counter

from arcana_host.install.module_source import AnnotationRemover

KNOWN = (
    "abs all any args bool bytearray bytecode bytes callable chr classmethod clear copy count dict "
    "dir divmod endswith eval exec extend find format from_bytes getattr globals hasattr hash id "
    "index insert int isalpha isdigit isinstance islower isspace issubclass isupper items iter join "
    "len list little locals lower lstrip map next object ord pop popitem pow print range remove "
    "replace repr reverse rfind rindex round rsplit rstrip set setattr setdefault sorted split "
    "startswith staticmethod str strip sum to_bytes tuple type upper value values zip ArithmeticError "
    "BaseException EOFError Ellipsis GeneratorExit IndentationError IndexError KeyError "
    "KeyboardInterrupt LookupError MemoryError NameError NoneType NotImplementedError OSError "
    "OverflowError RuntimeError StopIteration SyntaxError SystemExit TypeError ValueError "
    "ZeroDivisionError"
).split()
"""Names with numbers, except those that the compiler or MicroPython's C code look up in objects."""

IN_FLASH = (
    "acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh degrees erf erfc exp expm1 fabs floor "
    "fmod frexp gamma isfinite isinf isnan ldexp lgamma log10 log2 modf radians sinh sqrt tan tanh trunc "
    "ARRAY BFINT16 BFINT32 BFINT8 BFUINT16 BFUINT32 BFUINT8 BF_LEN BF_POS BIG_ENDIAN FLOAT32 FLOAT64 INT "
    "INT16 INT32 INT64 INT8 LITTLE_ENDIAN LONG LONGLONG NATIVE PTR SHORT UINT UINT16 UINT32 UINT64 UINT8 "
    "ULONG ULONGLONG USHORT VOID"
).split()
"""Names of `math` and `uctypes`, which a Pico has in its flash: they have no numbers, but take no memory."""

_WORD = re.compile(r"\w+")
_SHORT = re.compile(r"\b_[ab]?\d+\b")
_OWN = re.compile(r"_\d+")


def with_known_names(sources: dict[str, str]) -> dict[str, str]:
    """Return the sources with known names in place of `_0`, `_a0`, `_b0` and so on, as far as they go.

    sources: {module: source} of everything that runs together, with short names. A name that modules share
    gets a known name that no module uses; a name of a single module gets one that this module does not use.
    Known names that occur in a string are not used.

    >>> with_known_names({"one": "def _0(_1):\\n    return len(_1)\\n"})["one"]
    'def abs(all):\\n    return len(all)\\n'
    """
    modules = {name: _Words(source) for name, source in sources.items()}
    taken = {part for name in sources for part in name.split(".")}
    taken = taken.union(*(module.in_strings for module in modules.values()))
    uses = Counter(word for module in modules.values() for word in module.all)
    common = [word for word in uses if _SHORT.fullmatch(word) and not _OWN.fullmatch(word)]
    common.sort(key=lambda word: (-uses[word], word))
    untaken = [name for name in KNOWN + IN_FLASH if name not in taken]
    unused = [name for name in untaken if name not in uses][: len(common)]
    known = {}
    for name, source in sources.items():
        words = modules[name].all
        own = [word for word in sorted(words) if _OWN.fullmatch(word)]
        free = [each for each in untaken if each in KNOWN and each not in words and each not in unused]
        new = dict(zip(common, unused, strict=False)) | dict(zip(own, free, strict=False))
        known[name] = _rename(source, new)
    return known


class _Words:
    """The words of a module's code: `all` of them, and those `in_strings`."""

    def __init__(self, source: str) -> None:
        try:
            nodes = list(ast.walk(AnnotationRemover().visit(ast.parse(source))))
        except SyntaxError:
            # the compiler says what is wrong with it, and where
            self.all = self.in_strings = set(_WORD.findall(source))
            return
        fields = [field for node in nodes for field in vars(node).values() if isinstance(field, str)]
        self.all = set(_WORD.findall(" ".join(fields)))
        values = [node.value for node in nodes if isinstance(node, ast.Constant)]
        self.in_strings = set(_WORD.findall(" ".join(value for value in values if isinstance(value, str))))


def _rename(source: str, new: dict[str, str]) -> str:
    return _SHORT.sub(lambda found: new.get(found[0], found[0]), source)
