"""The builds of MicroPython that the companion meets, from builds.toml, which says what each part means.

It must not import anything of the companion.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class Build(NamedTuple):
    """A build. name: of its image; the rest as in builds.toml."""

    name: str
    version: tuple[int, int]
    machine: str
    boards: tuple[str, ...]
    source: str
    frozen: tuple[str, ...]
    spi_required: bool = False
    spi_inputs: Mapping[int, int] = MappingProxyType({})
    reserved: Mapping[int, str] = MappingProxyType({})
    modules: tuple[str, ...] = ()
    mounts: Mapping[str, str] = MappingProxyType({"/": "littlefs"})


def _value(read):
    """Return a value of the file with tuples, and with numbers as keys of pins."""
    if isinstance(read, dict):
        return {int(key) if key.isdigit() else key: value for key, value in read.items()}
    return tuple(read) if isinstance(read, list) else read


_FILE = Path(__file__).with_name("builds.toml")
BUILDS = tuple(
    Build(name, **{key: _value(read) for key, read in parts.items()})
    for name, parts in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()
)
