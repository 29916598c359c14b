"""A folder on a board with the files of one companion, compared with what should be there.

It reads and decides nothing; what becomes of the board is `flash`'s business.
"""

from binascii import crc32
from collections.abc import Iterable
from functools import cached_property

from arcana_host.install.prompt import Prompt

PACKAGES = ("companion", "shared_rules")
"""What belongs to a companion; beside it in the folder may be modules of other people."""


class BoardFolder:
    """One folder.

    name: of the folder in the board's root. wanted: {path below the folder: content} of what should be there.
    """

    def __init__(self, prompt: Prompt, name: str, wanted: dict[str, bytes]):
        self.name = name
        self.wanted = wanted
        self._prompt = prompt

    def path(self, below: str) -> str:
        """Return a file's path on the board."""
        return f"/{self.name}/{below}"

    @cached_property
    def sizes(self) -> dict[str, int]:
        """{path below the folder: bytes} of the companion's files there."""
        packages = [self.path(package) for package in PACKAGES]
        found = self._prompt.walk(*packages)
        start = len(self.path(""))
        return {path[start:]: size for path, size in found.items()}

    @cached_property
    def good(self) -> set[str]:
        """The paths below the folder of the files that are as they should be."""
        return self.good_among(self.wanted)

    def good_among(self, paths: Iterable[str]) -> set[str]:
        """Return those of the wanted paths whose files are as they should be."""
        there = [path for path in paths if self.sizes.get(path) == len(self.wanted[path])]
        found = self._prompt.checks([self.path(path) for path in there])
        return {path for path in there if found[self.path(path)] == crc32(self.wanted[path])}

    @property
    def missing(self) -> list[str]:
        """The paths below the folder of the files that are not as they should be."""
        return [path for path in self.wanted if path not in self.good]

    @property
    def is_whole(self) -> bool:
        """Whether there is all that should be, as it should be, and nothing else."""
        # most differ in their sizes, which are soon compared
        sizes = {path: len(content) for path, content in self.wanted.items()}
        return self.sizes == sizes and not self.missing

    @property
    def unwanted(self) -> list[str]:
        """The paths below the folder of the companion's files that should not be there."""
        return sorted(path for path in self.sizes if path not in self.wanted)
