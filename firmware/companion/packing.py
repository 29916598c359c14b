"""Moves finished games into packs and out of them; `packs` describes the format.

A pack only grows, by one write for all games added, until all of them have left. A game's own file is removed
once it is in the pack; if the power fails in between, the own file counts. A file beside the pack, so short
that it takes no room, lists the games that have left it. All functions raise OSError.
"""

import os

from companion import atomic_files, files
from companion.game_folder import id_of, number_of, whole
from companion.packs import HEADING
from shared_rules.game_files import GONE, write_pack_name

_STEP = 512  # bytes that are copied at once


def add(seen, pack, names):
    """Move games to the end of a pack.

    seen: the Folder. pack: the name of the pack. names: of games that are over and have files of their own.
    """
    path = seen.path + pack
    there = {name: (first, end) for name, first, end, _ in seen.entries(pack)}
    fresh, sound = [], _sound_bytes(path)
    for name in names:
        if name in there:
            first, end = there[name]
            if end - first == seen.open(name).length and end <= sound:
                continue
            # the power went while it was written
            sound = min(sound, _heading_above(path, first))
        fresh.append(name)
    if sound != _size(path):
        atomic_files.keep_start(path, sound)
    ids = [id_of(name) for name in names]
    gone = seen.gone_from(pack)
    if [game_id for game_id in gone if game_id in ids]:
        # one that came back
        _write_gone(seen, pack, [game_id for game_id in gone if game_id not in ids])
    if fresh:
        with open(path, "ab") as stream:
            for name in fresh:
                _add(seen, name, stream)
    for name in names:
        os.remove(seen.path + name)


def take_out(seen, names):
    """Remove games from their packs. seen: the Folder. names: of games that are in packs."""
    for pack in sorted(set([write_pack_name(number_of(name)) for name in names])):
        gone = [name for name in names if write_pack_name(number_of(name)) == pack]
        if [entry for entry in seen.entries(pack) if entry[0] not in gone]:
            _write_gone(seen, pack, seen.gone_from(pack) + [id_of(name) for name in gone])
        else:
            os.remove(seen.path + pack)
            _write_gone(seen, pack, [])


def shrink(seen, pack):
    """Give the room back that games took which have left a pack: a copy without them takes its place."""
    path = seen.path + pack
    fresh = path + ".new"
    try:
        with open(fresh, "wb") as stream:
            for entry in seen.entries(pack):
                _add(seen, entry[0], stream)
        atomic_files.replace(fresh, path)
    except OSError:
        files.remove(fresh)
        raise
    _write_gone(seen, pack, [])


def _write_gone(seen, pack, ids):
    """Write the list of the games that have left a pack."""
    path = seen.path + write_pack_name(number_of(pack), GONE)
    if ids:
        atomic_files.write_whole(path, "".join([game_id + "\n" for game_id in ids]).encode())
    else:
        files.remove(path)


def _add(seen, name, stream):
    with seen.open(name) as game:
        stream.write((HEADING % (name, game.length)).encode())
        _copy(game, stream)


def set_aside(seen, name, kept):
    """Give a game in a pack a file of its own for what is damaged. kept: the name of that file."""
    with seen.open(name) as game, open(seen.path + kept, "wb") as stream:
        _copy(game, stream)
    take_out(seen, [name])


def _copy(game, stream):
    game.seek(0)
    part = game.read(_STEP)
    while part:
        stream.write(part)
        part = game.read(_STEP)


def _sound_bytes(path):
    """Return how many bytes a pack has before a last line that a power cut tore off."""
    size = _size(path)
    if not size:
        return 0
    with whole(path) as pack:
        at = max(0, size - _STEP)
        pack.seek(at)
        # a longer line is no heading
        return at + pack.read().rfind(b"\n") + 1


def _heading_above(path, first):
    """Return where in a pack the heading begins that stands above byte `first`."""
    with whole(path) as pack:
        at = max(0, first - _STEP)
        pack.seek(at)
        return at + pack.read(first - 1 - at).rfind(b"\n") + 1


def _size(path):
    return files.size(path) if files.exists(path) else 0
