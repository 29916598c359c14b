"""The games on the flash of a device, as their files tell."""

from pathlib import Path

from arcana_portable.link.game_file import game_paths
from arcana_portable.record import Record

from shared_rules.device_files import DAMAGED, FOLDER, read_game_path


def paths_of(flash):
    """Return the paths of the games on a flash, damaged ones included, the oldest first."""
    there = [FOLDER + path.name for path in (Path(flash) / "games").iterdir()]
    return [Path(flash) / path for path in game_paths(there)]


def games_on(flash):
    """Return (id, events, whether it is over) of each game on a flash but the damaged ones."""
    found = []
    for path in paths_of(flash):
        if path.suffix != DAMAGED:
            text = path.read_text()
            over = text.rstrip("\n").rpartition("\n")[2].startswith("# over")
            found.append((path.name[-15:-7], len(Record.from_text(text).events), over))
    return found


def lines_of(flash, id):
    (path,) = [path for path in paths_of(flash) if read_game_path(FOLDER + path.name)[1] == id]
    return Record.from_text(path.read_text()).events


def damaged_on(flash):
    return [path.name for path in paths_of(flash) if path.suffix == DAMAGED]
