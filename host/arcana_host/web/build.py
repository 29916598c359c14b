"""Builds the static page: everything that a web server has to serve, in one folder.

It is the page of the virtual device, with MicroPython in place of the server. It must not know what the
companion does.
"""

from __future__ import annotations

import ast
import hashlib
import json
import shutil
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path

from arcana_portable.errors import ArcanaError
from arcana_portable.install.chips import image_name
from arcana_portable.install.image import Image
from arcana_portable.install.micropython import dotted
from arcana_portable.install.steps import MAIN
from arcana_portable.translation import code, languages, page_texts, texts_folder
from arcana_portable.wording import file_size

from arcana_host import boards, firmware_folder
from arcana_host.install.build import NEWEST_MPY, device_files, write_folder
from arcana_host.install.uf2 import read_image
from arcana_host.install.whole_image import companion_image, file_name, runs_on
from arcana_host.page.guide import write_guide
from arcana_host.page.server import FOLDER as PAGE
from arcana_host.virtual import STANDINS
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
_STARTS = "<span data-text>The companion starts…</span>"
_SCRIPTS = '<script src="web.js"></script>'
_STATUS = '      <p class="status"'
_END_OF_TOOLS = "    </div>\n\n    <dialog"
_CONNECT = '<script src="connect.js" type="module"></script>'
_OF_SAVED_GAMES = ("answers", "facts", "story", "creatures_on_device")
_START = "arcana_host.web.browser.start"
_START_CONNECTED = "arcana_host.web.browser.connect"
_GUIDE = "docs/maker.html"
_LICENCE = HERE / "page" / "micropython-license.txt"
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'"
)
"""What a page can have without a server's headers; only these can refuse frames."""


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
        if source.name not in ("index.html", "socket.js"):
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
    known_there = dict(_sources())
    more = {path: text for path, text in _sources(_START_CONNECTED) if known_there.get(path) != text}
    (target / "connect.json").write_text(json.dumps(more), encoding="utf-8")
    (target / "device.json").write_text(json.dumps(_device(target / "device")), encoding="utf-8")
    (target / "index.html").write_text(_index(bool(docs)), encoding="utf-8")
    drop = _drop(target / "images", known_images) if known_images else ""
    (target / "connect.html").write_text(_connect_page(drop), encoding="utf-8")
    (target / "worker.js").write_text(_worker(target), encoding="utf-8")


def _device(folder: Path) -> dict:
    """Write the files of a device into a folder; return what an installation has to know of them.

    files: path, size and CRC-32 of each, in the order of `arcana flash`. mpy: the version of the compiled
    modules. boards: what each is called, and its buttons.
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

    Raises ArcanaError if there is none, or one that is for no board.
    """
    images = sorted(map(read_image, sorted(folder.glob("*.uf2"))), key=lambda image: image.version)
    if not images:
        raise ArcanaError(f"There is no MicroPython image (.uf2) in {folder}.")
    unknown = [image for image in images if not any(runs_on(image, board) for board in boards())]
    if unknown:
        raise ArcanaError(f"{unknown[0]} is for no board of the companion.")
    return list({image_name(image.machine): image for image in images}.values())


def _drop(folder: Path, images: list[Image]) -> str:
    """Write a file for each board and image into a folder; return the part of the page that offers them."""
    folder.mkdir()
    lines, sums = [], []
    for board, words in boards().items():
        links = []
        for image in images:
            if runs_on(image, board):
                name = file_name(image, board)
                content = companion_image(image, board)
                (folder / name).write_bytes(content)
                sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}\n")
                links.append(f'<a href="images/{name}" download>{name}</a> ({file_size(len(content))})')
        if links:
            lines.append(f"<li>{'<br>'.join([words, *links])}</li>")
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    licence = _LICENCE.read_text(encoding="utf-8").partition("\n\n")[2]
    parts = "".join(f"{image}, unchanged\n" for image in images)
    (folder / "LICENSE.txt").write_text(f"{parts}\n{licence}", encoding="utf-8")
    page = (HERE / "page" / "drop.html").read_text(encoding="utf-8")
    page = _replaced(page, "<!-- files -->", "\n          ".join(lines))
    return _replaced(
        page, "<!-- versions -->", ", ".join(sorted({dotted(image.version) for image in images}))
    )


def _sources(*more: str) -> Iterator[tuple[str, str]]:
    """Yield (path in the browser, text) of all modules that MicroPython runs there.

    more: the names of modules that another page starts.
    """
    for path, source in device_files().items():
        if path != MAIN:
            yield f"/lib/{path}", source.decode()
    for name in ("machine.py", "rp2.py"):
        yield f"/lib/{name}", (STANDINS / name).read_text(encoding="utf-8")
    for standin in sorted((HERE / "browser" / "standins").glob("*.py")) if more else ():
        yield f"/lib/{standin.name}", standin.read_text(encoding="utf-8")
    needed = _needed("arcana_host.web.browser.hints", _START, *_game_modules(bool(more)), *more)
    for path in sorted(needed):
        yield f"/lib/{path}", (HOST / path).read_text(encoding="utf-8")
    yield from _texts({path.partition("/")[2] for path in needed})


def _game_modules(is_connected: bool = False) -> Iterator[str]:
    """Yield the modules of each game that the page needs; they are imported at run time.

    is_connected: for the page that checks what comes from a device, and shows saved games.
    """
    for game in NAMES:
        yield f"arcana_portable.games.{game}"
        for name in ("table_sheet", "land_map", *(_OF_SAVED_GAMES if is_connected else ())):
            if (HOST / "arcana_portable" / "games" / game / f"{name}.py").is_file():
                yield f"arcana_portable.games.{game}.{name}"


def _texts(needed: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (path in the browser, text) of all files with texts for people.

    needed: the modules of the host that run there; the texts of others are left out.
    """
    for owner in ("", *NAMES):
        for path in sorted(Path(texts_folder(owner)).glob("*/*")):
            if path.suffix in (".po", ".html"):
                text = path.read_text(encoding="utf-8")
                if path.name == "desktop.po":
                    text = "\n\n".join(each for each in text.split("\n\n") if _is_used(each, needed))
                yield f"/lib/{path.relative_to(firmware_folder()).as_posix()}", text


def _is_used(entry: str, needed: set[str]) -> bool:
    """Return whether an entry of a translation is the header, or belongs to one of these modules."""
    sources = [line.removeprefix("#: ") for line in entry.split("\n") if line.startswith("#: ")]
    return not sources or not needed.isdisjoint(sources)


def _needed(*names: str) -> set[str]:
    """Return the paths of modules of the host, and of all that they import from the host."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        module = waiting.pop()
        path = f"{module.replace('.', '/')}.py"
        if not (HOST / path).is_file():
            path = f"{module.replace('.', '/')}/__init__.py"
        if path in found:
            continue
        found.add(path)
        is_package = path.endswith("__init__.py")
        tree = ast.parse((HOST / path).read_text(encoding="utf-8"))
        waiting += _imported(tree, module if is_package else module.rpartition(".")[0])
    return found


def _imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the modules of the host that a module of a package imports, except for annotations.

    Imports inside functions don't count: the page does not call these functions.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
            continue
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.ImportFrom):
            name = ".".join(filter(None, (package if node.level else "", node.module)))
            if name.startswith(("arcana_host.", "arcana_portable.")):
                yield name
        yield from _imported(node, package)


def _page(style: str) -> str:
    """Return the page of the virtual device with another style sheet beside its own, and with our policy."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    for mark, content in (
        ('<link rel="stylesheet" href="style.css">', f'<link rel="stylesheet" href="{style}">'),
        ('<meta charset="utf-8">', f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        ('<meta charset="utf-8">', '<meta name="referrer" content="no-referrer">'),
    ):
        page = _replaced(page, mark, f"{mark}\n  {content}")
    return page


def _index(has_docs: bool) -> str:
    """Return the page of the virtual device with this page's own parts, and without the server's."""
    page = _page("web.css")
    more = (HERE / "page" / "more.html").read_text(encoding="utf-8")
    if not has_docs:
        more = _without(more, "<!-- docs -->", "<!-- /docs -->")
    warnings = (HERE / "page" / "warnings.html").read_text(encoding="utf-8")
    page = _replaced(page, _STATUS, f"{warnings}{_STATUS}")
    page = _replaced(page, _END_OF_TOOLS, f"{more}{_END_OF_TOOLS}")
    page = _replaced(page, "Connecting to the device&hellip;", _STARTS)
    return _replaced(page, '<script src="socket.js"></script>', _SCRIPTS)


def _worker(target: Path) -> str:
    """Return the service worker, with the version and the files of the site, but for docs and images."""
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


def _connect_page(drop: str) -> str:
    """Return the page that reaches a real device: the same page, which is shown once a device is followed.

    drop: its part with the files for new boards, "" without.
    """
    page = _page("connect.css")
    install = (HERE / "page" / "install.html").read_text(encoding="utf-8")
    section = (HERE / "page" / "connect.html").read_text(encoding="utf-8")
    section = _replaced(section, "      <!-- drop -->\n", drop)
    section = _replaced(section, "      <!-- install -->\n", install)
    page = _replaced(page, "<main>\n", f'<main class="apart">\n{section}')
    page = _replaced(page, "Connecting to the device&hellip;", "")
    return _replaced(page, '<script src="socket.js"></script>', _CONNECT)


def _replaced(page: str, mark: str, content: str) -> str:
    if page.count(mark) != 1:
        raise ArcanaError(f"The page of the virtual device has {page.count(mark)} times {mark}, not once.")
    return page.replace(mark, content)


def _without(text: str, start: str, end: str) -> str:
    return text[: text.index(start)] + text[text.index(end) + len(end) :]
