"""Texts that are read line by line from files which are never held in memory: reminders and rulings."""

from companion import files
from companion.platform import folder_of
from companion.texts import ENGLISH


def path_of(app, name):
    """Return the path of a file of texts in the language that is spoken; in English, where that has none."""
    folder = folder_of("companion.games.spirit_island") + "/texts/"
    path = "%s%s/%s.txt" % (folder, app.settings.get("language"), name)
    return path if files.exists(path) else "%s%s/%s.txt" % (folder, ENGLISH, name)


def lines_of(path, offset=0):
    """Yield (offset, line) of a file without its end, from an offset on; notes after a # are left out."""
    with open(path, "rb") as stream:
        stream.seek(offset)
        line = stream.readline()
        while line:
            if line[:1] != b"#":
                yield offset, line.decode().rstrip("\r\n")
            offset += len(line)
            line = stream.readline()


def reminders_now(app):
    """Return the adversaries' rules that matter now as sentences."""
    from shared_rules.spirit_island.reminders import reminders

    wanted = reminders(app.session.game)
    found = {}
    if wanted:
        with open(path_of(app, "reminders"), "rb") as stream:
            line = stream.readline()
            while line and len(found) < len(wanted):
                # few lines are worth becoming texts
                key, _, words = line.partition(b"=")
                key = key.decode()
                if key in wanted:
                    found[key] = words.decode().rstrip("\r\n")
                line = stream.readline()
    return [found[key] for key in wanted if key in found]
