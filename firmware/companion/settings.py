"""The settings, which are in a file with a checksum. It must not know the meaning of a setting."""

import json

from companion import modules
from companion.texts import DeviceError

LONGEST = 2048
"""Bytes of the largest file of settings; the settings of all screens take a tenth of it."""

DEFAULTS = {
    "names": "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida",
    "game": "",
    "language": "english",
    "quick": False,
    "clean_after": 6,
    "page": "",
}
"""The settings that belong to no game: the names at the table; the chosen game, "" for the first game; the
language; whether every partial refresh is quick; the number of partial refreshes after which a full refresh
is due, of CLEAN_AFTER; and the address of the hosted page to which QR codes lead, or ""."""

CLEAN_AFTER = (6, 20, 40)
"""Good Display, the maker of the reference panel's glass, advises a full refresh after five or six partial
refreshes; other makers say several, or fifteen at most. Nobody advises more: 20 and 40 are our own."""


class Settings:
    """Values by name that outlive a power cut.

    path: of the file, a CheckedFile. log: the Log, for a file that is damaged or can't be written.
    defaults: dict of the values that apply if nothing was set, or a value of another type.
    accepts: a callable(key, value) that returns whether a setting can have a value of its type.
    changed: a callable, called after each change. elsewhere: a callable that returns a dict like `defaults`
    for settings that exist, but are not in use.
    """

    def __init__(self, path, log, defaults=None, accepts=None, changed=None, elsewhere=dict):
        self._path = path
        self._log = log
        self._defaults = dict(defaults or {})
        self._accepts = accepts
        # the defaults of the played game, and the check of their values
        self._learned = {}, None
        # for each key that was read, whether its owner accepts the value
        self._accepted = {}
        self._changed = changed
        self._elsewhere = elsewhere
        self._values = self._file(lambda file: file.read(_parse)) or {}
        self._drop_damaged()

    def get(self, key, default=None):
        """Return the value that was set if its owner accepts it, else its default, else `default`."""
        if key in self._values and self._is_accepted(key):
            return self._values[key]
        return self._defaults.get(key, default)

    def is_set(self, key):
        """Return whether somebody has set a value, be it the default."""
        return key in self._values

    def default(self, key):
        """Return the value of a setting that was never set."""
        return self._defaults[key]

    def learn(self, defaults, accepts):
        """Add further defaults and their owner, and drop values of another type that the file may have."""
        self._defaults.update(defaults)
        self._learned = defaults, accepts
        self._accepted.clear()
        self._drop_damaged()

    def set(self, key, value):
        """Set a value that JSON can store. If the file can't be written, it lasts until the power goes."""
        self.update({key: value})

    def update(self, changes):
        """Set several values at once, like `set`; after a power cut, either all of them or none are set.

        Raises DeviceError, and changes nothing, if they are too long.
        """
        if not [key for key in changes if self._values.get(key) != changes[key]]:
            return
        values = dict(self._values)
        values.update(changes)
        data = json.dumps(values).encode()
        if len(data) > LONGEST:
            raise DeviceError("settings-long", LONGEST)
        self._values = values
        for key in changes:
            self._accepted.pop(key, None)
        try:
            self._file(lambda file: file.write(data))
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

    def _file(self, use):
        """Return the result of a callable for the CheckedFile."""
        return modules.with_checked_file(use, self._path, self._log, LONGEST)

    def _is_accepted(self, key):
        """Return whether the owner of a setting accepts the value that is set; if not, the log says so."""
        if key not in self._accepted:
            value, (learned, accepts) = self._values[key], self._learned
            owner = accepts if key in learned else self._accepts
            self._accepted[key] = not owner or owner(key, value)
            if not self._accepted[key]:
                self._log.note("The setting %s can't be %r: its default applies." % (key, value))
        return self._accepted[key]

    def _drop_damaged(self):
        """Remove values of another type than their defaults; unknown keys may belong to another version."""
        known, values = self._defaults, self._values
        wrong = [key for key in values if key in known and type(values[key]) is not type(known[key])]
        for key in wrong:
            del values[key]
        if wrong:
            self._log.report(DeviceError("setting", ", ".join(wrong)))


def _parse(content):
    """Return the dict in a file of settings. Raises an error for anything else."""
    values = json.loads(content)
    if len(content) > LONGEST or not isinstance(values, dict):
        raise ValueError
    return values
