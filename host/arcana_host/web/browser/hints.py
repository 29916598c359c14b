"""Makes the desktop's sources run on MicroPython in the browser: provides the imports for annotations and
named tuples, the faster `binascii`, and built-ins that only CPython has.

Import it before them; on CPython it does nothing.
"""

import builtins
import sys
from collections import namedtuple


class _Hints:
    """A module that has every name. The members of an Enum are their plain values."""

    TYPE_CHECKING = False
    Enum = IntEnum = object

    def __getattr__(self, name):
        return None

    @staticmethod
    def NamedTuple(name, fields):
        """Return a class, as `typing.NamedTuple` does."""
        names = [field for field, _kind in fields]

        class Named(namedtuple(name, names)):
            _fields = names

            def _asdict(self):
                return {field: getattr(self, field) for field in names}

        return Named


if sys.implementation.name == "micropython":
    for name in ("__future__", "collections.abc", "enum", "typing"):
        sys.modules[name] = _Hints()
    # its other binascii is written in Python, and takes half a second for a picture
    sys.modules["binascii"] = __import__("ubinascii")
    builtins.ascii = repr
