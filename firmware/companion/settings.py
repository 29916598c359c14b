"""The settings of the device, kept in one small JSON file, and their previous version beside it.

The last line of the file is `#` and the CRC-32 of what is above, as in the files of the games. A file without
that line, as somebody writes it by hand, counts as well. It must not know what a setting means.
"""

import json
from binascii import crc32

from companion import files
from companion.journal import JournalError

LONGEST = 2048
"""Bytes of the largest file; the settings of all screens take a tenth of it."""

DEFAULTS = {
    "names": "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida",
    "game": "",
    "language": "english",
    "quick": False,
    "clean_after": 6,
}
"""The settings that belong to no game: the names at the table; the game that was chosen, "" for the first
one; the language; whether every partial refresh is a quick one; and after how many of them a full one is
due, of CLEAN_AFTER."""

CLEAN_AFTER = (6, 20, 40)
"""Good Display, which makes the glass of the reference panel, advises a full refresh after five or six
partial ones; other makers say several, or fifteen at most. Nobody advises more: 20 and 40 are our own."""


def clean_after(settings):
    """Return after how many partial refreshes a full one is due with these Settings."""
    number = settings.get("clean_after")
    return number if number in CLEAN_AFTER else CLEAN_AFTER[0]


class Settings:
    """Values by name that outlive a power cut.

    path: the file; its previous version is `<path>.old`, and what was damaged is kept as `<path>.damaged`.
    log: the Log, for a file that is damaged or can't be written.
    defaults: dict of the values that apply if nothing was set, or a value of another type.
    changed: a callable, called after each change. elsewhere: a callable that returns such a dict for settings
    that exist, but are not in use.

    trouble: the JournalError about a damaged file, or None. Read only.
    """

    def __init__(self, path, log, defaults=None, changed=None, elsewhere=dict):
        self._path = path
        self._log = log
        self._defaults = dict(defaults or {})
        self._changed = changed
        self._elsewhere = elsewhere
        self.trouble = None
        self._values = self._read()

    def get(self, key, default=None):
        """Return the value that was set, else the default of this device, else `default`."""
        if key in self._values:
            return self._values[key]
        return self._defaults.get(key, default)

    def is_set(self, key):
        """Return whether somebody has set a value, be it the default."""
        return key in self._values

    def default(self, key):
        """Return the value of a setting that was never set."""
        return self._defaults[key]

    def learn(self, defaults):
        """Add further defaults, and drop values of another type that the file may have for them."""
        self._defaults.update(defaults)
        self._drop_damaged(self._values)

    def set(self, key, value):
        """Set a value that JSON can store. If the file can't be written, it lasts until the power goes."""
        self.update({key: value})

    def update(self, changes):
        """Set several values at once, like `set`; after a power cut, all of them are there or none.

        Raises JournalError, and changes nothing, if they are too long.
        """
        if not [key for key in changes if self._values.get(key) != changes[key]]:
            return
        values = dict(self._values)
        values.update(changes)
        data = json.dumps(values).encode()
        if len(data) > LONGEST:
            raise JournalError("settings-long", LONGEST)
        self._values = values
        try:
            files.write_whole(self._path, data + b"\n#%08x\n" % crc32(data), self._path + ".old")
        except OSError as error:
            self._log.note("The settings could not be written: %r" % error)
        if self._changed:
            self._changed()

    def all(self):
        """Return a new dict of everything that is set or has a default."""
        values = dict(self._defaults)
        values.update(self._values)
        return values

    def unfit(self, values):
        """Return the keys in a dict that are no settings, or whose values are not of the setting's type."""
        known = self._defaults
        if [key for key in values if key not in known]:
            known = dict(self._elsewhere())
            known.update(self._defaults)
        return [key for key in values if key not in known or type(values[key]) is not type(known[key])]

    def _read(self):
        """Return the values of the file, of its previous version if it is damaged, else none."""
        values, old = _load(self._path), _load(self._path + ".old")
        if values is None and files.exists(self._path):
            path = self._path
            try:
                path = files.set_aside(path)
            except OSError as error:
                self._log.note("%s could not be renamed: %r" % (path, error))
            self.trouble = JournalError("settings-old" if old else "settings", path.split("/")[-1])
            self._log.note(self.trouble)
        # a power cut may have left only the previous version
        values = old or {} if values is None else values
        self._drop_damaged(values)
        return values

    def _drop_damaged(self, values):
        """Remove values of another type than their defaults; unknown keys may belong to another version."""
        known = self._defaults
        wrong = [key for key in values if key in known and type(values[key]) is not type(known[key])]
        for key in wrong:
            del values[key]
        if wrong:
            self.trouble = JournalError("setting", ", ".join(wrong))
            self._log.note(self.trouble)


def _load(path):
    """Return the values in a file, None if there is none or it is damaged."""
    try:
        with open(path, "rb") as stream:
            text, mark, check = stream.read(LONGEST + 12).partition(b"\n#")
        values = json.loads(text)
    except Exception:
        # a folder in its place, or invalid JSON, for which the interpreters raise different errors
        return None
    is_whole = len(text) <= LONGEST and (not mark or check.strip() == b"%08x" % crc32(text))
    return values if is_whole and isinstance(values, dict) else None
