"""Keeps the companion's files in the browser: a text given to `set` is stored when it returns, whatever
happens to the page then.

Where the browser keeps nothing, or has no room left, the files are here as long as the page is open, and that
is reported. It must not know the files' meaning.
"""

_PREFIX = "arcana-companion/"
_OWNER = "arcana-companion.open"

BLOCKED, FULL = "blocked", "full"


class BrowserStorage:
    """The storage for a Flash: each text under its own name.

    local: the browser's `localStorage`, or None where it denies access. store: called with a key and a text,
    or with None to remove it; returns whether the browser keeps that. me: the name of this page, which no
    other has. on_trouble: called with BLOCKED, FULL, or None when all is kept again. on_taken: called when
    another page has the companion.
    """

    def __init__(self, local, store, me, on_trouble, on_taken):
        self._local, self._store_there, self._me = local, store, me
        self._on_trouble, self._on_taken = on_trouble, on_taken
        self._files, self._waiting = {}, {}
        self._trouble = None
        self._is_mine = False
        if local is None:
            self._report(BLOCKED)

    def take(self):
        """Take the companion over: the page that was opened last owns it."""
        self._is_mine = True
        is_whole = self._trouble is None
        self._store(_OWNER, self._me)
        if self._local is not None and is_whole:
            self._read()

    def changed(self, key, text):
        """Receive another page's change, as the browser reports it."""
        if self._is_mine and key == _OWNER and text not in (None, self._me):
            self._leave()

    def names(self):
        return list(self._files)

    def get(self, name):
        return self._files.get(name)

    def set(self, name, text):
        """Store a text. Returns False when another page has taken over."""
        if not self._may_change():
            return False
        self._files[name] = text
        self._store(_PREFIX + name, text)
        return True

    def remove(self, name):
        """Remove a text. Returns False when another page has taken over."""
        if not self._may_change():
            return False
        self._files.pop(name, None)
        self._store(_PREFIX + name, None)
        return True

    def clear(self):
        for name in self.names():
            self.remove(name)

    def _may_change(self):
        # a page that slept may not have heard that another page was opened
        if self._is_mine and self._trouble is None and self._local.getItem(_OWNER) != self._me:
            self._leave()
        return self._is_mine

    def _leave(self):
        self._is_mine = False
        # it would overwrite the other page's data
        self._waiting.clear()
        self._report(None)
        self._on_taken()

    def _read(self):
        self._files.clear()
        keys = [self._local.key(at) for at in range(self._local.length)]
        for key in keys:
            if key.startswith(_PREFIX):
                self._files[key[len(_PREFIX) :]] = self._local.getItem(key)

    def _store(self, key, text):
        """Store a text, or remove it for None; texts that could not be kept before are tried again."""
        if self._local is None:
            return
        self._waiting[key] = text
        for each in list(self._waiting):
            if not self._store_there(each, self._waiting[each]):
                self._report(FULL if self._local.length else BLOCKED)
                return
            del self._waiting[each]
        self._report(None)

    def _report(self, trouble):
        if trouble != self._trouble:
            self._trouble = trouble
            self._on_trouble(trouble)
