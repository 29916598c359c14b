"""A whole device in one file, and back: onto itself, a new one, one with other games, cable pulled."""

import errno
import itertools
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from base64 import b64encode
from binascii import crc32
from importlib import import_module
from pathlib import Path

import pytest
from arcana_host.library.store import Library
from arcana_host.link.backup import fetch, read, restore_backup, write, zip_bytes
from arcana_host.link.device import Device
from arcana_host.sync import pull
from arcana_portable.errors import ArcanaError, DeviceLost, DeviceRefused
from arcana_portable.link.device_backup import MANIFEST, DeviceBackup, size_of
from arcana_portable.record import without_undos
from device import on_flash
from host.prompt_board import PromptBoard
from host.test_sync import BEGUN, LONG, SHORT, Deaf, Torn, over, put_games
from hypothesis import example, given, settings
from hypothesis import strategies as st
from link.bench import Bench, HostEnd
from rules.random_games import random_game

GAMES = {"aaaaaaaa": over(LONG), "bbbbbbbb": over(SHORT), "cccccccc": (BEGUN, None)}
DEEP = "[" * 100_000 + "]" * 100_000
CREATURES = "# ours\n1:Moon_Jelly:kind2&sum>=8\n"


@pytest.fixture
def bench(tmp_path):
    """Make a device whose flash has some games; it has settings, a creature and a log, too."""

    def make(name, games=None, rest=False):
        put_games(tmp_path / name, games or {})
        if rest:
            (tmp_path / name / "settings.json").write_text('{"language": "de", "assist": 2}')
            (tmp_path / name / "creatures.txt").write_text(CREATURES)
            (tmp_path / name / "log.txt").write_text("2026-11-21 20:15 The panel answers again.\n")
        bench = Bench(tmp_path / name)
        bench.app.board.unique_id = name
        return bench

    return make


@pytest.fixture
def whole(bench, tmp_path):
    """A device, and its backup as it is read from the file."""
    device = bench("one", GAMES, rest=True)
    write(fetch(host(device)), tmp_path / "one.zip", False)
    return device, read(tmp_path / "one.zip")


def host(bench, end=None):
    return Device("bench", timeout=0.1, opener=lambda port: end or HostEnd(bench))


def flash(bench):
    paths = [path for path in bench.folder_path.rglob("*") if path.is_file()]
    return {str(path.relative_to(bench.folder_path)): path.read_text() for path in paths}


@pytest.fixture(autouse=True)
def folder_path(monkeypatch):
    monkeypatch.setattr(Bench, "folder_path", property(lambda bench: Path(bench.folder)), raising=False)


def games_on(bench):
    return {id: (events, finished) for id, events, finished in on_flash.games_on(bench.folder)}


def test_a_backup_is_a_zip_of_what_is_on_the_flash(whole, tmp_path):
    device, backup = whole
    with zipfile.ZipFile(tmp_path / "one.zip") as zipped:
        names = set(zipped.namelist()) - {"companion.json"}
        assert {name: zipped.read(name).decode() for name in names} == flash(device)
    assert backup.info["device"] == "one"


def test_a_new_device_has_everything_and_the_game_goes_on(whole, bench):
    old, backup = whole
    new = bench("two")
    done = restore_backup(host(new), backup)
    assert (done.taken, done.known, done.settings, done.log) == (3, 0, True, True)
    assert done.custom["shipwreck"] == 1
    files, before = flash(new), flash(old)
    assert set(files) == {*before, "log.txt.old"} - {"log.txt"}
    assert {name: files[name] for name in before if name.startswith("games")} == {
        name: text for name, text in before.items() if name.startswith("games")
    }
    assert files["creatures.txt"] == CREATURES and files["log.txt.old"] == before["log.txt"]
    assert new.result("settings")["settings"]["language"] == "de"
    assert new.app.session.game.events == old.app.session.game.events
    new.result("enter", event=5, text="end")
    new.power_on()
    assert games_on(new)["cccccccc"] == (6, False) and new.app.session.game_id == "cccccccc"
    done = restore_backup(host(new), backup)
    assert done[:3] == (0, 0, 3) and not (done.settings or done.log or any(done.custom.values()))


def test_a_device_with_other_games_loses_none_of_them(whole, bench):
    _, backup = whole
    other = bench("two", {"dddddddd": over(SHORT), "eeeeeeee": (BEGUN[:2], None)})
    done = restore_backup(host(other), backup)
    assert done.taken == 2 and "finish or stop that one" in done.left[0]
    assert other.app.session.game_id == "eeeeeeee"
    other.power_on()
    assert other.app.session.game_id == "eeeeeeee", "the game that runs stays the last one"
    other.result("enter", event=2, text="abandon")
    done = restore_backup(host(other), backup)
    assert (done.taken, done.known, done.left) == (1, 2, [])
    assert games_on(other) == {
        "aaaaaaaa": (len(LONG.events), True),
        "bbbbbbbb": (len(SHORT.events), True),
        "dddddddd": (len(SHORT.events), True),
        "eeeeeeee": (3, True),
        "cccccccc": (5, False),
    }
    other.power_on()
    assert other.app.session.game_id == "cccccccc"


def test_a_game_that_ended_since_and_left_the_device_goes_on_as_it_was(whole, tmp_path):
    """Its end is on the table still, but an undo of that would take back what is in the file now."""
    device, backup = whole
    device.result("enter", event=5, text="abandon")
    with Library(tmp_path / "library") as library:
        list(pull(host(device), library))
    restore_backup(host(device), backup)
    assert device.app.session.game.events == without_undos(BEGUN)


def test_a_game_that_went_another_way_stays_as_it_is(whole, bench):
    _, backup = whole
    new = bench("two", {"cccccccc": ([*BEGUN[:4], "predict 3 hit"], None)})
    done = restore_backup(host(new), backup)
    assert done.taken == 2 and done.left == [
        "Game cccccccc went on differently on the device; it stays as it is there."
    ]
    assert new.app.session.game.score == 1


def test_creatures_come_together_and_one_of_the_same_name_stays(whole, bench, tmp_path):
    _, backup = whole
    backup.files["creatures.txt"] = (CREATURES + "1:Eel:odd3\n2:Squid:sum>=12\n").encode()
    new = bench("two")
    (tmp_path / "two" / "creatures.txt").write_text("1:Eel:odd2\n")
    done = restore_backup(host(new), backup)
    assert done.custom["shipwreck"] == 2 and "The creature 1:Eel:odd3 was not restored" in done.left[0]
    assert new.result("creatures")["creatures"] == [
        "1:Eel:odd2",
        "1:Moon_Jelly:kind2&sum>=8",
        "2:Squid:sum>=12",
    ]


def test_settings_that_the_device_has_none_of_stay_away_and_are_named(whole, bench):
    _, backup = whole
    backup.files["settings.json"] = b'{"assist": "no number", "colour": [[]]}'
    new = bench("two")
    before = flash(new)
    done = restore_backup(host(new), backup)
    assert not done.settings and [sentence.split(" ")[2] for sentence in done.left] == ["assist", "colour"]
    assert "settings.json" not in flash(new) and "settings.json" not in before
    backup.files["settings.json"] = b'{"colour": 1, "language": "de"}'
    done = restore_backup(host(new), backup)
    assert done.settings and "colour" in done.left[0]
    assert flash(new)["settings.json"].startswith('{"language": "de"}\n#')


@pytest.mark.parametrize(
    "text", ["[" * 2000, '{"language": ' + "[" * 2000, "{}" + " " * 3000, '{"language": "\xff']
)
def test_what_can_not_be_settings_is_refused(bench, text):
    new = bench("two")
    data = text.encode("latin-1")
    for first in range(0, len(data), 288):
        new.result("put", first=first, data=b64encode(data[first : first + 288]).decode())
    assert "no settings" in new.error("keep", name="settings.json", check=f"{crc32(data):08x}")["message"]
    assert new.result("settings")["settings"] == {"language": "en", "assist": 1}


def test_files_that_were_kept_aside_come_along(whole, bench, tmp_path):
    old, _ = whole
    (tmp_path / "one" / "games" / "0000-dddddddd.damaged").write_bytes(b"\xff what was left\n")
    new = bench("two")
    done = restore_backup(host(new), fetch(host(old)))
    assert done.taken == 4
    assert (tmp_path / "two" / "games" / "0000-dddddddd.damaged").read_bytes() == b"\xff what was left\n"


@pytest.mark.parametrize(
    "listed", ["../../x", "games/0001-ABCDEF01.arcana", "games/²-aaaaaaaa.damaged", "\x1b[2J", "log.txt" * 50]
)
def test_a_file_of_a_name_that_no_device_has_is_named_and_left_out(whole, monkeypatch, tmp_path, listed):
    device, backup = whole
    real = device.app.methods.call

    def call(name, params):
        answer = real(name, params)
        if name == "list":
            answer["files"].insert(1, [listed, 7])
        return answer

    monkeypatch.setattr(device.app.methods, "call", call)
    found = fetch(host(device))
    assert found.files == backup.files and len(found.left) == 1
    assert "is not in the backup" in found.left[0] and found.left[0].isprintable()
    write(found, tmp_path / "found.zip", False)
    assert read(tmp_path / "found.zip").files == backup.files


def test_a_file_too_large_for_a_device_is_named_and_left_out(whole, monkeypatch):
    device, backup = whole
    monkeypatch.setattr("arcana_portable.link.device_backup.LARGEST", size_of(backup.files) - 1)
    found = fetch(host(device))
    assert len(found.left) == 1 and "exceed" in found.left[0]
    assert found.files == dict(list(backup.files.items())[:-1])


def test_a_backup_of_a_device_is_read_back_before_it_is_one(whole, monkeypatch, tmp_path):
    _, backup = whole
    (tmp_path / "two.zip").write_bytes(b"the one before")

    def lose_the_last_byte(descriptor):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - 1)

    monkeypatch.setattr(os, "fsync", lose_the_last_byte)
    with pytest.raises(ArcanaError, match="read back"):
        write(backup, tmp_path / "two.zip", True)
    assert (tmp_path / "two.zip").read_bytes() == b"the one before"


@pytest.mark.parametrize("content", [DEEP.encode(), b"[1]", b"\xff", b'{"language": "de"', b""])
def test_settings_that_are_damaged_stay_away_and_the_games_come(whole, bench, content):
    _, backup = whole
    backup.files["settings.json"] = content
    done = restore_backup(host(bench("two")), backup)
    assert (done.taken, done.settings) == (3, False)
    assert done.left == ["The settings in the backup are damaged; those of the device stay."]


TABLES = {f"{number:08x}": random_game(number + 40) for number in range(1, 6)}
"""Games that some devices have."""


@st.composite
def flashes(draw):
    """The games of a device in their order: all but the last are finished, and that one may go on."""
    ids = draw(st.lists(st.sampled_from(sorted(TABLES)), unique=True, max_size=4))
    games = {id: over(TABLES[id]) for id in ids}
    if ids and draw(st.booleans()):
        events = TABLES[ids[-1]].events
        games[ids[-1]] = (events[: draw(st.integers(1, len(events) - 1))], None)
    return games


@settings(max_examples=20)
@given(flashes(), flashes())
# with a value that players noted, where the device would end the turn by itself
@example(
    {"00000005": over(TABLES["00000005"]), "00000001": (TABLES["00000001"].events[:1], None)},
    {"00000005": (TABLES["00000005"].events[:1], None)},
)
@example(
    {"00000005": over(TABLES["00000005"]), "00000001": (TABLES["00000001"].events[:1], None)},
    {"00000005": (TABLES["00000005"].events[:14], None)},
)
def test_whatever_is_restored_onto_whatever_nothing_is_lost(one, other):
    with tempfile.TemporaryDirectory() as folder:
        put_games(Path(folder) / "one", one)
        put_games(Path(folder) / "other", other)
        source, target = Bench(Path(folder) / "one"), Bench(Path(folder) / "other")
        backup = fetch(host(source))
        running = target.app.journal.current
        done = restore_backup(host(target), backup)
        for again in (False, True):
            journal = target.app.journal
            for id, (events, result) in other.items():
                assert on_flash.lines_of(target.folder, id)[: len(events)] == events
                assert not result or dict(games_on(target))[id] == (len(events), True)
            away = [id for id in one if any(id in sentence for sentence in done.left)]
            for id in set(one) - set(away):
                assert on_flash.lines_of(target.folder, id)[: len(one[id][0])] == one[id][0]
            assert len(away) == len(done.left)
            # the one that ran when the backup was made, and the one that runs on the device
            assert [id for id in away if None not in (one[id][1], other.get(id, (0, None))[1])] == []
            assert running is None or dict(games_on(target))[running][0] >= len(other[running][0])
            assert journal.current == target.app.session.game_id or journal.current is None
            if running and running not in one:
                assert journal.current == running
            if not again:
                target.power_on()
        before = games_on(target)
        assert restore_backup(host(target), backup)[:2] == (0, 0)
        assert games_on(target) == before


# the cable


def test_a_cable_pulled_at_any_point_is_made_good_by_the_next_restore(whole, bench):
    old, backup = whole
    for cuts in itertools.count():
        new = bench(f"cut{cuts}")
        try:
            restore_backup(host(new, Torn(new, 1 + 211 * cuts)), backup)
            torn = False
        except DeviceLost:
            torn = True
            new.power_on()
            assert on_flash.damaged_on(new.folder) == []
            restore_backup(host(new), backup)
        new.power_on()
        assert games_on(new) == games_on(old) and new.app.session.game_id == "cccccccc"
        assert on_flash.lines_of(new.folder, "aaaaaaaa") == LONG.events
        if not torn:
            break
    assert cuts > 20


@pytest.mark.parametrize("lost", range(1, 40, 3))
def test_answers_that_are_lost_are_asked_for_again(whole, bench, lost):
    old, backup = whole
    new = bench("two")
    done = restore_backup(host(new, Deaf(new, lost)), backup)
    assert done.left == [] and games_on(new) == games_on(old)


# what is refused


def test_no_byte_of_a_backup_can_be_wrong_without_being_noticed(whole, tmp_path):
    _, backup = whole
    data = (tmp_path / "one.zip").read_bytes()
    damaged = tmp_path / "damaged.zip"
    for at in range(0, len(data), 7):
        damaged.write_bytes(data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        try:
            assert read(damaged).files == backup.files
        except ArcanaError as error:
            assert "nothing was restored" in str(error) or "newer arcana" in str(error)
    for length in range(0, len(data), 101):
        damaged.write_bytes(data[:length])
        with pytest.raises(ArcanaError, match="nothing was restored"):
            read(damaged)


@pytest.mark.parametrize(
    "name",
    [
        *("main.py", "lib/x.py", "../../x", "games/../main.py", "games/0001-aaaaaaaa.arcana/x"),
        # each would be a number, an id or an ending to somebody else
        *("games/²-abcdefgh.damaged", "games/0001-ABCDEF01.arcana", "games/1234567-aaaaaaaa.arcana"),
        *("games/1-aaaaaaaa.arcana", "games/0001-aaaaaaaa.arcana.new", "games/0001-aaaaaaaa"),
    ],
)
def test_a_backup_of_other_files_is_refused_by_both_ends(whole, bench, tmp_path, name):
    _, backup = whole
    evil = DeviceBackup({name: b"x"}, backup.info, backup.when)
    (tmp_path / "evil.zip").write_bytes(zip_bytes(evil))
    with pytest.raises(ArcanaError, match="not the backup of a device"):
        read(tmp_path / "evil.zip")
    with pytest.raises(ArcanaError, match="was not written"):
        write(evil, tmp_path / "written.zip", False)
    assert not (tmp_path / "written.zip").exists()
    new = bench("two")
    assert "no file" in new.error("keep", name=name, check="00000000")["message"]
    with pytest.raises(DeviceRefused, match="no file"):
        new.host().read_file(name)


ABOUT = {"format": 1, "when": "", "device": {"device": "one"}, "files": {}}


def zipped(path, *files, about=ABOUT):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as stream:
        stream.writestr(MANIFEST, about if isinstance(about, str) else json.dumps(about))
        for name, content in files:
            stream.writestr(name, content)


def hostile(folder):
    """Write zips that no backup is, under names that say why, and return their paths."""
    games = [f"games/{number:04}-aaaaaaaa.arcana" for number in range(1, 2000)]
    big = 64 << 20
    zipped(folder / "a large file", ("log.txt", b"0" * big))
    # as the list of contents has it, that is 100 bytes
    data = (folder / "a large file").read_bytes()
    lying = data.replace(big.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    (folder / "a large file that says it is small").write_bytes(lying)
    zipped(folder / "300 MB in many files", *[(name, b"0" * (1 << 20)) for name in games[:300]])
    zipped(folder / "more files than a device can have", *[(name, b"") for name in games])
    twice = [("log.txt", b"x")] * 2
    zipped(folder / "two files of one name", *twice, about={**ABOUT, "files": {"log.txt": 1}})
    zipped(folder / "a long list", about=" " * big)
    (folder / "5 MB of nothing").write_bytes(b"PK" + b"\0" * (5 << 20))
    lists = (
        *(DEEP, '{"format": ' + DEEP + "}", '{"format": ' + "9" * 1_000_000 + "}", "[]", "", "\xff"),
        *(ABOUT | {"device": 7}, ABOUT | {"device": {}}, ABOUT | {"device": {"device": 7}}),
        *(ABOUT | {"format": None}, ABOUT | {"format": float("nan")}, ABOUT | {"files": []}),
        ABOUT | {"when": []},
    )
    for number, about in enumerate(lists):
        zipped(folder / f"list {number}", about=about)
    return sorted(folder.iterdir())


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.skipif(sys.platform == "win32", reason="memory has no limit there")
def test_no_zip_takes_more_memory_than_a_device_has_flash(tmp_path):
    """They are read on a device without room for their content."""
    limited = (
        "import resource, sys\nfrom pathlib import Path\nfrom arcana_host.link.backup import read\n"
        "from arcana_portable.errors import ArcanaError\n"
        "resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))\n"
        "for path in sys.argv[1:]:\n"
        "    try:\n        read(Path(path))\n    except ArcanaError as error:\n        print(error)"
    )
    paths = hostile(tmp_path)
    done = subprocess.run([sys.executable, "-c", limited, *paths], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{path} is damaged, or not the backup of a device; nothing was restored from it." for path in paths
    ]


def test_a_newer_backup_is_refused(whole, tmp_path):
    with zipfile.ZipFile(tmp_path / "newer.zip", "w") as zipped:
        zipped.writestr(
            "companion.json", json.dumps({"format": 2, "device": {"device": "x"}, "when": "", "files": {}})
        )
    with pytest.raises(ArcanaError, match="newer arcana"):
        read(tmp_path / "newer.zip")


def test_a_full_device_is_reported_before_anything_is_sent(whole, bench, monkeypatch):
    _, backup = whole
    new = bench("two")
    new.app.board.free_bytes = lambda: 40 * 1024
    with pytest.raises(ArcanaError, match="fetch its games first"):
        restore_backup(host(new), backup)
    assert games_on(new) == {}


def test_what_did_not_arrive_as_it_was_is_not_kept(bench):
    new = bench("two")
    new.result("put", first=0, data="AAAA")
    assert new.error("put", first=7, data="AAAA")["message"] == "The next byte is number 3."
    assert "base64" in new.error("put", first=3, data="A")["message"]
    for name in ("games/0001-aaaaaaaa.arcana", "settings.json", "log.txt.old"):
        assert "has not arrived" in new.error("keep", name=name, check="00000000")["message"]
    assert flash(new) == {"brought.part": "\0\0\0"}
    new.result("list")
    assert flash(new) == {}


def test_a_file_without_end_is_refused_and_leaves_nothing(bench):
    """540 KB came onto the flash before, and stayed there."""
    new = bench("two")
    data, said = bytes(288), None
    for number in range(2000):
        answer = new.ask("put", first=number * len(data), data=b64encode(data).decode())
        said = said or answer.get("error", {}).get("message")
        if said:
            break
        assert len(flash(new)["brought.part"]) <= 64 << 10
    assert said == "No file of a companion is that long." and flash(new) == {}


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "arcana sync"), (errno.EIO, "Writing to the flash failed")]
)
def test_a_flash_that_takes_no_more_is_a_sentence(bench, monkeypatch, number, said):
    def refuse(*_):
        raise OSError(number)

    new = bench("two")
    # not by its name: a module that was forgotten is still an attribute of its package
    monkeypatch.setattr(import_module("companion.file_methods"), "open", refuse, raising=False)
    assert said in new.error("put", first=0, data="AAAA")["message"]
    assert flash(new) == {}


def test_nothing_comes_above_the_game_that_runs(bench):
    new = bench("two", {"eeeeeeee": (BEGUN[:2], None)})
    new.result("put", first=0, data="AAAA")
    error = new.error("keep", name="games/0002-aaaaaaaa.arcana", check="ff41d912")
    assert error["message"] == "A game is running: finish it or stop it first."


# the command


@pytest.fixture
def board(tmp_path):
    (tmp_path / "board").mkdir()
    board = PromptBoard(tmp_path / "board")
    put_games(tmp_path / "board" / "bench", GAMES)
    board.give_companion()
    with board:
        yield board


def test_the_commands_tell_a_device_from_a_library(arcana, board, tmp_path):
    file, library = tmp_path / "backup.zip", ("--library", tmp_path / "library")
    status, out, err = arcana("backup", file, "--device", "--port", board.path)
    assert (status, err) == (0, "") and out.endswith(f"with 3 games in {file}.\n")
    assert arcana("backup", file, "--port", board.path)[0] == 1, "it is there already"
    status, out, err = arcana("restore", file, "--port", board.path)
    assert (status, out, err) == (0, "0 games restored, 0 brought up to date, 3 already there.\n", "")
    status, out, err = arcana("restore", file, "--port", board.path, "--json")
    assert json.loads(out)["known"] == 3
    arcana("backup", tmp_path / "library", *library)
    status, out, err = arcana("restore", tmp_path / "library", "--port", board.path, *library)
    assert status == 2 and "not the backup of a device" in err and err.count("\n") == 1
