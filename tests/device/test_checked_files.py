"""Every file that the device writes beside its games, with one bit flipped: the same, or named and kept."""

import re
from pathlib import Path

import companion
import pytest
from arcana_host.link.games import list_files
from companion.checked_file import CheckedFile
from companion.files import Log
from companion.games.shipwreck.creatures import Creatures
from companion.games.spirit_island.calculator import FIELDS
from companion.games.spirit_island.lands import entered_lands, keep_lands
from companion.screens.settings import languages
from companion.settings import Settings
from host.test_flipped_bits import Started

from shared_rules.device_files import is_damaged_file

SETUP = "setup spirit-island players=Ann spirits=thunderspeaker boards=A blight=card events=no"
PAD = "setup score-pad players=Ann,Bo goal=100 wins=high rounds=0"
TITLE = "goal=500 wins=low rounds=0 title=Rummy zero=no solos=no bgg=0"

FOR_PEOPLE = {"log.txt", "log.txt.old"}
"""Files of which the device reads nothing, so that a flipped bit is a wrong letter in a line and no more."""


pytestmark = pytest.mark.usefixtures("no_waits")


def settings_of(app, folder):
    return Settings(f"{folder}/settings.json", app.log).all()


def creatures_of(app, folder):
    return [str(creature) for creature in Creatures(str(folder), app.log).own()]


def lands_of(app, folder):
    app.session.game.noted = None
    return entered_lands(app)


READ = {"settings.json": settings_of, "creatures.txt": creatures_of, "lands.txt": lands_of}
"""How the device reads each file."""


@pytest.fixture
def folder(tmp_path):
    """The flash of a device on which everything was done, each file written twice at least."""
    flash = tmp_path / "flash"
    flash.mkdir()
    app = Started(flash).app
    for settings in ({"language": "german", "names": "Jörg,Bo"}, {"quick": True, "titles": TITLE}):
        app.settings.update(settings)
    for line in ("1:Crab:3x7", "3:Sea_Serpent:run3&sum=12", "2:Moray_Eel:run4&sum=15"):
        Creatures(str(flash), app.log).add(line)
    app.log.note("something")
    app.session.begin(PAD)
    app.session.begin(SETUP)
    for land in ("A3", "A4", "A5"):
        entered_lands(app)[0][land] = bytes(range(len(FIELDS))), None, None
        keep_lands(app)
    app.methods.call("self_test", {})
    return flash


def test_all_files_are_known(folder):
    """A new file has to say here how it is read."""
    written = {path.name for path in folder.iterdir() if path.is_file()}
    assert written - FOR_PEOPLE == {*READ, *(name + ".old" for name in READ)}


def test_nothing_else_opens_a_file_to_write():
    """Any other file has to be a CheckedFile."""
    root = Path(companion.__file__).parent
    found = set()
    for path in [*root.rglob("*.py"), root.parent / "main.py"]:
        source = path.read_text(encoding="utf-8")
        writes = re.findall(
            r"""\bopen\([^()]*(?:\([^()]*\)[^()]*)*["'][wa+]b?|\bopen\([^)]*, mode\)""", source
        )
        if writes or "write_whole(" in source:
            found.add(path.relative_to(root.parent).as_posix())
    assert found == {
        "main.py",  # puts an update in place, which begins with its CRC-32, and notes in the log
        "companion/files.py",  # the log, and `write_whole`
        "companion/journal.py",  # games, with checks of their own
        "companion/journal_file.py",  # their torn ends
        "companion/file_methods.py",  # what a host sends, with its CRC-32
        "companion/host_methods.py",  # the self-test's file, which is read back and removed
        "companion/checked_file.py",
    }


@pytest.mark.parametrize("name", READ)
def test_whichever_bit_flips_it_is_the_same_or_named_and_kept(folder, name):
    path, aside, old = folder / name, folder / f"{name}.damaged", folder / f"{name}.old"
    whole, previous = path.read_bytes(), old.read_bytes()
    app = Started(folder).app
    read = READ[name]
    expected = read(app, folder)
    path.write_bytes(previous)
    before = read(app, folder)
    assert before != expected
    named = 0
    for bit in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        app.log.reports = []
        found = read(app, folder)
        if app.log.reports:
            (report,) = app.log.reports
            assert found == before and aside.read_bytes() == damaged, bit
            for language in languages():
                sentence = report.in_words(language)
                assert aside.name in sentence and " " in sentence
            aside.unlink()
            named += 1
        else:
            assert found == expected, bit
        path.write_bytes(whole)
        assert old.read_bytes() == previous
        # the previous version is not asked, so whatever happens to it
        if bit < 8 * len(previous):
            damaged = bytearray(previous)
            damaged[bit // 8] ^= 1 << bit % 8
            old.write_bytes(damaged)
            assert read(app, folder) == expected and app.log.reports in ([], [report]), bit
            old.write_bytes(previous)
    assert named == 8 * len(whole)


def test_the_panel_names_what_was_damaged_and_a_computer_finds_it(folder):
    for name in ("creatures.txt", "lands.txt"):
        path = folder / name
        path.write_bytes(path.read_bytes().replace(b"3", b"4", 1))
    device = Started(folder)
    app = device.app
    creatures_of(app, folder)
    lands_of(app, folder)
    app._name_reports()
    listed = list_files(device.host())
    for name in ("creatures.txt.damaged", "lands.txt.damaged"):
        assert name in app.message and any(name in line for line in app.log.lines())
        assert is_damaged_file(name) and listed[name] == (folder / name).stat().st_size


@pytest.mark.parametrize("content", [b"", b"a", b"one\ntwo", b"# ours\n#12345678", b"x" * 100])
def test_a_file_without_a_check_counts_and_one_with_a_check_is_told_from_it(tmp_path, content):
    path = tmp_path / "notes.txt"
    file = CheckedFile(str(path), Log(), 100)
    assert file.read(bytes) is None
    path.write_bytes(content)
    assert file.read(bytes) == content
    file.write(content)
    assert file.read(bytes) == content and path.read_bytes() != content
