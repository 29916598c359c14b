"""Builds the static page: all files that a web server has to serve, in a folder.

It is the page of the virtual device, with MicroPython in place of the server. It must not know the
companion's functions.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path

from arcana_portable.errors import ArcanaError
from arcana_portable.firmware import STANDINS, firmware_folder
from arcana_portable.install.chips import image_name
from arcana_portable.install.image import Image
from arcana_portable.install.micropython import dotted
from arcana_portable.install.steps import MAIN
from arcana_portable.translation import code, languages, page_texts, texts_folder
from arcana_portable.wording import file_size

from arcana_host import boards
from arcana_host.html import render
from arcana_host.install.build import NEWEST_MPY, device_files, write_folder
from arcana_host.install.uf2 import read_image
from arcana_host.install.whole_image import companion_image, file_name, runs_on
from arcana_host.page.guide import write_guide
from arcana_host.page.server import FOLDER as PAGE
from arcana_host.virtual.boards import virtual_board
from shared_rules.games import NAMES

HERE = Path(__file__).parent
HOST = HERE.parent.parent

_PICTURE = HOST.parent / "hardware" / "pictures" / "standing.png"
"""The companion in its case, in a checkout of the project."""

_OWN = (
    *("web.js", "web.css"),
    *("connect.js", "transport.js", "saved.js", "install.js", "connect.css"),
    "interpreter.js",
)
_MICROPYTHON = ("micropython.mjs", "micropython.wasm")
_GUIDE = "docs/maker.html"
_LICENCE = HERE / "page" / "micropython-license.txt"
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'"
)
"""The rules that a page can set without a server's headers; only these can refuse frames."""


def build(target: Path, micropython: Path, docs: Path | None = None, images: Path | None = None) -> None:
    """Write the page to a folder, and replace an earlier build.

    target: the folder. micropython: the npm package with MicroPython's WebAssembly build. docs: the built
    documentation; without it, the page does not link to it. images: a folder with MicroPython images, with
    which the page offers a file for each new board; of several for the same, it takes the newest. Raises
    ArcanaError when the package, the documentation or an image is missing, an image is for no board of ours,
    or the folder has something else in it.
    """
    missing = [name for name in _MICROPYTHON if not (micropython / name).is_file()]
    if missing:
        raise ArcanaError(f"There is no {missing[0]} in {micropython}: run make vm, which needs npm.")
    if docs and not (docs / _GUIDE).is_file():
        raise ArcanaError(f"There is no {_GUIDE} in {docs}: run make docs.")
    if target.exists() and any(target.iterdir()) and not (target / "companion.json").is_file():
        raise ArcanaError(f"{target} holds something else; name a folder of its own for the page.")
    known_images = _read_images(images) if images else []
    shutil.rmtree(target, ignore_errors=True)
    (target / "micropython").mkdir(parents=True)
    for source in PAGE.iterdir():
        if source.name != "socket.js":
            shutil.copy(source, target)
    for name in _OWN:
        shutil.copy(HERE / "page" / name, target)
    shutil.copy(_PICTURE, target)
    for name in _MICROPYTHON:
        shutil.copy(micropython / name, target / "micropython")
    shutil.copy(_LICENCE, target / "micropython" / "LICENSE.txt")
    (target / "guide").mkdir()
    write_guide(target / "guide")
    if docs:
        shutil.copytree(docs, target / "docs", ignore=shutil.ignore_patterns(".*"))
    known = {code(each): {"language": each, "texts": page_texts(each)} for each in languages()}
    (target / "texts.json").write_text(json.dumps(known), encoding="utf-8")
    (target / "companion.json").write_text(json.dumps(dict(_sources())), encoding="utf-8")
    (target / "device.json").write_text(json.dumps(_device(target / "device")), encoding="utf-8")
    drops = _write_drops(target / "images", known_images) if known_images else {}
    versions = ", ".join(sorted({dotted(image.version) for image in known_images}))
    for name, page in (
        ("index.html", render(HERE, "web.html", policy=_POLICY, has_docs=bool(docs))),
        ("connect.html", render(HERE, "connect.html", policy=_POLICY, boards=drops, versions=versions)),
    ):
        (target / name).write_text(page, encoding="utf-8")
    (target / "worker.js").write_text(_worker(target), encoding="utf-8")


def _device(folder: Path) -> dict:
    """Write the files of a device into a folder; return the data that an installation needs.

    files: path, size and CRC-32 of each, in the order of `arcana flash`. mpy: the version of the compiled
    modules. boards: each board's name and buttons.
    """
    files = []
    for path in write_folder(folder):
        content = (folder / path).read_bytes()
        files.append((path, len(content), crc32(content)))
    known = {}
    for name, words in boards().items():
        pins = virtual_board(name).pins
        known[name] = {"words": words, "buttons": pins.BUTTONS, "pressed": pins.PRESSED}
    is_compiled = any(path.endswith(".mpy") for path, *_about in files)
    return {"files": files, "mpy": NEWEST_MPY if is_compiled else None, "boards": known}


def _read_images(folder: Path) -> list[Image]:
    """Return the MicroPython images in a folder, the newest for each kind of board.

    Raises ArcanaError if there is no image, or an image that is for no board.
    """
    images = sorted(map(read_image, sorted(folder.glob("*.uf2"))), key=lambda image: image.version)
    if not images:
        raise ArcanaError(f"There is no MicroPython image (.uf2) in {folder}.")
    unknown = [image for image in images if not any(runs_on(image, board) for board in boards())]
    if unknown:
        raise ArcanaError(f"{unknown[0]} is for no board of the companion.")
    return list({image_name(image.machine): image for image in images}.values())


def _write_drops(folder: Path, images: list[Image]) -> dict[str, list[tuple[str, str]]]:
    """Write a file for each board and image into a folder; return {board in words: [(file, its size)]}."""
    folder.mkdir()
    found, sums = {}, []
    for board, words in boards().items():
        files = []
        for image in images:
            if runs_on(image, board):
                name, content = file_name(image, board), companion_image(image, board)
                (folder / name).write_bytes(content)
                sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
                files.append((name, file_size(len(content))))
        if files:
            found[words] = files
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    licence = _LICENCE.read_text(encoding="utf-8").partition("\n\n")[2]
    parts = "".join(f"{image}, unchanged\n" for image in images)
    (folder / "LICENSE.txt").write_text(f"{parts}\n{licence}", encoding="utf-8")
    return found


def _sources() -> Iterator[tuple[str, str]]:
    """Yield (path in the browser, text) of all files that MicroPython runs there, except texts for people."""
    for path, source in device_files().items():
        if path != MAIN:
            yield f"/lib/{path}", source.decode()
    for folder, names in (
        (STANDINS, ("machine.py", "rp2.py")),
        (HERE / "browser" / "standins", ("uuid.py",)),
    ):
        for name in names:
            yield f"/lib/{name}", (folder / name).read_text(encoding="utf-8")
    for path in _modules():
        yield f"/lib/{path}", (HOST / path).read_text(encoding="utf-8")
    yield from _texts()


def _modules() -> list[str]:
    """Return the paths of the modules of the desktop that run in the browser."""
    found = [*(HOST / "arcana_portable").rglob("*.py"), *(HERE / "browser").glob("*.py")]
    return sorted(path.relative_to(HOST).as_posix() for path in found if path.parent != STANDINS)


def _texts() -> Iterator[tuple[str, str]]:
    """Yield (path in the browser, text) of all files with texts for people, without other modules' texts."""
    needed = {path.partition("/")[2] for path in _modules()}
    for owner in ("", *NAMES):
        for path in sorted(Path(texts_folder(owner)).glob("*/*")):
            if path.suffix in (".po", ".html"):
                text = path.read_text(encoding="utf-8")
                if path.name == "desktop.po":
                    text = "\n\n".join(each for each in text.split("\n\n") if _is_used(each, needed))
                yield f"/lib/{path.relative_to(firmware_folder()).as_posix()}", text


def _is_used(entry: str, needed: set[str]) -> bool:
    """Return whether an entry of a translation is the header, or belongs to a module in the list."""
    sources = [line.removeprefix("#: ") for line in entry.split("\n") if line.startswith("#: ")]
    return not sources or not needed.isdisjoint(sources)


def _worker(target: Path) -> str:
    """Return the service worker, with the version and the files of the site, except docs and images."""
    paths = sorted(
        path
        for path in target.rglob("*")
        if path.is_file() and not {target / "docs", target / "images"} & set(path.parents)
    )
    content = hashlib.sha256()
    for path in paths:
        content.update(path.read_bytes())
    files = ["./", *(path.relative_to(target).as_posix() for path in paths)]
    version = f"arcana-{content.hexdigest()[:8]}"
    code = (HERE / "page" / "worker.js").read_text(encoding="utf-8")
    return f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(files)};\n{code}"
