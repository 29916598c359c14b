"""Reads texts line by line from files that are never in memory as a whole: reminders and rulings.

The texts end at an empty line.
"""

from companion import files
from companion.platform import folder_of
from companion.texts import ENGLISH


def path_of(app, name):
    """Return the path of a text file in the chosen language, in English if that language has none.

    name: such as "rulings".
    """
    folder = folder_of("companion.games.spirit_island") + "/texts/"
    path = "%s%s/%s.txt" % (folder, app.settings.get("language"), name)
    return path if files.exists(path) else "%s%s/%s.txt" % (folder, ENGLISH, name)


def lines_of(path, offset=None):
    """Yield (offset, line) from a file, each line as bytes without its end; comments are left out.

    offset: of the first line in bytes, None for the beginning.
    """
    with open(path, "rb") as stream:
        if offset is not None:
            stream.seek(offset)
        offset = stream.tell()
        line = stream.readline().rstrip()
        while line:
            if line[:1] != b"#":
                yield offset, line
            offset = stream.tell()
            line = stream.readline().rstrip()


def reminders_now(app):
    """Return the sentences of the adversaries' rules that matter now."""
    from shared_rules.spirit_island.reminders import reminders

    return reminder_sentences(app, reminders(app.session.game))


def reminder_sentences(app, wanted):
    """Return the sentences of the rules with these ids, as far as there is one. wanted: list of ids."""
    found = {}
    for _, line in lines_of(path_of(app, "reminders")) if wanted else ():
        # few lines are needed, so the others stay bytes
        key, _, words = line.partition(b"=")
        key = key.decode()
        if key in wanted:
            found[key] = words.decode()
            if len(found) == len(wanted):
                break
    return [found[key] for key in wanted if key in found]
