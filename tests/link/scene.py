"""Runs on CPython and on MicroPython: feeds the chunks of /input to a link and prints what it answers.

/input, or the file that is named: a JSON list of texts, one character a byte. Printed: the lines of the link.
"""

import json
import os
import sys

from companion.link import Link
from link.bare_app import App


class Wire:
    """A stream: `coming` is what the host has sent."""

    def __init__(self):
        self.coming = b""
        self.gone = []

    def read(self):
        coming, self.coming = self.coming[:256], self.coming[256:]
        return coming

    def write(self, data):
        self.gone.append(bytes(data))
        return len(data)


def play(chunks, folder):
    """Return all that the device answers to these chunks."""
    wire = Wire()
    link = Link(wire, App(folder).methods)
    for chunk in chunks:
        wire.coming = bytes([ord(character) for character in chunk])
        while wire.coming:
            link.poll()
    return b"".join(wire.gone)


if __name__ == "__main__":
    name, folder = sys.argv[1:3] if len(sys.argv) > 2 else ("/input", "/flash")
    try:
        os.mkdir(folder)
    except OSError:
        pass
    with open(name) as file:
        chunks = json.load(file)
    print(play(chunks, folder).decode(), end="")
