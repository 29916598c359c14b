"""Stands in for what a browser keeps, on CPython and on MicroPython alike."""


class MemoryStorage:
    """Storage of texts by their names, as in a browser. full: whether it has no more room."""

    def __init__(self):
        self.texts = {}
        self.full = False

    def names(self):
        return list(self.texts)

    def get(self, name):
        return self.texts.get(name)

    def set(self, name, text):
        if not self.full:
            self.texts[name] = text
        return not self.full

    def remove(self, name):
        if not self.full:
            del self.texts[name]
        return not self.full
