"""Bits that flip and ends that are missing: damage is told from play, and no game becomes another one."""

import random
from collections import Counter

import pytest
from companion import stored_games
from companion.journal import Journal, JournalError
from companion.log import Log
from companion.session import Session
from device.test_journal import events_in
from rules.random_games import random_game

from shared_rules.errors import RuleError
from shared_rules.record_lines import fold
from shared_rules.shipwreck import Game

TABLE = next(game for game in map(random_game, range(1000)) if 30 < len(game.events) < 45)
TAGS = [("Device", "e661"), ("Date", "2026-11-21 12:00")]
FLIPS = 120
SOAK_FLIPS = 1500


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
    session.journal.merge_tail()
    return session.game_id


class Attacked:
    """A flash with a game, whose file is damaged again and again.

    id: the game's. whole: the bytes of its file. marks: whether it has checks, as those of today have.
    """

    def __init__(self, folder, kind, checks=True):
        self.folder = folder
        self.id = play(folder, TABLE.events if kind != "running" else TABLE.events[:25])
        if kind == "not the newest":
            play(folder, TABLE.events[:10])
        self.files = {path: path.read_bytes() for path in (folder / "games").iterdir()}
        (self.path,) = [path for path in self.files if self.id in path.name]
        if not checks:
            self.files[self.path] = without_checks(self.files[self.path])
        self.whole = self.files[self.path]
        self.events = events_in(self.whole)

    def outcome(self, data):
        """What the device makes of the game after its file became this."""
        for path in (self.folder / "games").iterdir():
            path.unlink()
        for path, content in self.files.items():
            path.write_bytes(data if path == self.path else content)
        journal = begin(self.folder).journal
        games = [game for game, _, _ in journal.games()]
        assert len(games) + len(stored_games.damaged(journal)) in (len(self.files) - 1, len(self.files))
        assert set(games) >= {path.name[5:13] for path in self.files} - {self.id}, (
            "the others are as they were"
        )
        try:
            lines, tags = journal.read(self.id), stored_games.tags(journal, self.id)
        except JournalError:
            return "set aside" if stored_games.damaged(journal) else "gone"
        try:
            Game.replay(fold(lines))
        except RuleError:
            return "refused"
        if tags != [("Game", self.id), *TAGS]:
            return "other tags"
        if lines == self.events:
            return "as it was"
        return "a beginning" if lines == self.events[: len(lines)] else "another game"


def without_checks(data):
    """The file as a companion from before there were checks has written it."""
    lines = [line for line in data.split(b"\n") if line[:1] != b"#" or line.startswith(b"# over")]
    return b"\n".join(line[:-9] if line.startswith(b"# over") else line for line in lines)


@pytest.mark.parametrize("kind", ["newest", "not the newest", "running"])
def test_no_bit_that_flips_makes_another_game_of_one(tmp_path, kind, soak):
    attacked = Attacked(tmp_path, kind)
    dice = random.Random(11)
    found = Counter()
    for _ in range(SOAK_FLIPS if soak else FLIPS):
        data = bytearray(attacked.whole)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        found[attacked.outcome(bytes(data))] += 1
    assert set(found) == {"as it was", "set aside"}, found


def test_a_game_that_was_cut_off_is_no_shorter_one(tmp_path, soak):
    attacked = Attacked(tmp_path, "not the newest")
    ends = [at for at, byte in enumerate(attacked.whole) if byte == 10]
    for at in range(len(attacked.whole)) if soak else [*ends, *(at + 1 for at in ends[:-1])]:
        assert attacked.outcome(attacked.whole[:at]) == "set aside"


@pytest.mark.parametrize("kind", ["newest", "running"])
def test_the_newest_game_goes_on_from_wherever_it_was_cut_off(tmp_path, kind):
    attacked = Attacked(tmp_path, kind)
    setup = attacked.whole.index(b"setup")
    for at in range(setup, len(attacked.whole), 7):
        outcome = attacked.outcome(attacked.whole[:at])
        assert outcome in ("a beginning", "as it was") or (
            outcome == "gone" and b"\n" not in attacked.whole[setup:at]
        )


@pytest.mark.parametrize("kind", ["newest", "not the newest", "running"])
def test_a_line_that_is_missing_is_noticed(tmp_path, kind):
    attacked = Attacked(tmp_path, kind)
    lines = attacked.whole.splitlines(keepends=True)
    for number, line in enumerate(lines[:-1]):
        outcome = attacked.outcome(b"".join(lines[:number] + lines[number + 1 :]))
        assert outcome == ("as it was" if line.startswith(b"#") else "set aside"), line


@pytest.mark.parametrize("kind", ["newest", "not the newest", "running"])
def test_what_an_older_companion_wrote_is_read_and_goes_on_with_checks(tmp_path, kind):
    attacked = Attacked(tmp_path, kind, checks=False)
    assert b"#" not in attacked.whole.replace(b"# over", b"")
    assert attacked.outcome(attacked.whole) == "as it was"
    if kind == "running":
        session = begin(tmp_path)
        session.enter(str(next(iter(session.game.legal_actions()))))
        session.journal.merge_tail()
        fresh = attacked.path.read_bytes()
        assert fresh.startswith(attacked.whole) and b"#" in fresh[len(attacked.whole) :]
        flipped = fresh.replace(b"players=Ann", b"players=Anm", 1)
        assert flipped == fresh or attacked.outcome(flipped) == "set aside"


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
    journal.merge_tail()
    taken_back = attacked.path.read_bytes()
    attacked.events += ["undo", attacked.events[-1]]
    assert attacked.outcome(taken_back) == "as it was"
    for at in range(len(attacked.whole), len(taken_back)):
        assert attacked.outcome(taken_back[:at]) in ("a beginning", "as it was"), "the power went there"
    for at in range(len(attacked.whole) - 20, len(taken_back) - 1, 3):
        data = bytearray(taken_back)
        data[at] ^= 1
        assert attacked.outcome(bytes(data)) in ("set aside", "as it was")
