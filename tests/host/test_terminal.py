"""The output for a terminal: no control sequences, and only as much of panel and table as fits."""

import io
import json
import os
import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import arcana_host
import pytest
from arcana_host.cli import live
from arcana_host.cli.braille import draw_braille
from arcana_host.cli.table_view import table
from arcana_host.cli.terminal_view import terminal_view
from arcana_host.library.store import Library
from arcana_host.link import following
from arcana_host.terminal import console, sanitize, sanitized_output
from arcana_portable.errors import Status
from host.liar import ESCAPES
from link.bench import SETUP
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from shared_rules.games import rules_of
from shared_rules.shipwreck import Game

WIDTH, HEIGHT = 296, 128
MAIN = [sys.executable, "-c", "from arcana_host.cli import main; main()"]
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028]")


def test_all_that_a_terminal_obeys_is_escaped_as_json_would():
    assert not OBEYED.search(sanitize(ESCAPES))
    assert json.loads(f'"{sanitize(ESCAPES)}"'.replace("\n", "")) == ESCAPES.replace("\n", "")
    assert sanitize("Jörg, Zoé\t– “€” 狐 ◆\n") == "Jörg, Zoé\t– “€” 狐 ◆\n"


def test_what_is_printed_and_what_is_drawn_is_harmless(capsys):
    with sanitized_output():
        print(ESCAPES)
        print(ESCAPES, file=sys.stderr)
        table = Table()
        table.add_column(ESCAPES)
        table.add_row(ESCAPES)
        console().print(table)
        console().print(Text(ESCAPES), ESCAPES)
    out, err = capsys.readouterr()
    assert not OBEYED.search(out + err) and "[link=file:///]" in out


def test_what_moves_on_a_terminal_still_moves(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    with sanitized_output(), Live(Text("red", style="red"), console=console(), refresh_per_second=1):
        print("\x1b[2J")
    out, _ = capsys.readouterr()
    assert "\x1b[31mred" in out and "\x1b[?25h" in out
    assert "\x1b[2J" not in out and "\\u001b" not in out


def test_everything_is_drawn_by_the_one_console():
    """A console of its own would let through what that one does not."""
    folder = Path(arcana_host.__file__).parent
    for path in folder.rglob("*.py"):
        if path.name == "terminal.py" or "standins" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        found = re.findall(r"\bConsole\(|rich\.print|Text\.from_markup|rich\.markup", source)
        assert found == [], path


TRIED = [("ascii", words) for words in (["games"], ["export", "latest"], ["--help"], ["fly", "ö"])]
TRIED += [("cp1252", ["show", "latest"])]


@pytest.mark.parametrize(("encoding", "words"), TRIED)
def test_letters_that_an_encoding_lacks_are_replaced(tmp_path, encoding, words):
    record = tmp_path / "record"
    text = f'[Game "0badcafe"]\n{SETUP.replace("Ann,Bo", "Jörg,Łucja")}\nplay 4 1\nabandon\n'
    record.write_text(text, encoding="utf-8")
    with Library(tmp_path / "library") as library:
        library.add(text)
    environment = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "ARCANA_LIBRARY": str(tmp_path / "library"),
        "COLUMNS": "100",
    }
    command = [*MAIN, *[word.format(record=record) for word in words]]
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == {"fly": Status.WRONG_INPUT}.get(words[0], Status.DONE), done.stderr
    assert b"Traceback" not in done.stderr and done.stdout + done.stderr


def test_a_file_s_name_in_a_backup_is_harmless(arcana, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as zipped:
        zipped.writestr("companion.json", json.dumps({"format": 1, "files": {ESCAPES: 1}, "device": {}}))
        zipped.writestr(f"games/{ESCAPES}", b"x")
    status, out, err = arcana("restore", tmp_path / "x.zip", "--port", "nowhere")
    assert status == Status.FAILED and not OBEYED.search(out + err)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_while_the_program_loads_is_a_sentence(tmp_path):
    """At the moment at which a module of the program is being loaded."""
    stop = (
        "import builtins, os, signal, sys\nmodule, load = sys.argv.pop(1), builtins.__import__\n"
        "def slow(name, *rest):\n    if name == module: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name, *rest)\n"
        "builtins.__import__ = slow\nfrom arcana_host.cli import main\nmain()"
    )
    for module in ("typer", "arcana_host.cli.app", "arcana_host.library.store"):
        done = subprocess.run([sys.executable, "-c", stop, module, "games"], capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (Status.STOPPED, ""), module
        assert done.stderr == "arcana: Stopped.\n"


# the panel in signs, and what of panel and table fits


def test_no_cell_of_a_wide_table_is_cut_off():
    """Thirteen rounds of six players and their totals, on a panel of 78 columns."""
    setup = "setup score-pad players=Ann,Bo,Cy,Di,Ed,Maximiliana goal=0 wins=high rounds=0"
    state = rules_of(setup).Game.replay([setup, *["round 10,-5,100,7,-1200,7000"] * 13]).state()
    for width in (60, 78, 120):
        out = io.StringIO()
        Console(file=out, width=width).print(table(state))
        drawn = out.getvalue()
        assert "…" not in drawn, width
        assert max(map(len, drawn.splitlines())) <= 78
        assert drawn.count("7000") == 13 and "91000" in drawn and "-15600" in drawn


STATE = Game.replay([SETUP]).state()


def blots(seed):
    """A picture with areas of ink, areas of paper, and speckles in both."""
    rng = random.Random(seed)
    picture = bytearray(
        rng.choice((0, 0, 0xFF, 0xFF, rng.randrange(256))) for _ in range(WIDTH * HEIGHT // 8)
    )
    picture[:2000] = bytes(1000) + b"\xff" * 1000
    return bytes(picture)


def black(picture):
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if picture[y // 8 * WIDTH + x] >> y % 8 & 1}


def turned(text):
    """The places of the signs that show paper on ink."""
    return {at for span in text.spans if span.style == "reverse" for at in range(span.start, span.end)}


PICTURES = [bytes(4736), b"\xff" * 4736, blots(1), blots(2)]


@pytest.mark.parametrize("picture", PICTURES)
def test_braille_has_every_pixel_whether_it_is_turned_or_not(picture):
    text = draw_braille(picture, WIDTH, HEIGHT)
    paper_on_ink = turned(text)
    columns = WIDTH // 2
    # the numbers of the eight dots, as the standard has them, by column and row
    numbers = {(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 0): 4, (1, 1): 5, (1, 2): 6, (0, 3): 7, (1, 3): 8}
    found = set()
    for at, sign in enumerate(text.plain):
        if sign == "\n":
            continue
        line, column = divmod(at, columns + 1)
        for (dx, dy), number in numbers.items():
            dot = ord(sign) - 0x2800 >> (number - 1) & 1
            if dot != (at in paper_on_ink):
                found.add((2 * column + dx, 4 * line + dy))
    assert found == black(picture)


def shown(width, height, picture=PICTURES[2], state=STATE, note=None):
    console = Console(width=width, height=height, file=io.StringIO(), color_system=None)
    console.print(terminal_view(console, state, picture and ((WIDTH, HEIGHT), picture), note))
    return console.file.getvalue()


def has_dots(text):
    return any(0x2800 <= ord(sign) < 0x2900 for sign in text)


@pytest.mark.parametrize(
    ("width", "height", "dots", "beside"),
    [
        (80, 24, False, False),
        (150, 30, False, False),
        (150, 50, True, False),
        (240, 40, True, True),
    ],
)
def test_the_panel_is_drawn_where_there_is_room(width, height, dots, beside):
    text = shown(width, height)
    rows = text.split("\n")
    assert has_dots(text) == dots
    assert ("Score" in rows[1]) == (beside or not dots)
    assert "Ann plays a fate." in text
    assert len(rows) <= height and max(map(len, rows)) <= width


CROWDED = (
    "setup duel doom=2 sets=base,promo,stars players=Bartholomew,Wilhelmina assist=oracle "
    "row=the-north-wind,the-pallbearers,the-blind-man,the-thief"
)


def crowded():
    state = Game.replay([CROWDED]).state()
    for place, fates in zip(state["row"], ([1, 2, 3], [7, 4], [], [5]), strict=True):
        place["fates"] = fates
    state["row"][1]["attached"] = ["the-fall"]
    return {**state, "powers": ["dawn", "leviathan"]}


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_a_narrow_terminal_shows_all_four_cards(width):
    text = shown(width, 60, picture=None, state=crowded())
    rows = text.split("\n")
    assert max(map(len, rows)) <= width and "…" not in text
    words = " ".join(" ".join(row.strip("│╭╮╰╯─ ").split()) for row in rows)
    names = ["The North Wind", "The Pallbearers", "The Blind Man", "The Thief", "Sands (Amplify)"]
    for part in (*names, "1 2 3", "7 4", "Saints (Higher than?), Sinners (Discard lower)"):
        assert part in words
    assert "Bartholomew A plays a fate." in words


def test_what_only_a_newer_companion_knows_is_shown_by_its_own_word():
    text = shown(80, 30, picture=None, state={**crowded(), "phase": "dream", "assist": "seer"})
    assert "dream" in text and "Number lines (seer)" in text


def test_a_dumb_terminal_reads_lines(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(following, "follow", lambda port, **wanted: iter([("state", {"state": STATE})]))
    live._show(None)
    assert "Place 1: Dawn (Higher), no fates, moons 0 of 3.\n" in capsys.readouterr().out


def test_what_is_waited_for_stands_above_what_was_last_known():
    rows = shown(150, 50, note="The cable is out.\nWaiting.").split("\n")
    assert [row.strip() for row in rows[:2]] == ["The cable is out.", "Waiting."]
    assert "Turn 1" in "".join(rows)


def test_a_table_without_a_game_is_said_too():
    assert "No game is on the table." in shown(80, 24, state=None)


def test_a_terminal_shows_the_table_as_it_is_played():
    console = Console(width=150, height=50, file=io.StringIO(), force_terminal=True, color_system=None)
    later = Game.replay([SETUP, "play 4 1"]).state()
    news = [
        ("picture", ((WIDTH, HEIGHT), PICTURES[2])),
        None,
        *[("gone", "The cable is out.")] * 2,
        ("state", {"state": later}),
    ]
    live._draw(console, ("state", {"state": STATE}), iter(news))
    pictures = console.file.getvalue().split("Turn 1")
    assert [("plays a fate" in text, "has played" in text) for text in pictures[1:5]] == [
        (True, False),
        (True, False),
        (True, False),
        (False, True),
    ]
    assert has_dots(pictures[1]) and "Waiting for the companion" in pictures[2]
    assert "Waiting for the companion" not in pictures[3]
