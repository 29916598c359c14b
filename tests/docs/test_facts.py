"""What the pages say of the project is so: paths, links, remedies, exit statuses."""

import re

import pytest
from arcana_host.cli import app
from arcana_host.doctor import checkup
from arcana_host.errors import Status
from arcana_host.files import LONGEST_TEXT
from arcana_host.install import micropython
from arcana_host.install.chips import CHIPS, RP2040
from companion.screens.settings import languages
from documents import PAGES, ROOT, inline
from screens.test_texts import entries

from shared_rules import BUTTONS, player_names, record_lines
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.cards import SETS
from shared_rules.shipwreck.event import MAX_SETUP
from shared_rules.shipwreck.game import GOAL

FOLDERS = ("docs", "firmware", "hardware", "host", "shared_rules", "tests")
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
HOST, MAKER = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("host.md", "maker.md"))


@EVERY_PAGE
def test_a_path_that_a_page_names_is_there(page):
    named = [token.content for token in inline(page, "code_inline")]
    named = [name for name in named if "<" not in name and " " not in name]
    paths = [name for name in named if name.partition("/")[0] in FOLDERS and "/" in name]
    paths += [f"firmware/{name}" for name in named if name.startswith("companion/")]
    assert [path for path in paths if not (ROOT / path).exists()] == []


@EVERY_PAGE
def test_a_link_leads_to_a_file_that_is_there(page):
    links = [token.attrs["href"] for token in inline(page, "link_open")]
    links += [token.attrs["src"] for token in inline(page, "image")]
    files = [link.partition("#")[0] for link in links if ":" not in link]
    assert [file for file in files if file and not (page.parent / file).exists()] == []


@pytest.mark.parametrize(
    "remedy", [*checkup.REMEDIES.values(), checkup.OTHER_REMEDY, micropython.get_newer(RP2040)]
)
def test_the_makers_read_what_the_doctor_says(remedy):
    assert remedy in MAKER


def test_the_makers_know_where_micropython_is_from():
    for chip in CHIPS:
        assert chip.where_from in MAKER
    for version in (micropython.OLDEST, micropython.NEWEST):
        assert ".".join(map(str, version)) in MAKER


def test_the_exit_statuses_are_those_of_arcana():
    rows = [line.split("|")[1:3] for line in HOST.splitlines() if line.startswith("|")]
    told = {cells[0].strip(): cells[1].strip() for cells in rows if cells[0].strip().isdigit()}
    assert told == {str(status.value): status.meaning for status in Status}


NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
COUNTED = [
    ("CHANGELOG.md", "All {} arcana cards of the {} sets", (len(list(CARDS)), len(SETS))),
    ("CHANGELOG.md", "all {} faded powers", (len(list(POWERS)),)),
    ("README.md", "{} buttons: \\*\\*UP", (len(BUTTONS),)),
    ("README.md", "points of {} to {} players", (player_names.FEWEST, player_names.SEATS)),
    ("docs/index.md", "{} hits", (GOAL,)),
    ("docs/host.md", "up to {} letters", (player_names.MAX_NAME,)),
    (
        "docs/record.md",
        r"at most {} bytes, the setup at most {} \({} in Spirit Island\);",
        (record_lines.MAX_LINE, MAX_SETUP, record_lines.MAX_SETUP),
    ),
    ("docs/record.md", "`arcana` reads records of up to {} KB", (LONGEST_TEXT >> 10,)),
    ("arcana names --help", "{} to {} names", (player_names.FEWEST, player_names.SEATS)),
]
"""Where a number stands that follows from the code: (the page, the words around it, the number)."""


@pytest.mark.parametrize(("place", "words", "counts"), COUNTED, ids=lambda part: str(part)[:40])
def test_a_number_that_follows_from_the_code_is_that_of_the_code(place, words, counts, capsys):
    if place.startswith("arcana "):
        with pytest.raises(SystemExit):
            app.app(place.split()[1:], prog_name="arcana")
        text = capsys.readouterr().out
    else:
        text = (ROOT / place).read_text(encoding="utf-8")
    number = rf"\b(\d+|{'|'.join(NUMBERS)})\b"
    found = re.findall(words.replace(" ", r"\s+").replace("{}", number), text, re.I)
    assert found, f"{place} says it otherwise: change COUNTED"
    for told in found:
        told = (told,) if isinstance(told, str) else told
        told = [NUMBERS.index(word.lower()) if word.lower() in NUMBERS else int(word) for word in told]
        assert tuple(told) == counts


@pytest.mark.parametrize("language", languages())
def test_each_set_says_how_many_cards_it_has(language):
    said = entries("words", language, "shipwreck")
    told = {name: [int(count) for count in re.findall(r"\d+", said[f"set_long_{name}"])] for name in SETS}
    assert told == {name: [[CARDS[card].set for card in CARDS].count(name)] for name in SETS}
