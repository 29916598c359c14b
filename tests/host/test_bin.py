"""Games that the library has but does not count: removed, ignored and abandoned ones."""

import io
import json

import pytest
from arcana_host.library.store import Library
from arcana_host.sync import pull
from arcana_portable.record import Record
from arcana_portable.translation import speaking
from host.test_lists_and_statistics import EVENINGS, LOST, game
from host.test_sync import BEGUN, LONG, SHORT, board_with, on_device, over, put_games
from link.bench import Bench

PAD = "setup score-pad players=Ann,Bo goal=0 wins=high rounds=1 title=Skat\n{}abandon\n"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "library"
    with Library(folder) as library:
        for record in EVENINGS:
            library.add(record, is_original=True)
    return folder


@pytest.fixture
def run(arcana, folder):
    """Run `arcana` with this library and --json, and give what it printed, which has to go well."""

    def run(*words):
        status, out, err = arcana(*words, "--library", folder, "--json")
        assert (status, err) == (0, ""), err
        return json.loads(out)

    return run


def ids(games):
    return "".join(game["id"][-1] for game in games)


def everything(folder):
    """Return what the library has: {id: (all records, marks)}."""
    with Library(folder) as library:
        entries = [game.entry for game in library.stored()]
        found = {entry.id: (library.versions(entry.id), entry.marks) for entry in entries}
        assert not library.faults
    return found


# the bin


def test_a_removed_game_is_nowhere_and_comes_back_as_it_was(arcana, run, folder):
    arcana("edit", "00000002", "--place", "Home", "--library", folder)
    before = everything(folder)
    assert ids(run("remove", "00000002", "00000004", "--yes")) == "24"
    assert ids(run("games")) == "315" and ids(run("bin", "list")) == "42"
    assert run("stats", "--abandoned")["shipwreck"]["games"]["games"] == 3
    for words in (["show", "00000002"], ["edit", "00000002", "--place", "X"], ["remove", "00000002", "-y"]):
        status, out, err = arcana(*words, "--library", folder)
        assert (
            (status, out) == (1, "")
            and "arcana bin restore 00000002 --library " in err
            and err.count("\n") == 1
        )
    assert run("show")["id"] == "00000003"
    assert len(json.loads(arcana("export", "--all", "--as", "json", "--library", folder)[1])["games"]) == 3
    assert ids(run("bin", "restore", "00000002", "00000004")) == "24"
    assert everything(folder) == before and run("bin", "list") == []


def test_it_is_asked_first_and_one_that_is_not_there_stops_it_all(arcana, folder, monkeypatch):
    before = everything(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status, out, err = arcana("remove", "00000001", "--library", folder)
    assert (status, out.strip()) == (1, "") and "00000001" in err and "Remove 1 game?" in err
    assert "Nothing was removed." in err and "--yes" in err
    status, out, err = arcana("remove", "00000001", "ffff", "--yes", "--library", folder)
    assert (status, out) == (1, "") and "no game ffff" in err
    assert everything(folder) == before
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    status, out, err = arcana("remove", "00000001", "--library", folder)
    assert status == 0 and "arcana bin restore 00000001 --library " in out and "brings it back" in out


@pytest.mark.parametrize(
    ("typed", "status"),
    [("j", 0), ("J", 0), ("ja", 0), ("y", 0), ("yes", 0), ("n", 1), ("nein", 1), ("no", 1), ("", 1)],
)
def test_a_question_in_german_takes_ja_and_nein(arcana, folder, monkeypatch, typed, status):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    with speaking("german"):
        done, _out, err = arcana("remove", "00000001", "--library", folder)
    assert done == status and "1 Spiel entfernen? [j/N]:" in err and "Bitte antworte" not in err


def test_an_answer_that_is_neither_is_asked_for_again(arcana, folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("vielleicht\nj\n"))
    with speaking("german"):
        status, _out, err = arcana("remove", "00000001", "--library", folder)
    assert status == 0 and err.count("[j/N]:") == 2 and "Bitte antworte mit j oder n." in err


def test_a_library_whose_games_are_all_in_the_bin_is_empty_and_says_where_they_are(arcana, run, folder):
    arcana("backup", folder / "b", "--library", folder)
    run("remove", *(each["id"] for each in run("games")), "--yes")
    commands = (["games"], ["stats"], ["show"], ["review"], ["export", "--all", "--as", "json"])
    for words in (*commands, ["restore", folder / "b"]):
        _, out, err = arcana(*words, "--library", folder)
        empty = words[0] == "restore" or "The library is empty" in out + err
        assert empty and f"5 games are in the bin: `arcana bin list --library {folder}` lists" in out + err, (
            words
        )


def test_an_emptied_bin_leaves_nothing_of_a_game_but_that_it_was_removed(arcana, run, folder, monkeypatch):
    arcana("edit", "00000001", "--place", "Nowhere_Else", "--library", folder)
    run("ignore", "00000001")
    run("remove", "00000001", "00000003", "--yes")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    status, out, err = arcana("bin", "empty", "--library", folder)
    assert status == 1 and "Delete 2 games for good?" in err and ids(run("bin", "list")) == "31"
    assert ids(run("bin", "empty", "--yes")) == "31"
    assert run("bin", "list") == [] and run("bin", "empty") == []
    assert b"Nowhere_Else" not in (folder / "library.sqlite3").read_bytes()
    assert arcana("bin", "restore", "00000001", "--library", folder)[2].count("deleted for good") == 1
    status, out, err = arcana("bin", "restore", "00000001", "--library", folder)
    assert (
        (status, out)
        == (
            1,
            "",
        )
        and "no game 00000001 in the bin: `arcana bin list" in err
        and "lists what is there" in err
    )
    with Library(folder) as library:
        assert library.add(EVENINGS[0], is_original=True)[0].marks == ()


@pytest.mark.parametrize("emptied", [False, True])
@pytest.mark.parametrize("keep", [False, True])
def test_a_sync_brings_no_removed_game_back_and_clears_the_device(tmp_path, folder, run, emptied, keep):
    flash = tmp_path / "flash"
    put_games(flash, {"aaaaaaaa": over(LONG), "bbbbbbbb": over(SHORT), "cccccccc": (BEGUN, None)})
    bench = Bench(flash)
    with Library(folder) as library:
        list(pull(bench.host(), library, keep=True))
    run("remove", "aaaaaaaa", "cccccccc", "--yes")
    if emptied:
        run("bin", "empty", "--yes")
    with Library(folder) as library:
        done = {one.entry.id: one for one in pull(bench.host(), library, keep=keep)}
    assert {id: "removed" in one.entry.marks for id, one in done.items()} == {
        "aaaaaaaa": True,
        "bbbbbbbb": False,
        "cccccccc": True,
    }
    assert set(on_device(bench)) == ({"aaaaaaaa", "bbbbbbbb", "cccccccc"} if keep else {"cccccccc"})
    assert {"aaaaaaaa", "cccccccc"}.isdisjoint(one["id"] for one in run("games"))
    # and no game is lost: what left the device is in the bin
    run("bin", "restore", "aaaaaaaa")
    with Library(folder) as library:
        assert Record.from_text(library.get("aaaaaaaa").record).events == LONG.events


def test_a_sync_says_that_a_game_was_removed(arcana, folder, run, tmp_path):
    with board_with(tmp_path / "board", "aaaaaaaa") as board:
        assert arcana("sync", "--keep", "--port", board.path, "--library", folder)[0] == 0
        run("remove", "aaaaaaaa", "--yes")
        status, out, _ = arcana("sync", "--port", board.path, "--library", folder)
        assert status == 0 and "in the bin, as you removed it" in out and "removed from the device" in out
        assert run("sync", "--port", board.path)["games"] == []


def test_who_imports_a_removed_game_wants_it(arcana, run, folder, tmp_path):
    (tmp_path / "record").write_text(EVENINGS[0])
    for words in ([], ["bin", "empty", "--yes"]):
        run("remove", "00000001", "--yes")
        if words:
            run(*words)
        said = arcana("import", tmp_path / "record", "--library", folder)[1]
        assert said == "Game 00000001: added to the library.\n"
        assert ids(run("games")) == "43215"


# marks


def test_an_ignored_game_counts_nowhere_until_it_counts_again(arcana, run, folder):
    assert ids(run("ignore", "00000004", "00000001")) == "41"
    assert ids(run("games")) == "325" and ids(run("games", "--ignored")) == "43215"
    assert "2 ignored games are left out" in arcana("games", "--library", folder)[1]
    counted = run("stats")["shipwreck"]
    assert (counted["games"]["games"], counted["left_out"]) == (1, {"abandoned": 2, "ignored": 2})
    assert "left out: 2 abandoned + 2 ignored" in arcana("stats", "--library", folder)[1]
    assert run("show")["id"] == "00000003"
    assert run("show", "00000004")["id"] == "00000004"
    with Library(folder) as library:
        assert [entry.id[-1] for entry in library.games()] == ["3", "2", "5"]  # what reviews look at
    out, err = arcana("export", "--all", "--as", "json", "--library", folder)[1:]
    assert len(json.loads(out)["games"]) == 3 and "2 ignored games are left out" in err
    out = arcana("export", "00000001", "--as", "bgsplay", "--library", folder)[1]
    assert json.loads(out)["plays"][0]["ignored"] is True
    status, out, err = arcana("ignore", "--undo", "00000001", "latest", "--library", folder)
    assert (status, out) == (1, "") and "Game 00000003 is not ignored" in err
    run("ignore", "--undo", "00000001", "00000004")
    assert ids(run("games")) == "43215"


def test_imported_games_are_told_from_played_ones(arcana, run, folder, tmp_path):
    (tmp_path / "record").write_text(game("00000006", *LOST, date="2026-03-01 18:00", doom=6))
    arcana("import", tmp_path / "record", "--library", folder)
    assert ids(run("games", "--imported")) == "6" and ids(run("games", "--played")) == "43215"
    assert {one["id"][-1]: list(one["marks"]) for one in run("games")}["6"] == ["imported"]
    assert arcana("games", "--library", folder)[1].count("imported") == 1
    assert run("stats", "--imported")["shipwreck"]["games"]["games"] == 1
    with Library(folder) as library:
        # its own device has it after all
        library.add(game("00000006", *LOST, date="2026-03-01 18:00", doom=6), "e660", is_original=True)
    assert run("games", "--imported") == []
    status, _, err = arcana("export", "latest", "--played", "--library", folder)
    assert status == 2 and "--all" in err


def test_an_abandoned_game_counts_only_if_asked(arcana, run, folder):
    with Library(folder) as library:
        for number in range(2):
            library.add(f'[Game "pad{number}"]\n' + PAD.format("points Ann 3\n" * number))
    counted = run("stats")
    assert counted["shipwreck"]["left_out"] == {"abandoned": 2, "ignored": 0}
    assert counted["shipwreck"]["by_player"]["Ann"]["games"] == counted["shipwreck"]["games"]["games"] == 3
    assert "Cy" not in counted["shipwreck"]["by_player"]
    assert (counted["score_pad"]["games"], counted["score_pad"]["left_out"]["abandoned"]) == (0, 2)
    out = arcana("stats", "--library", folder)[1]
    assert "3 games, 0 won, 2 lost, 1 not finished, left out: 2 abandoned" in out
    assert "0 games, left out: 2 abandoned" in out
    for words in (["--abandoned"], ["--result", "abandoned"]):
        asked = run("stats", *words)
        assert asked["shipwreck"]["games"]["abandoned"] == 2 and asked["score_pad"]["games"] == 2
        assert "left out" not in arcana("stats", *words, "--library", folder)[1]
    assert arcana("stats", "--html", folder / "x.html", "--library", folder)[0] == 0
    assert "left out: 2 abandoned" in (folder / "x-shipwreck.html").read_text()


# backups


def test_a_backup_has_the_bin_and_the_marks(arcana, run, folder, tmp_path):
    run("ignore", "00000001")
    run("remove", "00000002", "00000003", "--yes")
    with Library(folder) as library:
        library.empty_bin([library.get("00000003", in_bin=True)])
    before = everything(folder)
    assert arcana("backup", tmp_path / "b", "--library", folder)[0] == 0
    new = tmp_path / "new"
    assert arcana("restore", tmp_path / "b", "--library", new)[0] == 0
    assert everything(new) == before
    # also of a game that is gone
    with Library(new) as library:
        assert "removed" in library.add(EVENINGS[2], is_original=True)[0].marks


def test_a_restore_leaves_the_marks_of_games_that_are_there(arcana, run, folder, tmp_path):
    assert arcana("backup", tmp_path / "b", "--library", folder)[0] == 0
    run("ignore", "00000001")
    run("remove", "00000002", "00000003", "--yes")
    with Library(folder) as library:
        library.empty_bin([library.get("00000003", in_bin=True)])
    assert arcana("restore", tmp_path / "b", "--library", folder)[0] == 0
    marks = {id[-1]: marks for id, (_, marks) in everything(folder).items()}
    # what was deleted for good is restored as it is in the backup
    assert marks == {"1": ("ignored",), "2": ("removed",), "3": (), "4": (), "5": ()}


def test_a_damaged_mark_is_named_and_hinders_nothing(arcana, run, folder, tmp_path):
    run("remove", "00000001", "--yes")
    run("ignore", "00000002")
    with Library(folder) as library, library.database() as database:
        database.execute("update marks set mark = 'ignorfd' where mark = 'ignored'")
    for words in (["games"], ["stats"], ["backup", tmp_path / "b"]):
        status, out, err = arcana(*words, "--library", folder)
        assert status == 1 and out and "a mark of a game is damaged" in err
    assert arcana("doctor", "--repair", "--library", folder, "--port", tmp_path)[1].count("repaired") == 1
    assert ids(run("games")) == "4325" and ids(run("bin", "list")) == "1"
