"""The settings of the device, kept in one small JSON file.

It must not know what a setting means.
"""

import json

from companion import files
from companion.journal_errors import JournalError

LONGEST = 2048
"""Bytes; what the screens keep takes a tenth of it, so a longer file is none of theirs."""


DEFAULTS = {
    "names": "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida",
    "game": "",
    "board": "",
    "language": "english",
    "quick": False,
}
"""The settings that are no game's: the names at the table; the game that was chosen, "" for the first one;
the name of the board, for one that is not found by itself; the language; and
whether every partial refresh is a quick one."""


class Settings:
    """Values by name that outlive a power cut.

    path: the file. log: gets a note when the file is damaged or can't be written.
    defaults: dict of what holds where nothing was set, or where a value of another kind was.
    changed: a callable, called after each change. elsewhere: a callable that gives such a dict of what is
    known, but not in use.

    trouble: the JournalError about a file that was damaged, or None. Read only.
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
        """Return what holds where nothing was set."""
        return self._defaults[key]

    def learn(self, defaults):
        """Take further defaults; a value of another kind, which the file may have, goes."""
        self._defaults.update(defaults)
        self._let_go(self._values)

    def set(self, key, value):
        """Keep a value that JSON can hold; where the file can't be written, until the plug is pulled."""
        self.update({key: value})

    def update(self, changes):
        """Keep several values at once, all or none of them after a power cut; else like `set`.

        Raises JournalError, and changes nothing, where they are too long.
        """
        if not [key for key in changes if self.get(key) != changes[key]]:
            return
        values = dict(self._values)
        values.update(changes)
        data = json.dumps(values).encode()
        if len(data) > LONGEST:
            raise JournalError("settings-long", LONGEST)
        self._values = values
        from companion.atomic_files import write_whole

        try:
            write_whole(self._path, data)
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
        """Return the keys in a dict that no setting has, or whose value is of another kind than its."""
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
            # a folder in its place, or whatever a parser raises: that differs between the interpreters
            pass
        if not isinstance(values, dict):
            self._complain("The settings file was damaged; the defaults hold.")
            return {}
        self._let_go(values)
        return values

    def _let_go(self, values):
        """Take out what is of another kind than its default; what is unknown may be another companion's."""
        for key in list(values):
            if key in self._defaults and type(values[key]) is not type(self._defaults[key]):
                self._complain("The setting %s was damaged; its default holds." % key)
                del values[key]

    def _complain(self, sentence):
        self._log.note(sentence)
        self.trouble = JournalError("settings")
