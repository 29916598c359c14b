"""A folder on a board with the files of one companion: what lies there, and how that compares to what should.

It reads and decides nothing; what becomes of the board is `flash`'s business.
"""

import hashlib
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
        found: dict[str, int] = {}
        for package in PACKAGES:
            found.update(self._prompt.ask(f"walk({self.path(package)!r})", {str: int}))
        start = len(self.path(""))
        return {path[start:]: size for path, size in found.items()}

    @cached_property
    def good(self) -> set[str]:
        """The paths below the folder of the files that are as they should be."""
        there = [path for path, content in self.wanted.items() if self.sizes.get(path) == len(content)]
        found = self._prompt.digests([self.path(path) for path in there])
        return {path for path in there if found[self.path(path)] == digest(self.wanted[path])}

    @property
    def missing(self) -> list[str]:
        """The paths below the folder of the files that are not as they should be."""
        return [path for path in self.wanted if path not in self.good]

    @property
    def unwanted(self) -> list[str]:
        """The paths below the folder of the companion's files that should not be there."""
        return sorted(path for path in self.sizes if path not in self.wanted)

    def looked_at_again(self) -> "BoardFolder":
        """Return the folder as it is now."""
        return BoardFolder(self._prompt, self.name, self.wanted)


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file in hex, as `Prompt.digests` gives it."""
    return hashlib.sha256(content).hexdigest()
