"""Bundles a companion's modules and texts into a few files, which `firmware/companion/bundles.py` reads.

It must not know how files are sent to a board.
"""

from binascii import crc32
from collections.abc import Collection
from itertools import accumulate
from pathlib import PurePosixPath

MAX_SIZE = 16368
"""The greatest length of a bundle in bytes, four blocks of the flash, so that rewriting one is fast."""
SPLIT = 32
"""On average, a bundle also ends after this many modules. The checksum of a module's path decides whether a
new bundle begins with it, so that a change in one bundle does not shift those after it."""

FOLDER = "companion/"
FOLDERS = 4
"""The number of folders for bundles; more than one, as littlefs searches a folder's entries one by one."""

INDEX = FOLDER + "bundled.txt"

MAX_LINES = 4093
"""The greatest length in bytes of a folder's lines in the index: the reader has 12 bits for it."""

READER = FOLDER + "bundles.py"
"""The module that reads bundles, which is not in one itself."""


def bundle(app: dict[str, bytes]) -> dict[str, bytes]:
    """Return {path below its folder: content} of a companion in bundles; those with sources are unchanged.

    app: {path below its folder: content} of its modules and texts. The bundle of a module mostly depends on
    its path, so other changes leave it where it is. Raises ValueError if a folder has too many files.
    """
    if any(path.endswith(".py") for path in app):
        # MicroPython reads a source up to the end of its file
        return app
    bundles: dict[str, list[bytes]] = {}
    # imports look for packages here; their modules are in folders named by the packages' first letters
    packages = sorted({path.partition("/")[0] for path in app})
    folders = {"/": [f"{package}/\n" for package in packages]}
    name = ""
    alone = {path: content for path, content in app.items() if path == READER[:-3] + ".mpy"}
    for path, content in sorted(app.items() - alone.items()):
        of = PurePosixPath(path[0] + path[path.index("/") :]).parent
        for folder in [*reversed(of.parents[:-1]), of]:
            if f"/{folder}" not in folders:
                folders[f"/{folder}"] = []
                above = "/" if folder.parent == PurePosixPath() else f"/{folder.parent}"
                folders.setdefault(above, []).append(f"{folder.name}/\n")
        check = crc32(path.encode())
        if not name or check % SPLIT == 0 or len(_join([*bundles[name], content])) > MAX_SIZE:
            name = _new_name(check, bundles)
            bundles[name] = []
        words = [PurePosixPath(path).name, name, str(5 * len(bundles[name]))]
        # without a length: a compiled module contains its end, and some texts an empty last line
        words += [] if path.endswith(".mpy") or content.endswith(b"\n\n") else [str(len(content))]
        folders[f"/{of}"].append(" ".join(words) + "\n")
        bundles[name].append(content)
    # folders that are needed during any game come before those of a single game
    shallow = sorted(folders.items(), key=lambda item: item[0].count("/"))
    for path, lines in shallow:
        if sum(map(len, lines)) > MAX_LINES:
            raise ValueError(f"The folder {path} has too many files for the index of the bundles.")
    index = "\n".join(f"{path}\n{''.join(lines)}" for path, lines in shallow)
    files = {f"{FOLDER}{name}": _join(parts) for name, parts in bundles.items()}
    return {INDEX: index.encode(), **files, **alone}


def _join(parts: list[bytes]) -> bytes:
    """Return a bundle of these files: a table of their offsets, five digits each, then the files."""
    places = accumulate(map(len, parts[:-1]), initial=5 * len(parts))
    return b"".join(b"%05d" % place for place in places) + b"".join(parts)


def _new_name(check: int, taken: Collection[str]) -> str:
    """Return an unused path for a bundle: from the checksum of its first path, or the next free number."""
    # the lowest bits are the same for all bundles that begin early
    name = f"{check // SPLIT % FOLDERS}/{check & 0xFFFF:x}"
    return _new_name(check + 1, taken) if name in taken else name
