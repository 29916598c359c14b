"""Attacks on the library: random bytes, two programs at the same time, and programs that are killed.

With --soak they run at the length at which games were once lost; `pytest -s` prints the figures.
"""

import contextlib
import multiprocessing
import os
import random
import shutil
import sqlite3
import sys
import time
from pathlib import Path

import pytest
from arcana_host import version
from arcana_host.cli import app as cli
from arcana_host.cli.edit import _with_tags
from arcana_host.library import rows
from arcana_host.library.store import FILE, Library
from arcana_host.link.backup import write
from arcana_host.sync import Pulled, pull
from arcana_portable.errors import LibraryError
from arcana_portable.link.device_backup import DeviceBackup
from arcana_portable.record import Record
from host.test_edit_and_backup import GAME, LINES, MENDED, TAGS
from host.test_sync import board_with, on_device, over, path_of, put_games
from link.bench import Bench
from rules.random_games import random_game

import shared_rules

FORK = multiprocessing.get_context("fork")
BEGUN = TAGS + "\n".join(LINES[:4]) + "\n"


@pytest.fixture(scope="module")
def games():
    """Some games as {id: game}."""
    return {f"{number:08x}": random_game(number) for number in range(12)}


@pytest.fixture(scope="module")
def whole(games, tmp_path_factory):
    """The bytes of a library of 240 games, the first of which is corrected once."""
    folder = tmp_path_factory.mktemp("whole")
    with Library(folder) as library:
        for copy in range(20):
            for number, game in enumerate(games.values()):
                library.add(f'[Game "{copy + 16:04x}{number:04x}"]\n' + "\n".join(game.events))
        record = library.get("00100000").record
        library.correct("00100000", record.replace('"]\n', '"]\n[Location "Home"]\n', 1))
    return (folder / FILE).read_bytes()


def folder_with(folder, content):
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    return folder


def readable(folder):
    """Return {id: events} of the games that a list shows, {} where there is no list."""
    try:
        with Library(folder) as library:
            return {entry.id: Record.from_text(entry.record).events for entry in library.games()}
    except LibraryError:
        return {}


def run(*words):
    """Run `arcana` in a process of its own; its output goes nowhere."""
    process = FORK.Process(target=_run, args=[str(word) for word in words])
    process.start()
    return process


def _run(*words):
    sys.stdout = sys.stderr = open(os.devnull, "w")
    sys.argv = ["arcana", *words]
    cli.main()


# a damaged file


def test_random_bytes_in_the_library_cost_no_game_of_the_device(tmp_path, games, whole, soak):
    chance, rounds = random.Random(27), 50 if soak else 5
    lost, unlisted, removed = 0, 0, 0
    for number in range(rounds):
        flash = tmp_path / f"flash{number}"
        damaged = bytearray(whole)
        for _ in range(40):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        folder = folder_with(tmp_path / f"library{number}", damaged)
        put_games(flash, {id: over(game) for id, game in games.items()})
        bench = Bench(flash)
        with contextlib.suppress(LibraryError), Library(folder) as library:
            removed += sum(isinstance(one, Pulled) and one.removed for one in pull(bench.host(), library))
        listed, unfetched = readable(folder), on_device(bench)
        unlisted += not listed
        lost += sum(listed.get(id) != game.events and id not in unfetched for id, game in games.items())
    print(f"\n{rounds} libraries damaged: {lost} games lost, {unlisted} without a list, {removed} removed")
    assert lost == 0


def test_a_damaged_library_is_repaired_and_then_syncs(arcana, tmp_path, whole, soak):
    """How many of 240 games, one of them corrected, survive 40 random bytes; the damaged file stays."""
    intact = readable(folder_with(tmp_path / "whole", whole))
    chance, rounds = random.Random(28), 50 if soak else 2
    saved = 0
    for number in range(rounds):
        damaged = bytearray(whole)
        for _ in range(40):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        folder = folder_with(tmp_path / f"library{number}", damaged)
        out = arcana("doctor", "--repair", "--library", folder, "--port", tmp_path)[1]
        listed = readable(folder)
        assert [id for id in listed if listed[id] != intact[id]] == []
        saved += len(listed)
        status, _, err = arcana("backup", tmp_path / f"backup{number}", "--library", folder)
        assert (status, err) == (0, ""), out
        assert (folder / f"{FILE}.damaged").exists() == ("repaired" in out)
    print(f"\n{rounds} libraries repaired: {saved / rounds:.1f} of {len(intact)} games saved each")
    assert saved / rounds > 0.75 * len(intact)


def test_a_table_whose_name_is_no_utf8_is_repaired(arcana, tmp_path, whole):
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / FILE).write_bytes(whole.replace(b"tablecustomcustom", b"table\xccustomcustom", 1))
    _, out, err = arcana("doctor", "--repair", "--library", folder, "--port", tmp_path)
    assert "repaired" in out, err
    assert readable(folder) == readable(folder_with(tmp_path / "whole", whole))


# two programs


def test_a_table_that_lacks_a_column_is_repaired(arcana, tmp_path, whole):
    folder = folder_with(tmp_path / "library", whole)
    before = readable(folder)
    with contextlib.closing(sqlite3.connect(folder / FILE)) as database, database:
        database.execute("pragma writable_schema = on")
        columns = "create table versions (game, number, record, primary key (game, number))"
        database.execute("update sqlite_master set sql = ? where name = 'versions'", (columns,))
    status, _, err = arcana("doctor", "--repair", "--library", folder, "--port", tmp_path)
    assert status == 1 and "itself failed" not in err and readable(folder) == before


def test_two_backups_into_one_file_are_both_whole(arcana, tmp_path, whole):
    """Each writes the games that it read, the second after the first, and both files are whole."""
    folder, file = folder_with(tmp_path / "library", whole), tmp_path / "backup"
    for _ in range(3):
        both = [run("backup", file, "--force", "--library", folder) for _ in range(4)]
        for process in both:
            process.join()
        assert [process.exitcode for process in both] == [0] * len(both)
        status, out, err = arcana("restore", file, "--library", folder)
        assert (status, err) == (0, "") and "240 already there" in out
    assert {path.name for path in tmp_path.iterdir()} == {"library", "backup"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_who_played_where_and_when_is_for_this_user_alone(arcana, tmp_path, monkeypatch):
    monkeypatch.setenv("ARCANA_LIBRARY", str(tmp_path / "new" / "library"))
    (tmp_path / "record").write_text(GAME)
    umask = os.umask(0o022)
    try:
        assert arcana("import", tmp_path / "record")[0] == 0
        assert arcana("backup", tmp_path / "backup")[0] == 0
        assert arcana("export", "latest", tmp_path / "for-others.arcana")[0] == 0
        write(
            DeviceBackup({}, {"device": "e660"}, "2026-11-21 20:15"), tmp_path / "device.zip", replace=False
        )
    finally:
        os.umask(umask)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    modes.pop("new")
    assert modes == {
        "record": 0o644,
        "library": 0o700,
        FILE: 0o600,
        "backup": 0o600,
        "device.zip": 0o600,
        "for-others.arcana": 0o644,
    }


def together(first, second):
    """Run two functions at the same time, in processes of their own."""
    barrier = FORK.Barrier(2)

    def begin(work):
        barrier.wait()
        work()

    processes = [FORK.Process(target=begin, args=[work]) for work in (first, second)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
        assert process.exitcode == 0


def add(folder, record):
    def work():
        with Library(folder) as library:
            library.add(record, is_original=True)

    return work


def set_place(folder):
    def work():
        with Library(folder) as library:
            _with_tags(library, library.get("0badcafe"), "Home", None)

    return work


def test_a_correction_and_a_sync_at_the_same_time_both_stay(tmp_path, soak):
    rounds, corrections, growths = 150 if soak else 6, 0, 0
    for number in range(rounds):
        folder = tmp_path / str(number)
        add(folder, BEGUN)()
        together(add(folder, GAME), set_place(folder))
        with Library(folder) as library:
            record = Record.from_text(library.get("0badcafe").record)
        corrections += record.tag("Location") != "Home"
        growths += record.events != LINES
    print(f"\n{rounds} rounds of sync and edit: {corrections} corrections and {growths} growths lost")
    assert (corrections, growths) == (0, 0)


def test_what_a_sync_brings_while_the_editor_is_open_stays(arcana, tmp_path, monkeypatch):
    folder, script = tmp_path / "library", tmp_path / "editor.py"
    add(folder, BEGUN)()
    script.write_text(
        "import pathlib, sys\n"
        "from arcana_host.library.store import Library\n"
        f"with Library({str(folder)!r}) as library:\n"
        f"    library.add({GAME!r}, is_original=True)\n"
        "file = pathlib.Path(sys.argv[1])\n"
        "file.write_text(file.read_text().replace('play 4 1', 'play 5 1'))\n"
    )
    monkeypatch.setenv("VISUAL", f"'{sys.executable}' '{script}'")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    status, out, err = arcana("edit", "latest", "--library", folder)
    assert (status, out) == (1, "") and "has changed in the library meanwhile" in err
    with open(err.rpartition("what you wrote is in ")[2].rstrip(".\n")) as file:
        assert "play 5 1" in file.read()
    with Library(folder) as library:
        assert library.get("latest").record == GAME and library.versions("0badcafe") == [GAME]


# programs that are killed


def kill_at_random(chance, longest, *words):
    """Run `arcana` and kill it after at most this many seconds. Returns whether it was still running."""
    process = run(*words)
    time.sleep(chance.uniform(0, longest))
    process.kill()
    process.join()
    return process.exitcode != 0


@pytest.mark.parametrize("command", ["import", "backup", "edit"])
def test_a_killed_command_costs_nothing(tmp_path, whole, soak, command):
    chance, rounds, killed = random.Random(command), 60 if soak else 4, 0
    folder, file, records = tmp_path / "library", tmp_path / "backup", tmp_path / "records"
    folder_with(folder, whole)
    before = readable(folder)
    records.mkdir()
    for number in range(30):
        (records / f"{number}.arcana").write_text(GAME.replace("0badcafe", f"{number + 1:02x}adcafe"))
    words = {
        "import": ("import", records),
        "backup": ("backup", file, "--force"),
        "edit": ("edit", "00100001", "--place", "Home"),
    }[command]
    started = time.monotonic()
    run(*words, "--library", folder).join()
    longest = time.monotonic() - started
    for number in range(rounds):
        if command == "import":
            with Library(folder) as library, library.database() as database:
                database.execute("delete from games where id like '%adcafe'")
        elif command == "edit":
            words = (*words[:3], f"Place {number}")
        if kill_at_random(chance, longest, *words, "--library", folder):
            killed += 1
        else:
            longest /= 2
        with Library(folder) as library:
            library.check()
            assert not library.faults
        assert {id: events for id, events in readable(folder).items() if id in before} == before
        left = {path.name for path in tmp_path.iterdir()} - {"library", "backup", "records"}
        assert not [name for name in left if not (name.startswith(".backup.") and name.endswith(".part"))]
    print(f"\n{killed} of {rounds} runs of `arcana {command}` killed: nothing lost")
    assert killed


def test_a_killed_sync_costs_nothing(tmp_path, games, soak):
    chance, rounds, killed = random.Random(3), 40 if soak else 4, 0
    ids = list(games)
    longest = 0
    for number in range(rounds + 1):
        folder = tmp_path / f"library{number}"
        with board_with(tmp_path / str(number), *ids) as board:
            words = ("sync", "--port", board.path, "--library", folder)
            started = time.monotonic()
            if number:
                if kill_at_random(chance, longest, *words):
                    killed += 1
                else:
                    longest /= 2
            else:
                run(*words).join()
            longest = longest or time.monotonic() - started
        left = {path.name[5:13] for path in (tmp_path / str(number) / "bench" / "games").iterdir()}
        assert set(readable(folder)) | left == set(ids)
    print(f"\n{killed} of {rounds} runs of `arcana sync` killed: nothing lost")
    assert killed


# a row


def damage(folder, script):
    with Library(folder) as library, library.database() as database:
        database.execute(script)


@pytest.fixture
def damaged(tmp_path):
    """A library of three games: the first has a record that is no text, the second is corrected."""
    folder = tmp_path / "library"
    with Library(folder) as library:
        for id in ("0badcafe", "0badbeef", "11111111"):
            library.add(GAME.replace("0badcafe", id))
        library.correct("0badbeef", MENDED.replace("0badcafe", "0badbeef"))
    damage(folder, "update games set record = cast(x'fffe' as text) where id = '0badcafe'")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("stats", "--abandoned"),
        ("backup", "FILE"),
        ("export", "--all", "FILE.json"),
        ("export", "--all", "FOLDER"),
    ],
)
def test_one_damaged_row_is_named_and_hinders_nothing(arcana, damaged, tmp_path, words):
    words = [word.replace("F", f"{tmp_path}/F", 1) if word.startswith("F") else word for word in words]
    status, out, err = arcana(*words, "--library", damaged)
    assert status == 1 and err.count("\n") == 1, err
    assert 'Game "0badcafe" is damaged in the library' in err and "arcana doctor --repair" in err
    assert "2 games" in out or "11111111" in out
    if words[0] == "backup":
        assert arcana("restore", words[1], "--library", tmp_path / "new")[0] == 0
        assert sorted(readable(tmp_path / "new")) == ["0badbeef", "11111111"]


@pytest.mark.parametrize("column", ["players", "summary", "facts", "date", "turns", "made_by"])
def test_what_follows_from_a_record_is_computed_again(arcana, damaged, column):
    damage(damaged, "delete from games where id = '0badcafe'")
    before = arcana("games", "--json", "--library", damaged)
    damage(damaged, f"update games set {column} = 'Ann'")
    status, out, err = arcana("games", "--json", "--library", damaged)
    assert (status, out, err) == before
    with Library(damaged) as library:
        assert [game for game in library.stored(make=False) if not game.is_current] == []


@pytest.mark.parametrize("made_by", ["0.0.1", f"{version()} 01234567"])
def test_after_an_update_stats_says_what_it_computes_again(arcana, damaged, made_by):
    """Facts that other code of a game has made may lack some, whatever its version."""
    damage(damaged, "delete from games where id = '0badcafe'")
    damage(damaged, f"update games set made_by = '{made_by}'")
    status, _, err = arcana("stats", "--library", damaged)
    assert (status, err) == (0, "arcana was updated: the figures of 2 games are computed again.\n")
    assert arcana("stats", "--library", damaged)[2] == ""


@pytest.mark.parametrize("changed", ["record.py", "spirit_island/game.py", "spirit_island/lands/ravage.py"])
def test_a_change_of_the_rules_makes_facts_old_but_not_those_of_other_games(tmp_path, monkeypatch, changed):
    copied = shutil.copytree(Path(shared_rules.__file__).parent, tmp_path / "shared_rules")
    monkeypatch.setattr(shared_rules, "__file__", str(copied / "__init__.py"))
    games = ("shipwreck", "spirit_island")
    before = [rows._code_of.__wrapped__(game) for game in games]
    (copied / changed).open("a").write("# mended\n")
    after = [rows._code_of.__wrapped__(game) for game in games]
    assert [old != new for old, new in zip(before, after, strict=True)] == ["/" not in changed, True]


def test_a_game_whose_last_version_is_damaged_has_the_one_before_it_after_a_repair(arcana, damaged):
    damage(damaged, "update games set record = replace(record, 'Ann', 'Eva') where id = '0badbeef'")
    status, out, _ = arcana("doctor", "--library", damaged, "--port", damaged)
    assert status == 1 and 'Game "0badbeef" is damaged' in out and "--repair" in out
    status, out, _ = arcana("doctor", "--repair", "--library", damaged, "--port", damaged)
    assert "The last version of game 0badbeef is lost; the one before it is there." in out
    assert "Game 0badcafe is lost." in out
    with Library(damaged) as library:
        assert library.versions("0badbeef") == [GAME.replace("0badcafe", "0badbeef")]
        assert {entry.id for entry in library.games()} == {"0badbeef", "11111111"} and not library.faults
    assert len(list(damaged.glob("*.damaged"))) == 1


def test_a_game_that_the_library_has_damaged_stays_on_the_device(damaged, tmp_path):
    put_games(tmp_path / "flash", {"0badcafe": (LINES, "abandoned"), "22222222": (LINES, "abandoned")})
    bench = Bench(tmp_path / "flash")
    with Library(damaged) as library:
        left, pulled = pull(bench.host(), library)
    assert left.game == "0badcafe" and "is damaged in the library" in left.sentence
    assert pulled.removed and path_of(bench, "0badcafe").exists() and "0badcafe" not in readable(damaged)


def test_a_sync_into_a_library_with_a_damaged_index_removes_nothing(tmp_path, whole):
    folder = folder_with(tmp_path / "library", whole)
    damage(folder, "pragma writable_schema = on")
    with Library(folder) as library:
        library._database.execute("pragma writable_schema = on")
        ((page,),) = library._database.execute(
            "select rootpage from sqlite_master where name = 'sqlite_autoindex_games_1'"
        )
    content = bytearray((folder / FILE).read_bytes())
    content[(page - 1) * 4096 + 8 : (page - 1) * 4096 + 200] = bytes(192)
    (folder / FILE).write_bytes(content)
    put_games(tmp_path / "flash", {"22222222": (LINES, "abandoned")})
    bench = Bench(tmp_path / "flash")
    with contextlib.suppress(LibraryError), Library(folder) as library:
        (left,) = pull(bench.host(), library)
        assert "stays on the device" in left.sentence and "arcana doctor --repair" in left.sentence
    assert list(on_device(bench)) == ["22222222"] and len(readable(folder)) >= 240
