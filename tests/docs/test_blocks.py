"""Every command of `arcana` and `make`, and every record, in README.md, docs/ and hardware/ is tried.

A block is a command with or without its output, a record, creatures, a session of Python, a drawing of
folders, a step that `test_add_a_game.py` takes, or something that only the build of the pages understands.
Any other block fails.
"""

import re
import shlex
import tomllib
from types import SimpleNamespace

import pytest
import typer
from arcana_host.cli import app as cli
from arcana_host.link import ports
from arcana_portable.record import Record
from documents import PAGES, ROOT, blocks, inline
from host.prompt_board import PromptBoard

from shared_rules.games import rules_of
from shared_rules.shipwreck.deep import Creature

GROUP = typer.main.get_command(cli.app)
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.M))
BLOCKS = [block for page in PAGES for block in blocks(page)]
NOT_RUN = {
    "play": "runs until somebody stops it; tests/device/test_play.py",
    "live": "runs until somebody stops it; tests/device/test_live.py",
    "flash": "needs a board; tests/host/test_flash.py",
    "image": "needs an image of MicroPython; tests/host/test_image.py",
    "island-setup": "needs a device with Spirit Island; tests/device/test_from_the_computer.py",
    "page": "needs a device with settings; tests/device/test_from_the_computer.py",
    "names": "needs a device with screens; tests/device/test_from_the_computer.py",
    "titles": "needs a device with the score pad; tests/device/test_from_the_computer.py",
    "test": "takes its time; tests/device/test_acceptance.py",
    "simulate": "takes its time; tests/host/test_coach.py",
}
"""Blocks that are not run here, with the reason, and where they are run."""


def kind(block):
    """The kind of a block; fails for an unknown kind."""
    lines = block.text.splitlines()
    events = [line for line in lines if not line.startswith("[")]
    if block.language.startswith("{"):
        return "page"
    if block.language in ("sh", "diff"):
        return "step"
    if ">>> " in block.text:
        return "python"
    if events and events[0].startswith("setup "):
        return "record"
    if all(re.match(r"[123]:\w+:", line) for line in lines):
        return "creatures"
    if "──→" in block.text:
        return "drawing"
    assert commands(block), f"{block} is of no known kind"
    return "commands"


def of(wanted):
    return pytest.mark.parametrize(
        "block", [block for block in BLOCKS if kind(block) == wanted], ids=lambda block: str(block)
    )


def commands(block):
    """[(words of a command, output below it)] of a block, [] where it is something else."""
    found = []
    for line in block.text.splitlines():
        if line.startswith("$ ") or block.language == "":
            words = shlex.split(line.removeprefix("$ "), comments=True)
            while words and re.fullmatch(r"[A-Z_0-9]+=\S*", words[0]):
                del words[0]
            if not words or words[0] not in (*CHECKS, *OTHERS):
                return []
            found.append((words, []))
        elif found:
            found[-1][1].append(line)
        else:
            return []
    return found


# --- what a command needs in order to make sense


def check_make(words):
    targets = {word for word in words if "=" not in word}
    assert targets <= TARGETS
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert [word for word in set(words) - targets if f"$({word.partition('=')[0]})" not in makefile] == []


def check_arcana(words):
    """Parse the words with the command line's own parser."""
    command, context = GROUP, None
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context(
        "arcana", list(words), parent=context, resilient_parsing=hasattr(command, "commands")
    )


CHECKS = {"make": check_make, "arcana": check_arcana}
OTHERS = ("git", "cd", "pipx", "uv", "pip", "python", "python3", "pytest", "mpremote")
"""Programs of others, whose words are only read."""


# --- the blocks


@of("record")
def test_a_record_plays(block):
    record = Record.from_text(block.text)
    assert rules_of(record.events[0]).Game.replay(record.events).events == record.events


@of("creatures")
def test_a_creature_is_one(block):
    for line in block.text.splitlines():
        assert str(Creature.from_text(line)) == line


@of("commands")
def test_a_command_is_one(block):
    for (program, *words), _ in commands(block):
        if program in CHECKS:
            CHECKS[program](words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_within_a_sentence_is_one(page):
    for token in inline(page, "code_inline"):
        words = token.content.split()
        if words[0] == "make" and len(words) > 1:
            check_make(words[1:])
        elif words[0] == "arcana" and len(words) > 1 and not words[1].isupper():
            command = GROUP
            while len(words) > 1 and words[1] in getattr(command, "commands", ()):
                command = command.commands[words.pop(1)]
            known = {"--help"} | {option for parameter in command.params for option in parameter.opts}
            assert {word for word in words if word.startswith("--")} <= known, token.content
            assert command is not GROUP or words[1].startswith("--"), token.content


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_is_typed_by_its_name(page):
    texts = [block.text for block in blocks(page)] + [token.content for token in inline(page, "code_inline")]
    assert [text for text in texts if re.search(r"\.venv/\w+/(?!activate)", text)] == []


def test_more_packages_are_those_of_the_extras():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    users = [extras["optional-dependencies"][extra] for extra in ("charts", "coach")]
    needed = {re.match(r"[\w-]+", need).group() for extra in users for need in extra}
    (block,) = [block for block in BLOCKS if "pipx inject" in block.text]
    installed = [set(re.split("[ ,]", line)) for line in block.text.splitlines()]
    words = [
        {"pipx", "inject", "arcana-companion"},
        {"uv", "tool", "install", "--with", "."},
        {"pip", "install"},
    ]
    assert installed == [needed | command for command in words]


# --- running them

FINISHED = [
    "setup standard doom=6 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key",
    *("play 4 1", "predict 2 miss"),
]
RUNNING = ["setup standard doom=2 sets=base players=Bo,Di row=dawn,the-deep,the-mirror,the-key", "play 3 1"]
DEVICE_GAMES = {"0001-3f20c94e": FINISHED, "0002-b71d5a08": RUNNING}


@pytest.fixture
def desk(tmp_path, monkeypatch, arcana):
    """A folder with the files that the pages speak of, an empty library, and a companion with two games."""
    (tmp_path / "game.arcana").write_bytes((ROOT / "docs" / "game.arcana").read_bytes())
    for name in ("FILE", "creatures.txt"):
        (tmp_path / name).write_text("1:Hermit_Crab:3x7\n2:Moray_Eel:run4&sum=15\n")
    for name, value in {"XDG_DATA_HOME": tmp_path, "COLUMNS": 100, "EDITOR": "true", "VISUAL": ""}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board").mkdir()
    with PromptBoard(tmp_path / "board") as board:
        folder = board.bench_folder / "games"
        folder.mkdir(exist_ok=True)
        for name, lines in DEVICE_GAMES.items():
            record = Record([("Game", name[5:]), ("Device", "e661")], lines)
            end = f"# over lost {len(lines)} " if lines is FINISHED else "#"
            (folder / f"{name}.arcana").write_text(f"{record}{end}{record.check()}\n")
        board.give_companion()
        board.boot()
        monkeypatch.setattr(ports, "find_ports", lambda: [ports.Port(board.path, "e661")])
        yield SimpleNamespace(run=arcana, folder=tmp_path)


def as_pattern(lines):
    """A pattern for the lines of an output: … alone is any number of lines, within a line any text."""
    pattern = "".join(
        "(.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + " *\n" for line in lines
    )
    return re.compile(pattern)


def asked(page):
    """[(words, output)] of all `arcana` commands in the blocks of a page that are run."""
    for block in BLOCKS:
        if block.page == page and kind(block) == "commands":
            for (program, *words), output in commands(block):
                if program == "arcana" and words[0] not in NOT_RUN:
                    yield words, output


@pytest.mark.parametrize("page", [page for page in PAGES if any(asked(page))], ids=lambda page: page.name)
def test_the_commands_of_a_page_do_what_it_says(page, desk):
    if not any("game.arcana" in words for words, _ in asked(page)):
        desk.run("import", "game.arcana")
    for words, output in asked(page):
        status, out, err = desk.run(*words)
        # what a doctor finds is not a failure of the page
        assert status == 0 or words[0] == "doctor", (words, err)
        if output:
            assert as_pattern(output).fullmatch(out.replace("\r", "")), (words, out)
