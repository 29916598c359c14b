"""The desktop in the language of its user: what is translated, how it is chosen, and what stays the same."""

import json
import os
import re
import shutil
import string
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from arcana_host.cli.parser_words import translate_error
from arcana_host.games import load
from arcana_host.locale_language import choose_language, named
from arcana_host.page.guide import LANGUAGES as GUIDES
from arcana_portable import translation
from arcana_portable.translation import (
    ENGLISH,
    N_plural,
    _,
    choose,
    code,
    forms_of,
    is_begun,
    languages,
    ngettext,
    page_texts,
    pgettext,
    read,
    texts_folder,
)
from rules.vectors import FOLDER as VECTORS
from rules.vectors import vectors

from shared_rules.games import NAMES

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "firmware" / "tools"))
import make_translations  # noqa: E402

keys = cache(make_translations.keys)
FILES = ("desktop.po", "page.po")
OTHERS = [language for language in languages() if language != ENGLISH]
RECORD = """\
[Game "0badcafe"]
[Date "2026-11-21 20:15"]
setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key
play 4 1
predict 2 miss
hidden 3
end
abandon
"""


@pytest.fixture(autouse=True)
def in_english():
    yield
    choose(ENGLISH)


# what is there


def lacking(language):
    """Texts that a language lacks, or has although no code uses them: [(whose, file, text)]."""
    faults = []
    for owner in ("", *NAMES):
        for file in FILES:
            path = Path(texts_folder(owner), language, file)
            wanted, found = keys(owner, file), read(str(path))
            known = {one for one, many in wanted}
            faults += [(owner, file, one) for one in known - found.keys()]
            faults += [(owner, f"{file}, no longer said", one) for one in found.keys() - known]
        if owner and not Path(texts_folder(owner), language, "rules.html").exists():
            faults.append((owner, "rules.html", "the whole file"))
    return faults


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_all_that_english_does(language):
    wanted = sum(len(keys(owner, file)) for owner in ("", *NAMES) for file in FILES) + len(NAMES)
    missing = lacking(language)
    said = f"{language} has {100 * (wanted - len(missing)) // wanted} % of {wanted} texts"
    if missing and is_begun(language):
        pytest.skip(said)
    assert not missing, f"{said}; translate, after `make translations`: {missing}"


@pytest.mark.parametrize("language", OTHERS)
def test_no_two_games_translate_a_text_in_two_ways(language):
    """All games are spoken at once: what only one of them calls so is asked for with `pgettext`."""
    catalogues = [read(f"{texts_folder(owner)}/{language}/desktop.po") for owner in ("", *NAMES)]
    found = {}
    for one, forms in ((one, forms) for each in catalogues for one, forms in each.items()):
        assert found.setdefault(one, forms) == forms, (
            f"{language} has two translations of {one!r}: use pgettext or, in a table, another English word"
        )


def gaps(text):
    return {field for _text, field, _spec, _conversion in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", [each for each in languages() if not is_begun(each)])
def test_every_language_has_a_guide_that_the_page_links(language):
    names = [name for name, spoken in GUIDES.items() if spoken == code(language)]
    assert names, f"arcana_host/page/guide.py has no guide for {code(language)}"
    linked = page_texts(language).get("guide/player.html", "guide/player.html")
    assert linked == f"guide/{names[0]}.html", (
        f"as the translation of guide/player.html in {language}/page.po"
    )


def tags(text):
    return sorted(re.findall(r"</?[a-z][^>]*>", text))


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_of_the_page_has_the_tags_of_its_english_text(language):
    for english, translated in page_texts(language).items():
        assert tags(translated) == tags(english) or not translated, f"{language}/page.po: {translated}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_has_the_gaps_of_its_english_text(language):
    wrong = []
    for owner in ("", *NAMES):
        for file in FILES:
            found = read(f"{texts_folder(owner)}/{language}/{file}")
            for one, many in keys(owner, file):
                # a number may be written in words in one language, and not at all where it is one
                free = {"n", "word"} if many else set()
                for form in found.get(one, []):
                    if gaps(form) - free != gaps(one) - free:
                        wrong.append((one, form))
                if many and len(found.get(one, [])) not in (0, forms_of(language)):
                    wrong.append((one, f"not {forms_of(language)} forms"))
    assert wrong == []


def test_every_language_has_a_file_for_the_device_and_one_for_the_desktop():
    folder = Path(texts_folder())
    on_the_device = {path.stem for path in folder.glob("*.txt")}
    lacking_one = [f"{language}.txt" for language in languages() if language not in on_the_device]
    lacking_one += [f"{language}/desktop.po" for language in sorted(on_the_device - set(languages()))]
    assert not lacking_one, f"firmware/companion/texts lacks {lacking_one}"


def test_no_two_languages_have_one_code():
    codes = [code(language) for language in languages()]
    assert len(set(codes)) == len(codes), f"{codes}: set `Language:` in {texts_folder()}/…/desktop.po"


def test_what_has_a_gap_is_filled_in_and_numbers_choose_the_form():
    choose("german")
    assert _("Game {id}", id="0bad") == "Spiel 0bad"
    assert [ngettext("{n} game", "{n} games", n) for n in (0, 1, 2)] == ["0 Spiele", "1 Spiel", "2 Spiele"]
    choose(ENGLISH)
    assert [ngettext("{n} game", "{n} games", n) for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


def test_a_text_with_a_context_is_that_of_its_game():
    for language, said in (
        (ENGLISH, ["Score", "Score", "Score"]),
        ("german", ["Fortschritt", "Punkte", "Score"]),
    ):
        choose(language)
        assert [_("Score"), pgettext("spirit_island", "Score"), pgettext("score_pad", "Score")] == said


def test_what_a_language_lacks_is_said_in_english():
    choose("german")
    one, many = N_plural("{n} kraken", "{n} krakens")
    assert (_("Fhtagn."), ngettext(one, many, 2)) == ("Fhtagn.", "2 krakens")
    choose("volapük")
    assert translation.language() == ENGLISH


class NeverEmpty(dict):
    """Translations that nobody asks for the one of an empty text, whose entry would be the headers."""

    def get(self, english, default=None):
        assert english, "an empty text was looked up"
        return super().get(english, default)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", NAMES)
def test_the_tables_of_a_game_are_drawn_without_the_headers_of_a_translation(
    game, language, arcana, monkeypatch
):
    name = vectors(game)[0][0]
    read_whole = translation._catalogue(language)
    monkeypatch.setattr(read_whole, "forms", NeverEmpty(read_whole.forms))
    with translation.speaking(language):
        status, drawn, _err = arcana("replay", VECTORS / f"{name}.arcana", "--each")
    assert status == 0 and len(drawn.splitlines()) > 5
    assert "Content-Type" not in drawn and "Language:" not in drawn and "Plural" not in drawn


@pytest.mark.parametrize("language", languages())
def test_an_empty_text_stays_empty(language):
    choose(language)
    assert (_(""), ngettext("", "", 2)) == ("", "")
    for owner in ("", *NAMES):
        assert "" not in translation.page_texts(language)
        assert "" not in read(f"{texts_folder(owner)}/{language}/desktop.po")


# which one


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "german"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "english"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de"}, "german"),
        ({"LANG": "C.UTF-8"}, "english"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:en"}, "german"),
        ({"LANG": "tlh"}, "english"),
        ({}, "english"),
        ({"LANG": "de_DE", "ARCANA_LANGUAGE": "english"}, "english"),
        ({"LANG": "en_GB", "ARCANA_LANGUAGE": "German"}, "german"),
        ({"LANG": "en_GB", "ARCANA_LANGUAGE": "de"}, "german"),
    ],
)
def test_the_language_is_that_of_the_environment(monkeypatch, variables, language):
    import gettext

    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "ARCANA_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    # it is changed for the whole program
    monkeypatch.setattr(gettext, "gettext", gettext.gettext)
    choose_language()
    assert translation.language() == language


def test_a_language_that_does_not_exist_is_named_with_those_that_do(tmp_path):
    record_file = tmp_path / "game.arcana"
    record_file.write_text(RECORD)
    known = ", ".join(translation.languages())
    status, out, err = run("replay", record_file, language="tlh")
    assert (status, err) == (0, f"ARCANA_LANGUAGE is 'tlh'; the languages are: {known}.\n")
    assert out == run("replay", record_file, language="english")[1]


def test_no_name_of_a_language_leads_out_of_its_folder():
    assert named("../../german") == ENGLISH
    assert translation.code("../german") == "en"


# what is said in it


def run(*words, language="german", cwd=None, **variables):
    """Run a command as a user of this language does: (status, out, err)."""
    command = [sys.executable, "-c", "from arcana_host.cli import main; main()", *map(str, words)]
    environment = {**os.environ, "ARCANA_LANGUAGE": language, "COLUMNS": "200", **variables}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path):
    record = tmp_path / "game.arcana"
    record.write_text(RECORD)
    status, out, _err = run("import", record, "--library", tmp_path / "library")
    assert (status, out) == (0, "Spiel 0badcafe: in die Bibliothek aufgenommen.\n")
    return tmp_path / "library"


@pytest.fixture
def german(arcana):
    """Run a command in German; gives what it printed."""

    def run(*words):
        with translation.speaking("german"):
            return arcana(*words)[1]

    return run


def test_lists_stories_and_figures_are_in_the_language_of_the_user(folder, german):
    assert run("games", "--library", folder)[1].split()[:3] == ["Spiel", "Datum", "Spieler"]
    out = german("show", "--library", folder)
    assert "Ann spielt eine 4 zu Dawn aus." in out and "Das Spiel wurde abgebrochen." in out
    assert "der Untergang beginnt bei 2 (Normal)" in out and "Fortschritt 0 · Untergang 3" in out
    assert "Es war eine 3." in german("review", "--library", folder)
    assert "0 Spiele, 0 gewonnen, 0 verloren, nicht mitgezählt: 1 abgebrochen" in german(
        "stats", "--library", folder
    )
    assert "Fortschritt ○○○○○○○ 0" in german("replay", folder.parent / "game.arcana")


def test_what_programs_read_and_statuses_are_the_same_in_every_language(folder, tmp_path, arcana):
    def translate(language, *words):
        with translation.speaking(language):
            return arcana(*words, "--library", folder)

    for words in (["games", "--json"], ["show", "--json"], ["stats", "--json"], ["review", "--json"]):
        german, english = (translate(language, *words) for language in ("german", ENGLISH))
        assert german == english and json.loads(english[1].splitlines()[0]), words
    for form in ("record", "json", "csv", "bgsplay"):
        words = ("export", "latest", "--as", form)
        assert translate("german", *words) == translate(ENGLISH, *words), form
    for words in (
        ["show", "nix"],
        ["games", "--from", "x"],
        ["import", tmp_path / "nothing"],
        ["show", "1", "2"],
    ):
        german, english = translate("german", *words), translate(ENGLISH, *words)
        assert german[0] == english[0] != 0 and german[2] != english[2], words


def test_what_the_rules_refuse_is_said_as_the_device_says_it(tmp_path):
    record = tmp_path / "wrong.arcana"
    record.write_text(RECORD.replace("play 4 1", "play 5 2"))
    assert run("replay", record)[2] == (
        "arcana: Zeile 4: play 5 2: Eine 5 passt nicht zu The Deep, welches Schicksal man auch behält.\n"
    )


@pytest.mark.parametrize(
    ("event", "refusal"),
    [
        (
            "play  4 1",
            "Zwischen den Wörtern eines Ereignisses steht je ein Leerzeichen, nach dem letzten keines.",
        ),
        ("play", "Nach 'play' kommt: ein Schicksal 1-7, ein Platz 0-4."),
        (
            "predict 4 miss",
            "'predict' kommt nach dem Ausspielen; der Zeitpunkt jetzt ist vor dem Ausspielen.",
        ),
        (
            " play 4 1",
            "Eine Zeile beginnt mit ihrem ersten Wort: Entferne das Leerzeichen oder den Tabulator davor.",
        ),
        ("undo\nundo", "Es gibt nichts zurückzunehmen."),
        ('[Note "late"]', "Tags stehen vor dem ersten Ereignis."),
    ],
)
def test_what_no_button_leads_to_is_refused_in_the_language_of_the_user(tmp_path, arcana, event, refusal):
    record = tmp_path / "wrong.arcana"
    record.write_text(RECORD.replace("play 4 1", event))
    with translation.speaking("german"):
        for command in ("replay", "import", "review"):
            err = arcana(command, record, *["--library", tmp_path / "library"] * (command == "import"))[2]
            assert err.startswith("arcana: ") and err.endswith(f": {refusal}\n"), command


def test_names_titles_and_creatures_are_refused_in_the_language_of_the_user(tmp_path, arcana):
    (tmp_path / "creatures").write_text("Crab\n")
    with translation.speaking("german"):
        for words, refusal in (
            (["names", "Bo"], "Gib 2 bis 8 Namen an, durch Kommas getrennt."),
            (
                ["titles", "x" * 21],
                "Ein Titel hat höchstens 20 Zeichen, und keines davon ist ',', ';' oder '='.",
            ),
            (["titles", "日本"], "'日' ist nicht möglich: nur ASCII-Zeichen und Buchstaben wie ö und Ł."),
            (
                ["creatures", "import", tmp_path / "creatures", "--library", tmp_path / "library"],
                "Eine Kreatur schreibt man als Stufe:Name:Bedingung, etwa 1:Crab:3x7.",
            ),
        ):
            assert refusal in arcana(*words)[2], words


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("owner", ["", *NAMES])
def test_every_translated_refusal_has_the_values_of_its_english_sentence(language, owner):
    found = read(f"{texts_folder(owner)}/{language}/desktop.po")
    values = re.compile("%[dsr]")
    for english, where in make_translations._of_refusals(owner):
        for translated in found.get(english[0], []):
            assert values.findall(translated) == values.findall(english[0]), where


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_on_the_page_are_those_of_the_game(game):
    for language in languages():
        own = Path(texts_folder(game), language, "rules.html")
        written = own if own.exists() else Path(texts_folder(game), ENGLISH, "rules.html")
        with translation.speaking(language):
            page = translation.rules(game)
        assert page == written.read_text(encoding="utf-8"), f"{written} is not what the page shows"
        assert re.sub("<[^>]*>", "", page).strip(), f"{written} says nothing"
        assert page.count("<") == page.count(">"), f"{written} has a tag that is not closed with >"


def test_each_game_has_a_title_and_rules_of_its_own():
    """A copied game easily keeps the old ones."""
    for said in ([load(game).title for game in NAMES], [translation.rules(game) for game in NAMES]):
        assert len(set(said)) == len(said), said


def test_the_help_is_in_the_language_of_the_user_and_so_are_the_parsers_own_words():
    help = run("--help")[1]
    assert "Aufruf: arcana [OPTIONEN] BEFEHL [ARGUMENTE]..." in help
    assert "Zählt die Spiele der Bibliothek auf, das letzte zuerst." in help
    assert "Zeigt diese Hilfe und endet." in help and "Am Tisch" in help and "Optionen" in help
    for words in (["games"], ["creatures", "send"], ["export"]):
        out = " ".join(run(*words, "--help")[1].split())
        assert "<" not in out, "a type of the program"
        assert "Der Ordner der Bibliothek. [Vorgabe: (ARCANA_LIBRARY, sonst in deinem Datenordner)]" in out
    assert run("game")[2].startswith("arcana: Den Befehl 'game' gibt es nicht. Meinst du 'games', 'names'? `")
    assert run("export", "--minutes", "x")[2].startswith(
        "arcana: Der Wert für '--minutes' ist ungültig: Es muss eine ganze Zahl sein. `"
    )


def test_what_the_parser_says_in_other_words_stays_english():
    choose("german")
    assert translate_error("Cthulhu is not a valid float.") == "Cthulhu is not a valid float."
    assert translate_error("Missing argument 'GAME'.") == "Es fehlt 'GAME'"


# a new language


def test_a_language_is_a_file_and_a_folder_and_both_again_in_each_game(tmp_path):
    """By docs/contributing.md: a copy of the German one, with some words translated."""
    ignored = shutil.ignore_patterns("__pycache__", "golden")
    for folder in ("host/arcana_host", "host/arcana_portable", "firmware", "shared_rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    companion = tmp_path / "firmware" / "companion"
    for german in sorted(companion.rglob("german")):
        shutil.copytree(german, german.with_name("volapuk"))
    for german in sorted(companion.rglob("german.txt")):
        shutil.copy(german, german.with_name("volapuk.txt"))
    for file, before, after in (
        ("texts/volapuk/desktop.po", '"Language: de', '"Language: vo'),
        ("texts/volapuk/desktop.po", 'msgstr "Datum"', 'msgstr "Le jour"'),
        ("texts/volapuk/page.po", 'msgstr "Der Tisch"', 'msgstr "La table"'),
        ("texts/volapuk.txt", "new_game=Neues Spiel", "new_game=Nouvelle partie"),
        ("games/shipwreck/texts/volapuk/desktop.po", 'msgstr "Die Gruppe hat gewonnen."', 'msgstr "Gagné."'),
        ("games/shipwreck/texts/volapuk/rules.html", "Wahrsager", "Devins"),
        ("games/shipwreck/volapuk.txt", "passt nicht zu", "ne va pas avec"),
    ):
        text = (companion / file).read_text(encoding="utf-8")
        assert before in text
        (companion / file).write_text(text.replace(before, after), encoding="utf-8")
    record = tmp_path / "game.arcana"
    record.write_text(RECORD)
    path = os.pathsep.join(
        str(tmp_path / part) for part in ("host", ".", "firmware", "host/arcana_portable/virtual/standins")
    )
    spoken = {"LANG": "vo_XX.UTF-8", "ARCANA_LANGUAGE": "", "PYTHONPATH": path}
    library = ("--library", tmp_path / "library")
    assert run("import", record, *library, cwd=tmp_path, **spoken)[0] == 0
    assert run("games", *library, cwd=tmp_path, **spoken)[1].split()[1:3] == ["Le", "jour"]
    code = """
import json
from arcana_portable.translation import choose, code, page_texts, rules
from arcana_portable.games.sheets import sheet
from companion import texts
from companion.screens.settings import languages
from shared_rules.shipwreck import Game
from shared_rules.shipwreck.cards import Refusal
choose("volapuk")
texts.choose("volapuk", "shipwreck")
state = Game.replay([SETUP, "abandon"]).state() | {"result": "won"}
refusal = texts.translate(Refusal("no-play", 4, "The Thief"))
print(json.dumps([code("volapuk"), page_texts("volapuk")["The table"], "Devins" in rules("shipwreck"),
    sheet(state)["moment"], "volapuk" in languages(), texts.text("new_game"), refusal]))
"""
    setup = next(line for line in RECORD.splitlines() if line.startswith("setup"))
    done = subprocess.run(
        [sys.executable, "-c", code.replace("SETUP", repr(setup))],
        capture_output=True,
        text=True,
        env={**os.environ, **spoken},
        cwd=tmp_path,
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == [
        "vo",
        "La table",
        True,
        "Gagné.",
        True,
        "Nouvelle partie",
        "Eine 4 ne va pas avec The Thief, welches Schicksal man auch behält.",
    ]


def test_all_files_of_a_new_language_begin_with_the_headers_of_its_first(tmp_path, monkeypatch):
    def folder_of(owner=""):
        return str(tmp_path / owner / "texts")

    headers = translation.headers(f"{texts_folder()}/german/desktop.po")
    first = Path(folder_of(), "german", "desktop.po")
    first.parent.mkdir(parents=True)
    first.write_text(f'msgid ""\nmsgstr {json.dumps(headers)}\n')
    monkeypatch.setattr(make_translations, "texts_folder", folder_of)
    monkeypatch.setattr(make_translations, "languages", lambda: ["german"])
    make_translations.main()
    written = sorted(tmp_path.rglob("*.po"))
    assert len(written) > len(NAMES)
    for path in written:
        assert translation.headers(str(path)) == headers, f"{path.relative_to(tmp_path)} has other headers"


def test_what_the_desktop_says_is_not_sent_to_a_device():
    from arcana_host.install.build import device_files

    sent = device_files()
    assert any(path.endswith("german.txt") for path in sent)
    assert not [path for path in sent if re.search(r"\.(po|html)$", path)]
