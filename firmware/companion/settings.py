"""The settings of the device, kept in one small JSON file.

It must not know what a setting means.
"""

import json

from companion import files
from companion.journal_file import JournalError

LONGEST = 2048
"""Bytes of the largest file; the settings of all screens take a tenth of it."""

DEFAULTS = {
    "names": "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida",
    "game": "",
    "language": "english",
    "quick": False,
}
"""The settings that belong to no game: the names at the table; the game that was chosen, "" for the first
one; the language; and whether every partial refresh is a
quick one."""


class Settings:
    """Values by name that outlive a power cut.

    path: the file. log: the Log, for a file that is damaged or can't be written.
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
        if not [key for key in changes if self.get(key) != changes[key]]:
            return
        values = dict(self._values)
        values.update(changes)
        data = json.dumps(values).encode()
        if len(data) > LONGEST:
            raise JournalError("settings-long", LONGEST)
        self._values = values
        try:
            files.write_whole(self._path, data)
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
        if not files.exists(self._path):
            return {}
        values = None
        try:
            with open(self._path, "rb") as stream:
                text = stream.read(LONGEST + 1)
            if len(text) <= LONGEST:
                values = json.loads(text)
        except Exception:
            # a folder in its place, or invalid JSON, for which the interpreters raise different errors
            pass
        if not isinstance(values, dict):
            self._complain("The settings file was damaged; the defaults hold.")
            return {}
        self._drop_damaged(values)
        return values

    def _drop_damaged(self, values):
        """Remove values of another type than their defaults; unknown keys may belong to another version."""
        for key in list(values):
            if key in self._defaults and type(values[key]) is not type(self._defaults[key]):
                self._complain("The setting %s was damaged; its default holds." % key)
                del values[key]

    def _complain(self, sentence):
        self._log.note(sentence)
        self.trouble = JournalError("settings")
