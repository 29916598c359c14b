"""Moves finished games into packs and removes them from packs; `packs` describes the format.

Games are appended to a pack in one write. The pack is removed once all its games are; until then, a file
beside it, short enough to be stored inline, lists the removed ones. A game's own file is removed after the
game is in the pack; if the power fails in between, its own file counts. All functions raise OSError.
"""

import os

from companion import atomic_files, files
from companion.game_folder import id_of, number_of, whole_file
from shared_rules.packs import GONE, HEADING, write_pack_name

_STEP = 512  # bytes to copy at once


def add(folder, pack, names):
    """Move games to the end of a pack.

    folder: the Folder. pack: the name of the pack. names: of games that are over and have files of their own.
    """
    path = folder.path + pack
    there = {name: (first, end) for name, first, end, _ in folder.entries(pack)}
    fresh, intact = [], _intact_length(path)
    for name in names:
        if name in there:
            first, end = there[name]
            if end - first == folder.open(name).length and end <= intact:
                continue
            # the power failed while it was being written
            intact = min(intact, _heading_above(path, first))
        fresh.append(name)
    if intact != _size_of(path):
        atomic_files.keep_start(path, intact)
    ids = [id_of(name) for name in names]
    gone = folder.gone_from(pack)
    if [game_id for game_id in gone if game_id in ids]:
        # a game that was restored
        _write_gone(folder, pack, [game_id for game_id in gone if game_id not in ids])
    if fresh:
        with open(path, "ab") as stream:
            for name in fresh:
                _append(folder, name, stream)
    for name in names:
        os.remove(folder.path + name)


def remove(folder, names):
    """Remove games from their packs. folder: the Folder. names: of games that are in packs."""
    for pack in sorted(set([write_pack_name(number_of(name)) for name in names])):
        gone = [name for name in names if write_pack_name(number_of(name)) == pack]
        if [entry for entry in folder.entries(pack) if entry[0] not in gone]:
            _write_gone(folder, pack, folder.gone_from(pack) + [id_of(name) for name in gone])
        else:
            os.remove(folder.path + pack)
            _write_gone(folder, pack, [])


def shrink(folder, pack):
    """Replace a pack by a copy without its removed games, which frees their space."""
    path = folder.path + pack
    fresh = path + ".new"
    try:
        with open(fresh, "wb") as stream:
            for entry in folder.entries(pack):
                _append(folder, entry[0], stream)
        atomic_files.replace(fresh, path)
    except OSError:
        files.remove(fresh)
        raise
    _write_gone(folder, pack, [])


def _write_gone(folder, pack, ids):
    """Write the list of the games that were removed from a pack."""
    path = folder.path + write_pack_name(number_of(pack), GONE)
    if ids:
        atomic_files.write_whole(path, "".join([game_id + "\n" for game_id in ids]).encode())
    else:
        files.remove(path)


def _append(folder, name, stream):
    with folder.open(name) as game:
        stream.write((HEADING % (name, game.length)).encode())
        _copy(game, stream)


def set_aside(folder, name, kept):
    """Move a damaged game from its pack to a file of its own. kept: the name of that file."""
    with folder.open(name) as game, open(folder.path + kept, "wb") as stream:
        _copy(game, stream)
    remove(folder, [name])


def _copy(game, stream):
    game.seek(0)
    part = game.read(_STEP)
    while part:
        stream.write(part)
        part = game.read(_STEP)


def _intact_length(path):
    """Return the length of a pack without a last line that a power cut left incomplete."""
    size = _size_of(path)
    if not size:
        return 0
    with whole_file(path) as pack:
        at = max(0, size - _STEP)
        pack.seek(at)
        # no heading is longer than that
        return at + pack.read().rfind(b"\n") + 1


def _heading_above(path, first):
    """Return the offset of the heading of the game that begins at byte `first` of a pack."""
    with whole_file(path) as pack:
        at = max(0, first - _STEP)
        pack.seek(at)
        return at + pack.read(first - 1 - at).rfind(b"\n") + 1


def _size_of(path):
    return files.size(path) if files.exists(path) else 0
