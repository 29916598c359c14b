"""The texts of the screens: few stay in memory, all are found, and each language has them all."""

import io
import re
from importlib import import_module
from pathlib import Path

import pytest
from arcana_portable.translation import is_begun
from companion import games, texts
from companion.canvas import MEDIUM, SMALL, Canvas, wrap
from companion.games.shipwreck import tokens
from companion.screens.settings import languages, settings_menu
from companion.texts import find, text, translate
from memory_app import MemoryApp
from screens.scenes import BASE, SCENES, at_table, press
from screens.writing import WritingCanvas

from shared_rules import player_names
from shared_rules.games import NAMES
from shared_rules.shipwreck import CARDS, POWERS, SETS
from shared_rules.shipwreck.cards import Refusal

OWNERS = ("", *NAMES)
"""Whose texts there are: what is no game's, and each game's."""

OTHERS = [language for language in languages() if language != texts.ENGLISH]
UNLIKE = {"rulings", "beginning", "cards"}
"""Sections whose lines are not a key and its text, or which a language may lack."""
VALUES = {"%s": "0001-deadbeef.damaged", "%d": 10_000, "%r": OSError(28)}


@pytest.fixture(autouse=True)
def in_english():
    texts.choose("english", "shipwreck")
    yield
    texts.choose("english")


def path_of(language, owner=""):
    return (Path(games.__file__).parent / owner if owner else Path(texts.__file__).parent) / f"{language}.txt"


def sections(owner):
    """The sections of an English file with a key and its text in each line that every language has."""
    return sorted(named_sections(texts.ENGLISH, owner) - UNLIKE)


def named_sections(language, owner):
    """The names in square brackets of a file of texts, none where there is none."""
    path = path_of(language, owner)
    return set(re.findall(r"(?m)^\[(.*)\]$", path.read_text(encoding="utf-8"))) if path.exists() else set()


def entries(section, language=texts.ENGLISH, owner=""):
    """{key: text} of a section of a file of texts, {} where there is none."""
    path = path_of(language, owner)
    # a language may be begun without a file for each game
    written = path.read_bytes().decode() if path.exists() else ""
    plain = "\r" not in written and not written.startswith("\ufeff")
    assert plain, f"{path}: save it without a byte order mark, with LF as the end of a line"
    rows = f"\n{written}".partition(f"\n[{section}]\n")[2].partition("\n[")[0]
    lines = [line.partition("=") for line in rows.splitlines() if line and line[0] != "#"]
    found = {}
    for key, _, words in lines:
        assert key not in found, f"{path}, [{section}]: {key} stands twice"
        assert words, f"{path}, [{section}]: {key} has no text"
        found[key] = words
    return found


def refused(owner):
    """{key: the English sentence} of what the rules refuse when buttons are pressed."""
    sentences = import_module(f"shared_rules.{owner}.sentences") if owner else player_names
    # a table is one text, which takes the least room on a Pico
    table = sentences.SENTENCES.partition("\n# what only events lead to\n")[0]
    lines = [line.partition("=") for line in table.split("\n") if line and line[0] != "#"]
    return {key: words for key, _, words in lines}


def placeholders(words):
    return re.findall(r"%.", words)


def said_by(language):
    """{(whose, section, key): the values in the text} of a language."""
    return {
        (owner, name, key): placeholders(words)
        for owner in OWNERS
        for name in named_sections(language, owner) - UNLIKE
        for key, words in entries(name, language, owner).items()
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_all_that_english_does_with_the_same_values(language):
    wanted, spoken = said_by(texts.ENGLISH), said_by(language)
    for owner in OWNERS:
        wanted |= {(owner, "refusals", key): placeholders(words) for key, words in refused(owner).items()}
    missing = wanted.keys() - spoken.keys()
    assert spoken.keys() - wanted.keys() == set(), "English lacks these"
    assert [each for each in spoken if spoken[each] != wanted[each]] == [], "these need the values of English"
    said = f"{language} has {100 - 100 * len(missing) // len(wanted)} % of {len(wanted)} texts"
    if missing and is_begun(language):
        pytest.skip(said)
    assert not missing, said


@pytest.mark.parametrize("owner", OWNERS)
def test_no_text_is_in_two_sections(owner):
    keys = [key for section in ("turn", "menu", "words", "setup") for key in entries(section, owner=owner)]
    assert [key for key in set(keys) if keys.count(key) > 1] == []


def test_every_failure_has_a_sentence():
    known = {key for owner in OWNERS for key in entries("troubles", owner=owner)}
    modules = [path.read_text(encoding="utf-8") for path in Path(games.__file__).parents[1].rglob("*.py")]
    raised = re.findall(r'Journal(?:Error|Full)\("([a-z-]+)"', "".join(modules))
    assert raised
    assert set(raised) - known == set(), "[troubles] lacks their sentences"


@pytest.mark.parametrize("language", languages())
def test_what_went_wrong_fits_onto_the_glass(language):
    too_much = []
    for owner in OWNERS:
        for key, written in entries("troubles", owner=owner).items():
            sentence = texts.trouble(language, key, *(VALUES[slot] for slot in placeholders(written)))
            lines = wrap(sentence, SMALL, 230)
            if sentence == key or len(lines) > 6 or max(SMALL.width(line) for line in lines) > 240:
                too_much.append((key, sentence))
    assert too_much == []


@pytest.mark.parametrize("language", languages())
def test_what_a_turn_says_is_there_without_the_rest(monkeypatch, language):
    texts.choose(language, "shipwreck")
    read = texts._table
    monkeypatch.setattr(texts, "_table", lambda name, *rest: read(name, *rest) if name == "turn" else ())
    for owner in ("", "shipwreck"):
        for key in entries("turn", owner=owner):
            assert text(key)


def test_what_a_language_lacks_is_said_in_english(monkeypatch):
    texts.choose("german", "shipwreck")
    read = texts._table

    def without(name, game, language):
        return b"" if (name, language) == ("words", "german") else read(name, game, language)

    monkeypatch.setattr(texts, "_table", without)
    assert text("new_game") == "New game" and text("hit") == "richtig"


def test_the_rest_is_read_when_it_is_asked_for_and_again_once_given_back():
    for _ in range(2):
        assert text("no_more") == "no"
        assert text("hidden") == "Which fate was it?"
        texts.forget_texts()
    assert text("did_play", 3, "Dawn") == "3 on Dawn"


@pytest.mark.parametrize("language", languages())
def test_every_text_is_found_without_a_large_piece_of_memory(monkeypatch, language):
    """A Pico whose memory is in use here and there has no room for 7 KB in one piece."""
    lengths = []

    class Noting(io.FileIO):
        def read(self, size=-1):
            data = super().read(size)
            lengths.append(len(data))
            return data

    monkeypatch.setattr(texts, "open", lambda path, mode: Noting(path), raising=False)
    for owner in OWNERS:
        texts.choose(language, owner)
        for name in sections(owner):
            for key, words in entries(name, language, owner).items():
                assert find(key, (name,)) == words
    kept = [len(part) for parts in texts._tables.values() for part in parts]
    assert max(lengths + kept) <= 1500


def test_a_key_that_is_not_there_is_refused():
    with pytest.raises(KeyError):
        text("cthulhu")


def test_a_language_that_nobody_knows_is_english():
    texts.choose("volapük")
    assert text("hit") == "hit"


def test_a_refusal_is_said_in_the_language_of_the_device_and_told_in_english():
    refusal = Refusal("no-play", 4, "The Thief")
    assert translate(refusal) == str(refusal) == "A 4 can't be played on The Thief, whatever fate is kept."
    texts.choose("german")
    assert translate(refusal) == "Eine 4 passt nicht zu The Thief, welches Schicksal man auch behält."
    # what the buttons never lead to is said in English
    assert find("spaces", ("refusals",)) is None
    assert translate(Refusal("spaces")) == str(Refusal("spaces"))
    assert translate(Exception("BUSY")) == "BUSY"


def test_the_language_is_switched_in_the_settings_and_remembered():
    app = MemoryApp()
    press(app, "down", "b", "up", "up", "b")
    # the next one after English; what it lacks is English
    second = languages()[1]
    said = {**entries("words"), **entries("words", second)}["new_game"]
    assert app.settings.get("language") == second
    assert app.screen.top.rows[0][0] == said
    texts.choose("english")
    assert MemoryApp(**app.settings.values).screen.top.rows[0][0] == said


def test_a_language_that_was_set_over_the_link_is_that_of_the_next_picture():
    app = at_table(BASE)
    app.settings.set("language", "german")
    app.draw(Canvas())
    assert text("turn", "Ann") == "Ann ist dran"


def test_in_a_game_the_table_speaks_the_new_language_at_once():
    app = at_table(BASE)
    menu = settings_menu(app, "game")
    where = dict(menu.rows)[text("language")]()
    spoken = (texts.ENGLISH, languages()[1])
    said = [found["turn"] for each in spoken if "turn" in (found := entries("turn", each, "shipwreck"))][-1]
    assert (where, text("turn", "Ann")) == ("game", said % "Ann")


@pytest.mark.parametrize("size", [(264, 176), (296, 128)], ids="{0[0]}x{0[1]}".format)
def test_the_title_of_every_power_has_room_under_the_row(size):
    """Beside the number lines, where it is the narrowest; what has no room there is only counted, as +2."""
    hidden = []
    for card in [card for card in CARDS if CARDS[card].power not in (None, "sands")]:
        app = SCENES["oracle-after-the-play"]("english")
        app.session.game.powers[:] = [card] * 3
        canvas = WritingCanvas(*size)
        app.screen.draw(canvas)
        title = POWERS[CARDS[card].power].title
        hidden += [title] if title not in [words for words, *_ in canvas.texts] else []
    assert hidden == [], "a shorter title is needed in cards.py"


def test_every_card_and_power_has_room_where_it_is_written():
    """A name that is too long here needs a shorter one in cards.py, or more room on its screen."""
    side, detail = Canvas().side, Canvas().detail
    room = {
        "above its card": (SMALL, tokens._LEAST),
        "on its card": (SMALL, tokens._LEAST - 4),
        "among a few cards": (MEDIUM, side // 3 - 6),
        "among all cards": (SMALL, side // 4 - 6),
        "in the list of powers": (SMALL, detail - 4 - 18),
        "beside the list of powers": (MEDIUM, side - detail - 4),
    }
    written = []
    for card in CARDS:
        name = tokens.short_name(card)
        written += [(place, name) for place in ("above its card", "among a few cards", "among all cards")]
        written.append(("on its card", CARDS[card].ability))
    for power in POWERS:
        title = POWERS[power].title
        written += [(place, title) for place in ("in the list of powers", "beside the list of powers")]
    taken = {(place, words): room[place][0].width(words) for place, words in written}
    assert {key: width for key, width in taken.items() if width > room[key[0]][1]} == {}


def test_every_card_every_power_and_every_set_has_its_words():
    questions = ["ask_" + power for power in POWERS if POWERS[power].who != "automatic"]
    sets = [start + name for name in SETS for start in ("set_", "set_long_")]
    tables = {"conditions": CARDS, "powers": POWERS, "use": questions, "setup": sets}
    lines = {(name, key) for name, wanted in tables.items() for key in wanted}
    missing = sorted(lines - {(name, key) for name in tables for key in entries(name, owner="shipwreck")})
    assert not missing, f"shipwreck/english.txt lacks {missing}"


def test_what_only_a_new_game_needs_has_keys_of_its_own():
    # otherwise the text of the same key in an earlier section is shown
    for owner in NAMES:
        others = [entries(name, owner=each) for name in ("turn", "words") for each in (owner, "")]
        assert not set(entries("setup", owner=owner)) & set().union(*others)
