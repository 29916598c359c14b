"""How a command is typed that starts this arcana or adds to it, wherever it was installed from."""

import ast
import json
import os
import re
import sys
from importlib import metadata
from pathlib import Path

import pytest
import typer
from arcana_host import installation
from arcana_host.cli.app import app

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
        assert f"`{shown} sync`" in done.stderr


def test_the_extra_is_added_to_what_is_installed(bin, from_package, tmp_path, monkeypatch):
    assert installation.install_extra("charts") == f".venv/bin/pip install -e '{ROOT}[charts]'"
    monkeypatch.chdir(ROOT)
    assert installation.install_extra("charts") == f"{bin / 'pip'} install -e '.[charts]'"
    monkeypatch.chdir(tmp_path / "project")
    from_package()
    assert installation.install_extra("pico") == ".venv/bin/pip install 'arcana-companion[pico]'"
    from_package(url=WHEEL)
    wanted = f"'arcana-companion[pico] @ {WHEEL}'"
    assert installation.install_extra("pico") == f".venv/bin/pip install {wanted}"
    (bin.parent / "uv-receipt.toml").write_text("")
    assert installation.install_extra("pico") == f"uv tool install {wanted}"
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
