"""Compares the files of a companion in a folder on a board with those that should be there.

It only reads; `flash` decides what to do.
"""

from binascii import crc32
from collections.abc import Iterable
from functools import cached_property

from arcana_host.install.prompt import Prompt

PACKAGES = ("companion", "shared_rules")
"""The packages of a companion; the folder may also have modules of other people."""


class BoardFolder:
    """A folder of a companion on a board.

    name: of the folder in the board's root. wanted: {path below the folder: content} of its files as they
    should be.
    """

    def __init__(self, prompt: Prompt, name: str, wanted: dict[str, bytes]):
        self.name = name
        self.wanted = wanted
        self._prompt = prompt

    def path(self, below: str) -> str:
        """Return the path on the board of a file in this folder."""
        return f"/{self.name}/{below}"

    @cached_property
    def sizes(self) -> dict[str, int]:
        """{path below the folder: size in bytes} of the companion's files on the board."""
        packages = [self.path(package) for package in PACKAGES]
        found = self._prompt.walk(*packages)
        start = len(self.path(""))
        return {path[start:]: size for path, size in found.items()}

    @cached_property
    def good(self) -> set[str]:
        """The paths below the folder of the files with the wanted content."""
        return self.good_among(self.wanted)

    def good_among(self, paths: Iterable[str]) -> set[str]:
        """Return those of these wanted paths whose files have the wanted content."""
        there = [path for path in paths if self.sizes.get(path) == len(self.wanted[path])]
        found = self._prompt.checks([self.path(path) for path in there])
        return {path for path in there if found[self.path(path)] == crc32(self.wanted[path])}

    @property
    def missing(self) -> list[str]:
        """The paths below the folder of wanted files that are missing or differ."""
        return [path for path in self.wanted if path not in self.good]

    @property
    def is_whole(self) -> bool:
        """Whether the folder has exactly the wanted files."""
        # comparing sizes is fast, and most differences show in them
        sizes = {path: len(content) for path, content in self.wanted.items()}
        return self.sizes == sizes and not self.missing

    @property
    def unwanted(self) -> list[str]:
        """The paths below the folder of the companion's files that are not wanted."""
        return sorted(path for path in self.sizes if path not in self.wanted)
