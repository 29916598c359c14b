"""The pages: what they name is there, every link leads somewhere, every screen is shown as it is."""

import re
from html.parser import HTMLParser
from operator import add
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from arcana_host.page.guide import LANGUAGES
from arcana_portable.errors import Status
from arcana_portable.translation import code, languages
from documents import PAGES, ROOT, inline
from PIL import Image, ImageSequence
from screens.scenes import SCENES
from screens.test_pictures import GOLDEN, golden

from docs.card import words
from docs.card.sheet import SIZE
from docs.tools import badger2350, frame, game
from shared_rules.shipwreck import POWERS

IN_BOTH = pytest.mark.parametrize("language", words.NAMES)
MM = 72 / 25.4
PATHS = [ROOT / "docs" / f"{name}.md" for name in LANGUAGES]
GUIDES = pytest.mark.parametrize("guide", PATHS, ids=lambda guide: guide.stem)


def golden_folder(guide):
    """The folder of the golden pictures in the language of a guide."""
    (language,) = [each for each in languages() if code(each) == LANGUAGES[guide.stem]]
    return golden("any", language).parent


class Links(HTMLParser):
    """The links, resources and anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors, self.languages = [], [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors |= {attrs[name] for name in ("id", "name") if attrs.get(name)}
        self.languages |= {attrs["lang"]} if attrs.get("lang") else set()
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        elif tag in ("img", "script", "link", "iframe", "source") and attrs.get("rel") != "canonical":
            self.loads += [attrs[name] for name in ("src", "href") if attrs.get(name)]


@pytest.fixture(scope="module")
def pages(site):
    """{path: Links} of every built page."""
    found = sorted(path for path in site.rglob("*.html") if "_static" not in path.parts)
    return {path: Links(path.read_text(encoding="utf-8")) for path in found}


def test_every_page_of_the_project_is_built(site, pages):
    written = {path.relative_to(ROOT).with_suffix(".html") for path in (ROOT / "docs").glob("*.md")}
    assert written <= {path.relative_to(site) for path in pages}


def test_every_link_within_leads_somewhere(pages):
    lost = []
    for path, page in pages.items():
        for link in page.links + page.loads:
            address = urlsplit(link)
            if address.scheme or link == "#":
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            anchors = pages[target].anchors if target in pages else set()
            if not target.is_file() or (address.fragment and unquote(address.fragment) not in anchors):
                lost.append(f"{path.name}: {link}")
    assert lost == []


def test_nothing_is_loaded_from_the_network(site, pages):
    assert [link for page in pages.values() for link in page.loads if urlsplit(link).netloc] == []
    for sheet in site.rglob("*.css"):
        assert "url(http" not in sheet.read_text(encoding="utf-8")


@GUIDES
def test_every_screen_is_shown_pixel_by_pixel_in_its_device(site, guide):
    text = (site / "docs" / f"{guide.stem}.html").read_text(encoding="utf-8")
    folder = golden_folder(guide)
    names = [image.attrs["src"].rpartition("/")[2] for image in inline(guide, "image")]
    for name in names:
        built = "-".join((folder / name).relative_to(GOLDEN).parts)
        assert 'class="framed' in text and f"_images/{built}" in text
        with Image.open(site / "_images" / built) as device, Image.open(folder / name) as golden:
            glass = glass_in(device.convert("RGBA"), golden.size)
            assert device.size == tuple(map(add, glass.size, frame.BESIDE))
            shown = glass.resize(golden.size, Image.Resampling.NEAREST).point(lambda grey: 255 * (grey > 128))
            assert shown.convert("1").tobytes() == golden.convert("1").tobytes(), name
            assert glass.tobytes() == glass.resize(golden.size, 0).resize(glass.size, 0).tobytes(), name


def glass_in(device, size):
    """The glass in a picture of the device. size: of the panel, in its own pixels."""
    (left, top), (width, height) = frame.GLASS_AT, (frame.SCALE * side for side in size)
    return device.convert("L").crop((left, top, left + width, top + height))


@pytest.mark.parametrize(("name", "language"), LANGUAGES.items())
def test_a_guide_says_which_language_it_is_in(site, pages, name, language):
    said = pages[site / "docs" / f"{name}.html"].languages
    assert {each for each in LANGUAGES.values() if each in said} == {"en", language}


@pytest.mark.asyncio(loop_scope="session")
async def test_on_paper_there_is_the_page_and_nothing_around_it(site, chromium):
    opened = await chromium.new_page()
    await opened.emulate_media(media="print")
    for page in (*LANGUAGES, "host"):
        await opened.goto((site / "docs" / f"{page}.html").as_uri())
        seen = await opened.evaluate("document.body.innerText")
        own = await opened.evaluate("document.querySelector('article').innerText")
        assert len(own) > 1000 and seen.strip() == own.strip(), page
    await opened.close()


def test_the_card_to_print_is_among_the_pages(site, pages):
    page = pages[site / "docs" / "card.html"]
    files = {f"companion-card-{language}.{kind}" for language in words.WORDS for kind in ("pdf", "svg")}
    assert {path.name for path in (site / "_card").iterdir()} == files
    assert files <= {link.rpartition("/")[2] for link in page.links}


# the card to lay beside the board


@IN_BOTH
def test_it_is_one_page_of_a5_with_its_fonts_in_it(site, language):
    pdf = (site / "_card" / f"{words.NAMES[language]}.pdf").read_bytes()
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == 1
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    assert [float(number) / MM for number in box.groups()] == pytest.approx(SIZE)
    fonts = set(re.findall(rb"/BaseFont /(\S+)", pdf))
    assert fonts and all(b"DejaVuSans" in font for font in fonts)
    assert pdf.count(b"/FontFile2") == len(fonts)


@IN_BOTH
def test_the_drawing_needs_no_font_and_no_other_file(site, language):
    drawing = ElementTree.parse(site / "_card" / f"{words.NAMES[language]}.svg").getroot()
    tags = {element.tag.rpartition("}")[2] for element in drawing.iter()}
    assert "text" not in tags and "image" in tags
    links = [value for each in drawing.iter() for name, value in each.items() if name.endswith("href")]
    assert {link.partition(",")[0] for link in links if not link.startswith("#")} == {"data:image/png;base64"}


def test_the_first_picture_of_the_readme_is_the_device_and_its_caption_says_that_it_is_drawn():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.search(r"<img src=\"(.*?)\".*?>|!\[.*?\]\((.*?)\)", text)
    assert first[1] == "hardware/pictures/standing.png"
    assert text[first.end() :].lstrip().startswith("*Drawn")


# paths and exit statuses


FOLDERS = ("docs", "firmware", "hardware", "host", "shared_rules", "tests")
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
HOST = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")


@EVERY_PAGE
def test_a_path_that_a_page_names_is_there(page):
    named = [token.content for token in inline(page, "code_inline")]
    named = [name for name in named if "<" not in name and " " not in name]
    paths = [name for name in named if name.partition("/")[0] in FOLDERS and "/" in name]
    paths += [f"firmware/{name}" for name in named if name.startswith("companion/")]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_exit_statuses_are_those_of_arcana():
    rows = [line.split("|")[1:3] for line in HOST.splitlines() if line.startswith("|")]
    documented = {cells[0].strip(): cells[1].strip() for cells in rows if cells[0].strip().isdigit()}
    assert documented == {str(status.value): status.meaning for status in Status}


# the guides for players show every scene


LEFT_OUT = set(
    """
    number-line-that-nobody-else-has songs spires swords shackles take-back-a-flip take-back-a-level
    take-back-a-strike take-back-a-creature take-back-an-ability take-back-doom-taken-back
    take-back-a-reveal-of-a-line title-with-a-challenge reveal-of-a-line challenge-won
    device-with-a-finished-game device-without-a-supply unsaved-question island-stage-three
    island-menu-while-a-card-is-named island-undo island-score-lost island-abandoned island-title-with-a-game
    pad-of-two-with-millions pad-of-four-with-millions pad-of-five-with-millions pad-of-eight-with-millions
    pad-correction-of-millions pad-result-of-two-with-millions pad-result-of-eight-with-millions
    pad-new-game-to-millions pad-goal-of-millions
    """.split()
)
"""Scenes that no guide shows, as each looks like another one but for its words."""


def shown(guide):
    """The names of the golden pictures that a guide shows, in its order."""
    folder = f"../{golden_folder(guide).relative_to(ROOT).as_posix()}/"
    sources = [image.attrs["src"] for image in inline(guide, "image")]
    strange = [source for source in sources if not re.fullmatch(re.escape(folder) + r"[\w-]+\.png", source)]
    assert not strange, f"{guide.name}: {len(strange)} pictures are not of {folder}, such as {strange[0]}"
    return [source[len(folder) : -len(".png")] for source in sources]


@GUIDES
def test_every_power_is_named(guide):
    words = guide.read_text(encoding="utf-8")
    assert [POWERS[power].name for power in POWERS if POWERS[power].name not in words] == []


@GUIDES
def test_every_scene_is_shown_once_or_left_out(guide):
    names = shown(guide)
    assert len(names) == len(set(names))
    new = sorted(set(SCENES) - set(names) - LEFT_OUT)
    assert not new, (
        f"docs/{guide.name} does not show {new}: add each picture or, if it says nothing new, its name to "
        "LEFT_OUT in tests/docs/test_pages.py"
    )
    assert set(names) | LEFT_OUT == set(SCENES)
    assert not set(names) & LEFT_OUT


@GUIDES
def test_every_guide_shows_the_same_in_the_same_order(guide):
    assert shown(guide) == shown(PATHS[0])


# the pictures in the repository show the companion as it is


PICTURES = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def played():
    return game.frames()


def stored_frames():
    """The animation as it is kept: the panel's pixels and how long (ms), frame by frame."""
    size = 296, 128
    with Image.open(game.FILE) as animation:
        for one in ImageSequence.Iterator(animation):
            glass = glass_in(one, size)
            panel = glass.resize(size, Image.Resampling.NEAREST).point(lambda grey: 255 * (grey > 128))
            yield panel.convert("1").tobytes(), one.info["duration"]


def test_the_animation_is_of_the_companion_as_it_is(played):
    fresh = [(one.panel.tobytes(), one.lasts) for one in played]
    assert list(stored_frames()) == fresh, "run make pictures"


def test_the_picture_of_a_badger_2350_is_of_the_companion_as_it_is():
    with Image.open(badger2350.FILE) as kept:
        assert kept.convert("RGBA").tobytes() == badger2350.draw().convert("RGBA").tobytes(), (
            "run make pictures"
        )


def test_every_kept_picture_is_on_a_page():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    used = {image.attrs["src"].rpartition("/")[2] for page in pages for image in inline(page, "image")}
    assert {path.name for path in PICTURES.iterdir()} <= used
