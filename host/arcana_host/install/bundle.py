"""The modules and texts of a companion, in a few files, which `firmware/companion/bundles.py` reads.

It must not know how files get onto a board.
"""

from binascii import crc32
from collections.abc import Collection
from itertools import accumulate
from pathlib import PurePosixPath

MOST = 12276
"""Bytes of a bundle, as many as three blocks of the flash hold: so one can soon be written again."""
SPLIT = 32
"""On average, a bundle also ends after so many modules: where, the path of the next one says, so that what
changes one bundle leaves those behind it as they are."""

FOLDER = "companion/"
FOLDERS = 4
"""Folders that share the bundles: littlefs reads all of a folder's entries to find one of them."""

INDEX = FOLDER + "bundled.txt"

READER = FOLDER + "bundles.py"
"""The module that reads them, which is in none of them."""


def bundle(app: dict[str, bytes]) -> dict[str, bytes]:
    """Return {path below its folder: content} of a companion's bundles; what has sources stays as it is.

    app: {path below its folder: content} of its modules and texts. What stays the same in a module's path
    stays in the same bundle, whatever else changes.
    """
    if any(path.endswith(".py") for path in app):
        # MicroPython reads a source up to the end of its file
        return app
    bundles: dict[str, list[bytes]] = {}
    # where imports look for the packages; what is in them lies in folders with their first letters
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
        if not name or check % SPLIT == 0 or len(_joined([*bundles[name], content])) > MOST:
            name = _fresh(check, bundles)
            bundles[name] = []
        words = [PurePosixPath(path).name, name, str(5 * len(bundles[name]))]
        # a module says itself where it ends, and so does a text to be read line by line, by an empty line
        words += [] if path.endswith(".mpy") or content.endswith(b"\n\n") else [str(len(content))]
        folders[f"/{of}"].append(" ".join(words) + "\n")
        bundles[name].append(content)
    # what is asked for in the middle of a game stands above what belongs to one game
    shallow = sorted(folders.items(), key=lambda item: item[0].count("/"))
    index = "\n".join(f"{folder}\n{''.join(lines)}" for folder, lines in shallow)
    files = {f"{FOLDER}{name}": _joined(parts) for name, parts in bundles.items()}
    return {INDEX: index.encode(), **files, **alone}


def _joined(parts: list[bytes]) -> bytes:
    """Return a bundle of what is in it: where each of these begins, in five digits, and then they."""
    places = accumulate(map(len, parts[:-1]), initial=5 * len(parts))
    return b"".join(b"%05d" % place for place in places) + b"".join(parts)


def _fresh(check: int, taken: Collection[str]) -> str:
    """Return a name for a bundle, with its folder: from the check sum of its first path, or the next one."""
    # the lowest bits are the same wherever a bundle ends early
    name = f"{check // SPLIT % FOLDERS}/{check & 0xFFFF:x}"
    return _fresh(check + 1, taken) if name in taken else name
