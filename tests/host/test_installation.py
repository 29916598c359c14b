"""The package as people install it, and how its commands are typed, wherever it was installed from."""

import ast
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
import typer
from arcana_host import installation
from arcana_host.cli.app import app
from arcana_host.install.build import device_files
from arcana_host.page.guide import LANGUAGES
from arcana_portable.translation import languages
from companion import VERSION
from host.prompt_board import PromptBoard

from shared_rules.games import NAMES

ROOT = Path(__file__).resolve().parents[2]
WHEEL = "file:///downloads/shipwreck_companion-1-py3-none-any.whl"


@pytest.fixture
def bin(tmp_path, monkeypatch):
    """The scripts of an environment that is not on the PATH; the current folder is the one above it."""
    folder = tmp_path / "project" / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("arcana", "pip", "python3"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(folder / "python3"))
    monkeypatch.setattr(sys, "prefix", str(folder.parent))
    monkeypatch.setattr(sys, "argv", [str(folder / "arcana"), "games"])
    monkeypatch.chdir(tmp_path / "project")
    return folder


@pytest.fixture
def from_package(monkeypatch):
    """Have arcana run from an installed package; the function says where that came from."""

    def come(**origin):
        needs = ["rich>=13.7", 'matplotlib>=3.8; extra == "charts"']
        methods = {"read_text": lambda self, name: json.dumps(origin), "requires": needs}
        distribution = type("Distribution", (), methods)
        monkeypatch.setattr(installation, "_checkout", lambda: None)
        monkeypatch.setattr(metadata, "distribution", lambda name: distribution())

    return come


def test_a_command_is_shown_as_it_is_typed_here(bin, tmp_path, monkeypatch):
    sentence = "Nothing is there: `arcana sync` fetches it."
    assert f"`{Path('.venv/bin/arcana')} sync`" in installation.as_typed(sentence)
    monkeypatch.chdir(tmp_path)
    assert f"`{Path('project/.venv/bin/arcana')} sync`" in installation.as_typed(sentence)
    monkeypatch.chdir(bin)
    assert f"`{os.path.join('.', 'arcana')} sync`" in installation.as_typed(sentence)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("PATH", f"{os.defpath}{os.pathsep}{bin}")
    assert installation.as_typed(sentence) == sentence
    # another arcana comes first
    (tmp_path / "arcana").write_text("#!/bin/sh\n")
    (tmp_path / "arcana").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{bin}")
    assert f"`{bin / 'arcana'} sync`" in installation.as_typed(sentence)


@pytest.mark.parametrize("typed", [["--library", "our games"], ["--library=our games"]])
def test_a_command_in_a_sentence_is_for_the_same_library(monkeypatch, typed):
    monkeypatch.setattr(sys, "argv", ["arcana", "games", *typed])
    named = installation._quoted("our games")
    for sentence, shown in {
        "`arcana doctor --repair` saves it.": f"`arcana doctor --repair --library {named}` saves it.",
        "`arcana games` and `arcana live`": f"`arcana games --library {named}` and `arcana live`",
        "`arcana doctor --repair --library`": "`arcana doctor --repair --library`",
    }.items():
        assert installation.as_typed(sentence) == shown
    monkeypatch.setattr(sys, "argv", ["arcana", "games"])
    assert installation.as_typed("`arcana games`") == "`arcana games`"


def test_the_commands_with_a_library_are_known():
    found = set()
    for command in typer.main.get_command(app).commands.values():
        for each in getattr(command, "commands", {"": command}).values():
            if any("--library" in option.opts for option in each.params):
                found.add(command.name)
    assert found == set(installation.WITH_LIBRARY)


def test_mpremote_is_the_one_beside_this_arcana(bin):
    shown = str(Path(".venv/bin/mpremote"))
    assert installation.as_typed("`mpremote rm :x` removes it.") == f"`{shown} rm :x` removes it."


def test_every_command_in_a_sentence_has_the_backquote_that_it_is_recognised_by():
    """Without one it would be shown as nobody can type it here: put it between backquotes."""
    commands = "|".join(typer.main.get_command(app).commands)
    bare = re.compile(rf"(?<!`)\barcana ({commands})\b")
    for path in Path(installation.__file__).parent.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                assert not bare.search(node.value), f"{path.name}, line {node.lineno}: {node.value}"


def test_the_errors_of_a_checkout_can_be_followed(tmp_path):
    """With the arcana that these tests belong to, away from its folder and in it."""
    import subprocess

    script = Path(sys.executable).with_name("arcana")
    if not script.exists():
        pytest.skip("arcana is not installed beside this Python")
    for folder, shown in ((ROOT, str(script.relative_to(ROOT))), (tmp_path, str(script))):
        words = [script, "show", "--library", tmp_path / "new"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, env={"PATH": os.defpath})
        assert f"`{shown} sync --library {tmp_path / 'new'}`" in done.stderr


def test_the_extra_is_added_to_what_is_installed(bin, from_package, tmp_path, monkeypatch):
    assert installation.install_extra("charts") == f".venv/bin/pip install -e '{ROOT}[charts]'"
    monkeypatch.chdir(ROOT)
    assert installation.install_extra("charts") == f"{bin / 'pip'} install -e '.[charts]'"
    monkeypatch.chdir(tmp_path / "project")
    from_package()
    assert installation.install_extra("coach") == ".venv/bin/pip install 'arcana-companion[coach]'"
    from_package(url=WHEEL)
    wanted = f"'arcana-companion[coach] @ {WHEEL}'"
    assert installation.install_extra("coach") == f".venv/bin/pip install {wanted}"
    (bin.parent / "uv-receipt.toml").write_text("")
    assert installation.install_extra("coach") == f"uv tool install {wanted}"
    (bin.parent / "uv-receipt.toml").write_text(
        '[tool]\nrequirements = [{ name = "arcana-companion", extras = ["charts"] }, '
        '{ name = "mpremote", specifier = ">=1.24" }]\n'
    )
    from_package()
    add = "uv tool install --with 'mpremote>=1.24'"
    assert installation.install_extra("coach") == f"{add} 'arcana-companion[charts,coach]'"
    assert installation.install_package("rich") == f"{add} --with rich 'arcana-companion[charts]'"
    (bin.parent / "uv-receipt.toml").rename(bin.parent / "pipx_metadata.json")
    assert installation.install_extra("charts") == "pipx inject arcana-companion 'matplotlib>=3.8'"


def test_an_update_takes_the_way_of_the_installation(bin, from_package, monkeypatch):
    assert installation.update() == f"git -C {ROOT} pull"
    from_package(url="https://example.org/it.git", vcs_info={"vcs": "git"})
    assert installation.update() == (
        ".venv/bin/pip install -U 'arcana-companion @ git+https://example.org/it.git'"
    )
    monkeypatch.setattr(installation.util, "find_spec", lambda name: None)
    from_package()
    assert installation.update() == ("uv pip install --python .venv/bin/python3 -U arcana-companion")


# the package, away from any checkout

ARCANA = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import arcana_host, shared_rules
assert all(module.__file__.startswith(sys.path[0]) for module in (arcana_host, shared_rules))
from arcana_host.cli import main
main()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what the wheel puts among the packages."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "packages")
    return folder / "packages"


def arcana(installed, *words):
    """Run a command of the installed package and return its JSON."""
    command = [sys.executable, "-I", "-u", "-c", ARCANA, installed]
    done = subprocess.run([*command, *words], cwd=installed.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def names(installed):
    return {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}


def tracked(*folders):
    """The files of the checkout in these folders, leaving out what Python keeps for itself."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts]


PACKAGES = ("host/arcana_host", "host/arcana_portable", "host/shipwreck_coach", "shared_rules")


def test_it_has_the_whole_package_and_nothing_else(installed):
    wanted = [path.removeprefix("host/") for path in tracked(*PACKAGES)]
    firmware = ["firmware/main.py", *tracked("firmware/companion")]
    wanted += [f"arcana_portable/{path}" for path in firmware]
    vectors = {path for path in tracked("tests/vectors") if not path.endswith(".py")}
    wanted += [f"arcana_host/{path.removeprefix('tests/')}" for path in vectors]
    # named in pyproject.toml
    wanted += [f"arcana_host/guide/{name}.md" for name in LANGUAGES]
    wanted += [f"arcana_host/guide/pictures{path[20:]}" for path in tracked("tests/screens/golden")]
    found = {path for path in names(installed) if ".dist-info/" not in path}
    assert found == set(wanted), "pyproject.toml and page/guide.py name what is installed from outside host/"


def test_it_has_the_version_of_the_companion(installed):
    (folder,) = installed.glob("*.dist-info")
    assert folder.name == f"arcana_companion-{VERSION}.dist-info"
    assert f"\nVersion: {VERSION}\n" in (folder / "METADATA").read_text(encoding="utf-8")


def test_it_serves_the_page(installed, tmp_path):
    assert_serves_the_page([sys.executable, "-I", "-u", "-c", ARCANA, installed], tmp_path)


def assert_serves_the_page(arcana, tmp_path):
    command = [*arcana, "play", "--folder", tmp_path, "--no-browser"]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=unbuffered
    ) as program:
        lines = iter(program.stdout.readline, "")
        url = next(line for line in lines if line.startswith("The companion is at ")).split()[-1]
        with urllib.request.urlopen(url) as answer:
            page = answer.read()
        with urllib.request.urlopen(f"{url}guide/spieler.html") as answer:
            guide = answer.read()
        program.send_signal(signal.SIGINT)
        rest, _ = program.communicate(timeout=120)
    assert b"<canvas" in page and b"Anleitung" in guide
    assert program.returncode == 0 and "has stopped" in rest


def test_it_installs_the_whole_companion(installed, tmp_path):
    with PromptBoard(tmp_path) as board:
        done = arcana(installed, "flash", "--port", board.path, "--json")
        files = board.files()
    wanted = device_files(6)
    assert files == {f"/{path}": content for path, content in wanted.items()}
    assert done["sent"] == list(wanted)


@pytest.mark.slow
def test_pip_makes_a_working_arcana_of_it(installed, tmp_path):
    """In an environment that has nothing else; it fetches what the package needs."""
    (wheel,) = (installed.parent / "dist").glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
    done = subprocess.run(pip, capture_output=True, text=True)
    if "No matching distribution" in done.stderr:
        pytest.skip("there is no package index to fetch from")
    assert done.returncode == 0, done.stderr
    with PromptBoard(tmp_path) as board:
        flash = [programs / "arcana", "flash", "--port", board.path, "--json"]
        done = subprocess.run(flash, cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout)["compiled"], done.stderr
    assert_serves_the_page([programs / "arcana"], tmp_path)


# `make device`: a folder to copy onto a board, and a package of it for mpremote's mip

SCRIPT = Path(__file__).resolve().parents[2] / "firmware" / "tools" / "make_device.py"


def test_the_folder_and_the_package_have_what_arcana_flash_installs(tmp_path):
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "old.mpy").write_text("of an earlier build")
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True, capture_output=True)
    package = json.loads((tmp_path / "package.json").read_text())
    assert package["version"] == VERSION
    named = {path: (tmp_path / url).read_bytes() for path, url in package["urls"]}
    assert named == device_files(6)
    # what is not there yet can't start
    assert package["urls"][-1][0] == "main.py"
    found = [path for path in (tmp_path / "device").rglob("*") if path.is_file()]
    assert {path.relative_to(tmp_path / "device").as_posix() for path in found} == set(named)


def test_there_are_few_files_in_few_folders():
    """Each file of a device takes a block of its flash at least, and each folder takes two."""
    files = device_files(6)
    folders = {path.rpartition("/")[0] for path in files} - {""}
    print(f"{len(files)} files in {len(folders)} folders")
    # 115 with three games in two languages; ten for each game more, with its two folders
    texts = (len(languages()) - 2) * (1 + len(NAMES))
    most, most_folders = 115 + 10 * (len(NAMES) - 3) + texts, 8 + 2 * len(NAMES)
    fewer = "modules that are always in memory together can be one"
    assert len(files) <= most, f"{len(files)} files on a device are more than {most}: {fewer}"
    assert len(folders) <= most_folders, f"{len(folders)} folders on a device are more than {most_folders}"
