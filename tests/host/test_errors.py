"""Whatever goes wrong, with any command: one sentence, a status of the one table, and no traceback."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from arcana_host.cli import app as cli
from arcana_host.games import drawing
from arcana_host.games.shipwreck.bestiary import Bestiary
from arcana_host.library.schema import connect
from arcana_host.library.store import FILE, Library
from arcana_host.link.backup import write
from arcana_portable.errors import ArcanaError, Status
from arcana_portable.link.device_backup import DeviceBackup

RECORD = (
    '[Game "0badcafe"]\n[Date "2026-11-21 20:15"]\n'
    "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key\nplay 4 1\nabandon\n"
)
COMMANDS = {command.name for command in cli.app.registered_commands} | {"bin", "creatures", "solve"}

# every command that uses a library, with words that would be right
WITH_LIBRARY = {
    "games": [],
    "show": ["latest"],
    "review": ["latest"],
    "stats": [],
    "edit": ["latest"],
    "backup": ["{folder}/backup"],
    "restore": ["{backup}"],
    "export": ["latest"],
    "import": ["{record}"],
    "sync": ["--port", "nowhere"],
    "creatures list": [],
    "creatures export": [],
    "creatures remove": ["Eel"],
    "solve": ["latest"],
    "remove": ["latest", "--yes"],
    "ignore": ["latest"],
    "bin list": [],
    "bin restore": ["0badcafe"],
    "bin empty": ["--yes"],
}
CREATING = ("sync", "import", "restore")
WITH_GAME = {command: ["{game}"] for command in ("show", "review", "export", "edit", "remove", "ignore")}
WITH_DEVICE = {
    "sync": [],
    "live": [],
    "flash": [],
    "test": ["--no-hands"],
    "backup": ["{folder}/device.zip", "--device"],
    "restore": ["{device_backup}"],
    "names": ["Ann,Bo"],
    "page": ["https://example.org/"],
}
WITH_INPUT = {"import": ["{file}"], "replay": ["{file}"], "restore": ["{file}"]}
WITH_OUTPUT = {
    "export": ["latest", "{file}"],
    "backup": ["{file}"],
    "creatures export": ["{file}"],
    "stats": ["--svg", "{file}"],
    "review": ["latest", "--html", "{file}"],
}
ENDINGS = {"stats": ".svg", "review": ".html"}
STRANGE = {
    "view": "drop table custom; create view custom as with recursive n(x) as "
    "(select 1 union all select x + 1 from n) select x, x, x from n",
    "trigger": "create trigger t after insert on games begin delete from games; end",
    "table": "create table more (x)",
}
"""{what another program defined in a library: how}"""
MAIN = [sys.executable, "-c", "from arcana_host.cli import main; main()"]
# looked at in tests/device/test_play.py, test_cli.py and test_image.py
NO_FAILURES_OF_THEIR_OWN = {"rulings", "play", "doctor", "image"}


@pytest.fixture
def place(tmp_path):
    """Paths that stand in the words above."""
    (tmp_path / "record").write_text(RECORD)
    with Library(tmp_path / "library") as library:
        library.add(RECORD)
        Bestiary(library).add("1:Eel:odd3\n")
        library.copy_to(tmp_path / "backup.sqlite3")
    device = DeviceBackup({}, {"device": "e660"}, "2026-11-21 20:15")
    write(device, tmp_path / "device.backup", replace=False)
    return {
        "folder": tmp_path,
        "record": tmp_path / "record",
        "backup": tmp_path / "backup.sqlite3",
        "device_backup": tmp_path / "device.backup",
    }


@pytest.fixture
def fails(arcana):
    """Run words that have to fail; gives the sentence."""

    def run(status, *words):
        ended, out, err = arcana(*words)
        assert err.count("\n") == 1 and err.startswith("arcana: ") and len(err) < 600, err
        assert (ended, out) == (status, "")
        return err

    return run


def words_of(table, command, place, **more):
    return [*command.split(), *[word.format(**place, **more) for word in table[command]]]


def test_no_command_is_forgotten():
    looked_at = {command.split()[0] for table in (WITH_LIBRARY, WITH_INPUT, WITH_OUTPUT) for command in table}
    looked_at |= set(WITH_DEVICE) | NO_FAILURES_OF_THEIR_OWN
    forgotten = ", ".join(COMMANDS - looked_at)
    assert not forgotten, f"{forgotten}: name it in a table at the top of {__file__}, such as WITH_DEVICE"
    assert not looked_at - COMMANDS, f"{looked_at - COMMANDS} is in a table here, but no command"


def bad_libraries(folder):
    """Yield (folder of a library that can't be used, what the sentence says)."""
    (folder / "file").write_text("")
    yield folder / "file" / "library", "can't be used|There is no library in"
    (folder / "damaged").mkdir()
    (folder / "damaged" / FILE).write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    yield folder / "damaged", "is damaged"
    with Library(folder / "newer") as library:
        library._database.execute("pragma user_version = 99")
    yield folder / "newer", "is of version 99"
    for name, script in STRANGE.items():
        with Library(folder / name) as library:
            library.add(RECORD)
            library._database.executescript(script)
        yield folder / name, f"has the {name} "


@pytest.mark.parametrize("command", WITH_LIBRARY)
def test_a_library_that_can_t_be_used(fails, place, monkeypatch, command):
    monkeypatch.setenv("EDITOR", "false")
    for folder, why in bad_libraries(place["folder"]):
        said = fails(Status.FAILED, *words_of(WITH_LIBRARY, command, place), "--library", folder)
        assert re.search(why, said)


@pytest.mark.parametrize("command", [command for command in WITH_LIBRARY if command not in CREATING])
@pytest.mark.parametrize("option", ["--library", "ARCANA_LIBRARY"])
def test_a_library_that_was_mistyped(fails, place, monkeypatch, command, option):
    """Nothing is created for it, and no backup is replaced by an empty one."""
    missing, before = place["folder"] / "libary", sorted(place["folder"].iterdir())
    words = words_of(WITH_LIBRARY, command, place)
    if option == "--library":
        words += [option, missing]
    else:
        monkeypatch.setenv(option, str(missing))
    assert f"There is no library in {missing}, which {option} names" in fails(Status.FAILED, *words)
    assert sorted(place["folder"].iterdir()) == before


@pytest.mark.parametrize("command", WITH_LIBRARY)
def test_the_first_run_has_no_library_yet(arcana, place, monkeypatch, command):
    monkeypatch.delenv("ARCANA_LIBRARY", raising=False)
    monkeypatch.setattr("arcana_host.library.store.data_folder", lambda: place["folder"] / "data")
    assert "There is no library" not in arcana(*words_of(WITH_LIBRARY, command, place))[2]
    assert (place["folder"] / "data" / FILE).exists()


@pytest.mark.parametrize("command", WITH_GAME)
@pytest.mark.parametrize("game", ["ffff", "latest"])
def test_a_game_that_is_not_there(fails, place, command, game):
    words = words_of(WITH_GAME, command, place, game=game)
    with Library(place["folder"] / "new"):
        pass
    sentence = fails(Status.FAILED, *words, "--library", place["folder"] / "new")
    assert ("no game ffff" if game == "ffff" else "is empty") in sentence


@pytest.mark.parametrize("command", WITH_DEVICE)
def test_a_device_that_is_not_there(fails, place, monkeypatch, command):
    monkeypatch.setattr("arcana_host.link.ports.list_ports.comports", lambda: [])
    words = words_of(WITH_DEVICE, command, place)
    words += ["--library", place["folder"] / "library"] if command == "sync" else []
    assert "No companion" in fails(Status.FAILED, *words)
    assert "no port" in fails(Status.FAILED, *words, "--port", place["folder"] / "gone")
    said = fails(Status.FAILED, *words, "--port", place["record"])
    assert f"opened as a serial port ({os.strerror(errno.ENOTTY)})" in said or os.name != "posix"


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals and signals")
@pytest.mark.parametrize("command", ["sync", "backup", "restore", "flash", "test"])
def test_ctrl_c_while_a_device_says_nothing(place, command):
    import tty

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    words = [*words_of(WITH_DEVICE, command, place), "--port", os.ttyname(theirs)]
    environment = {**os.environ, "ARCANA_LIBRARY": str(place["folder"] / "library")}
    with subprocess.Popen(
        [*MAIN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        # it has begun to talk
        os.read(ours, 1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, out) == (Status.STOPPED, "")
    # on a busy computer it may have said before what it waits for
    assert err.splitlines()[-1] == "arcana: Stopped." and "Traceback" not in err
    assert not (place["folder"] / "device.zip").exists()


@pytest.mark.parametrize("command", WITH_INPUT)
@pytest.mark.parametrize("content", [None, b"\x00\xff\xfe" * 300, b"{", b"play 1 1\n", b"x" * 100_000])
def test_a_file_that_makes_no_sense(fails, place, command, content):
    file = place["folder"] / "bad"
    if content is not None:
        file.write_bytes(content)
    words = words_of(WITH_INPUT, command, place, file=file)
    options = [] if command == "replay" else ["--library", place["folder"] / "library"]
    status = Status.FAILED if command == "restore" else Status.WRONG_INPUT
    assert str(file) in fails(status, *words, *options) or command == "replay"


@pytest.mark.parametrize("command", WITH_OUTPUT)
def test_a_file_that_can_t_be_written(fails, place, monkeypatch, command):
    # a chart takes its time
    monkeypatch.setattr(drawing, "chart", lambda title, statistics, kind: b"<svg/>")
    options = ["--library", place["folder"] / "library"]
    ending = ENDINGS.get(command, "")
    nowhere = words_of(WITH_OUTPUT, command, place, file=place["folder"] / "no" / f"file{ending}")
    assert "can't be written" in fails(Status.FAILED, *nowhere, *options)
    there = words_of(WITH_OUTPUT, command, place, file=place["record"].rename(f"{place['record']}{ending}"))
    assert "--force" in fails(Status.FAILED, *there, *options)
    for file in (place["folder"], place["folder"] / ("a" * 300 + ending)):
        words = words_of(WITH_OUTPUT, command, place, file=file)
        assert "can't be written" in fails(Status.FAILED, *words, "--force", *options)


FULL = Path("/dev/full")
NO_ROOM = pytest.mark.skipif(not FULL.is_char_device(), reason="there is no device that is always full")


@NO_ROOM
@pytest.mark.parametrize("command", [*WITH_OUTPUT, "games", "stats", "show latest", "--help"])
def test_a_disk_that_is_full(fails, place, command):
    """For the file that is written, and for what is printed into one."""
    library = str(place["folder"] / "library")
    if command in WITH_OUTPUT:
        words = words_of(WITH_OUTPUT, command, place, file=FULL)
        sentence = fails(Status.FAILED, *words, "--force", "--library", library)
        assert "can't be" in sentence and FULL.is_char_device()
        return
    environment = {**os.environ, "ARCANA_LIBRARY": library}
    with FULL.open("w") as full:
        done = subprocess.run(
            [*MAIN, *command.split()], stdout=full, stderr=subprocess.PIPE, text=True, env=environment
        )
    assert (done.returncode, done.stderr) == (
        Status.FAILED,
        "arcana: This can't be written: No space left on device.\n",
    )


LIMITED = (
    "import resource, signal, sys\nfrom arcana_host.cli import main\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "room = int(sys.argv.pop(1))\nresource.setrlimit(resource.RLIMIT_FSIZE, (room, room))\nmain()"
)
"""`arcana` with the most bytes of a file as its first argument."""


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
@pytest.mark.parametrize("room", [0, 1024, 20000])
def test_a_backup_to_a_disk_that_is_full_blames_the_backup(place, room):
    file = place["folder"] / "new"
    command = [sys.executable, "-c", LIMITED, str(room), "backup", str(file), "--force"]
    words = ["--library", str(place["folder"] / "library")]
    done = subprocess.run([*command, *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (Status.FAILED, "") and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"arcana: {file} can't be written: "), done.stderr
    assert not file.exists() and not list(place["folder"].glob(".*"))


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
def test_a_library_on_a_disk_that_is_full_stays_as_it_was(place):
    folder = place["folder"] / "library"
    record = RECORD.replace("0badcafe", "0badf00d").replace("abandon", "end\n" * 1 + "abandon")
    many = [f"play {fate} 1\nend" for fate in (4, 5, 6, 7)]
    place["record"].write_text(record.replace("play 4 1", "play 4 1\npredict 2 miss") + "\n" * len(many))
    command = [sys.executable, "-c", LIMITED, "1024", "import", str(place["record"])]
    done = subprocess.run([*command, "--library", str(folder)], capture_output=True, text=True)
    assert done.returncode == Status.FAILED and done.stderr.count("\n") == 1, done.stderr
    assert "can't be used" in done.stderr
    with Library(folder) as library:
        assert [entry.id for entry in library.games()] == ["0badcafe"]


@pytest.mark.parametrize("command", [*WITH_INPUT, *WITH_OUTPUT, "sync"])
def test_files_and_folders_that_are_kept_from_this_user(fails, place, command):
    shut, folder = place["folder"] / "shut", place["folder"] / "library"
    shut.mkdir()
    place["record"].chmod(0)
    shut.chmod(0o500)
    if os.access(shut, os.W_OK):
        pytest.skip("nothing is kept from this user")
    if command in WITH_INPUT:
        words = words_of(WITH_INPUT, command, place, file=place["record"])
    elif command in WITH_OUTPUT:
        words = words_of(WITH_OUTPUT, command, place, file=shut / f"file{ENDINGS.get(command, '')}")
    else:
        words, folder = words_of(WITH_LIBRARY, command, place), shut / "library"
    options = [] if command == "replay" else ["--library", folder]
    status = Status.WRONG_INPUT if command in WITH_INPUT else Status.FAILED
    sentence = fails(status, *words, *options)
    assert "Permission denied" in sentence or "is not readable" in sentence


def with_a_read_only_file(monkeypatch, folder):
    """SQLite itself refuses to write, whoever runs the test."""

    def connect_to_read(file):
        return connect(f"{file.as_uri()}?mode=ro" if isinstance(file, Path) else file)

    monkeypatch.setattr("arcana_host.library.store.connect", connect_to_read)


def with_permissions(file, in_folder):
    def take_away(monkeypatch, folder):
        (folder / FILE).chmod(file)
        folder.chmod(in_folder)
        if os.access(folder, os.W_OK):
            pytest.skip("nothing is kept from this user")

    return take_away


@pytest.mark.parametrize(
    "taken", [with_a_read_only_file, with_permissions(0o400, 0o500), with_permissions(0o600, 0o500)]
)
@pytest.mark.parametrize(
    "words", [["edit", "latest", "--place", "Home"], ["remove", "latest", "--yes"], ["import", "{fresh}"]]
)
def test_a_library_that_may_only_be_read(fails, arcana, place, monkeypatch, words, taken):
    folder, fresh = place["folder"] / "library", place["folder"] / "fresh"
    fresh.write_text(RECORD.replace("0badcafe", "0badbeef"))
    before = (folder / FILE).read_bytes()
    taken(monkeypatch, folder)
    said = fails(Status.FAILED, *[word.format(fresh=fresh) for word in words], "--library", folder)
    assert "can't be written: you need the permission" in said
    status, out, _ = arcana("doctor", "--port", "nowhere", "--library", folder)
    assert status == Status.FAILED and "✓ library  1 game" in out and "can't be written" in out
    # it is not damaged
    assert "repaired" not in arcana("doctor", "--repair", "--port", "nowhere", "--library", folder)[1]
    assert arcana("games", "--library", folder)[0] == 0 and (folder / FILE).read_bytes() == before


@pytest.fixture
def nobody(monkeypatch):
    """The user and all groups have no name, and there is no home folder, as in a container."""
    pwd, grp = pytest.importorskip("pwd"), pytest.importorskip("grp")

    def unknown(number):
        raise KeyError(f"not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(grp, "getgrgid", unknown)
    for name in ("HOME", "USER", "LOGNAME", "XDG_DATA_HOME", "ARCANA_LIBRARY"):
        monkeypatch.delenv(name, raising=False)


EVERY = {**WITH_LIBRARY, **WITH_DEVICE, **WITH_INPUT, **WITH_OUTPUT, "play": [], "doctor": []}


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("command", EVERY)
def test_a_user_without_a_name(arcana, place, command):
    status, _, err = arcana(*words_of(EVERY, command, place, file=place["folder"] / "file"))
    assert status in (Status.FAILED, Status.WRONG_INPUT) and "Traceback" not in err, err
    assert err.count("\n") == 1 and "itself failed" not in err


@pytest.mark.parametrize(
    ("words", "helped_by"),
    [
        (["fly"], ""),
        (["gamse"], ""),
        (["games", "--fast"], "games "),
        (["replay"], "replay "),
        (["show", "a", "b"], "show "),
        (["export", "--minutes", "long"], "export "),
        (["stats", "--png"], "stats "),
        (["creatures", "fly"], "creatures "),
        (["creatures", "remove", "--port"], "creatures remove "),
    ]
    + [([command, "--no-such-option"], f"{command} ") for command in sorted(COMMANDS)],
)
def test_words_that_nobody_knows(fails, words, helped_by):
    sentence = fails(Status.WRONG_INPUT, *words)
    assert re.search(rf"[^.?][.?] `arcana {helped_by}--help` lists what there is\.\n$", sentence), sentence


@pytest.mark.parametrize("words", [[], ["creatures"]])
def test_without_a_command_there_is_the_help_and_nothing_else(arcana, words):
    status, out, err = arcana(*words)
    assert (status, err) == (Status.WRONG_INPUT, "") and "Usage: arcana" in out


def test_ctrl_c_is_a_sentence(fails, place, monkeypatch):
    def stop(*_args, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(Library, "stored", stop)
    assert fails(Status.STOPPED, "games", "--library", place["folder"] / "library") == "arcana: Stopped.\n"


def test_what_nobody_thought_of(fails, place, monkeypatch):
    monkeypatch.setattr(Library, "stored", lambda *_args, **_options: 1 // 0)
    assert "ZeroDivisionError" in fails(Status.BROKEN, "games", "--library", place["folder"] / "library")


def test_output_that_nobody_reads_any_more_is_no_failure(place):
    with Library(place["folder"] / "library") as library:
        # more than a pipe holds
        for number in range(400):
            players = ",".join(f"{number:04}{letter * 8}" for letter in "abcde")
            library.add(RECORD.replace("0badcafe", f"{number:08x}").replace("Ann,Bo", players))
    words = ["games", "--json", "--library", str(place["folder"] / "library")]
    with subprocess.Popen([*MAIN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == Status.NOT_READ


def test_every_error_has_a_status_of_the_table():
    def all_of(kind):
        return [kind, *[below for sub in kind.__subclasses__() for below in all_of(sub)]]

    assert [
        kind for kind in all_of(ArcanaError) if not (isinstance(kind.status, Status) and kind.status)
    ] == []


def test_every_command_has_help_and_no_word_of_it_turns_into_a_picture(arcana):
    for command in sorted(COMMANDS):
        status, out, err = arcana(command, "--help")
        assert (status, err) == (0, "") and f"Usage: arcana {command}" in out, command
        assert [letter for letter in out if ord(letter) > 0x1F000] == [], command
    for words in ([], ["bin"], ["creatures"]):
        assert arcana(*words) == (Status.WRONG_INPUT, arcana(*words, "--help")[1], "")


# completing words


@pytest.fixture
def completed(arcana, place, monkeypatch):
    """Ask what bash would be offered for the last of these words."""
    monkeypatch.setenv("_ARCANA_COMPLETE", "complete_bash")
    monkeypatch.setenv("ARCANA_LIBRARY", str(place["folder"] / "library"))

    def offered(*words):
        monkeypatch.setenv("COMP_WORDS", " ".join(["arcana", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        _, out, err = arcana()
        assert err == ""
        return out.split()

    return offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["st"], ["stats"]),
        (["show", "0"], ["0badcafe"]),
        (["export", "la"], ["latest"]),
        (["edit", "0b"], ["0badcafe"]),
        (["games", "--player", "A"], ["Ann"]),
        (["stats", "--set", "i"], ["imago"]),
        (["games", "--result", "un"], ["unfinished"]),
        (["show", "f"], []),
        (["sync", "--k"], ["--keep"]),
    ],
)
def test_the_shell_completes_words(completed, words, offered):
    assert completed(*words) == offered


def test_completing_says_nothing_about_a_damaged_library(completed, place):
    (place["folder"] / "library" / FILE).write_bytes(b"nonsense" * 1000)
    assert completed("show", "0") == []
