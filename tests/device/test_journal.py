"""The journal: an acknowledged line survives any power cut and any damage elsewhere in the file."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from arcana_portable.link.game_file import read_game
from arcana_portable.record import Record
from companion import VERSION, journal_file
from companion import journal as journal_module
from companion.files import Log
from companion.journal import RESERVE, WARN_BELOW, Journal, JournalFull
from companion.texts import DeviceError
from device.on_flash import damaged_on, games_on, lines_of
from hypothesis import given, settings
from hypothesis import strategies as st
from vm import COMPANION, ROOT, RULES, needs_vm, on_vm

from shared_rules.record import digest

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
TAGS = [("Device", "e661"), ("Date", "2026-11-21 12:00")]


@pytest.fixture
def log():
    return Log()


@pytest.fixture
def journal(tmp_path, log):
    return Journal(str(tmp_path), log)


def boot(tmp_path, log=None):
    """The journal after the plug was pulled and put in again."""
    return Journal(str(tmp_path), log or Log())


def events_in(data):
    """The events of all whole lines."""
    return [line for line in data.decode(errors="replace").split("\n")[:-1] if line[0] not in "[#"]


def only_file(tmp_path):
    (path,) = (tmp_path / "games").iterdir()
    return path


def test_the_file_is_the_record_itself(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    journal.append("play 3 2")
    assert re.fullmatch("[0-9a-f]{8}", game)
    assert only_file(tmp_path).name == f"0001-{game}.arcana"
    begun = f'[Game "{game}"]\n[Device "e661"]\n[Date "2026-11-21 12:00"]\n{SETUP}\n'
    played = begun + "play 3 2\n"
    text = only_file(tmp_path).read_text()
    assert text == f"{begun}# by {VERSION}\n#{digest(begun)}\nplay 3 2\n#{digest(played)}\n"
    assert str(Record.from_text(text)) == played


def test_an_event_is_on_the_flash_when_append_returns(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    for number, event in enumerate(["play 3 2", "predict miss", "end"], 2):
        journal.append(event)
        assert boot(tmp_path).lines()[-1] == event and games_on(tmp_path) == [(game, number, False)]


def test_a_finished_game_stays_until_the_host_has_all_of_it(journal, tmp_path):
    game = journal.start(TAGS, SETUP)
    name = only_file(tmp_path).name
    with pytest.raises(DeviceError, match="not finished"):
        journal.remove(name, "00000000")
    journal.append("abandon", over="abandoned")
    assert journal.current is None
    check = Record.from_text(only_file(tmp_path).read_text()).check()
    for there in (journal, boot(tmp_path)):
        with pytest.raises(DeviceError, match="differs from the computer"):
            there.remove(name, "00000000")
        assert games_on(tmp_path) == [(game, 2, True)]
    again = boot(tmp_path)
    assert again.last and again.remove(name, check) and again.last is None
    assert not journal.remove("0001-0badcafe.arcana", check)
    assert games_on(tmp_path) == []


def test_a_game_that_was_fetched_takes_no_more_events(journal):
    journal.start(TAGS, SETUP)
    journal.append("abandon", over="abandoned")
    journal.remove(journal.name)
    with pytest.raises(DeviceError, match="no longer on the device"):
        journal.append("undo")


def test_numbers_and_ids_never_clash(tmp_path, log):
    ids = iter(["aaaaaaaa", "bbbbbbbb", "cccccccc"])
    journal = Journal(str(tmp_path), log, new_id=lambda: next(ids))
    for _ in range(3):
        journal.start([], SETUP)
        journal.append("abandon", over="abandoned")
    journal.remove("0002-bbbbbbbb.arcana")
    names = sorted(os.listdir(tmp_path / "games"))
    assert names == ["0001-aaaaaaaa.arcana", "0003-cccccccc.arcana"]
    (tmp_path / "games" / names[1]).rename(tmp_path / "games" / "9999-cccccccc.arcana")
    ids = iter(["dddddddd"])
    boot(tmp_path)
    Journal(str(tmp_path), log, new_id=lambda: next(ids)).start([], SETUP)
    assert [game for game, *_ in games_on(tmp_path)] == ["aaaaaaaa", "cccccccc", "dddddddd"]
    assert (tmp_path / "games" / "10000-dddddddd.arcana").exists()


def test_chance_that_is_stuck_gives_each_game_an_id_of_its_own(tmp_path, log):
    journal = Journal(str(tmp_path), log, new_id=lambda: "fffffffe")
    for _ in range(4):
        journal.start([], SETUP)
        journal.append("abandon", over="abandoned")
    assert [game for game, *_ in games_on(tmp_path)] == ["fffffffe", "ffffffff", "00000000", "00000001"]


def test_the_highest_number_is_free_again_after_a_sync(journal, tmp_path, log):
    journal.start([], SETUP)
    journal.append("abandon", over="abandoned")
    path = only_file(tmp_path)
    path.rename(path.with_name("999999-aaaaaaaa.arcana"))
    (tmp_path / "games" / "999999-bbbbbbbb.damaged").write_text("what was left")
    journal = boot(tmp_path)
    with pytest.raises(DeviceError, match="arcana sync"):
        journal.start([], SETUP)
    journal.remove("999999-aaaaaaaa.arcana")
    game = journal.start([], SETUP)
    assert boot(tmp_path).current == game


EVENTS = st.lists(st.sampled_from(["play 3 2", "predict 4,5 hit", "end", "undo", "join Łukasz"]), max_size=8)


@given(events=EVENTS, data=st.data())
@settings(max_examples=60)
def test_a_cut_at_any_byte_leaves_all_whole_lines(tmp_path_factory, events, data):
    folder = tmp_path_factory.mktemp("flash")
    journal = Journal(str(folder), Log())
    game = journal.start(TAGS, SETUP)
    for event in events:
        journal.append(event)
    whole = only_file(folder).read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    only_file(folder).write_bytes(whole[:cut])
    log = Log()
    again = boot(folder, log)
    whole_lines = events_in(whole[:cut])
    assert games_on(folder) == ([(game, len(whole_lines), False)] if whole_lines else [])
    if whole_lines:
        assert again.lines() == whole_lines
        again.append("end")
        assert boot(folder).lines() == [*whole_lines, "end"]
    if whole_lines and whole[:cut][-1:] != b"\n":
        assert "torn last line" in log.lines()[0] and again.trouble is None


@pytest.mark.parametrize(
    "damage", [b"pl\xffy 3 2\n", b"play\x00 3 2\n", b"x" * 500 + b"\n", b"x" * 9000, b'[Note "late"\n']
)
def test_a_damaged_line_keeps_the_file_aside_and_the_device_goes_on(journal, tmp_path, log, damage):
    game = journal.start([], SETUP)
    journal.append("play 3 2")
    path = only_file(tmp_path)
    path.write_bytes(path.read_bytes() + damage + b"end\nplay 4 1\n")
    damaged = path.read_bytes()
    again = boot(tmp_path, log)
    assert again.current is None and games_on(tmp_path) == []
    assert damaged_on(tmp_path) == [f"0001-{game}.damaged"]
    assert (tmp_path / "games" / damaged_on(tmp_path)[0]).read_bytes() == damaged
    assert game in log.lines()[-1] and re.search("damaged: .*(line|be used|tag)", log.lines()[-1])
    assert f"kept as games/0001-{game}.damaged" in str(again.trouble)
    assert again.start([], SETUP) != game


class Flash:
    """Free bytes that a test sets."""

    def __init__(self, free):
        self.free = free

    def __call__(self):
        return self.free


def test_a_full_flash_is_announced_long_before_it_blocks(tmp_path, log):
    flash = Flash(WARN_BELOW)
    journal = Journal(str(tmp_path), log, flash)
    assert journal.warning() is None
    flash.free = WARN_BELOW - 1
    assert "nearly full (63 KB left)" in str(journal.warning())
    game = journal.start(TAGS, SETUP)
    flash.free = RESERVE - 1
    assert "No new game can start" in str(journal.warning())
    journal.append("play 3 2")
    journal.append("abandon", over="abandoned")
    with pytest.raises(JournalFull, match="memory is full"):
        journal.start(TAGS, SETUP)
    assert games_on(tmp_path) == [(game, 3, True)]


class FailingFile:
    """A file whose writes, and whose end, fail where the list says so; some bytes have arrived then."""

    def __init__(self, stream, fail):
        self.stream = stream
        self.fail = fail

    def write(self, data):
        if self.fail and self.fail.pop(0):
            self.stream.write(data[: len(data) // 2])
            self.stream.flush()
            raise OSError(28, "No space left on device")
        return self.stream.write(data)

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.stream.close()
        if self.fail and self.fail.pop(0):
            raise OSError(28, "No space left on device")


def make_failing(monkeypatch, pattern):
    """Make the journal's writes, and the ends of its files, fail where the pattern is True."""
    fail = list(pattern)

    def failing_open(path, mode="r"):
        stream = open(path, mode)
        return FailingFile(stream, fail) if "b" in mode and mode[0] in "aw" else stream

    for module in (journal_module, journal_file):
        monkeypatch.setattr(module, "open", failing_open, raising=False)


@given(pattern=st.lists(st.booleans(), max_size=24))
@settings(max_examples=50)
def test_a_game_goes_on_where_the_flash_takes_nothing_and_is_kept_once_it_does(tmp_path_factory, pattern):
    folder = tmp_path_factory.mktemp("flash")
    with pytest.MonkeyPatch.context() as monkeypatch:
        journal = Journal(str(folder), Log())
        game = journal.start([], SETUP)
        make_failing(monkeypatch, pattern)
        entered = [SETUP]
        for number in range(12):
            entered.append(f"play {number % 7 + 1} {number % 5}")
            journal.append(entered[-1])
            assert journal.lines() == entered and journal.events == len(entered)
            assert journal.lines(number, 2) == entered[number : number + 2]
            left = boot(copy(folder)).lines()
            assert left == entered[: len(left)] and (len(left) == len(entered) or journal.unsaved)
    journal.append("abandon", over="abandoned")
    assert not journal.unsaved
    assert lines_of(folder, game) == [*entered, "abandon"]


def copy(folder):
    """A copy of the flash, as a power cut would leave it."""
    return shutil.copytree(folder, folder.parent / (folder.name + "-cut"), dirs_exist_ok=True)


def full_for_good(monkeypatch):
    make_failing(monkeypatch, [True] * 1000)


def test_the_log_gives_up_its_room_first(tmp_path, monkeypatch):
    log = Log(str(tmp_path / "log.txt"))
    log.note("something")
    journal = Journal(str(tmp_path), log)
    journal.start([], SETUP)
    make_failing(monkeypatch, [True])
    journal.append("play 3 2")
    assert not journal.unsaved and os.listdir(tmp_path) == ["games"]


def test_a_game_that_is_nowhere_but_in_memory_can_be_fetched_and_makes_room(journal, tmp_path, monkeypatch):
    journal.start([], SETUP)
    full_for_good(monkeypatch)
    journal.append("play 3 2")
    journal.append("abandon", over="abandoned")
    assert journal.unsaved and journal.current is None
    with pytest.raises(JournalFull, match="memory is full"):
        journal.start([], SETUP)
    assert journal.lines() == [SETUP, "play 3 2", "abandon"]
    assert journal.remove(journal.name) and not journal.unsaved and games_on(tmp_path) == []


def test_the_room_of_another_game_keeps_what_was_in_memory_only(journal, tmp_path):
    journal.start(TAGS, SETUP)
    journal.append("abandon", over="abandoned")
    first = journal.name
    journal.start([], SETUP)
    with pytest.MonkeyPatch.context() as monkeypatch:
        full_for_good(monkeypatch)
        journal.append("play 3 2")
    journal.remove(first)
    assert not journal.unsaved
    assert boot(tmp_path).lines() == [SETUP, "play 3 2"]


def test_a_game_that_can_not_be_created_leaves_no_file(journal, tmp_path, monkeypatch):
    make_failing(monkeypatch, [True])
    with pytest.raises(JournalFull):
        journal.start(TAGS, SETUP)
    assert os.listdir(tmp_path / "games") == [] and journal.current is None
    assert journal.start(TAGS, SETUP) == journal.current


def test_the_end_of_a_game_has_its_time_where_the_clock_was_set(tmp_path, log):
    now = "2026-11-20 21:05"
    journal = Journal(str(tmp_path), log, clock=lambda: now)
    journal.start(TAGS, SETUP)
    journal.append("abandon", over="abandoned")
    game = read_game(only_file(tmp_path).read_bytes(), may_run=False)
    assert (game.is_over, game.ended) == (True, now)
    journal.remove(journal.name)
    now = None
    journal.start(TAGS, SETUP)
    journal.append("abandon", over="abandoned")
    assert read_game(only_file(tmp_path).read_bytes(), may_run=False).ended is None


def test_only_the_newest_game_is_looked_at(journal, tmp_path, log):
    first = journal.start(TAGS, SETUP)
    journal.append("abandon", over="abandoned")
    only_file(tmp_path).write_bytes(b"\xff no game\n")
    second = journal.start([], SETUP)
    before = {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()}
    assert boot(tmp_path, log).current == second and log.lines() == []
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").iterdir()} == before
    assert [name[5:13] for name in boot(tmp_path).names()] == [first, second]


# on MicroPython it does what it does on CPython, byte for byte

HERE = Path(__file__).resolve().parent


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@needs_vm
def test_both_leave_the_same_files(tmp_path):
    folders = (ROOT, ROOT / "firmware", ROOT / "host/arcana_portable/virtual/standins")
    paths = os.pathsep.join(map(str, folders))
    here = run(sys.executable, HERE / "scene.py", tmp_path / "flash", env={**os.environ, "PYTHONPATH": paths})
    assert on_vm(HERE / "scene.py", RULES, COMPANION) == here
    assert any(line.startswith("0001-00000001.arcana") for line in here)
    assert here[-1] == "['creatures.txt', 'creatures.txt.old', 'games', 'log.txt', 'settings.json']"
