"""Makes the desktop's sources run on MicroPython in the browser: provides the modules that annotations
import, and the faster `binascii`.

Import it before them; on CPython it does nothing.
"""

import sys


class _Hints:
    """A module that has every name. The members of an Enum are their plain values."""

    TYPE_CHECKING = False
    Enum = IntEnum = object

    def __getattr__(self, name):
        return None


if sys.implementation.name == "micropython":
    for name in ("__future__", "collections.abc", "enum", "typing"):
        sys.modules[name] = _Hints()
    # its other binascii is written in Python, and takes half a second for a picture
    sys.modules["binascii"] = __import__("ubinascii")
