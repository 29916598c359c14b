"""How this arcana was installed, and the shell commands that start, extend and update it."""

import itertools
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Sequence
from importlib import metadata, util
from pathlib import Path
from typing import Any

PACKAGE = "arcana-companion"
_UV_RECEIPT = "uv-receipt.toml"
WITH_LIBRARY = (
    *("backup", "bin", "creatures", "doctor", "edit", "export", "games", "ignore", "import", "remove"),
    *("restore", "review", "show", "solve", "stats", "sync"),
)
"""The commands with the option --library."""
_OF_LIBRARY = re.compile(rf"`arcana (?:{'|'.join(WITH_LIBRARY)})\b(?![^`]*--library)[^`]*(?=`)")


def command() -> str:
    """Return the shell command that starts this arcana: its name if it is on the PATH, otherwise its path."""
    started = Path(sys.argv[0])
    return _typed(started) if started.stem == "arcana" else "arcana"


def as_typed(sentence: str) -> str:
    """Return a sentence with its commands, such as `arcana sync`, as they have to be typed here.

    Commands of arcana, and of the mpremote installed with it, are recognised by the backquote before them.
    Those that use a library get the option --library of this command line.
    """
    library = _typed_library()
    if library is not None:
        option = f" --library {_quoted(library)}"
        sentence = _OF_LIBRARY.sub(lambda found: found[0] + option, sentence)
    sentence = sentence.replace("`arcana ", f"`{command()} ")
    if "`mpremote " not in sentence:
        return sentence
    return sentence.replace("`mpremote ", f"`{_typed(Path(sys.executable).with_name('mpremote'))} ")


def _typed_library() -> str | None:
    """Return the value of --library on this command line, or None."""
    for word, following in itertools.zip_longest(sys.argv[1:], sys.argv[2:]):
        if word == "--library":
            return following
        if word.startswith("--library="):
            return word.partition("=")[2]
    return None


def install_extra(extra: str) -> str:
    """Return the command that installs an extra of the package, such as "charts"."""
    if _is_pipx():
        return f"pipx inject {PACKAGE} {shlex.join(_requirements(extra))}"
    return _uv_install([extra]) if _is_uv_tool() else f"{_installer()} {_source(f'[{extra}]')}"


def install_package(name: str) -> str:
    """Return the command that installs another package beside this package."""
    if _is_pipx():
        return f"pipx inject {PACKAGE} {name}"
    return _uv_install(packages=[name]) if _is_uv_tool() else f"{_installer()} {name}"


def update() -> str:
    """Return the command that updates this arcana."""
    folder = _checkout()
    if folder:
        return "git pull" if folder == _here() else f"git -C {_quoted(str(folder))} pull"
    if _is_pipx():
        return f"pipx upgrade {PACKAGE}"
    if _is_uv_tool():
        return f"uv tool upgrade {PACKAGE}"
    return f"{_installer()} -U {_source()}"


def _uv_install(extras: Sequence[str] = (), packages: Sequence[str] = ()) -> str:
    """Return the command that adds extras and other packages: uv drops those that it does not name."""
    receipt = tomllib.loads((Path(sys.prefix) / _UV_RECEIPT).read_text(encoding="utf-8"))
    needs = receipt.get("tool", {}).get("requirements", [])
    extras = sorted({*extras, *(name for need in needs for name in need.get("extras", ()) if _is_ours(need))})
    others = [need["name"] + need.get("specifier", "") for need in needs if not _is_ours(need)]
    beside = "".join(f"--with {_quoted(name)} " for name in (*others, *packages))
    return f"uv tool install {beside}{_source('[' + ','.join(extras) + ']' if extras else '')}"


def _is_ours(need: dict[str, Any]) -> bool:
    return need["name"] == PACKAGE


def _installer() -> str:
    if util.find_spec("pip"):
        return f"{_typed(Path(sys.executable).with_name('pip'))} install"
    return f"uv pip install --python {_typed(Path(sys.executable))}"


def _source(extras: str = "") -> str:
    """Return where this package came from, as the argument of an installer."""
    folder, origin = _checkout(), _origin()
    if folder:
        return "-e " + _quoted(("." if folder == _here() else str(folder)) + extras)
    url = origin.get("url")
    if not url:
        return _quoted(PACKAGE + extras)
    vcs = origin.get("vcs_info", {}).get("vcs")
    return _quoted(f"{PACKAGE}{extras} @ {f'{vcs}+' if vcs else ''}{url}")


def _origin() -> dict[str, Any]:
    """Return the package's direct URL origin (PEP 610), or {} if there is no origin."""
    import json

    try:
        return json.loads(metadata.distribution(PACKAGE).read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return {}


def _checkout() -> Path | None:
    """Return the folder of the checkout that this arcana runs from, or None if it runs from a package."""
    folder = Path(__file__).resolve().parents[2]
    return folder if (folder / "pyproject.toml").is_file() else None


def _requirements(extra: str) -> list[str]:
    try:
        found = [need.partition(";") for need in metadata.requires(PACKAGE) or []]
    except metadata.PackageNotFoundError:
        return []
    return [name.strip() for name, _, marker in found if f"extra == '{extra}'" in marker.replace('"', "'")]


def _is_pipx() -> bool:
    return (Path(sys.prefix) / "pipx_metadata.json").is_file()


def _is_uv_tool() -> bool:
    return (Path(sys.prefix) / _UV_RECEIPT).is_file()


def _typed(program: Path) -> str:
    """Return how to type a program: by its name if that is on the PATH, otherwise by its path."""
    if program.parent == Path():
        return program.name
    found = shutil.which(program.stem)
    # don't resolve links: the Python of an environment is a link to a Python that lacks its packages
    if found and _full(found) == _full(shutil.which(program) or program):
        return program.stem
    if program.is_relative_to(_here()):
        program = program.relative_to(_here())
    return _quoted(str(program) if program.name != str(program) else os.path.join(".", program))


def _full(path: Path | str) -> str:
    return os.path.normcase(os.path.abspath(path))


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        # a folder that was removed meanwhile
        return Path("/")


def _quoted(word: str) -> str:
    return f'"{word}"' if os.name == "nt" else shlex.quote(word)
