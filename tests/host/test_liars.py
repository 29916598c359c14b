"""Devices that lie or are broken: whatever they send, every command ends in a sentence, and soon."""

import json
import re

import pytest
from arcana_host.games.shipwreck.bestiary import Bestiary
from arcana_host.library.store import Library
from arcana_host.link import device as link_device
from arcana_host.link import ports
from arcana_host.link.backup import write
from arcana_portable.errors import FlashError, Status
from arcana_portable.link.answers import BadAnswer, check_notification, check_result
from arcana_portable.link.device_backup import DeviceBackup
from host.liar import ENDLESS, LAST_LINE, LIES, Answer, Endless, Liar
from host.prompt_board import PromptBoard
from host.test_device import Plugged
from link.bench import SETUP

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028]")

COMMANDS = {
    "sync --json": ["--library", "{library}", "--keep"],
    "sync": ["--library", "{library}"],
    "live --words": [],
    "live --json": [],
    "live --web": ["--no-browser"],
    "doctor": ["--library", "{library}"],
    "doctor --json": ["--library", "{library}"],
    "test": ["--no-hands", "--vectors", "{vectors}", "--report", "{folder}/report.json"],
    "backup": ["{folder}/device.zip", "--device", "--force"],
    "restore": ["{device_backup}"],
    "creatures send": ["--library", "{library}"],
    "names": [],
    "names Ann,Bo": [],
    "island-setup": ["--players", "Ann,Bo"],
    "creatures remove Eel": ["--on-device"],
}
ASKS = {
    "sync": {"info", "clock", "list", "read", "part", "remove"},
    "live": {"info", "watch", "state", "words", "picture"},
    "doctor": {"info", "self_test", "list", "read", "part", "log", "settings"},
    "test": {"info", "clock", "self_test", "scratch", "read", "part", "log", "settings"},
    "backup": {"info", "list", "read", "part"},
    "restore": {"info", "list", "read", "part", "settings", "creature", "put", "keep"},
    "creatures": {"info", "creatures", "creature"},
    "names": {"info", "settings"},
    "island-setup": {"info", "settings"},
}
"""The methods that each command calls; lies about others never reach it."""
FEW_BYTES, FEW_LINES = 100_000, 200
"""Limits that are reached sooner than those for real devices."""
AT_FULL_LENGTH = "empty lines", "a line without an end"
"""Endless output, which reaches the limits for real devices: one for lines, one for bytes."""


@pytest.fixture
def place(tmp_path):
    """Paths that stand in the words above."""
    with Library(tmp_path / "library") as library:
        Bestiary(library).add("1:Eel:odd3\n")
    files = {"settings.json": b'{"language": "german"}', "creatures.txt": b"1:Eel:odd3\n"}
    write(
        DeviceBackup(files, {"device": "e660"}, "2026-11-21 20:15"), tmp_path / "device.backup", replace=False
    )
    vectors = tmp_path / "vectors"
    vectors.mkdir()
    (vectors / "no.arcana").write_text("setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep\n")
    (vectors / "no.states").write_text("{}\n")
    return {
        "folder": tmp_path,
        "library": tmp_path / "library",
        "vectors": vectors,
        "device_backup": tmp_path / "device.backup",
    }


@pytest.fixture
def plug_in(place, monkeypatch):
    """Connect a Liar, which has no prompt."""

    def no_prompt(*_, **__):
        raise FlashError("No MicroPython answers.")

    monkeypatch.setattr("arcana_host.doctor.checkup.Prompt", no_prompt)
    return lambda lie: Liar(place["folder"] / "liar", lie, monkeypatch)


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_every_command_survives(arcana, place, plug_in, lie):
    liar = plug_in(lie)
    lying = {part.method for part in lie}
    heard = [command for command in COMMANDS if lying & ASKS[command.split()[0]]]
    assert heard
    for command in heard:
        words = COMMANDS[command]
        ended = outcome(arcana, liar, command, [word.format(**place) for word in words])
        assert ended is None, f"{command}: {ended}"


@pytest.mark.parametrize("what", ENDLESS)
def test_what_comes_without_end_is_given_up(arcana, place, plug_in, what, monkeypatch):
    """The clock stands still while something comes, so no time limit helps."""
    if what not in AT_FULL_LENGTH:
        monkeypatch.setattr(link_device, "MOST_BYTES", FEW_BYTES)
        monkeypatch.setattr(link_device, "MOST_LINES", FEW_LINES)
    asked = "info", "list", "read", "watch", "self_test", "log", "settings", "creatures", "clock", "put"
    liar = plug_in([])
    for method in asked if what not in AT_FULL_LENGTH else ("list", "watch"):
        liar._lie = [Endless(method, ENDLESS[what])]
        command = next(each for each in COMMANDS if method in ASKS[each.split()[0]])
        liar.lines = 0
        words = [word.format(**place) for word in COMMANDS[command]]
        ended = outcome(arcana, liar, command, words)
        assert ended is None, f"{command}: {ended}"
        assert liar.lines < LAST_LINE, f"{command} reads on when {method} is asked for"


def outcome(arcana, liar, command, words):
    """Run a command; return what is wrong with how it ended, or None."""
    if command.startswith("live"):
        liar.interrupt_when_heard()
    status, out, err = arcana(*command.split(), *words, "--port", liar.path)
    liar.stops = False
    stopped_early = command.startswith("live") and status == Status.STOPPED
    if status not in (Status.DONE, Status.FAILED) and not stopped_early:
        return f"status {status}: {err}"
    if status == Status.FAILED and not (err or out):
        return "not a word"
    if _OBEYED.search(out + err):
        return f"a terminal would obey {out + err!r}"
    if "$(" in out + err:
        return f"a shell would obey what is to be typed: {out + err!r}"
    if len(err) > 2000 or err.count("\n") > 6:
        return f"many words: {err}"
    if "--json" in command:
        for line in out.splitlines():
            json.loads(line, parse_constant=pytest.fail)
    return None


WORDS = {"title": "", "lines": [], "at": None, "keys": {}, "language": "english", "written": "Jö"}


def test_words_without_a_part_are_refused():
    assert check_notification("words", WORDS) == WORDS
    for changed in ({**WORDS, "written": ["J"]}, {key: WORDS[key] for key in WORDS if key != "at"}):
        with pytest.raises(BadAnswer):
            check_notification("words", changed)


@pytest.mark.parametrize(("method", "parts"), [("put", {"bytes": 0}), ("keep", {"kept": False})])
def test_no_restore_succeeds_that_the_device_denies(arcana, place, plug_in, method, parts):
    liar = plug_in([Answer(method, parts)])
    status, out, err = arcana("restore", place["device_backup"], "--port", liar.path)
    assert (status, out) == (Status.FAILED, "") and f"its {method}:" in err


def test_a_device_without_names_offers_none(arcana, place, plug_in):
    liar = plug_in(LIES["names that are none"])
    status, out, err = arcana("names", "--port", liar.path)
    assert (status, out) == (Status.FAILED, "") and "no names" in err


def test_a_state_that_was_asked_for_is_not_left_out():
    answer = {"number": 1, "digest": None, "state": None}
    assert check_result("scratch", {"number": 0, "text": "close"}, answer) == answer
    with pytest.raises(BadAnswer):
        check_result("scratch", {"number": 0, "text": "setup", "state": True}, answer)


def test_the_ports_after_a_liar_are_still_served(arcana, place, plug_in, monkeypatch, board):
    liar = plug_in(LIES["files are texts"])
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [Plugged(board.path), Plugged(liar.path)])
    board.bench.result("enter", event=0, text=SETUP)
    status, out, err = arcana("sync", "--library", place["library"])
    assert (status, err.count("\n")) == (Status.FAILED, 1) and f"What answers on {liar.path}" in err
    assert "Game" in out and "not finished" in out


# a board whose MicroPython lies to `arcana flash`

AT_THE_PROMPT = {
    "no value": b"what?",
    "another value": b"[1, 2]",
    "a value nested without end": b"[" * 20_000,
    "a value with escapes": b'[[1, 28], "\\u001b[31m", 4]',
    "an endless value": b"x" * 50_000,
    "another type in it": b'[[1, "x"], {}, null]',
}


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        *((said, b"implementation") for said in AT_THE_PROMPT.values()),
        (AT_THE_PROMPT["no value"], b"statvfs"),
    ],
    ids=[*AT_THE_PROMPT, "no value of what is on it"],
)
def test_flash_survives(arcana, tmp_path, monkeypatch, said, asked):
    monkeypatch.setattr("arcana_host.install.prompt.SILENT_WAIT", 0.1)
    monkeypatch.setattr("arcana_host.install.prompt.ENTER_WAIT", 0.1)
    monkeypatch.setattr("arcana_host.install.prompt.ANSWER_WAIT", 0.3)
    board = PromptBoard(tmp_path)
    execute = board._execute

    def lie(code, names):
        if asked in code:
            board._say(said + b"\x04\x04>")
        else:
            execute(code, names)

    board._execute = lie
    with board:
        status, out, err = arcana("flash", "--port", board.path)
    assert (status, out) == (Status.FAILED, "") and err.count("\n") == 1 and not _OBEYED.search(err)
    assert board.files() == {}
