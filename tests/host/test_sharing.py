"""Sharing a game: what comes out can be read by others, and what is ours comes back in unchanged."""

import csv
import io
import itertools
import json
import re
import subprocess
import sys
import unicodedata
from urllib.parse import unquote

import jsonschema
import pytest
import zxingcpp
from arcana_host import vectors_folder
from arcana_host.cli.export import Form
from arcana_host.games import load
from arcana_host.library.sharing import FORMATS
from arcana_host.library.store import Library
from arcana_portable.library.bgstats import app_link, play_file
from arcana_portable.library.entry import to_share
from arcana_portable.record import Record
from arcana_portable.replay import replay
from companion.canvas import Canvas
from PIL import Image
from records import recorded
from rules.random_games import random_game
from screens.scenes import at_table
from screens.test_pictures import picture

from shared_rules.games import NAMES, rules_of
from shared_rules.score_pad import Game as ScorePadGame

VECTORS = sorted(vectors_folder().glob("*.arcana"))
GAME_JSON = '{{"format": "arcana-game", "version": 1, "record": {}}}'
SETUP = "setup standard doom=0 sets=base players=Ann,Bo row=dawn,the-huntress,the-mirror,the-key"
EVENTS = (
    *(SETUP, "play 3 1", "undo", "play 4 1", "predict 2 miss", "hidden 3", "end"),
    *("play 5 2", "predict 7 hit", "end", "deal 2 the-chalice"),
    *("play 6 2", "tell not-higher", "end", "deal 2 the-judge"),
    *("illegal 1 3", "end", "deal 3 the-lord", "abandon"),
)
TAGS = '[Game "0badcafe"]\n[Date "2026-11-21 20:15"]\n[Location "Home"]\n'


@pytest.fixture
def folder(tmp_path):
    with Library(tmp_path / "library") as library:
        library.add(TAGS + "\n".join(EVENTS) + "\n")
    return tmp_path / "library"


@pytest.fixture
def exported(arcana, folder, tmp_path):
    def export(form, *words):
        target = tmp_path / f"out.{form}"
        status, out, err = arcana("export", "latest", target, *words, "--library", folder, "--force")
        assert (status, out, err) == (0, "", f"{target} is written.\n")
        return target.read_bytes()

    return export


def schema(arcana, *words):
    return json.loads(arcana("export", "--schema", *words)[1])


# JSON


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    """A library of all vectors, and {its id: the record} of each."""
    folder, records = tmp_path_factory.mktemp("vectors"), {}
    with Library(folder) as library:
        for path in VECTORS:
            record = path.read_text()
            records[library.add(record)[0].id] = Record.from_text(record)
    return folder, records


def test_every_game_is_written_as_the_schema_says(arcana, vectors):
    folder, records = vectors
    schemas = {name: jsonschema.Draft202012Validator(schema(arcana, "--game", name)) for name in NAMES}
    for id, record in records.items():
        data = json.loads(arcana("export", id, "--json", "--library", folder)[1])
        assert [error.message for error in schemas[data["game"]].iter_errors(data)] == [], id
        events = record.without_undos().events
        game = rules_of(events[0]).Game.replay(events)
        assert [event["text"] for event in data["events"]] == game.events
        assert data["state"] == game.state()


@pytest.mark.parametrize(
    "change",
    [
        {"score": 8},
        {"events": []},
        {"result": "drawn"},
        {"record": "setup\tstandard"},
        {"version": 2},
        {"players": ["A b"]},
        {"players": ["×"]},
        {"minutes": 0},
    ],
)
def test_the_schema_refuses_what_no_game_is(arcana, exported, change):
    data = json.loads(exported("json"))
    validator = jsonschema.Draft202012Validator(schema(arcana))
    assert validator.is_valid(data) and not validator.is_valid({**data, **change})


@pytest.mark.parametrize("form", ["arcana", "json"])
def test_what_is_exported_comes_back_in(arcana, exported, tmp_path, form):
    exported(form)
    status, out, _ = arcana("import", tmp_path / f"out.{form}", "--library", tmp_path / "other")
    assert status == 0 and "0badcafe: added" in out
    with Library(tmp_path / "other") as library:
        record = Record.from_text(library.get("0badcafe").record)
    assert record.events == [event for event in EVENTS if event not in ("play 3 1", "undo")]
    assert record.tag("Location") == "Home"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "neither a record nor JSON"),
        ("{}", "is not a game"),
        ('{"format": "arcana-game", "version": 1}', "is not a game"),
        ('{"format": "arcana-game", "version": 9, "record": ""}', "another version of arcana"),
        ('{"plays": []}', "play file of BG Stats"),
        (GAME_JSON.format('"play 1 1"'), "line 1: play 1 1"),
        (GAME_JSON.format('"setup \\ud800"'), "line 1: setup ?"),
        (GAME_JSON.format('"\\u001b[2J"'), "line 1: '\\x1b[2J'"),
        (GAME_JSON.format("7"), "is not a game"),
        (GAME_JSON.format("NaN"), "NaN is not JSON"),
        (GAME_JSON.format("[" * 100_000 + "]" * 100_000), "nested too deeply"),
        (GAME_JSON.format('"' + "# \\n" * 100_000 + '"'), "too long for a record"),
        ("{" + '"a": {' * 100_000, "nested too deeply"),
        ('{"a": [' + "[]," * 2_000_000 + "[]]}", "more than 4000000 parts"),
        ('{"format": "arcana-games", "version": 2, "games": []}', "another version of arcana"),
        ('{"format": "arcana-games", "version": 1, "games": 7}', "another version of arcana"),
        ('{"format": "arcana-games", "version": 1, "games": [[]]}', "is not a game"),
        ("turn,player,fates,places,cards\n1,Ann,4,1,dawn\n", "CSV table of a game's turns"),
        ("Game;Date;Players;Result\n", "looks like a CSV table"),
        ("SQLite format 3\0", "arcana restore"),
    ],
    ids=lambda text: text[:24],
)
def test_what_holds_no_game_is_a_sentence(arcana, tmp_path, text, why):
    (tmp_path / "bad.json").write_text(text)
    status, out, err = arcana("import", tmp_path / "bad.json", "--library", tmp_path / "library")
    assert (status, out) == (2, "") and err.count("\n") == 1 and why in err and "bad.json" in err
    with Library(tmp_path / "library") as library:
        assert library.games() == []


LIMITED = """
import resource, sys
from arcana_host.cli import main
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
file = sys.argv[1]
for command in (["import"], ["replay"], ["creatures", "import"], ["restore"]):
    sys.argv = ["arcana", *command, file]
    try:
        main()
    except SystemExit as ended:
        print(*command, "->", ended.code, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="memory has no limit there")
@pytest.mark.parametrize("beginning", [b"", b'{"a": [[]' + b",[]" * 5_000_000])
def test_a_huge_file_is_not_read_as_a_whole(tmp_path, beginning):
    """Two gigabytes, and a gigabyte of memory: more than it takes to look at what is read of a file."""
    with (tmp_path / "huge").open("wb") as file:
        file.write(beginning)
        file.truncate(2 << 30)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "huge")], capture_output=True, text=True
    )
    assert done.returncode == 0 and done.stdout == "", done
    ended = re.findall(r"(.*)\n.* -> ([12])\n", done.stderr)
    assert len(ended) == 4 and done.stderr.count("\n") == 8, done.stderr
    assert [sentence for sentence, _ in ended if not sentence.startswith("arcana: ")] == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("form", ["arcana", "json"])
def test_a_file_as_other_programs_save_it_comes_in(arcana, exported, tmp_path, encoding, form):
    mark = "\ufeff" if encoding.endswith("e") else ""
    saved = (mark + exported(form).decode().replace("\n", "\r\n")).encode(encoding)
    (tmp_path / "saved").write_bytes(saved)
    assert arcana("import", tmp_path / "saved", "--library", tmp_path / "other")[0] == 0


def test_letters_of_another_encoding_are_named_with_their_line(arcana, tmp_path):
    (tmp_path / "old.arcana").write_bytes('[Note "süß"]\n'.encode("latin-1"))
    status, _, err = arcana("import", tmp_path / "old.arcana", "--library", tmp_path / "library")
    assert status == 2 and "line 1: this is not text in UTF-8." in err
    (tmp_path / "old.arcana").write_bytes('setup x\n[Note "x"]\n'.encode("utf-16-le"))
    status, _, err = arcana("import", tmp_path / "old.arcana", "--library", tmp_path / "library")
    assert status == 2 and "line 1: this is not text in UTF-8." in err


# CSV


def test_the_turns_are_lines_of_a_table(exported):
    rows = list(csv.DictReader(io.StringIO(exported("csv").decode())))
    assert [(row["turn"], row["player"], row["outcome"]) for row in rows] == [
        ("1", "Ann", "miss"),
        ("2", "Bo", "hit"),
        ("3", "Ann", ""),
        ("4", "Bo", "illegal"),
        ("5", "Ann", ""),
    ]
    assert [(row["fates"], row["cards"]) for row in rows][:4] == [
        ("4", "dawn"),
        ("5", "the-huntress"),
        ("6", "the-chalice"),
        ("1", "the-mirror"),
    ]
    assert (rows[0]["predicted"], rows[0]["hidden"], rows[0]["doom"]) == ("2", "3", "1")
    assert (rows[1]["faded"], rows[1]["dealt"], rows[1]["score"]) == ("the-huntress", "the-chalice", "1")
    assert (rows[2]["answers"], rows[2]["faded"], rows[2]["doom"]) == ("tell not-higher", "the-chalice", "3")
    assert (rows[3]["faded"], rows[3]["dealt"], rows[3]["doom"]) == ("the-mirror", "the-lord", "5")


@pytest.mark.parametrize("seed", range(20))
def test_no_turn_is_left_out_of_the_table(arcana, tmp_path, seed):
    game = random_game(seed).game
    with Library(tmp_path) as library:
        library.add("\n".join(game.events))
    rows = list(
        csv.DictReader(io.StringIO(arcana("export", "latest", "--as", "csv", "--library", tmp_path)[1]))
    )
    assert [int(row["turn"]) for row in rows] == list(range(1, game.turn + 1))
    assert (int(rows[-1]["score"]), int(rows[-1]["doom"])) == (game.score, game.doom)
    words = [event.split() for event in game.events]
    fates = [word[1] for word in words if word[0] == "play" or (word[0] == "illegal" and word[1:])]
    assert " ".join(row["fates"] for row in rows if row["fates"]).split() == fates
    assert [row["power"] for row in rows if row["power"]] == [word[1] for word in words if word[0] == "use"]


# BG Stats


def test_a_play_file_has_players_result_score_and_length(exported):
    file = json.loads(exported("bgsplay", "--minutes", "35"))
    assert file["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    (play,), (game,) = file["plays"], file["games"]
    assert (game["bggId"], game["cooperative"]) == (220517, True)
    assert (play["playDate"], play["durationMin"], play["rounds"]) == ("2026-11-21 20:15:00", 35, 5)
    names = {player["id"]: player["name"] for player in file["players"]}
    assert [
        (names[one["playerRefId"]], one["score"], one["winner"], one["startPlayer"])
        for one in play["playerScores"]
    ] == [("Ann", "1", False, True), ("Bo", "1", False, False)]
    assert play["ignored"] is True  # the table stopped
    assert play["gameRefId"] == game["id"] and play["locationRefId"] == file["locations"][0]["id"]


def test_the_same_play_is_the_same_in_the_app(exported):
    assert exported("bgsplay") == exported("bgsplay")
    uuids = re.findall(rb'"uuid": "([^"]*)"', exported("bgsplay"))
    assert len(set(uuids)) == len(uuids) == 5


def test_everybody_wins_or_nobody(arcana, tmp_path):
    won = next(table for seed in range(1000) if (table := random_game(seed)).game.result == "won")
    with Library(tmp_path) as library:
        library.add('[Date "2026-11-21"]\n' + "\n".join(won.events))
    file = json.loads(arcana("export", "latest", "--as", "bgsplay", "--library", tmp_path)[1])
    assert {(one["winner"], one["score"]) for one in file["plays"][0]["playerScores"]} == {(True, "7")}
    assert file["plays"][0]["ignored"] is False and file["plays"][0]["durationMin"] == 0
    assert file["locations"] == [] and "locationRefId" not in file["plays"][0]


def test_a_game_without_a_date_is_no_play(arcana, tmp_path):
    with Library(tmp_path) as library:
        library.add("\n".join(EVENTS))
    status, _, err = arcana("export", "latest", "--as", "bgsplay", "--library", tmp_path)
    assert status == 2 and err.count("\n") == 1 and "has no date" in err and "arcana edit" in err


DATED = '[Date "2026-11-21 20:15"]\n'
PAD = """setup score-pad players={players} goal=0 wins={wins} rounds=1 title={title}
points Ann 3
points Bo 1
end
"""
SAME_TITLES = [
    # of one title, and the other way round; and of the title of another game
    PAD.format(title="Golf", wins="low", players="Ann,Bo"),
    PAD.format(title="Golf", wins="high", players="Ann,Bo").replace("Ann 3", "Ann 0"),
    PAD.format(title="Golf", wins="low", players="Bo,Ann"),
    PAD.format(title="Spirit_Island", wins="high", players="Ann,Bo"),
]


def plays_of(file):
    """Yield (a play, its game, [(score or None, whether they won) of each player])."""
    games = {game["id"]: game for game in file["games"]}
    for play in file["plays"]:
        players = [(one["score"], one["winner"]) for one in play["playerScores"]]
        yield play, games[play["gameRefId"]], [(int(score) if score else None, won) for score, won in players]


@pytest.mark.parametrize("turned", [False, True])
def test_a_play_file_is_as_the_app_s_own(vectors, tmp_path, turned):
    """Properties of each of the 217 plays in a real export."""
    folder = vectors[0]
    with Library(folder) as library:
        entries = library.games()
        texts = [DATED + entry.record for entry in entries] + [DATED + text for text in SAME_TITLES]
    with Library(tmp_path) as library:
        games = [to_share(library.add(text)[0]) for text in texts]
    file = json.loads("".join(play_file(games[::-1] if turned else games)))
    manual = set()
    for play, game, players in plays_of(file):
        scores = [score for score, _ in players if score is not None]
        best = (max if game["highestWins"] else min)(scores, default=None)
        follow = [(score, best is not None and score == best) for score, _ in players] == players
        assert play["manualWinner"] is not follow
        manual.add((play["manualWinner"], bool(scores), any(won for _, won in players)))
        if game["cooperative"]:
            assert len({won for _, won in players}) == 1
    # by hand: lost together with points, won without points, won by the fewest of a title that is of the most
    assert {(True, True, False), (True, False, True), (True, True, True), (False, True, True)} <= manual
    for game in file["games"]:
        of_game = [players for _, of, players in plays_of(file) if of is game]
        assert game["noPoints"] is all(score is None for players in of_game for score, _ in players)
    known = {
        game["name"]: (game["cooperative"], game["highestWins"], game["noPoints"]) for game in file["games"]
    }
    assert known["The Shipwreck Arcana"] == (True, True, False)
    assert known["Golf"] == (False, False, False)
    assert known["Spirit Island"] == (False, True, False)
    for game, play in zip(games[::-1] if turned else games, file["plays"], strict=True):
        if not play["ignored"]:
            link = in_the_link(app_link(game, 3000))
            winners = [(one.get("score"), one["winner"]) for one in link["players"]]
            (in_file,) = [players for one, _, players in plays_of(file) if one is play]
            assert winners == in_file
            assert link["game"]["noPoints"] is all(score is None for score, _ in in_file)


# its QR code


def read_code(lines):
    """The text of a code that is drawn with half blocks, of which a block is white."""
    rows = [[255 * (cell in blocks) for cell in line] for line in lines for blocks in ("▀█", "▄█")]
    image = Image.frombytes("L", (len(rows[0]), len(rows)), bytes(itertools.chain(*rows)))
    (code,) = zxingcpp.read_barcodes(image.resize((3 * image.width, 3 * image.height), 0))
    return code.text


def in_the_link(link):
    return json.loads(unquote(link.partition("?data=")[2]))


def test_a_phone_reads_every_finished_game_from_the_terminal(arcana, vectors):
    folder, records = vectors
    for id, record in records.items():
        told = json.loads(arcana("show", id, "--json", "--library", folder)[1])
        status, out, err = arcana("show", id, "--qr", "--library", folder)
        if told["result"] in (None, "abandoned"):
            assert (status, out) == (2, "") and "was not played to its end" in err
            continue
        *lines, link = out.splitlines()
        assert (status, err) == (0, "") and read_code(lines) == link
        play, game = (
            in_the_link(link),
            rules_of(record.without_undos().events[0]).Game.replay(record.without_undos().events),
        )
        assert play["sourcePlayId"] == id
        assert [one["name"] for one in play["players"]] == [name for name, _, _ in game.as_play()[3]]
        assert set(told["players"]) <= {one["name"] for one in play["players"]}


@pytest.mark.parametrize("points", [3, None])
def test_the_link_and_the_play_file_say_the_same_of_a_game(arcana, tmp_path, monkeypatch, points):
    everybody = [("Ann", points, True), ("Bo", points and 1, False)]
    monkeypatch.setattr(ScorePadGame, "as_play", lambda game: ("Skat", 12, True, everybody))
    events = [
        "setup score-pad players=Ann,Bo goal=0 wins=high rounds=1",
        "points Ann 3",
        "points Bo 1",
        "end",
    ]
    with Library(tmp_path) as library:
        library.add(TAGS + "\n".join(events))
    link = in_the_link(arcana("show", "--qr", "--library", tmp_path)[1].splitlines()[-1])
    file = json.loads(arcana("export", "latest", "--as", "bgsplay", "--library", tmp_path)[1])
    (game,), (play,) = file["games"], file["plays"]
    assert link["game"].items() <= game.items() and game["noPoints"] == (points is None)
    names = {player["id"]: player["name"] for player in file["players"]}
    in_file = [(names[one["playerRefId"]], one["score"], one["winner"]) for one in play["playerScores"]]
    in_link = [(one["name"], str(one.get("score", "")), one["winner"]) for one in link["players"]]
    assert in_file == in_link
    assert (play["playDate"], play["durationMin"]) == (link["playDate"], link.get("durationMin", 0))


def test_a_code_has_the_fields_for_which_the_window_is_wide_enough(arcana, tmp_path, monkeypatch):
    with Library(tmp_path) as library:
        library.add(TAGS + "\n".join(recorded("short").events))
    found = []
    for columns in (200, 80, 61):
        monkeypatch.setenv("COLUMNS", str(columns))
        *lines, link = arcana("show", "--qr", "--library", tmp_path)[1].splitlines()
        assert max(map(len, lines)) <= columns and read_code(lines) == link
        found.append(in_the_link(link))
    assert (found[0]["playDate"], found[0]["location"]) == ("2026-11-21 20:15:00", "Home")
    assert "playDate" not in found[1] and "score" in found[1]["players"][0]
    assert list(found[2]["players"][0]) == ["name"]
    monkeypatch.setenv("COLUMNS", "40")
    status, out, err = arcana("show", "--qr", "--library", tmp_path)
    assert (status, out) == (2, "") and "too narrow" in err and err.count("\n") == 1


# the picture


def test_the_picture_is_the_table_that_the_panel_shows(arcana, tmp_path):
    """Below the heading, the picture is that of the panel while the group thinks about its prediction."""
    events = [event for event in EVENTS if event not in ("play 3 1", "undo")]
    events = events[: events.index("play 6 2")]
    events.append("play 6 1")
    with Library(tmp_path) as library:
        library.add("\n".join(events))
    arcana("export", "latest", tmp_path / "table.png", "--library", tmp_path)
    shared = Image.open(tmp_path / "table.png")
    assert shared.size == (296 * 4, 128 * 4)
    canvas = Canvas()
    at_table(*events).screen.draw(canvas)
    table = (0, 17, 280, 113)
    shown = shared.resize((296, 128), Image.Resampling.NEAREST).convert("1")
    assert shown.crop(table).tobytes() == picture(canvas).crop(table).tobytes()


@pytest.mark.parametrize("game", ["score_pad", "spirit_island"])
def test_every_moment_of_a_game_can_be_a_picture(game):
    """Also where the record ends before an event that follows by itself; buttons are not on it."""
    for path in vectors_folder().glob(f"{game.replace('_', '-')}*.arcana"):
        events = [step.text for step in replay(path.read_text()).steps]
        for count in range(1, len(events) + 1, 7):
            played = replay("\n".join(events[:count]))
            shown = Image.open(io.BytesIO(load(game).final_table(played)))
            buttons = shown.crop((281 * 4, 18 * 4, *shown.size))
            assert shown.width == 296 * 4 and shown.height < 128 * 4
            assert played.game.result or buttons.getextrema() == (255, 255)


# the command


def test_an_ending_of_no_form_is_refused_with_the_list_of_forms(arcana, folder, tmp_path):
    status, out, err = arcana("export", "latest", tmp_path / "x.pdf", "--library", folder)
    assert (status, out) == (2, "") and ".arcana, .json, .csv, .bgsplay or .png" in err
    assert not (tmp_path / "x.pdf").exists()
    assert arcana("export", "latest", tmp_path / "x.pdf", "--as", "csv", "--library", folder)[0] == 0


def test_the_ending_of_the_file_chooses_the_form(exported):
    forms = {form: exported(form) for form in (*FORMATS, "txt", "ARCANA")}
    assert forms["record"] == forms["txt"] == forms["ARCANA"]
    assert forms["png"].startswith(b"\x89PNG") and forms["json"].startswith(b"{")
    assert forms["csv"].startswith(b"turn,") and exported("JSON") == forms["json"]
    assert exported("csv", "--as", "json") == forms["json"]


def test_a_picture_is_not_poured_into_a_terminal(arcana, folder, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    status, out, err = arcana("export", "latest", "--as", "png", "--library", folder)
    assert (status, out) == (2, "") and "name a FILE" in err


def test_export_wants_to_know_which_game_and_one_form(arcana, folder):
    status, _, err = arcana("export", "--library", folder)
    assert status == 2 and "Which game?" in err
    status, _, err = arcana("export", "latest", "--json", "--as", "csv", "--library", folder)
    assert status == 2 and "different formats" in err


# names beyond ASCII


@pytest.fixture
def other_names(tmp_path):
    record = TAGS.replace("Home", "Köln") + "\n".join(EVENTS).replace("Ann,Bo", "Jörg,Łukasz") + "\n"
    (tmp_path / "given.arcana").write_text(record, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", [form.value for form in Form])
def test_names_beyond_ascii_can_be_shared_in_every_form(arcana, other_names, form):
    folder, out = other_names / "library", other_names / "out"
    assert arcana("import", other_names / "given.arcana", "--library", folder)[0] == 0
    assert arcana("export", "latest", out, "--as", form, "--library", folder)[0] == 0
    if form == "csv":
        # with the mark by which spreadsheets know it
        text = out.read_bytes().decode("utf-8-sig")
        assert "Łukasz" in text and out.read_bytes().decode() == "\ufeff" + text
    if form == "json":
        assert jsonschema.Draft202012Validator(schema(arcana)).is_valid(json.loads(out.read_text()))
    if form == "bgsplay":
        file = json.loads(out.read_text())
        assert [one["name"] for one in file["players"] + file["locations"]] == ["Jörg", "Łukasz", "Köln"]


def test_a_letter_and_its_mark_are_put_together(arcana, other_names):
    given, folder = other_names / "given.arcana", other_names / "library"
    apart = unicodedata.normalize("NFD", given.read_text(encoding="utf-8"))
    given.write_text(apart, encoding="utf-8")
    assert arcana("import", given, "--library", folder)[0] == 0
    status, out, _ = arcana("games", "--player", unicodedata.normalize("NFD", "Jörg"), "--library", folder)
    assert status == 0 and "Jörg, Łukasz" in out


# all of them


@pytest.fixture
def evenings(arcana, tmp_path):
    """The folder of a library with four games, one of them without a date."""
    won = next(table for seed in range(1000) if (table := random_game(seed)).game.result == "won")
    with Library(tmp_path / "evenings") as library:
        library.add(TAGS + "\n".join(EVENTS))
        library.add('[Game "00000001"]\n[Date "2025-12-31 20:15"]\n' + "\n".join(won.events))
        library.add(
            '[Game "00000002"]\n[Date "2026-01-01"]\n[Location "Köln"]\n'
            + "\n".join(EVENTS).replace("Ann,Bo", "Jörg,Bo")
        )
        library.add('[Game "00000003"]\n' + "\n".join(EVENTS))
    return tmp_path / "evenings"


def test_a_whole_library_is_one_play_file(arcana, evenings, tmp_path):
    target = tmp_path / "all.bgsplay"
    status, out, err = arcana("export", "--all", target, "--library", evenings)
    assert (status, out) == (1, f"3 games in {target}.\n")
    assert err == "arcana: Game 00000003 is left out: a play file needs a date, and it has none.\n"
    file = json.loads(target.read_text())
    assert [play["playDate"] for play in file["plays"]] == [
        *("2026-11-21 20:15:00", "2026-01-01 00:00:00", "2025-12-31 20:15:00")
    ]
    names = {player["id"]: player["name"] for player in file["players"]}
    assert len(set(names.values())) == len(names) == len({player["uuid"] for player in file["players"]})
    seated = [[names[one["playerRefId"]] for one in play["playerScores"]] for play in file["plays"]]
    assert seated[:2] == [["Ann", "Bo"], ["Jörg", "Bo"]]
    assert [play for play in file["plays"] if not play["playerScores"][0]["startPlayer"]] == []
    places = {place["id"]: place["name"] for place in file["locations"]}
    assert [places.get(play.get("locationRefId")) for play in file["plays"]] == ["Home", "Köln", None]
    assert len(file["games"]) == 1 and {play["gameRefId"] for play in file["plays"]} == {1}


@pytest.mark.parametrize("target", ["all.json", "records"])
def test_a_whole_library_comes_back(arcana, evenings, tmp_path, target):
    status, out, err = arcana("export", "--all", tmp_path / target, "--library", evenings)
    assert (status, out, err) == (0, f"4 games in {tmp_path / target}.\n", "")
    out = arcana("import", tmp_path / target, "--library", tmp_path / "other", "--json")[1]
    assert json.loads(out)["taken"] == 4
    records = []
    for folder in (evenings, tmp_path / "other"):
        with Library(folder) as library:
            records.append([str(Record.from_text(entry.record).without_undos()) for entry in library.games()])
    assert records[0] == records[1]


def test_the_json_of_all_games_is_as_its_schema_says(arcana, evenings, tmp_path):
    data = json.loads(arcana("export", "--all", "--json", "--library", evenings)[1])
    described = schema(arcana, "--all")
    jsonschema.Draft202012Validator.check_schema(described)
    validator = jsonschema.Draft202012Validator(described)
    assert validator.is_valid(data) and len(data["games"]) == 4
    data["games"][1]["score"] = 8
    assert not validator.is_valid(data)


def test_all_means_those_that_were_chosen(arcana, evenings):
    words = ("export", "--all", "--json", "--library", evenings)
    for chosen, ids in (
        (["--from", "2026"], ["0badcafe", "00000002"]),
        (["--player", "Jörg"], ["00000002"]),
        (["--result", "won", "--to", "2025"], ["00000001"]),
    ):
        assert [game["id"] for game in json.loads(arcana(*words, *chosen)[1])["games"]] == ids
    assert "matches" in arcana(*words, "--player", "Nobody")[2]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--all"], "Where to?"),
        (["--all", "x.csv"], "one .bgsplay, one .json"),
        (["--all", "x.txt"], "one .bgsplay, one .json"),
        (["--all", "x.pdf"], ".bgsplay"),
        (["--all", "--as", "png", "x"], "one .bgsplay, one .json"),
        (["--all", "latest", "x.json"], "no GAME"),
        (["--all", "x.json", "--minutes", "7"], "--minutes"),
        (["latest", "--player", "Ann"], "--all"),
    ],
)
def test_words_about_all_games_that_make_no_sense(arcana, folder, words, why, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    status, out, err = arcana("export", *words, "--library", folder)
    assert (status, out) == (2, "") and why in err and err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["library"]


def test_a_folder_of_records_replaces_nothing_by_accident(arcana, evenings, tmp_path):
    (tmp_path / "records").mkdir()
    mine = tmp_path / "records" / "0badcafe.arcana"
    mine.write_text("mine")
    status, _, err = arcana("export", "--all", mine.parent, "--library", evenings)
    assert status == 1 and "--force" in err and list(mine.parent.iterdir()) == [mine]
    assert mine.read_text() == "mine"
    assert arcana("export", "--all", mine.parent, "--force", "--library", evenings)[0] == 0
    assert "can't be written" in arcana("export", "--all", mine / "x", "--library", evenings)[2]


# where and how long


def test_place_and_length_are_noted_and_shared(arcana, folder, exported, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    words = ("edit", "latest", "--place", 'At "Bo\'s"', "--minutes", "95", "--library", folder)
    assert "version 1" in arcana(*words)[1]
    assert "Nothing was changed" in arcana(*words)[1]
    heading, line = arcana("games", "--library", folder)[1].splitlines()
    assert heading.endswith("      Length  Place") and line.endswith('1 h 35 min  At "Bo\'s"')
    assert 'At "Bo\'s" · 1 h 35 min · imported\n' in arcana("show", "--library", folder)[1]
    play = json.loads(exported("bgsplay"))
    assert play["plays"][0]["durationMin"] == 95 and play["locations"][0]["name"] == 'At "Bo\'s"'
    assert json.loads(exported("bgsplay", "--minutes", "7"))["plays"][0]["durationMin"] == 7
    data = json.loads(exported("json"))
    assert (data["location"], data["minutes"]) == ('At "Bo\'s"', 95)
    (data,) = json.loads(arcana("games", "--json", "--library", folder)[1])
    assert (data["location"], data["minutes"]) == ('At "Bo\'s"', 95)
    arcana("edit", "latest", "--place", "", "--minutes", "0", "--library", folder)
    assert "Length" not in arcana("games", "--library", folder)[1]


def test_a_place_may_fill_its_line(arcana, folder):
    assert "is corrected" in arcana("edit", "latest", "--place", "x" * 107, "--library", folder)[1]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("x" * 108, 'at most 107 letters, and letters such as ö, " and \\ count twice; this one has 108.'),
        ("ö" * 50 + '"' * 4, "this one has 108."),
        ("At home\nin Bremen", "A place is a single line: leave out the line break."),
        ("At home\rin Bremen", "A place is a single line"),
        ("\x1b[2J", "can't be set"),
        ("Tōkyō 東京", "can't be set"),
    ],
)
def test_a_place_that_no_record_can_have_is_a_sentence(arcana, folder, place, why):
    status, out, err = arcana("edit", "latest", "--place", place, "--library", folder)
    assert (status, out) == (2, "") and err.count("\n") == 1 and why in err
    assert "\x1b" not in err
    with Library(folder) as library:
        assert len(library.versions("0badcafe")) == 1


@pytest.mark.parametrize(
    ("ended", "minutes"),
    [
        ("2026-11-21 21:02", 47),
        ("2026-11-21 20:15:01", 1),
        ("2026-11-22 00:05", 230),
        ("2026-11-21 20:15", None),
        ("2026-11-21 20:00", None),  # the clock was set meanwhile
        ("2027-11-21 20:00", None),
        ("2026-11-22", None),
        ("later", None),
    ],
)
def test_the_clock_measures_a_game_where_it_was_set(ended, minutes, tmp_path):
    with Library(tmp_path) as library:
        entry, _ = library.add(TAGS + f'[Ended "{ended}"]\n' + "\n".join(EVENTS))
        assert entry.minutes == minutes
        said = library.correct(entry.id, f'[Minutes "60"]\n{entry.record}')
        assert said.minutes == 60
