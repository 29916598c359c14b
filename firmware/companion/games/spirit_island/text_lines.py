"""Texts that are read line by line from files which are never held in memory: reminders and rulings.

They end in an empty line, as what lies behind it may belong to another file.
"""

from companion import files
from companion.platform import folder_of
from companion.texts import ENGLISH


def path_of(app, name):
    """Return the path of a file of texts in the language that is spoken; in English, where that has none."""
    folder = folder_of("companion.games.spirit_island") + "/texts/"
    path = "%s%s/%s.txt" % (folder, app.settings.get("language"), name)
    return path if files.exists(path) else "%s%s/%s.txt" % (folder, ENGLISH, name)


def lines_of(path, offset=None):
    """Yield (offset, line) of a file as bytes without its end; notes after a # are left out.

    offset: that of the first line, None for the beginning.
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
    """Return the adversaries' rules that matter now as sentences."""
    from shared_rules.spirit_island.reminders import reminders

    return reminder_sentences(app, reminders(app.session.game))


def reminder_sentences(app, wanted):
    """Return the sentences of the adversaries' rules with these ids, those that have one."""
    found = {}
    for _, line in lines_of(path_of(app, "reminders")) if wanted else ():
        # few lines are worth becoming texts
        key, _, words = line.partition(b"=")
        key = key.decode()
        if key in wanted:
            found[key] = words.decode()
            if len(found) == len(wanted):
                break
    return [found[key] for key in wanted if key in found]
