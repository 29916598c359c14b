"""What `main.py` makes of the companions on a flash: the one that is named, or the one before it."""

import subprocess
import sys

import arcana_host
import pytest

BEGIN = "import gc; gc.threshold = lambda bytes: None; exec(open('main.py').read())"
"""The one function of MicroPython that it needs."""


@pytest.fixture
def flash(tmp_path):
    """A flash with two companions, "one" and "two", each of which prints its name."""
    for name in ("main.py", "starter.py"):
        (tmp_path / name).write_text((arcana_host.firmware_folder() / name).read_text())
    for folder in ("one", "two"):
        put(tmp_path, folder)
    (tmp_path / "start.txt").write_text("one two\n")
    return tmp_path


def put(flash, folder, app="from companion.boards import NAME\ndef main(): print('runs', NAME)\n"):
    package = flash / folder / "companion"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "boards.py").write_text(f"NAME = {folder!r}\ndef wake(): print('awake')\n")
    (package / "app.py").write_text(app)


def start(flash):
    """Return what a start prints, and the last line of a traceback."""
    done = subprocess.run([sys.executable, "-c", BEGIN], cwd=flash, capture_output=True, text=True)
    # a Pico ends its lines with two bytes, and with them what this prints are whole packets of the link
    assert not [line for line in done.stdout.splitlines() if line.endswith(" ") and (len(line) + 2) % 64]
    return [line.rstrip() for line in done.stdout.splitlines()], done.stderr.strip().splitlines()[-1:]


def test_the_first_folder_is_the_one_that_starts(flash):
    assert start(flash) == (["awake", "runs one"], [])
    (flash / "start.txt").write_text("two one\n")
    assert start(flash) == (["awake", "runs two"], [])
    assert (flash / "start.txt").read_text() == "two one\n"


WRONG = {
    "a module is missing": (
        "import companion.gone\n",
        "ModuleNotFoundError: No module named 'companion.gone'",
    ),
    "a module is damaged": ("def main(:\n", "SyntaxError: invalid syntax"),
    "there is no main": ("", "ImportError: cannot import name 'main'"),
    "it fails at once": ("1 / 0\n", "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize(("app", "error"), WRONG.values(), ids=WRONG)
def test_one_that_does_not_start_gives_way_to_the_one_before(flash, app, error):
    put(flash, "one", app)
    (awake, told, awake_again, runs), failed = start(flash)
    assert told.startswith(f"the companion in one does not start ({error}")
    assert told.endswith("the one in two runs")
    assert (awake, awake_again, runs, failed) == ("awake", "awake", "runs two", [])


def test_it_is_left_out_from_then_on_and_said_why(flash):
    put(flash, "one", "1 / 0\n")
    start(flash)
    why = "the companion in one does not start (ZeroDivisionError: division by zero)"
    assert (flash / "start.txt").read_text() == f"two\n{why}\n"
    assert start(flash) == (["awake", "runs two"], [])


def test_a_folder_that_is_gone_is_none(flash):
    (flash / "start.txt").write_text("three one\n")
    out, _ = start(flash)
    assert out[-1] == "runs one"


def test_when_none_starts_the_prompt_says_why(flash):
    put(flash, "one", "1 / 0\n")
    put(flash, "two", "import companion.gone\n")
    out, failed = start(flash)
    assert out[-1] == "awake" and "companion.gone" in failed[0]


def test_a_companion_that_fails_later_is_not_replaced(flash):
    put(flash, "one", "def main(): 1 / 0\n")
    out, failed = start(flash)
    assert (out, failed) == (["awake"], ["ZeroDivisionError: division by zero"])
    assert (flash / "start.txt").read_text() == "one two\n"


LATE = """
import sys
def main():
    sys.modules["starter"].fall_back(ImportError("no link"))
    print("goes on")
"""


def test_one_that_misses_something_after_its_first_picture_gives_way_too(flash):
    put(flash, "one", LATE)
    (flash / "machine.py").write_text("def reset(): print('reset')\n")
    (_, told, *after), failed = start(flash)
    assert told == "the companion in one does not start (ImportError: no link); the one in two runs"
    assert (after, failed) == (["reset", "goes on"], [])
    assert start(flash) == (["awake", "runs two"], [])


def test_the_last_one_goes_on_without_what_it_misses(flash):
    put(flash, "one", LATE)
    (flash / "start.txt").write_text("one\n")
    assert start(flash) == (["awake", "goes on"], [])


def test_a_flash_that_takes_nothing_does_not_keep_it_from_falling_back(flash):
    put(flash, "one", "1 / 0\n")
    # a folder can't be opened for writing
    (flash / "start.txt.new").mkdir()
    for _ in range(2):
        assert start(flash)[0][-1] == "runs two"
    assert (flash / "start.txt").read_text() == "one two\n"


LOOK = """
modules = sys.modules["starter"].Modules("two")
def kind(path):
    try:
        return {0x4000: "folder", 0x8000: "file"}[modules.stat(path)[0]]
    except OSError:
        return "nothing"
print([kind(path) for path in ("/companion", "/companion/app.py", "/companion/app", "/app.py")])
print(modules.open("/companion/boards.py", "r").readline().strip())
"""


def test_the_folder_that_an_import_asks_tells_its_files_from_its_folders(flash):
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + "\nimport sys" + LOOK], cwd=flash, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[2:] == ["['folder', 'file', 'nothing', 'nothing']", "NAME = 'two'"]
