"""What the desktop's sources import for their annotations only, which MicroPython does not have nor need.

Importing it on MicroPython, before any of them, is all there is to do; on CPython it does nothing.
"""

import sys


class _Hints:
    """Every name is there. The members of an Enum are their values, told apart by `is`."""

    TYPE_CHECKING = False
    Enum = object

    def __getattr__(self, name):
        return None


if sys.implementation.name == "micropython":
    for name in ("__future__", "collections.abc", "enum", "typing"):
        sys.modules[name] = _Hints()
