"""Keeping: a record is corrected and nothing of it lost; the library goes into one file and comes back."""

import json
import shutil
import sqlite3
import sys
import tempfile

import pytest
from arcana_host.library.rows import checksum
from arcana_host.library.store import FILE, Library
from arcana_portable.errors import LibraryError
from arcana_portable.record import Record
from host.test_errors import STRANGE

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
TAGS = '[Game "0badcafe"]\n[Device "e660"]\n[Date "2026-11-21 20:15"]\n'
LINES = [SETUP, "play 3 1", "undo", "play 4 1", "predict 2 miss", "end", "abandon"]
GAME = TAGS + "\n".join(LINES) + "\n"
MENDED = GAME.replace("predict 2 miss", "predict 3 hit")


@pytest.fixture
def folder(tmp_path):
    with Library(tmp_path / "library") as library:
        library.add(GAME)
    return tmp_path / "library"


@pytest.fixture
def write(monkeypatch, tmp_path):
    """Make the editor replace one text by another; each call adds what the next opening of it does."""
    script, steps = tmp_path / "editor.py", tmp_path / "steps.json"
    script.write_text(
        "import json, pathlib, sys\n"
        f"steps = pathlib.Path({str(steps)!r})\n"
        "(old, new), *rest = json.loads(steps.read_text())\n"
        "steps.write_text(json.dumps(rest))\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "text = file.read_text()\n"
        "assert old in text, text\n"
        "file.write_text(text.replace(old, new))\n"
    )
    monkeypatch.setenv("VISUAL", f"'{sys.executable}' '{script}'")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    steps.write_text("[]")

    def add(old, new):
        steps.write_text(json.dumps([*json.loads(steps.read_text()), [old, new]]))

    return add


def answer(monkeypatch, *answers):
    left = list(answers)
    monkeypatch.setattr("arcana_host.yes_or_no.confirm", lambda *words, **options: left.pop(0))
    return left


# correcting


def test_a_record_is_corrected_and_the_old_one_stays(arcana, folder, write):
    write("predict 2 miss", "predict 3 hit")
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, err) == (0, "") and "is corrected" in out and "version 1" in out
    (game,) = json.loads(arcana("games", "--json", "--library", folder)[1])
    assert (game["score"], game["doom"], game["device"]) == (1, 2, "e660")
    assert "predict 3 hit" in arcana("export", "0bad", "--library", folder)[1]
    old = arcana("export", "0bad", "--version", "1", "--library", folder)[1]
    assert old == str(Record.from_text(GAME).without_undos())
    assert (
        json.loads(arcana("export", "0bad", "--version", "1", "--json", "--library", folder)[1])["doom"] == 3
    )
    assert "is wrong" in arcana("show", "0bad", "--version", "1", "--library", folder)[1]
    assert "version 2 of 2" in arcana("show", "0bad", "--library", folder)[1]
    with Library(folder) as library:
        assert library.versions("0badcafe")[0] == GAME


def test_every_correction_is_a_version(arcana, folder, write):
    for place in ("Home", "At Bo's", "By the sea"):
        write('20:15"]\n', f'20:15"]\n[Location "{place}"]\n')
        assert arcana("edit", "latest", "--json", "--library", folder)[0] == 0
    with Library(folder) as library:
        places = [Record.from_text(text).tag("Location") for text in library.versions("0badcafe")]
    assert places == [None, "Home", "At Bo's", "By the sea"]
    status, _, err = arcana("show", "0bad", "--version", "7", "--library", folder)
    assert status == 1 and "versions 1 to 4" in err


def test_closing_the_editor_changes_nothing(arcana, folder, write):
    write("# Game", "# My game")
    before = (folder / FILE).read_bytes()
    status, out, _ = arcana("edit", "0bad", "--library", folder)
    assert status == 0 and "Nothing was changed" in out and (folder / FILE).read_bytes() == before
    write("#", "#")
    assert json.loads(arcana("edit", "0bad", "--json", "--library", folder)[1])["corrected"] is False


def test_a_slip_is_named_and_can_be_mended(arcana, folder, write, monkeypatch):
    write("play 4 1", "play 9 1")
    write("play 9 1", "play 5 1")
    answers = answer(monkeypatch, True)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert status == 0 and "is corrected" in out and answers == []
    # three tags and two lines of explanation stand before it
    assert "line 7: play 9 1: " in err and err.count("\n") == 1


def test_a_date_that_cannot_be_read_is_refused(arcana, folder, write, monkeypatch):
    write("2026-11-21 20:15", "21.11.2026 20:15")
    answer(monkeypatch, False)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (
        2,
        "",
    ) and 'line 5: [Date "21.11.2026 20:15"]: A date reads YYYY-MM-DD HH:MM' in err
    (game,) = json.loads(arcana("games", "--json", "--library", folder)[1])
    assert game["date"] == "2026-11-21 20:15"


def test_who_gives_up_loses_nothing(arcana, folder, write, monkeypatch):
    write("play 4 1", "play 9 1")
    answer(monkeypatch, False)
    before = (folder / FILE).read_bytes()
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (2, "") and (folder / FILE).read_bytes() == before
    slip, sentence = err.splitlines()
    assert "line 7: play 9 1" in slip
    assert "play 9 1" in written_in(sentence)


def written_in(sentence):
    """The content of the file that a sentence names."""
    with open(sentence.rpartition("what you wrote is in ")[2].rstrip(".")) as file:
        return file.read()


def test_a_library_that_is_in_use_loses_nothing_that_was_written(arcana, folder, write, monkeypatch):
    def locked(self, id, text, before):
        raise LibraryError("The library can't be used: database is locked.")

    write("play 4 1", "play 5 1")
    monkeypatch.setattr(Library, "correct", locked)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (1, "") and "is locked" in err and "play 5 1" in written_in(err.strip())


@pytest.mark.parametrize(
    "meanwhile",
    [GAME.replace("4 1", "5 1"), GAME + "undo\n", GAME.replace(SETUP, f'[Location "Home"]\n{SETUP}')],
)
def test_a_game_that_changes_while_the_editor_is_open_stays_as_it_is(
    arcana, folder, write, monkeypatch, meanwhile
):
    from arcana_host.cli import editor

    edit = editor.edit

    def edit_slowly(file):
        text = edit(file)
        with Library(folder) as library:
            library.correct("0badcafe", meanwhile)
        return text

    write("predict 2 miss", "predict 3 hit")
    monkeypatch.setattr(editor, "edit", edit_slowly)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (1, "") and "predict 3 hit" in written_in(err.strip())
    assert "Game 0badcafe has changed in the library meanwhile: `arcana show 0badcafe" in err
    with Library(folder) as library:
        assert library.get("0bad").record == meanwhile


def test_a_correction_keeps_the_id(arcana, folder, write, monkeypatch):
    write('"0badcafe"', '"0badbeef"')
    answer(monkeypatch, False)
    status, _, err = arcana("edit", "0bad", "--library", folder)
    assert status == 2 and "keeps the game's id" in err
    write('[Game "0badcafe"]\n', "")
    write("play 4 1", "play 5 1")
    assert arcana("edit", "0bad", "--library", folder)[0] == 0
    with Library(folder) as library:
        assert library.get("0bad").record.startswith('[Game "0badcafe"]\n')


@pytest.mark.parametrize(
    ("editor", "why"),
    [("no-such-editor", "can't be started"), ("false", "failed (status 1)"), ("'", "$EDITOR")],
)
def test_an_editor_that_fails_is_a_sentence(arcana, folder, monkeypatch, editor, why):
    monkeypatch.setattr(tempfile, "tempdir", str(folder.parent))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (1, "") and err.count("\n") == 1 and why in err
    assert list(folder.parent.glob("arcana-*")) == []


@pytest.fixture
def script(monkeypatch, tmp_path):
    """Make the editor run a script of the shell, in which "$1" is the file."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def make(lines):
        (tmp_path / "editor.sh").write_text(lines)
        monkeypatch.setenv("VISUAL", f"sh '{tmp_path / 'editor.sh'}'")

    return make


@pytest.mark.parametrize("lines", ['rm "$1"', 'rm "$1"; mkdir "$1"', 'mv "$1" "$1.txt"'])
def test_an_editor_that_leaves_no_file_changes_nothing(arcana, folder, script, lines):
    script(lines)
    before = (folder / FILE).read_bytes()
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (1, "") and err == "arcana: The editor left no file; nothing was changed.\n"
    assert (folder / FILE).read_bytes() == before


def test_an_editor_may_leave_the_text_of_before_beside_the_file(arcana, folder, script):
    script('cp "$1" "$1~"; sed -i "s/play 4 1/play 5 1/" "$1"')
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, err) == (0, "") and "is corrected" in out


def saved_as(encoding, to="play 5 1"):
    """The script of an editor that saves a correction in another encoding, with the line ends of Windows."""
    return (
        f"'{sys.executable}' -c 'import pathlib, sys; file = pathlib.Path(sys.argv[1]); "
        f'text = file.read_text().replace("play 4 1", "{to}").replace("\\n", "\\r\\n"); '
        f'file.write_bytes(text.encode("{encoding}"))\' "$1"'
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_editor_may_begin_the_file_with_a_byte_order_mark(arcana, folder, script, encoding):
    script(saved_as(encoding))
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, err) == (0, "") and "is corrected" in out
    with Library(folder) as library:
        assert library.get("0bad").record.startswith('[Game "0badcafe"]\n')


@pytest.mark.parametrize(
    ("encoding", "to", "line"), [("latin-1", "play ö 1", 7), ("utf-16-le", "play 5 1", 1)]
)
def test_what_is_not_utf_8_is_said_and_kept(arcana, folder, script, monkeypatch, encoding, to, line):
    script(saved_as(encoding, to))
    answer(monkeypatch, False)
    status, out, err = arcana("edit", "0bad", "--library", folder)
    assert (status, out) == (2, "") and err.count(f"line {line}: this is not text in UTF-8.") == 2
    assert "what you wrote is in " in err


def test_without_any_editor_there_is_a_sentence(arcana, folder, monkeypatch):
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    status, _, err = arcana("edit", "0bad", "--library", folder)
    assert status == 1 and "EDITOR=nano" in err


def test_what_came_before_the_correction_changes_nothing_when_it_comes_again(folder):
    with Library(folder) as library:
        library.correct("0badcafe", MENDED)
        before = library.path.read_bytes()
        for text in (GAME, TAGS + "\n".join(LINES[:4])):
            entry, fresh = library.add(text)
            assert not fresh and entry.summary["score"] == 1
        assert library.path.read_bytes() == before


def test_a_corrected_game_that_goes_on_elsewhere_is_not_lost(tmp_path):
    begun = TAGS + "\n".join(LINES[:-2]) + "\n"
    with Library(tmp_path) as library:
        library.add(begun)
        library.correct("0badcafe", begun.replace("2 miss", "3 hit"))
        corrected = library.get("0bad").record
        entry, fresh = library.add(GAME)
        assert fresh and entry.summary["score"] == 1 and library.continued == {"0badcafe"}
        assert library.versions("0badcafe") == [GAME, corrected]
    with Library(tmp_path) as library:
        assert library.add(GAME)[1] is False and library.continued == set()


def test_what_was_played_after_a_correction_is_corrected_from_version_1(arcana, tmp_path, write):
    begun, file, words = GAME.replace("end\nabandon\n", ""), tmp_path / "game.arcana", ("--library", tmp_path)
    with Library(tmp_path) as library:
        library.add(begun)
        library.correct("0badcafe", begun.replace("2 miss", "3 hit"))
    file.write_text(GAME)
    status, out, err = arcana("import", file, *words)
    assert (status, out) == (0, "Game 0badcafe: added to the library.\n") and err.count("\n") == 1
    assert f"arcana edit 0badcafe --version 1 --library {tmp_path}`" in err
    write("2 miss\nend", "3 hit\nend")
    assert arcana("edit", "0bad", "--version", "1", *words)[0] == 0
    with Library(tmp_path) as library:
        entry = library.get("0bad")
        assert (entry.result, entry.summary["score"], len(library.versions(entry.id))) == ("abandoned", 1, 3)
    status, _, err = arcana("edit", "0bad", "--version", "1", "--place", "Home", *words)
    assert status == 2 and "--version goes without" in err


def test_a_game_that_grows_keeps_the_tags_that_were_corrected(tmp_path):
    begun = TAGS + "\n".join(LINES[:-1]) + "\n"
    with Library(tmp_path) as library:
        library.add(begun)
        library.correct("0badcafe", begun.replace(SETUP, '[Location "Home"]\n' + SETUP))
        entry, fresh = library.add(GAME)
        assert fresh and Record.from_text(entry.record).tag("Location") == "Home"
        assert entry.result == "abandoned" and len(library.versions("0badcafe")) == 2


# one file and back


def everything(folder):
    """All that a library has: games with their versions and creatures."""
    with Library(folder) as library:
        with library.database() as database:
            creatures = database.execute("select * from custom order by name").fetchall()
        return {entry.id: library.versions(entry.id) for entry in library.games()}, creatures


@pytest.fixture
def full(folder):
    """A library with a corrected game, another game, and a creature."""
    with Library(folder) as library:
        library.correct("0badcafe", MENDED)
        library.add(GAME.replace("0badcafe", "0badbeef"))
        with library.database() as database:
            database.execute("insert into custom values ('shipwreck', 'Crab', '1:Crab:3x7')")
    return folder


def test_a_backup_is_everything_in_one_file(arcana, full, tmp_path):
    file = tmp_path / "all.backup"
    status, out, _ = arcana("backup", file, "--library", full)
    assert status == 0 and out == f"2 games in {file}.\n"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".arcana")) == []
    status, out, _ = arcana("restore", file, "--library", tmp_path / "new")
    assert status == 0 and out.startswith("2 games restored") and "1 creature" in out
    assert everything(tmp_path / "new") == everything(full)


def test_a_restore_adds_and_brings_up_to_date(arcana, full, tmp_path):
    """Further games of the backup come in; further games of the library stay."""
    other = tmp_path / "other"
    with Library(other) as library:
        library.add(GAME)  # the backup has it corrected
        library.add(TAGS.replace("0badcafe", "0badbeef") + "\n".join(LINES[:3]))  # … and this one whole
        library.add(GAME.replace("0badcafe", "11111111"))
    arcana("backup", tmp_path / "b", "--library", full)
    data = json.loads(arcana("restore", tmp_path / "b", "--json", "--library", other)[1])
    assert data == {"taken": 0, "renewed": 2, "known": 0, "creatures": 1}
    games, creatures = everything(other)
    assert {id: games[id] for id in ("0badcafe", "0badbeef")} == everything(full)[0] and "11111111" in games
    assert creatures == everything(full)[1]
    arcana("backup", tmp_path / "c", "--library", other)
    data = json.loads(arcana("restore", tmp_path / "c", "--json", "--library", full)[1])
    assert (data["taken"], data["known"]) == (1, 2) and everything(full) == everything(other)


@pytest.mark.parametrize("form", ["records", "games.json"])
def test_own_exports_are_no_other_games(arcana, folder, tmp_path, form):
    """They are imported where they come from, and the backup is restored where they were imported."""
    before = everything(folder)
    assert arcana("export", "--all", tmp_path / form, "--library", folder)[0] == 0
    assert arcana("import", tmp_path / form, "--library", folder)[1] == "Game 0badcafe: was there already.\n"
    assert everything(folder) == before
    arcana("import", tmp_path / form, "--library", tmp_path / "new")
    arcana("backup", tmp_path / "b", "--library", tmp_path / "new")
    assert '"known": 1' in arcana("restore", tmp_path / "b", "--json", "--library", folder)[1]
    arcana("backup", tmp_path / "b", "--force", "--library", folder)
    assert '"renewed": 1' in arcana("restore", tmp_path / "b", "--json", "--library", tmp_path / "new")[1]
    assert everything(tmp_path / "new") == before == everything(folder)


@pytest.mark.parametrize("clash", ["game", "creature"])
def test_a_clash_is_named_and_nothing_is_restored(arcana, full, tmp_path, clash):
    other = tmp_path / "other"
    with Library(other) as library:
        if clash == "game":
            library.add(GAME.replace("play 4 1", "play 5 1"))
        else:
            with library.database() as database:
                database.execute("insert into custom values ('shipwreck', 'Crab', '2:Crab:3x7')")
    before = everything(other)
    arcana("backup", tmp_path / "b", "--library", full)
    status, out, err = arcana("restore", tmp_path / "b", "--library", other)
    assert (status, out) == (1, "") and err.count("\n") == 1 and f"{clash} " in err and "--library" in err
    assert everything(other) == before


def bad_backups(file, full):
    """Yield (the fault, its sentence), each with the fault in the file."""
    with file.open("wb") as huge:
        huge.write(b"SQLite format 3\0")
        huge.truncate(1 << 40)
    yield "is larger than any", "larger than a library can be"
    file.unlink()
    yield "is not there", "can't be read"
    file.write_bytes(b"")
    yield "is empty", "is no backup"
    file.write_text("a shopping list " * 100)
    yield "is something else", "is no backup"
    database = sqlite3.connect(file := file.with_suffix(".sqlite3"))
    database.execute("create table games (title text)")
    database.commit()
    database.close()
    yield "is another database", "not the backup"


def test_what_is_no_backup_is_a_sentence_and_changes_nothing(arcana, full, tmp_path):
    before = everything(full)
    for wrong, why in bad_backups(tmp_path / "b", full):
        file = tmp_path / ("b.sqlite3" if "database" in wrong else "b")
        content = file.read_bytes() if file.exists() and "larger" not in wrong else None
        status, out, err = arcana("restore", file, "--library", full)
        assert (status, out) == (1, "") and err.count("\n") == 1 and why in err, wrong
        assert everything(full) == before and (content is None or file.read_bytes() == content)


def test_a_damaged_page_of_a_backup_is_seen(arcana, full, tmp_path):
    with Library(full) as library:
        for number in range(60):
            library.add(GAME.replace("0badcafe", f"{number:08x}"))
    arcana("backup", tmp_path / "b", "--library", full)
    data = bytearray((tmp_path / "b").read_bytes())
    for page in range(4096 * 3, len(data) - 4096, 4096 * 2):
        data[page : page + 600] = b"\xee" * 600
    (tmp_path / "b").write_bytes(data)
    status, out, err = arcana("restore", tmp_path / "b", "--library", tmp_path / "new")
    assert (status, out) == (1, "") and err.count("\n") == 1 and "damaged" in err
    assert everything(tmp_path / "new") == ({}, [])


CREATURE = "insert into custom values ('shipwreck',"
DAMAGED_TEXT = "text that is none"
NONSENSE = {
    "a record that does not replay": ("update games set record = replace(record, '4 1', '9 9')", "play 9 9"),
    "an earlier version that does not": ("update versions set record = 'play 9 9'", "play 9 9"),
    "an earlier version that is none": ("update versions set record = x'00ff'", "a record is a text"),
    "another game's record": (
        "update games set record = replace(record, '0badbeef', '0badf00d')",
        "0badf00d",
    ),
    "a record of any length": (
        "update games set record = record || replace(hex(zeroblob(50000)), '0', char(10))",
        "too long",
    ),
    "an id that names every game": ("update games set id = 'latest' where id = '0badbeef'", '"latest" can'),
    "an id that is a path": ("update games set id = '../../x' where id = '0badbeef'", '"../../x" can'),
    "an id that is none": ("update games set id = null where id = '0badbeef'", "None can"),
    "an id that a terminal obeys": (
        "update games set id = char(27) || '[2J' where id = '0badbeef'",
        "\\x1b[2J",
    ),
    "a device that a terminal obeys": ("update games set device = char(27) || '[2J'", "\\x1b[2J"),
    DAMAGED_TEXT: ("update games set record = cast(x'fffe' as text)", "is damaged"),
    "a creature that is none": (f"{CREATURE} 'Kraken', '1:Kraken:gone')", "Kraken:gone"),
    "a creature of no level": (f"{CREATURE} 'Kraken', 'x:Kraken:odd1')", "x:Kraken"),
    "a creature under another name": (f"{CREATURE} 'Eel', '1:Kraken:odd1')", "1:Kraken:odd1"),
    "a creature that is no text": (f"{CREATURE} 'Eel', x'fffe')", "creature"),
    "two creatures in one": (f"{CREATURE} 'Eel', '1:Eel:odd1' || char(10) || '1:X:odd1')", "creature"),
    "something of a game that keeps nothing": (
        "insert into custom values ('chess', 'Rook', 'h8')",
        "does not know the game chess",
    ),
    **{f"a {name} too many": (script, "another program") for name, script in STRANGE.items()},
    "no version": ("pragma user_version = 0", "not the backup"),
    "a later version": ("pragma user_version = 99", "is of version 99"),
}


def sum_anew(database):
    """Give changed rows of a library valid checksums, as a forger would."""
    database.create_function("checksum", -1, checksum)
    database.execute("update games set checksum = checksum(id, device, record)")
    database.execute("update versions set checksum = checksum(game, number, record)")
    database.commit()


@pytest.mark.parametrize("wrong", NONSENSE)
def test_nonsense_in_a_backup_stops_it_all(arcana, full, tmp_path, wrong):
    """The library stays as it was: intact records of the backup are not restored either."""
    script, why = NONSENSE[wrong]
    arcana("backup", tmp_path / "b", "--library", full)
    database = sqlite3.connect(tmp_path / "b")
    database.executescript(script)
    if wrong != DAMAGED_TEXT:
        sum_anew(database)
    database.close()
    with Library(tmp_path / "new") as library:
        library.add(GAME.replace("0badcafe", "11111111"))
    before = (tmp_path / "new" / FILE).read_bytes()
    status, out, err = arcana("restore", tmp_path / "b", "--library", tmp_path / "new")
    assert out == "" and status in (1, 2) and err.count("\n") == 1 and why in err, err
    assert str(tmp_path / "b") in err and "\x1b" not in err and tempfile.gettempprefix() not in err[-40:]
    assert (tmp_path / "new" / FILE).read_bytes() == before


def test_a_backup_is_read_back_before_it_is_one(arcana, full, tmp_path, monkeypatch):
    """If a backup reads back differently, the earlier backup stays, too."""
    file = tmp_path / "b"
    file.write_text("the one before")

    copy_to = Library.copy_to

    def copy_badly(self, target):
        copy_to(self, target)
        target.write_bytes(target.read_bytes().replace(b"play 4 1", b"play 5 1"))

    monkeypatch.setattr(Library, "copy_to", copy_badly)
    status, out, err = arcana("backup", file, "--force", "--library", full)
    assert (status, out) == (1, "") and "read back" in err and err.count("\n") == 1
    assert file.read_text() == "the one before"
    assert {path.name for path in tmp_path.iterdir()} == {"b", "library"}


def test_a_library_that_could_not_be_restored_says_so_when_it_is_backed_up(arcana, full, tmp_path):
    with Library(full) as library, library.database() as database:
        database.execute("update games set record = replace(record, '4 1', '9 9') where id = '0badbeef'")
        sum_anew(database)
    status, out, err = arcana("backup", tmp_path / "b", "--library", full)
    assert (status, out) == (1, f"2 games in {tmp_path / 'b'}.\n")
    assert err.count("\n") == 1 and "will refuse" in err and "game 0badbeef: line" in err
    data = json.loads(arcana("backup", tmp_path / "c", "--json", "--library", full)[1])
    assert data["games"] == 2 and len(data["faults"]) == 1


def test_a_file_for_the_other_command_leads_to_it(arcana, full, tmp_path):
    record, page = tmp_path / "game.json", tmp_path / "stats.html"
    assert arcana("export", "latest", record, "--library", full)[0] == 0
    status, _, err = arcana("restore", record, "--library", full)
    assert status == 1 and f"arcana import {record} --library {full}` adds it" in err
    page.write_text("<!doctype html>\n<title>Games</title>\n")
    status, _, err = arcana("import", page, "--library", full)
    assert status == 2 and "is a page" in err and "export the game as .arcana or .json" in err
    assert "is no backup" in arcana("restore", page, "--library", full)[2]
