"""The output of `make web`: every file that the page asks for, and no address outside it."""

import hashlib
import json
import re

import pytest
from arcana_host import board_names, shared_rules_folder
from arcana_host.web.build import build
from arcana_portable.errors import ArcanaError
from arcana_portable.firmware import firmware_folder
from arcana_portable.games.sheets import changes, sheet
from arcana_portable.install.image import read_blocks
from arcana_portable.record import without_undos
from arcana_portable.translation import languages, page_texts, speaking
from host.test_image import files_in, flash_with
from host.test_micropython import FILES, PICO, PICO_2, for_a_pico_2, image, program
from rules.vectors import vectors
from vm import needs_vm, on_vm
from web.conftest import MICROPYTHON

from shared_rules.games import NAMES, rules_of

GUIDES = ["maker.html"]
_LINKS = re.compile(r'(?:(?:src|href)=|new URL\()"([^"#]+)"')


def links(folder):
    """All paths in the page and its scripts."""
    texts = [(folder / name).read_text() for name in ("index.html", "web.js", "interpreter.js")]
    return [path for text in texts for path in _LINKS.findall(text)]


def test_all_that_the_page_names_is_there_beside_it(site):
    named = [*links(site), page_texts("german")["guide/player.html"]]
    guide = {"guide/player.html", "guide/spieler.html"}
    assert {"page.js", "web.js", "style.css", "micropython/micropython.mjs", *guide} <= set(named)
    assert [path for path in named if not (site / path).is_file()] == []
    assert "Permission is hereby granted" in (site / "micropython" / "LICENSE.txt").read_text()


def test_the_firmware_and_the_rules_go_as_they_are(site):
    sources = json.loads((site / "companion.json").read_text())
    for folder in (firmware_folder() / "companion", shared_rules_folder()):
        for path in folder.rglob("*.py"):
            name = path.relative_to(folder.parent).as_posix()
            there = f"/lib/{name}"
            assert sources[there] == path.read_text(encoding="utf-8"), there


SHEETS = """
import json
import arcana_host.web.browser.hints
from arcana_portable.games.sheets import changes, sheet
from arcana_portable.translation import languages, speaking
from shared_rules.games import rules_of

for events in json.load(open("/input")):
    state = rules_of(events[0]).Game.replay(events).state()
    for language in languages():
        with speaking(language):
            print("\\n".join(changes(None, sheet(state))))
"""


@needs_vm
@pytest.mark.parametrize("name", NAMES)
def test_the_table_of_every_game_is_said_in_the_browser_as_here(site, tmp_path, name):
    """From the sources that are on the page and no others."""
    for path, source in json.loads((site / "companion.json").read_text()).items():
        there = tmp_path / path.removeprefix("/lib/")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(source, encoding="utf-8")
    (tmp_path / "said.py").write_text(SHEETS)
    records = [without_undos(events) for _, events, _ in vectors(name)[:3]]
    folders = [folder for folder in tmp_path.iterdir() if folder.is_dir()]
    printed = on_vm(tmp_path / "said.py", *folders, value=records, heap=4 << 20)
    states = [rules_of(events[0]).Game.replay(events).state() for events in records]
    wanted = []
    for state in states:
        for language in languages():
            with speaking(language):
                wanted.append(changes(None, sheet(state)))
    assert printed == [line for lines in wanted for line in lines]


def test_the_guides_are_linked_where_they_are_built(site, tmp_path):
    assert [path for path in links(site) if path.startswith("docs/")] == []
    docs = tmp_path / "docs"
    (docs / "docs").mkdir(parents=True)
    with pytest.raises(ArcanaError, match="run make docs"):
        build(tmp_path / "web", MICROPYTHON, docs)
    for name in GUIDES:
        (docs / "docs" / name).write_text(name)
    for _ in range(2):
        build(tmp_path / "web", MICROPYTHON, docs)
    named = [path for path in links(tmp_path / "web") if path.startswith("docs/")]
    assert [(tmp_path / "web" / path).read_text() for path in named] == GUIDES


@pytest.mark.parametrize("name", ["index.html", "connect.html"])
def test_a_page_says_what_it_may_load_and_tells_no_other_site_where_it_is(site, name):
    page = (site / name).read_text(encoding="utf-8")
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    allowed = {rule.partition(" ")[0]: rule.partition(" ")[2] for rule in policy.split("; ")}
    assert allowed.pop("script-src") == "'self' 'wasm-unsafe-eval'" and allowed.pop("default-src") == "'self'"
    assert allowed == dict.fromkeys(("base-uri", "form-action", "object-src"), "'none'")
    assert '<meta name="referrer" content="no-referrer">' in page


@pytest.fixture
def images(tmp_path):
    """A folder with MicroPython for a Pico, an older one, and one for a Pico 2."""
    folder = tmp_path / "images"
    folder.mkdir()
    older = program(says="MicroPython-1.24.1-arm--with-newlib4.5.0")
    for name, content in (("a", image()), ("b", image(flash=older)), ("c", for_a_pico_2())):
        (folder / f"{name}.uf2").write_bytes(content)
    return folder


def test_a_new_board_gets_one_file_for_its_panel_and_its_pico(tmp_path, images):
    target = tmp_path / "web"
    build(target, MICROPYTHON, None, images)
    page = (target / "connect.html").read_text(encoding="utf-8")
    offered = re.findall(r'href="images/([^"]+\.uf2)" download', page)
    panels = [name for name in board_names() if name.startswith("pico-")]
    picos = [f"companion-{panel}-{pico}.uf2" for panel in panels for pico in ("pico", "pico2")]
    assert sorted(offered) == sorted(["companion-badger2040.uf2", *picos])
    sums = (target / "images" / "SHA256SUMS").read_text().splitlines()
    for line, name in zip(sums, offered, strict=True):
        content = (target / "images" / name).read_bytes()
        assert line == f"{hashlib.sha256(content).hexdigest()}  {name}"
        _, chip = read_blocks(content)
        start, size = FILES[PICO_2 if chip.name == "RP2350" else PICO]
        files = files_in(flash_with(content)[start - 0x10000000 :][:size])
        assert files["board.txt"].decode().strip() in name and "main.py" in files
    assert "1.28.0 for Raspberry Pi Pico with" in (licence := (target / "images/LICENSE.txt").read_text())
    assert "Permission is hereby granted" in licence and "1.24.1" not in licence + page and "1.28.0" in page
    assert ".uf2" not in (target / "worker.js").read_text(), "what nobody asked for is not kept"


def test_without_images_no_file_is_offered(site):
    page = (site / "connect.html").read_text(encoding="utf-8")
    assert "images/" not in page and not (site / "images").exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no MicroPython image"),
        (b"letter", "a.uf2 is not a UF2 file"),
        (image(flash=program(machine="Seeed XIAO RP2040 with RP2040")), "XIAO .* is for no board"),
    ],
)
def test_an_image_that_no_board_can_have_is_named_and_the_page_stays(tmp_path, content, sentence):
    target = tmp_path / "web"
    target.mkdir()
    (target / "companion.json").write_text("{}")
    if content:
        (tmp_path / "a.uf2").write_bytes(content)
    with pytest.raises(ArcanaError, match=sentence):
        build(target, MICROPYTHON, None, tmp_path)
    assert [path.name for path in target.iterdir()] == ["companion.json"]


def test_nothing_else_is_overwritten(tmp_path, site):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(ArcanaError, match="holds something else"):
        build(tmp_path, MICROPYTHON)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_without_micropython_it_says_what_to_do(tmp_path):
    with pytest.raises(ArcanaError, match="run make vm"):
        build(tmp_path / "web", tmp_path)
    assert not (tmp_path / "web").exists()
