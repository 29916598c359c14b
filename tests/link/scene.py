"""Runs on CPython and on MicroPython: feeds chunks to a link and prints its answers.

Its input is /input, or the file in the first argument: a JSON list of texts with one character per byte.
"""

import json
import os
import sys

from companion.link import Link
from link.bare_app import App


class Wire:
    """A stream. coming: what the host has sent. gone: what the device has sent."""

    def __init__(self):
        self.coming = b""
        self.sent = []

    def read(self):
        coming, self.coming = self.coming[:256], self.coming[256:]
        return coming

    def write(self, data):
        self.sent.append(bytes(data))
        return len(data)


def play(chunks, folder):
    """Return everything that the device answers to these chunks."""
    wire = Wire()
    link = Link(wire, App(folder).methods)
    for chunk in chunks:
        wire.coming = bytes([ord(character) for character in chunk])
        while wire.coming:
            link.poll()
    return b"".join(wire.sent)


if __name__ == "__main__":
    name, folder = sys.argv[1:3] if len(sys.argv) > 2 else ("/input", "/flash")
    try:
        os.mkdir(folder)
    except OSError:
        pass
    with open(name) as file:
        chunks = json.load(file)
    print(play(chunks, folder).decode(), end="")
