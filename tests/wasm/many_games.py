"""Runs on MicroPython: plays one game after the other on the companion, and prints what that leaves behind.

The companion is whole but for its board: its buttons are pressed, every picture is drawn, the journal lies
in the machine's files, and what a sync asks for comes over the link. The machine collects garbage only after
it has returned to its host, so each game is one call of `more`.

/input: a line with {"rounds": how often all games are played, "pictures": 1 where each one is drawn, 3 for
every third, "settings": of the device}, then one for each game with {"events": those that come over the
link, "presses": such as "b" and "b:long"}, which begin at the title and lead back to it. Every other round
is in German. Printed: for each game a JSON list of the bytes that were in use before it, its digest, its
lines as the link told them, and what is left in the folder of the games after they were fetched.
"""

import gc
import json
import os
from binascii import a2b_base64, crc32

from companion.app import App
from link.bare_app import Board as BareBoard
from link.scene import Wire

from shared_rules import protocol

FOLDER = "/flash"
LANGUAGES = ("german", "english")


class Panel:
    """A panel that was refreshed a few times."""

    size = (296, 128)
    partials = 12


class Board(BareBoard):
    """A board that nothing is wrong with."""

    trouble = None

    def __init__(self):
        BareBoard.__init__(self, FOLDER)
        self.link, self.panel = Wire(), Panel()
        self.moment = (2026, 11, 21, 20, 15)


class Evening(App):
    """A companion that does one thing after the other."""

    def __init__(self):
        App.__init__(self, Board())
        # numbers of one length, so that lines are
        self._asked = 1 << 20
        # there is no source of chance
        self.journal.new_id = self._next_id
        self._set_up()
        self._open_link()

    def _next_id(self):
        return f"{self._asked:08x}"

    def play(self, events, presses):
        # players see the language that a host has set before they press
        self._paint()
        for number, event in enumerate(events):
            self.ask("enter", event=number, text=event)
            self._paint()
        for number, press in enumerate(presses):
            name, _, kind = press.partition(":")
            self._press(name, kind or "press")
            if self.message is not None:
                raise ValueError(f"{press}: {self.message}")
            if number % given["pictures"] == 0:
                self._paint()
                self.screen.tidy()

    def ask(self, method, **params):
        self._asked += 1
        wire = self.board.link
        wire.coming, wire.sent = protocol.encode(protocol.request(self._asked, method, params)), []
        answer = {}
        while "result" not in answer:
            # it may say first that it is at work
            self.link.poll()
            lines = b"".join(wire.sent).split(b"\n")
            answer = protocol.decode(lines[-2] + b"\n") if len(lines) > 1 else {}
        return answer["result"]

    def fetch(self):
        """Fetch all games, have the device remove the finished ones, and return the last game's lines."""
        for name, _ in self.ask("list")["files"]:
            if name.startswith("games/"):
                self.ask("read", names=[name])
                lines, check = [], 0
                for line in self._content().split(b"\n"):
                    if line and line[:1] != b"#":
                        check = crc32(line + b"\n", check)
                        lines += [] if line[:1] == b"[" else [line.decode()]
                self.ask("remove", name=name, check=f"{check:08x}")
        return lines

    def _content(self):
        sent = [protocol.decode(line) for line in b"".join(self.board.link.sent).split(b"\n") if line]
        parts = [each["params"]["data"] for each in sent if each.get("method") == "part"]
        return b"".join([a2b_base64(data.encode()) for data in parts])


def more():
    """Play the next game; return whether another one follows."""
    global left
    used = gc.mem_alloc()
    way = games.readline()
    if not way:
        games.seek(start)
        left -= 1
        evening.ask("settings", set={"language": LANGUAGES[left % 2]})
        return left > 0
    evening.play(**json.loads(way))
    digest = evening.session.game.digest()
    print(json.dumps([used, digest, evening.fetch(), os.listdir(FOLDER + "/games")]))
    return True


if __name__ == "__main__":
    os.mkdir(FOLDER)
    evening = Evening()
    games = open("/input")
    given = json.loads(games.readline())
    left, start = given["rounds"], games.tell()
    evening.ask("settings", set=dict(given["settings"], language=LANGUAGES[left % 2]))
