"""The command line: what a person sees, and one sentence with a status when something is wrong."""

import json
import subprocess
import sys

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor.vectors import Vector, play_vector
from arcana_host.library.store import Library
from companion import VERSION
from link.bench import SETUP, Bench

from shared_rules.shipwreck import Game

EVENTS = [SETUP, "play 3 1", "undo", "play 4 1", "predict 2 miss", "end", "abandon"]
RECORD = '[Game "0badcafe"]\n[Date "2026-11-21 20:15"]\n' + "\n".join(EVENTS) + "\n"
STANDING = [event for number, event in enumerate(EVENTS) if number not in (1, 2)]


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.arcana"
    path.write_text(RECORD)
    return path


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "library"
    with Library(folder) as library:
        library.add(RECORD)
    return folder


def one_sentence(err):
    # on a busy computer it may have said before what it waits for
    err = "".join(line for line in err.splitlines(True) if not line.startswith("Waiting for an answer"))
    assert err.count("\n") == 1 and err.startswith("arcana: ")
    return err


# replay


def test_replay_prints_the_last_state(arcana, record):
    status, out, _ = arcana("replay", record, "--json")
    assert status == 0 and json.loads(out) == Game.replay(STANDING).state()


def test_replay_each_prints_a_state_for_every_line(arcana, record):
    _, out, _ = arcana("replay", record, "--each", "--json")
    states = [json.loads(line) for line in out.splitlines()]
    assert len(states) == len(EVENTS)
    assert states[2] == states[0] == Game.replay([SETUP]).state()


def test_replay_for_people_shows_the_table(arcana, record):
    status, out, _ = arcana("replay", record)
    assert status == 0
    for shown in ("Dawn", "The Key", "Score ○○○○○○○ 0", "Doom ●●●○○○○ 3", "abandoned"):
        assert shown in out


def test_replay_reads_standard_input():
    command = [sys.executable, "-c", "from arcana_host.cli import main; main()", "replay", "-", "--json"]
    done = subprocess.run(command, input=RECORD.encode(), capture_output=True, timeout=120)
    assert done.returncode == 0 and json.loads(done.stdout)["result"] == "abandoned"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (b"", "no game"),
        (RECORD.replace("play 4 1", "play 8 1").encode(), "line 6: play 8 1: "),
        (RECORD.replace("play 4 1", "play 1 1").encode(), "line 6: play 1 1: "),
        (RECORD.replace("undo", "undo\nundo").encode(), "line 6: undo: "),
        (b"\xff\xfe\x00\x01\n", "line 1: "),
        (b"\x1b[2Jplay\n", "line 1: '\\x1b[2Jplay': "),
        (b"setup " * 1000, "line 1: setup setup"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"], ["--each", "--json"]])
def test_replay_of_a_bad_record_names_the_line(arcana, tmp_path, text, named, options):
    path = tmp_path / "bad.arcana"
    path.write_bytes(text)
    status, out, err = arcana("replay", path, *options)
    assert (status, out) == (2, "") and named in one_sentence(err)


# the library


def test_an_empty_library_says_what_to_do(arcana, library):
    folder = library.path.parent
    status, out, _ = arcana("games", "--library", folder)
    assert status == 0 and "arcana sync" in out
    assert json.loads(arcana("games", "--library", folder, "--json")[1]) == []
    status, _, err = arcana("show", "--library", folder)
    assert status == 1 and "arcana sync" in one_sentence(err)


def test_show_prints_the_game(arcana, folder):
    _, out, _ = arcana("show", "0bad", "--library", folder)
    for sentence in (
        "Ann and Bo play; card sets: Base; doom begins at 2 (Normal).",
        "Turn 1: Ann",
        "Ann plays a 4 on Dawn.",
        "The group predicts 2 and is wrong.",
        "The game was abandoned.",
    ):
        assert sentence in out
    assert "plays a 3" not in out
    data = json.loads(arcana("show", "--library", folder, "--json")[1])
    assert data["story"][1]["heading"] == "Turn 1: Ann" and data["story"][1]["doom"] == 3


def test_every_vector_can_be_shown(arcana, tmp_path):
    assert arcana("import", *sorted(vectors_folder().glob("*.arcana")), "--library", tmp_path)[0] == 0
    for game in json.loads(arcana("games", "--library", tmp_path, "--json")[1]):
        status, out, _ = arcana("show", game["id"], "--library", tmp_path)
        turns = out.count("Turn") + out.count("Round")
        # of a turn that has just begun there is nothing to tell
        begun = game["turns"] - (game["result"] is None)
        assert status == 0 and "{" not in out and turns >= begun, game["id"]


def test_export_leaves_out_what_was_taken_back(arcana, folder, tmp_path):
    status, out, _ = arcana("export", "0badcafe", "--library", folder)
    assert status == 0 and out.splitlines()[2:] == STANDING
    target = tmp_path / "out.arcana"
    assert arcana("export", "0badcafe", target, "--library", folder)[0] == 0
    assert target.read_text() == out
    assert json.loads(arcana("export", "0bad", "--library", folder, "--json")[1])["record"] == out


def test_import_goes_on_after_a_bad_file_and_sums_up(arcana, record, tmp_path):
    bad, other, folder = tmp_path / "bad.arcana", tmp_path / "other.arcana", tmp_path / "new"
    bad.write_text("play 3 1\n")
    words = ("import", bad, record, tmp_path / "gone", other, "--library", folder)
    other.write_text(RECORD.replace("0badcafe", "0badbeef"))
    status, out, err = arcana(*words)
    assert status == 2 and out.endswith("\n2 added to the library, 0 there already, 2 refused.\n")
    first, second = err.splitlines()
    assert first.startswith(f"arcana: {bad}: line 1: play 3 1") and f"{tmp_path / 'gone'} can't be" in second
    other.write_text(RECORD.replace("play 4 1", "play 5 1"))
    status, out, err = arcana(*words, "--json")
    data = json.loads(out)
    assert (data["taken"], data["known"]) == (0, 1) and status == 2 and len(err.splitlines()) == 3
    assert [one["file"] for one in data["refused"]] == [str(bad), str(tmp_path / "gone"), str(other)]
    assert "another game 0badcafe" in data["refused"][2]["reason"]
    assert arcana("import", other, "--library", folder)[0] == 1, "a clash is no fault of the file"
    assert arcana("import", record, "--library", folder) == (0, "Game 0badcafe: was there already.\n", "")


def test_import_names_a_date_that_cannot_be_read(arcana, record, tmp_path):
    record.write_text(RECORD.replace("\n", '\n[Date "yesterday"]\n', 1))
    words = ("import", record, "--library", tmp_path / "new")
    status, out, err = arcana(*words)
    assert (status, out) == (0, "Game 0badcafe: added to the library.\n")
    assert f'{record}: line 2: [Date "yesterday"]: A date reads YYYY-MM-DD HH:MM' in err
    assert err.endswith(" It counts as missing.\n") and arcana(*words)[2] == ""


def test_a_folder_is_imported_with_all_records_in_it(arcana, record, tmp_path):
    (tmp_path / "note.txt").write_text("no record")
    assert arcana("import", tmp_path, "--library", tmp_path / "new")[:2] == (
        0,
        "Game 0badcafe: added to the library.\n",
    )
    (tmp_path / "empty").mkdir()
    status, _, err = arcana("import", tmp_path / "empty", "--library", tmp_path / "new")
    assert status == 2 and "no .arcana" in one_sentence(err)


# devices


def enter(board, *events):
    from arcana_host.link.device import connect

    with connect(board.path) as device:
        for number, text in enumerate(events):
            device.call("enter", event=number, text=text)
        return device.call("state")["game"]


def test_sync_fetches_stores_and_then_lets_go(arcana, board, tmp_path):
    game = enter(board, *EVENTS)
    status, out, _ = arcana("sync", "--port", board.path, "--library", tmp_path / "library")
    assert status == 0 and f"Game {game} (Ann, Bo): abandoned" in out and "removed from the device" in out
    with Library(tmp_path / "library") as library:
        assert library.get(game).record.splitlines()[1:] == EVENTS
    _, out, _ = arcana("sync", "--port", board.path, "--library", tmp_path / "library")
    assert "There is no game on the device" in out


def test_sync_fetches_a_running_game_as_far_as_it_is(arcana, board, tmp_path):
    game = enter(board, *EVENTS[:4])
    words = ("sync", "--port", board.path, "--library", tmp_path, "--json")
    ((first,), left) = json.loads(arcana(*words)[1]).values()
    assert (first["id"], first["lines"], first["fresh"], first["removed"], left) == (game, 4, True, False, [])
    assert json.loads(arcana(*words)[1])["games"][0]["fresh"] is False
    enter(board, *EVENTS)
    again = json.loads(arcana(*words)[1])["games"][0]
    assert (again["lines"], again["result"], again["removed"]) == (7, "abandoned", True)


@pytest.fixture
def one_game(tmp_path):
    """A folder with one vector, for what has nothing to do with the games that a device plays."""
    folder = tmp_path / "vectors"
    folder.mkdir()
    for path in vectors_folder().glob("random-01.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder


def test_test_plays_the_vectors_and_leaves_the_journal_alone(arcana, board, one_game):
    game = enter(board, *EVENTS[:2])
    status, out, err = arcana("test", "--port", board.path, "--vectors", one_game)
    assert (status, err) == (0, "") and "1 of 1 games" in out
    assert enter(board) == game


def test_test_leaves_out_what_needs_hands_without_a_keyboard(arcana, board, one_game):
    status, out, _ = arcana("test", "--port", board.path, "--json", "--vectors", one_game)
    data = json.loads(out)
    assert status == 0 and data["failures"] == []
    outcomes = {step["name"]: step["outcome"] for step in data["steps"]}
    assert outcomes["link"] == outcomes["rules"] == "passed" and outcomes["button UP"] == "skipped"


def test_test_writes_a_report_for_a_bug(arcana, board, tmp_path, one_game):
    words = ("test", "--no-hands", "--port", board.path, "--vectors", one_game)
    for name in ("report.txt", "report.json"):
        assert arcana(*words, "--report", tmp_path / name)[0] == 0
    data = json.loads((tmp_path / "report.json").read_text())
    assert data["device"]["board"] == "bench" and len(data["steps"]) > 10
    text = (tmp_path / "report.txt").read_text()
    assert "device board: bench" in text and "passed: rules." in text


def test_a_report_that_can_t_be_written_is_a_sentence(arcana, board, tmp_path, one_game):
    words = ("test", "--no-hands", "--port", board.path, "--vectors", one_game)
    status, _, err = arcana(*words, "--report", tmp_path)
    assert status == 1 and "can't be written" in one_sentence(err)


def test_test_says_which_event_differs(arcana, board, tmp_path):
    vector = vectors_folder() / "random-01.arcana"
    states = vector.with_suffix(".states").read_text().splitlines()
    wrong = json.loads(states[-1])
    wrong["score"] = 5 if wrong["score"] != 5 else 6
    (tmp_path / "wrong.arcana").write_text(vector.read_text())
    (tmp_path / "wrong.states").write_text("\n".join([*states[:-1], json.dumps(wrong)]))
    status, out, err = arcana("test", "--port", board.path, "--vectors", tmp_path)
    assert status == 1 and "0 of 1 games" in out
    assert f"wrong, event {len(states)} " in err and f"expected {wrong['score']}" in err


def test_a_device_that_plays_otherwise_is_noticed(tmp_path):
    def otherwise(answer):
        if answer["number"] != 2:
            return answer
        return {**answer, "digest": "00000000", "state": answer["state"] and {**answer["state"], "doom": 7}}

    bench = Bench(tmp_path)
    bench.pretend("scratch", otherwise)
    states = [Game.replay(EVENTS[:count]).state() for count in (1, 2)]
    difference = play_vector(bench.host(), Vector("odd", "shipwreck", EVENTS[:2], states), lambda: None)
    assert difference == "odd, event 2 (play 3 1): the device has doom 7, expected 2"


@pytest.mark.parametrize("content", [None, "{", ""])
def test_vectors_that_can_t_be_read_are_a_sentence(arcana, tmp_path, record, content):
    if content is not None:
        record.with_suffix(".states").write_text(content)
    status, _, err = arcana("test", "--port", "nowhere", "--vectors", tmp_path)
    assert status == 1 and str(record) in one_sentence(err)


def test_live_shows_the_table(board):
    enter(board, *EVENTS[:2])
    command = [
        sys.executable,
        "-c",
        "from arcana_host.cli import main; main()",
        "live",
        "--port",
        board.path,
        "--json",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert json.loads(process.stdout.readline())["state"]["doom"] == 2
        process.send_signal(2)
        _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")


# the command itself


def test_nothing_slow_is_imported_before_it_is_needed():
    slow = ("rich", "serial", "sqlite3", "aiohttp", "jinja2", "mpremote", "PIL", "asyncio", "shared_rules")
    code = f"import sys, arcana_host.cli; print([name for name in {slow!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "[]\n", done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "slow"),
    [
        (["stats", "--json"], ("rich", "serial", "mpremote", "matplotlib", "jinja2", "PIL", "asyncio")),
        (["review"], ("serial", "mpremote", "matplotlib", "jinja2", "PIL", "asyncio")),
        (["export", "latest", "--as", "csv"], ("rich", "serial", "matplotlib", "PIL", "companion")),
    ],
)
def test_a_command_imports_only_what_it_needs(folder, words, slow):
    code = (
        "import sys\nfrom arcana_host.cli import main\n"
        "try:\n    main()\nfinally:\n"
        f"    print([name for name in {slow!r} if name in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *words, "--library", str(folder)]
    done = subprocess.run(command, input=RECORD, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr == "[]\n"


def test_arcana_has_the_version_of_the_companion(arcana):
    assert arcana("--version") == (0, f"arcana {VERSION}\n", "")
