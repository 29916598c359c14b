"""The library: what comes in is checked, nothing comes twice, nothing is lost."""

import sqlite3

import pytest
from arcana_host.library.store import FILE, Library
from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.record import Record
from host.test_errors import STRANGE
from link.bench import SETUP

TAGS = '[Game "0badcafe"]\n[Device "e660"]\n[Date "2026-11-21 20:15"]\n'
GAME = TAGS + SETUP + "\nplay 3 1\nundo\nplay 4 1\npredict 2 miss\nend\nabandon\n"


def test_a_game_comes_in_with_what_follows_from_it(library):
    entry, fresh = library.add(GAME)
    assert fresh
    assert (entry.id, entry.device, entry.date) == ("0badcafe", "e660", "2026-11-21 20:15")
    assert (entry.game, entry.players, entry.result) == ("shipwreck", ["Ann", "Bo"], "abandoned")
    assert entry.summary == {"mode": "standard", "sets": ["base"], "score": 0, "doom": 3}
    assert (entry.turns, entry.lines) == (2, 7)
    assert entry.record == GAME


def test_the_same_game_again_changes_nothing(library):
    library.add(GAME)
    before = library.path.read_bytes()
    entry, fresh = library.add(GAME)
    assert not fresh and entry.lines == 7 and library.path.read_bytes() == before


def test_a_game_grows_and_never_shrinks(library):
    lines = GAME.splitlines(keepends=True)
    library.add("".join(lines[:5]))
    entry, fresh = library.add(GAME)
    assert fresh and entry.result == "abandoned"
    entry, fresh = library.add("".join(lines[:5]))
    assert not fresh and entry.lines == 7 and len(library.games()) == 1


def test_an_export_is_the_game_that_it_comes_from(library):
    """Undone lines are kept, in either order of export and device record."""
    begun, whole = Record.from_text(GAME.removesuffix("end\nabandon\n")), Record.from_text(GAME)
    library.add(str(begun))
    assert not library.add(str(begun.without_undos()))[1] and library.get("0badcafe").record == str(begun)
    assert library.add(str(whole.without_undos())) == (library.get("0badcafe"), True)
    assert library.get("0badcafe").record == GAME
    for record in (begun, begun.without_undos(), whole.without_undos()):
        assert not library.add(str(record))[1]
    library.add(str(whole.without_undos()).replace("0badcafe", "0badbeef"))
    assert library.add(GAME.replace("0badcafe", "0badbeef"), is_original=True)[0].lines == 7
    assert len(library.versions("0badbeef")) == 1


def test_another_game_under_the_same_id_is_refused(library):
    library.add(GAME)
    with pytest.raises(LibraryError, match="another game 0badcafe"):
        library.add(GAME.replace("play 4 1", "play 5 1"))
    assert library.get("0badcafe").record == GAME


def test_a_record_without_an_id_gets_one_from_its_events(library):
    text = "\n".join([SETUP, "play 3 1", "abandon"])
    entry, _ = library.add(text, device="paper")
    assert len(entry.id) == 8 and entry.device == "paper"
    assert library.add("# mended\n\n" + text)[1] is False
    undone = text.replace("play 3 1", "play 4 1\nundo\nplay 3 1")
    assert library.add(undone)[0].id == entry.id, "an export and the record it comes from have the same id"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "first event has to be a setup"),
        (TAGS, "first event has to be a setup"),
        ("play 3 1\n", "line 1: play 3 1: "),
        (SETUP + "\nplay 9 1\n", "line 2: play 9 1: "),
        (SETUP + "\nend\n", "line 2: end: "),
        (SETUP + "\n" + "x" * 200, "line 2: x"),
        (SETUP + "\npl\x1by 3 1\n", r"line 2: 'pl\\x1by 3 1': "),
        (SETUP + "\n" + TAGS, "line 2: "),
        ("undo\n" + SETUP, "line 1: undo: "),
    ],
)
def test_a_record_that_does_not_replay_is_refused_with_its_line(library, text, sentence):
    with pytest.raises(RecordError, match=sentence):
        library.add(text)
    assert library.games() == []


def test_games_are_found_by_the_beginning_of_their_id(library):
    library.add(GAME)
    library.add(GAME.replace("0badcafe", "0bad0000"))
    assert library.get("0badc").id == "0badcafe"
    with pytest.raises(LibraryError, match="2 games begin with 0bad"):
        library.get("0bad")
    with pytest.raises(LibraryError, match="There is no game"):
        library.get("f")


def test_games_are_listed_the_latest_first(library):
    for id, date in (("00000001", "2026-01-01 10:00"), ("00000002", "2026-02-01 10:00")):
        library.add(GAME.replace("0badcafe", id).replace("2026-11-21 20:15", date))
    library.add(GAME.replace("0badcafe", "00000003").replace('[Date "2026-11-21 20:15"]\n', ""))
    assert [entry.id[-1] for entry in library.games()] == ["2", "1", "3"]


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_library_is_a_sentence_and_stays_as_it_is(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(LibraryError, match="is damaged"):
        Library(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize("version", [2, 99, 9999])
def test_a_library_of_any_other_version_is_refused_and_stays_as_it_is(tmp_path, version):
    with Library(tmp_path) as library:
        library.add(GAME)
        library._database.execute(f"pragma user_version = {version}")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(LibraryError, match=f"is of version {version}, and this arcana reads only"):
        Library(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("script", [*STRANGE.values(), "pragma user_version = 99"])
def test_what_others_wrote_is_no_damage_to_repair(arcana, tmp_path, script):
    with Library(tmp_path) as library:
        library.add(GAME)
        library._database.executescript(script)
    before = (tmp_path / FILE).read_bytes()
    status, out, err = arcana("doctor", "--repair", "--library", tmp_path, "--port", tmp_path)
    assert (status, out) == (1, "") and ("another program" in err or "is of version 99" in err)
    assert (tmp_path / FILE).read_bytes() == before and len(list(tmp_path.iterdir())) == 1
    status, out, _ = arcana("doctor", "--library", tmp_path, "--port", tmp_path)
    assert status == 1 and ("another program" in out or "is of version 99" in out)


def test_another_programs_file_stays_as_it_is(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("create table games (title text)")
    other.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(LibraryError, match="not a library"):
        Library(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_library_that_another_program_is_writing_is_a_sentence(tmp_path, monkeypatch):
    with Library(tmp_path) as library:
        other = sqlite3.connect(library.path)
        other.execute("begin exclusive")
        library._database.execute("pragma busy_timeout = 1")
        with pytest.raises(LibraryError, match="locked"):
            library.add(GAME)
        other.rollback()
        assert library.add(GAME)[1]
        other.close()


@pytest.mark.parametrize(
    "id", ["latest", "", " ", "a b", "..", "../../x", "-x", "_x", "Jörg", "x" * 41, '\\"', "0badcafe "]
)
def test_an_id_that_no_command_could_name_is_refused(library, id):
    with pytest.raises(RecordError, match="can't be the id of a game: that is 1 to 40 letters"):
        library.add(f'[Game "{id}"]\n{SETUP}')
    assert library.games() == []


@pytest.mark.parametrize(
    "id", ["0badcafe", "0bad", "0", "late", "latest2", "LATEST", "our-first_game", "x" * 40]
)
def test_whatever_is_in_the_library_can_be_named(library, id):
    library.add(f'[Game "{id}"]\n{SETUP}')
    for other in ("0badcafe", "0badbeef", "latest1"):
        library.add(f'[Game "{other}"]\n{SETUP}')
    assert library.get(id).id == id


def test_a_record_of_any_length_is_not_played_again(library):
    record = "\n".join([SETUP, *["undo"] * 20_000])
    for refused in (library.add, lambda text: library.correct("0badcafe", text)):
        if library.find("0badcafe") is None and refused != library.add:
            library.add(f'[Game "0badcafe"]\n{SETUP}')
        with pytest.raises(RecordError, match="too long for a record: it has more than 32 KB"):
            refused(record)


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        *(
            (f'{name} "{date}"', "line 2: .* A date reads YYYY-MM-DD HH:MM")
            for name in ("Date", "Ended")
            for date in ("yesterday", "21.11.2026 20:15", "2026-11-31", "2026-11-21T20:15")
        ),
        *(
            (f'Minutes "{many}"', "line 2: .* The minutes are a whole number up to 6000")
            for many in ("soon", -1)
        ),
    ],
)
def test_a_time_that_cannot_be_read_is_no_correction(library, tag, sentence):
    library.add(GAME)
    with pytest.raises(RecordError, match=sentence):
        library.correct("0badcafe", GAME.replace("\n", f"\n[{tag}]\n", 1))
    assert library.versions("0badcafe") == [GAME]


def test_a_time_that_is_stored_stays_whatever_it_is(library):
    """A device sent it, or an earlier arcana imported it: the game comes in and can be corrected."""
    text = GAME.replace("2026-11-21 20:15", "yesterday")
    library.add(text)
    library.correct("0badcafe", text.replace("abandon\n", ""))
    library.correct("0badcafe", GAME.replace('[Date "2026-11-21 20:15"]\n', ""))
    assert library.get("0badcafe").date is None and library.add(text)[1] is False


def test_a_date_that_is_none_does_not_make_a_game_the_latest(library):
    for id, date in (("1", "yesterday"), ("2", "2026-11-21"), ("3", "9999-99-99"), ("4", "2026-11-20 20:15")):
        library.add(f'[Game "{id}"]\n[Date "{date}"]\n{SETUP}')
    assert [entry.id for entry in library.games()] == ["2", "4", "1", "3"]
    assert library.latest().id == "2" and library.get("1").date is None
    assert '[Date "yesterday"]' in library.get("1").record
