"""The settings of the device, kept in one small JSON file.

It must not know what a setting means.
"""

import json

from companion import files
from companion.journal import JournalError

_LONGEST = 2048
"""Bytes; what the screens keep takes a tenth of it, so a longer file is none of theirs."""


class Settings:
    """Values by name that outlive a power cut.

    path: the file. log: gets a note when the file is damaged or can't be written.
    defaults: dict of what holds where nothing was set, or where a value of another kind was.
    changed: a callable, called after each change.

    trouble: the JournalError about a file that was damaged, or None. Read only.
    """

    def __init__(self, path, log, defaults=None, changed=None):
        self._path = path
        self._log = log
        self._defaults = defaults or {}
        self._changed = changed
        self.trouble = None
        self._values = self._read()

    def get(self, key, default=None):
        """Return the value that was set, else the default of this device, else `default`."""
        if key in self._values:
            return self._values[key]
        return self._defaults.get(key, default)

    def set(self, key, value):
        """Keep a value that JSON can hold; where the file can't be written, until the plug is pulled."""
        self.update({key: value})

    def update(self, changes):
        """Keep several values at once, all or none of them after a power cut; else like `set`."""
        if not [key for key in changes if self.get(key) != changes[key]]:
            return
        self._values.update(changes)
        try:
            files.write_whole(self._path, json.dumps(self._values).encode())
        except OSError as error:
            self._log.note("The settings could not be written: %r" % error)
        if self._changed:
            self._changed()

    def all(self):
        """Return a new dict of everything that is set or has a default."""
        values = dict(self._defaults)
        values.update(self._values)
        return values

    def _read(self):
        if not files.exists(self._path):
            return {}
        values = None
        try:
            with open(self._path, "rb") as stream:
                text = stream.read(_LONGEST + 1)
            if len(text) <= _LONGEST:
                values = json.loads(text)
        except (OSError, ValueError):
            # a folder in its place is one, too
            pass
        if not isinstance(values, dict):
            self._complain("The settings file was damaged; the defaults hold.")
            return {}
        for key in list(values):
            if key in self._defaults and type(values[key]) is not type(self._defaults[key]):
                self._complain("The setting %s was damaged; its default holds." % key)
                del values[key]
        return values

    def _complain(self, sentence):
        self._log.note(sentence)
        self.trouble = JournalError("settings")
