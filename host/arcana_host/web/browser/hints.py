"""What makes the desktop's sources run on the browser's MicroPython: the names that annotations
import, and the faster one of the modules that it has twice.

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
    # the browser's MicroPython finds one in Python first, which takes half a second for a picture
    sys.modules["binascii"] = __import__("ubinascii")
