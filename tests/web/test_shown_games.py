"""The page's views and files of saved games, on MicroPython: the same as on the desktop."""

import importlib.util
import json
import uuid
from hashlib import sha1
from pathlib import Path

import pytest
from arcana_host.library.sharing import read_records
from arcana_host.web.build import HERE
from arcana_portable.page.journals import exported
from arcana_portable.translation import languages, speaking
from rules.vectors import FOLDER
from vm import needs_vm, on_vm
from web.shown_games import forms, shown

pytestmark = needs_vm
HEAP = 64 << 20


@pytest.fixture(scope="session")
def library(site, tmp_path_factory):
    """A folder with the Python sources of the page."""
    folder = tmp_path_factory.mktemp("sources")
    for path, text in json.loads((site / "companion.json").read_text()).items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_text(text, encoding="utf-8")
    return folder / "lib"


def recorded():
    """Return {name as the browser saves a game: record} of all vectors, every third one without a date."""
    found = {}
    for number, path in enumerate(sorted(FOLDER.glob("*.arcana"))):
        date = f"2026-11-{1 + number % 28:02} 20:15" if number % 3 else ""
        tags = f'[Date "{date}"]\n[Ended "{date[:11]}22:05"]\n[Location "Bremen"]\n' if date else ""
        found[f"{date} {number:08x} 0"] = tags + path.read_text(encoding="utf-8")
    return found


IMPORTS = """
import json, sys
sys.path.append("/lib")
import arcana_host.web.browser.hints
for name in json.load(open("/input")):
    __import__(name)
print("all")
"""


def test_every_module_that_is_sent_to_a_browser_runs_there(library, tmp_path):
    (tmp_path / "imports.py").write_text(IMPORTS)
    # the desktop alone looks for the firmware, and only a page has the browser
    paths = [
        path.relative_to(library) for path in library.glob("arcana_*/**/*.py") if path.name != "firmware.py"
    ]
    names = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]
    assert on_vm(tmp_path / "imports.py", library, value=sorted(names), heap=HEAP) == ["all"]


PLURALS = {
    "de": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "es": "nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
    "ja": "nplurals=1; plural=0;",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
    "ar": "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3"
    " : n%100>=11 ? 4 : 5;",
}


def test_numbers_have_the_plural_forms_of_their_language(library):
    """A browser has its own rules, which have to agree with those in the file of the language."""
    headers = [{"Language": code, "Plural-Forms": rule} for code, rule in PLURALS.items()]
    (line,) = on_vm(Path(__file__).parent / "shown_games.py", library, value=headers, heap=HEAP)
    for code, here, there in zip(PLURALS, map(forms, headers), json.loads(line), strict=True):
        assert there == here, code


def test_stories_tables_and_files_are_those_of_the_desktop(library):
    games = recorded()
    asked = {language: games for language in languages()}
    lines = on_vm(Path(__file__).parent / "shown_games.py", library, value=asked, heap=HEAP)
    for language, line in zip(asked, lines, strict=True):
        there = json.loads(line)
        with speaking(language):
            here = json.loads(json.dumps(shown(games)))
        for part in ("summaries", "details"):
            for name, ours, theirs in zip(sorted(games), here[part], there[part], strict=True):
                assert theirs == ours, (language, part, name)
        assert there["plays"] == here["plays"] and len(there["plays"]["plays"]) == len(games) * 2 // 3
        assert there["left"] == here["left"] and len(there["left"]) == len(games) - len(games) * 2 // 3
        assert read_records(json.dumps(there["file"]).encode()) == [
            exported(games[name]) for name in sorted(games)
        ]


def test_the_stand_in_for_uuid_gives_the_same_identifiers():
    path = HERE / "browser" / "standins" / "uuid.py"
    spec = importlib.util.spec_from_file_location("uuid_standin", path)
    standin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(standin)
    for length in range(130):
        assert standin.sha1(b"x" * length) == sha1(b"x" * length).digest()
    ours = "5b3c7f0e-6f0b-4f57-9a53-2d5b8f2f6c11"
    assert str(standin.uuid5(standin.UUID(ours), "Zoé")) == str(uuid.uuid5(uuid.UUID(ours), "Zoé"))
