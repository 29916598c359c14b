"""Bits that flip and ends that are missing: damage is told from play, and no game becomes another one."""

import pytest
from arcana_portable.link.game_file import read_game
from companion.files import Log
from companion.journal import Journal
from companion.session import Session
from device.test_journal import events_in
from records import recorded

from shared_rules.errors import RuleError

TABLE = recorded("middling")
TAGS = [("Device", "e661"), ("Date", "2026-11-21 12:00")]


def begin(folder):
    """A session on a flash, as after the start."""
    log = Log()
    session = Session(Journal(str(folder), log), log, lambda: TAGS)
    session.resume()
    return session


def play(folder, events):
    """Play a game from its setup and return its id; what follows by itself is left to that."""
    session = begin(folder)
    session.begin(events[0])
    for text in events[1:]:
        if not session.game.result and session.game.may(text):
            session.enter(text)
    return session.game_id


class Attacked:
    """A flash with a game, whose file is damaged again and again.

    id: the game's. whole: the bytes of its file.
    """

    def __init__(self, folder, kind):
        self.folder = folder
        self.kind = kind
        self.id = play(folder, TABLE.events if kind != "running" else TABLE.events[:25])
        if kind == "not the newest":
            play(folder, TABLE.events[:10])
        self.files = {path: path.read_bytes() for path in (folder / "games").iterdir()}
        (self.path,) = [path for path in self.files if self.id in path.name]
        self.whole = self.files[self.path]
        self.events = events_in(self.whole)

    def outcome(self, data):
        """What device and host read once the file of the game has this content, as a word."""
        for path in (self.folder / "games").iterdir():
            path.unlink()
        for path, content in self.files.items():
            path.write_bytes(data if path == self.path else content)
        begin(self.folder)
        for path, content in self.files.items():
            assert path == self.path or path.read_bytes() == content, "the others are as they were"
        aside = self.path.with_suffix(".damaged")
        if aside.exists():
            assert self.kind != "not the newest" and aside.read_bytes() == data
            return "damaged"
        if not self.path.exists():
            return "gone"
        try:
            game = read_game(self.path.read_bytes(), may_run=self.kind != "not the newest")
        except RuleError:
            assert self.path.read_bytes() == data
            return "damaged"
        if game.record.tags != [("Game", self.id), *TAGS]:
            return "other tags"
        lines = game.record.events
        if lines == self.events:
            return "as it was"
        return "a beginning" if lines == self.events[: len(lines)] else "another game"


def test_a_game_that_was_cut_off_is_no_shorter_one(tmp_path, soak):
    attacked = Attacked(tmp_path, "not the newest")
    ends = [at for at, byte in enumerate(attacked.whole) if byte == 10]
    for at in range(len(attacked.whole)) if soak else [*ends, *(at + 1 for at in ends[:-1])]:
        assert attacked.outcome(attacked.whole[:at]) == "damaged"


@pytest.mark.parametrize("kind", ["newest", "not the newest", "running"])
def test_a_line_that_is_missing_is_noticed(tmp_path, kind):
    attacked = Attacked(tmp_path, kind)
    lines = attacked.whole.splitlines(keepends=True)
    for number, line in enumerate(lines[:-1]):
        outcome = attacked.outcome(b"".join(lines[:number] + lines[number + 1 :]))
        assert outcome == ("as it was" if line.startswith(b"#") else "damaged"), line


def test_comments_that_are_no_companions_say_nothing(tmp_path):
    attacked = Attacked(tmp_path, "running")
    setup = attacked.whole.index(b"setup")
    for comment in (b"# by", b"# by \xff", b"#\t" + b"x" * 270, b"#0000000g", b"# over"):
        data = attacked.whole[:setup] + comment + b"\n" + attacked.whole[setup:]
        assert attacked.outcome(data) == "as it was", comment


def test_a_game_that_was_over_and_taken_back_is_checked_as_a_whole(tmp_path):
    attacked = Attacked(tmp_path, "newest")
    journal = begin(tmp_path).journal
    journal.reopen()
    journal.append("undo")
    journal.append(attacked.events[-1], over="won")
    taken_back = attacked.path.read_bytes()
    attacked.events += ["undo", attacked.events[-1]]
    assert attacked.outcome(taken_back) == "as it was"
    for at in range(len(attacked.whole), len(taken_back)):
        assert attacked.outcome(taken_back[:at]) in ("a beginning", "as it was"), "the power went there"
    for at in range(len(attacked.whole) - 20, len(taken_back) - 1, 3):
        data = bytearray(taken_back)
        data[at] ^= 1
        assert attacked.outcome(bytes(data)) in ("damaged", "as it was")
