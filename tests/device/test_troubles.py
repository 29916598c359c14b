"""Troubles with flash, clock, buttons and panel are named in the players' language, and play goes on.

Everything is pressed with the buttons of a whole companion and read as its panel says it.
"""

import contextlib
import inspect
import json
import os
import sys
from binascii import b2a_base64, crc32
from pathlib import Path

import pytest
from arcana_host.library.store import Library
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.record import Record
from companion import app as app_module
from companion import texts
from companion.board import Board
from companion.screen_reader import words
from companion.screens.settings import languages
from companion.session import Session
from device.test_journal import make_failing
from device.waiting import until
from player import Player

from shared_rules.protocol import LinkError

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
EVENTS = [SETUP, "play 4 1", "predict 2 hit", "end", "play 7 4", "predict miss", "end"]
SAVED = ("0001-deadbeef.arcana", '[Game "deadbeef"]\n' + "\n".join(EVENTS[:4]) + "\n")
IN_BOTH = pytest.mark.parametrize("language", languages())


class Evening:
    """A companion on a folder, with somebody at its buttons who reads the panel."""

    def __init__(self, device):
        self.device = device

    @property
    def app(self):
        return self.device.app

    async def awake(self):
        await until(lambda: self.app.link and not self.app._stale)

    @contextlib.contextmanager
    def full_flash(self):
        """Fill the flash: every further write fails."""
        with pytest.MonkeyPatch.context() as monkeypatch:
            make_failing(monkeypatch, [True] * 1000)
            yield

    def panel(self):
        """Everything that the panel says, as one text."""
        said = words(self.app)
        return " ".join([said["title"], *said["lines"], *said["keys"].values()])

    def press(self, *names):
        for name in names:
            self.app._press(name, "press")

    def play(self, events, resume=False):
        """Enter events with the buttons; messages are read and pressed away."""
        player = Player(self.app, self.read_and_press)
        for _ in player.play(events, resume=resume):
            pass

    def read_and_press(self, name, kind):
        while self.app.message is not None:
            self.app._press("b", "press")
        self.app._press(name, kind)


@contextlib.asynccontextmanager
async def evening(folder, language="english"):
    """A companion that is awake, in a language; its flash is the folder as it is."""
    if language != "english":
        (folder / "settings.json").write_text(json.dumps({"language": language}))
    async with HostDevice(folder, speed=1000) as device:
        table = Evening(device)
        await table.awake()
        yield table


def with_game(folder, damage=lambda text: text):
    """Put a running game onto a flash, damaged as somebody's hand did it."""
    (folder / "games").mkdir(parents=True)
    name, content = SAVED
    (folder / "games" / name).write_bytes(damage(content.encode()))


def saying(language, key, *values):
    return texts.trouble(language, key, *values)


# --- the flash


@IN_BOTH
async def test_a_game_goes_on_where_the_flash_is_full_and_every_table_says_that_it_is_not_kept(
    tmp_path, language
):
    async with evening(tmp_path, language) as table:
        table.play(EVENTS[:2])
        assert texts.text("not_kept") not in table.panel()
        with table.full_flash():
            table.play(EVENTS[:3], resume=True)
            assert saying(language, "unsaved") in table.panel()
            table.press("b")
            table.play(EVENTS[:5], resume=True)
            assert texts.text("not_kept") in table.panel()
        assert table.app.session.game.events == EVENTS[:5]
        # there is room again
        table.play(EVENTS[:6], resume=True)
        assert texts.text("not_kept") not in table.panel()
        await table.device.pull_plug()
        table.device.plug_in()
        await table.awake()
        assert table.app.session.game.events == EVENTS[:6]


def settings_of(text):
    return lambda flash: (flash / "settings.json").write_bytes(text)


def folder_called(name):
    """A folder in place of a file, with something in it."""

    def make(flash):
        (flash / name).mkdir(parents=True)
        (flash / name / "x").write_text("x")

    return make


def games_as_a_file(flash):
    (flash / "games").write_text("play 3 1\n")


def odd_names(flash):
    (flash / "games").mkdir()
    names = ["²-abcdefgh.arcana", "²-abcdefgh.damaged", "0001-ABCDEF01.arcana", "x", ".new", "9" * 200 + "-x"]
    for name in [*map(os.fsencode, names), b"\xff\xfe.arcana"]:
        Path(os.fsdecode(os.path.join(os.fsencode(flash / "games"), name))).write_text("x")


def unreadable_games(flash):
    (flash / "games").mkdir()
    folder_called("games/999999-aaaaaaaa.arcana")(flash)
    (flash / "games" / "999998-bbbbbbbb.arcana").symlink_to("nowhere")
    (flash / "games" / "0001-cccccccc.arcana.new").mkdir()
    (flash / "games" / "0002-dddddddd.arcana").write_bytes(b"\xff\n")


ODD_FLASHES = [
    (games_as_a_file, "kept as", "games.damaged"),
    (odd_names, None, None),
    (unreadable_games, "damaged", "0002-dddddddd.arcana is damaged"),
    *(
        (settings_of(content), "The settings were damaged", "settings.json.damaged")
        for content in (
            *(b"[" * 2000, b'{"names": ' + b"[" * 2000, b'{"names": "' + b"x" * 100_000 + b'"}', b"[1, 2]"),
            *(bytes(200), b"", os.urandom(300).replace(b"{", b"}"), b'{"players": 4, "na'),
        )
    ),
    (
        settings_of(b'{"goal": 1, "names": [[]]}'),
        "The settings were damaged",
        "These are as on the first day: names.",
    ),
    (folder_called("settings.json"), "The settings were damaged", "settings.json.damaged"),
    (folder_called("log.txt"), None, "The log can't be written"),
    (folder_called("creatures.txt"), None, None),
    (folder_called("brought.part"), None, None),
]


@pytest.mark.parametrize(("make", "on_panel", "in_log"), ODD_FLASHES)
async def test_it_starts_whatever_lies_on_the_flash_and_says_what_is_wrong(
    tmp_path, make, on_panel, in_log, monkeypatch
):
    # without its settings a device may not know its board, and has no panel then
    monkeypatch.setattr(app_module, "_RETRY_PANEL", 0.01)
    make(tmp_path)
    there = [path.name for path in tmp_path.rglob("x")]
    async with evening(tmp_path) as table:
        if on_panel:
            await until(lambda: table.app.message)
            assert on_panel in table.panel().replace("\n", " ")
        table.app.log.note("And so on.")
        assert in_log is None or in_log in " ".join(table.app.log.lines())
        table.play(EVENTS[:2])
        assert table.app.session.game.events == EVENTS[:2] and not table.app.journal.unsaved
        await table.device.pull_plug()
        table.device.plug_in()
        await table.awake()
        assert table.app.session.game.events == EVENTS[:2]
    assert [path.name for path in tmp_path.rglob("x")] == there, "what lay there is still there"


@IN_BOTH
async def test_little_room_is_announced_at_boot_and_at_each_new_game(tmp_path, monkeypatch, language):
    monkeypatch.setattr(HostDevice, "free_bytes", lambda device: 50 * 1024)
    async with evening(tmp_path, language) as table:
        sentence = saying(language, "little-room", 50)
        assert sentence in table.panel()
        table.play(EVENTS[:1])
        await until(lambda: sentence in table.panel())
        table.play(EVENTS[:4], resume=True)
        assert table.app.session.game.events == EVENTS[:4]


@IN_BOTH
async def test_who_has_no_room_for_a_new_game_can_make_some_without_a_computer(
    tmp_path, monkeypatch, language
):
    async with evening(tmp_path, language) as table:
        table.play(EVENTS[:2])
        table.app.session.enter("abandon")
        full = lambda: 8 * 1024 if table.app.journal.names() else 500 * 1024  # noqa: E731
        table.app.journal._free_bytes = full
        table.press("b", "b")
        assert texts.text("no_room") in table.panel()
        # the game that is still on the table is not given away
        table.press("down", "b")
        assert texts.text("none_to_give_up") in table.panel()
        await table.device.pull_plug()
        table.device.plug_in()
        await table.awake()
        table.app.journal._free_bytes = full
        table.press("b", "down", "b")
        assert "Ann, Bo" in table.panel() and texts.text("give_it_up") in table.panel()
        table.press("b")
        assert len(table.app.journal.names()) == 1
        table.press("b", "down", "b")
        assert len(table.app.journal.names()) == 0
        table.press("a")
        table.play(EVENTS[:2])
        assert table.app.session.game.events == EVENTS[:2]


# --- a journal that somebody wrote in

BY_HAND = {
    "in the middle": lambda content: content.replace(b"predict", b"pr\xe9dict"),
    "in the middle, an event that can't be": lambda content: content.replace(b"play 4 1", b"play 9 1"),
    "in the middle, an event that may not be": lambda content: content.replace(b"play 4 1", b"end"),
    "at the end": lambda content: content + b"pl\x00y 3 2\n",
    "of zeros": lambda content: bytes(len(content)),
}


@IN_BOTH
@pytest.mark.parametrize("damage", BY_HAND.values(), ids=BY_HAND)
async def test_a_damaged_game_is_kept_aside_and_said_and_the_next_one_begins(tmp_path, damage, language):
    with_game(tmp_path, damage)
    damaged = (tmp_path / "games" / SAVED[0]).read_bytes()
    async with evening(tmp_path, language) as table:
        assert saying(language, "damaged", "deadbeef", "0001-deadbeef.damaged") in table.panel()
        assert (tmp_path / "games" / "0001-deadbeef.damaged").read_bytes() == damaged
        table.press("b")
        table.play(EVENTS[:4])
        assert table.app.session.game.events == EVENTS[:4]


# --- a game whose rules were left out by `arcana flash --games`

PAD = "setup score-pad players=Ann,Bo goal=100 wins=high rounds=0"


@pytest.fixture
def left_out(monkeypatch):
    """Leave the score pad out of what is installed; call what this gives, and it is there again."""
    with monkeypatch.context() as patch:
        patch.setattr(app_module.games, "installed", lambda: ["shipwreck"])
        for name in [name for name in sys.modules if name.startswith("shared_rules.score_pad")]:
            patch.delitem(sys.modules, name)
        patch.setitem(sys.modules, "shared_rules.score_pad", None)
        yield patch.undo


@IN_BOTH
async def test_a_running_game_waits_untouched_for_rules_that_are_not_installed(tmp_path, left_out, language):
    content = f'[Game "deadbeef"]\n{PAD}\npoints Ann 12\n'.encode()
    with_game(tmp_path, lambda _: content)
    async with evening(tmp_path, language) as table:
        sentence = saying(language, "no-rules", "score-pad")
        assert sentence in table.panel() and sentence != "no-rules"
        assert table.app.session.game is None and table.app.game_name == "shipwreck"
        # no game takes its place, by a button or by a computer
        table.press("b", "b")
        assert sentence in table.panel()
        for event, text in ((0, SETUP), (2, "points Bo 3")):
            with pytest.raises(LinkError, match="rules of score-pad"):
                table.app.methods.call("enter", {"event": event, "text": text})
        assert [path.name for path in (tmp_path / "games").iterdir()] == [SAVED[0]]
        assert (tmp_path / "games" / SAVED[0]).read_bytes() == content
        await table.device.pull_plug()
        left_out()
        table.device.plug_in()
        await table.awake()
        assert table.app.message is None and table.app.game_name == "score_pad"
        assert table.app.session.game.events == [PAD, "points Ann 12"]


async def test_a_backup_brings_back_a_game_whose_rules_are_not_installed(tmp_path, left_out):
    content = f'[Game "deadbeef"]\n{PAD}\n'.encode()
    async with evening(tmp_path) as table:
        restore(table.app, content)
        await until(lambda: table.app.message)
        assert saying("english", "no-rules", "score-pad") in table.panel()
        assert (tmp_path / "games" / SAVED[0]).read_bytes() == content


async def test_a_game_that_a_backup_brings_is_replayed_with_no_more_calls_under_way_than_at_boot(
    tmp_path, monkeypatch
):
    """A Pico's stack has no room for its rules below a host's request."""
    depths, resume = [], Session.resume

    def noted(session):
        depths.append(len(inspect.stack(0)))
        return resume(session)

    monkeypatch.setattr(Session, "resume", noted)
    async with evening(tmp_path) as table:
        restore(table.app, SAVED[1].encode())
        await until(lambda: table.app.session.game)
        assert table.app.session.game.events == EVENTS[:4]
        at_boot, at_restore = depths
        assert at_restore <= at_boot


def restore(app, content):
    """Bring a game onto the device, as a host does it."""
    app.methods.call("put", {"first": 0, "data": b2a_base64(content).decode().strip()})
    name, check = f"games/{SAVED[0]}", f"{crc32(content):08x}"
    assert app.methods.call("keep", {"name": name, "check": check})["kept"]


async def test_what_an_interrupted_restore_left_is_gone_after_the_next_start(tmp_path):
    async with evening(tmp_path) as table:
        table.app.methods.call("put", {"first": 0, "data": "AAAA"})
        assert Path(table.app.board.folder, "brought.part").exists()
    async with evening(tmp_path) as table:
        await until(lambda: table.app.methods)
        assert not Path(table.app.board.folder, "brought.part").exists()


# --- the clock


@IN_BOTH
async def test_a_clock_that_nobody_set_leaves_a_game_without_a_date(tmp_path, monkeypatch, language):
    monkeypatch.setattr(Board, "clock", lambda board: None)
    async with evening(tmp_path, language) as table:
        table.play(EVENTS[:4])
        game = table.app.session.game_id
        table.app.session.enter("abandon")
        fetched = next((tmp_path / "games").iterdir()).read_text()
        assert [name for name, _ in Record.from_text(fetched).tags] == ["Game", "Device"]
        with Library(tmp_path / "library") as library:
            library.add(fetched)
            assert [(entry.id, entry.date) for entry in library.games()] == [(game, None)]
        # the end, the title, the settings, and what the device tells of itself
        assert texts.text("result_abandoned") in table.panel()
        table.press("b", "down", "down", "b", "up", "b")
        assert texts.text("never_set") in table.panel()


# --- buttons and panel


async def test_a_panel_that_is_stuck_from_the_start_keeps_no_host_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(app_module, "_LINK_LATEST_MS", 50)
    with_game(tmp_path)
    device = HostDevice(tmp_path, speed=1000)
    device.panel.jam()
    async with device:
        await until(lambda: device.app.link)
        table = Evening(device)
        assert table.app.methods.call("info", {})["events"] == len(EVENTS[:4])
        table.play(EVENTS[:6], resume=True)
        assert table.app.journal.id == "deadbeef" and table.app.journal.lines(0, 6) == EVENTS[:6]
