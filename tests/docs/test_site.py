"""The built pages: every link leads somewhere, nothing comes from the network, screens are in the device."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from documents import ROOT, inline
from PIL import Image

from docs.card import words
from docs.card.sheet import SIZE
from docs.tools import frame

IN_BOTH = pytest.mark.parametrize("language", words.NAMES)
MM = 72 / 25.4
GOLDEN = ROOT / "tests" / "screens" / "golden"


class Links(HTMLParser):
    """What a page points at, what it loads, and which anchors it has."""

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


@pytest.mark.parametrize(("page", "folder"), [("player", GOLDEN), ("spieler", GOLDEN / "german")])
def test_every_screen_is_shown_pixel_by_pixel_in_its_device(site, page, folder):
    text = (site / "docs" / f"{page}.html").read_text(encoding="utf-8")
    names = [image.attrs["src"].rpartition("/")[2] for image in inline(ROOT / "docs" / f"{page}.md", "image")]
    for name in names:
        built = name if folder == GOLDEN else f"german-{name}"
        assert 'class="framed' in text and f"_images/{built}" in text
        with Image.open(site / "_images" / built) as device, Image.open(folder / name) as golden:
            assert device.size == frame.SIZE
            left, top = frame.GLASS_AT
            glass = (
                device.convert("RGBA")
                .convert("L")
                .crop((left, top, left + frame.GLASS[0], top + frame.GLASS[1]))
            )
            shown = glass.resize(golden.size, Image.Resampling.NEAREST).point(lambda grey: 255 * (grey > 128))
            assert shown.convert("1").tobytes() == golden.convert("1").tobytes(), name
            assert glass.tobytes() == glass.resize(golden.size, 0).resize(frame.GLASS, 0).tobytes(), name


def test_the_german_page_says_that_it_is_german(site, pages):
    assert "de" in pages[site / "docs" / "spieler.html"].languages
    assert "de" not in pages[site / "docs" / "player.html"].languages


@pytest.mark.asyncio(loop_scope="session")
async def test_on_paper_there_is_the_page_and_nothing_around_it(site, chromium):
    opened = await chromium.new_page()
    await opened.emulate_media(media="print")
    for page in ("player", "spieler", "host"):
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
