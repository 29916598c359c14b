"""The interface of every game to the code outside its folders."""

import io
import os
import random
import re
import subprocess
import sys
from importlib import import_module
from itertools import islice

import pytest
from arcana_host.games import load
from arcana_host.games.interface import DesktopGame
from arcana_portable.games import sheets
from arcana_portable.library.entry import make_entry
from arcana_portable.record import Record
from arcana_portable.replay import replay
from arcana_portable.translation import speaking
from companion.canvas import Canvas
from companion.screens import HOME, open_screen
from companion.screens.settings import languages
from companion.texts import ENGLISH, find
from host.test_translation import keys
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_app import MemoryApp
from records import recorded
from rich.console import Console
from rules.vectors import vectors

from shared_rules import games
from shared_rules.errors import RuleError
from shared_rules.record import RecordedGame
from shared_rules.spirit_island.components import LAND_VERBS

STATE = {"mode", "turn", "result"}
NONSENSE = (
    "",
    "sing",
    "end now",
    "undo undo",
    "setup",
    "points",
    "play 9 9",
    "round x",
    "abandon 1",
    "end  ",
)

UNLISTED = LAND_VERBS
"""Spirit Island lists nothing that happens in one of its many lands."""

names = pytest.mark.parametrize("name", games.NAMES)
seeds = st.integers(0, 10**6)


ALL = vectors()


def setups(name):
    return sorted({events[0] for _, events, _ in ALL if games.name_of(events[0]) == name})


def walk(name, seed, steps=40):
    """Yield the Game after the setup, and after each of a number of events that it lists."""
    dice = random.Random(seed)
    game = games.load(name).Game.replay([dice.choice(setups(name))])
    yield game
    for _ in range(steps):
        listed = [text for text in islice(game.legal_actions(), 200) if text not in ("undo", "abandon")]
        if game.result:
            return
        assert game.follows() or listed, f"legal_actions lists nothing that goes on after {game.events[-1]}"
        game.apply(game.follows() or dice.choice(listed))
        yield game


def everything(game):
    return game.position(), game.digest(), game.state(), list(game.events)


def is_sentence(text):
    return text[:1].isupper() | (text[:1] == "'") and text.endswith((".", "?"))


@names
def test_there_are_vectors_of_every_mode(name):
    assert {setup.split()[1] for setup in setups(name)} == set(games.load(name).MODES)


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_a_game_says_how_it_stands(name, seed):
    game = games.load(name).Game()
    assert set(game.state()) >= STATE and game.state()["mode"] is None
    for game in walk(name, seed):
        state = game.state()
        assert set(state) >= STATE
        assert games.name_of("setup " + state["mode"]) == name
        assert (state["turn"], state["result"]) == (game.turn, game.result)
        assert state.get("active") == game.active and game.active in (*game.players, None)
        assert len(game.players) >= 1 and game.turn >= 1
        assert "\n" not in game.position() and len(game.digest()) == 8


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_a_record_leads_to_the_same_game_and_undo_to_the_one_before(name, seed):
    before = None
    for game in walk(name, seed):
        now = everything(game)
        record = Record.from_text(str(Record([], game.events)))
        assert everything(games.rules_of(record.events[0]).Game.replay(record.events)) == now
        if before:
            game.apply("undo")
            assert everything(game) == before
            game.apply(now[-1][-1])
            assert everything(game) == now
        before = now
    assert everything(game) == before


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_what_a_game_lists_and_what_follows_may_happen_and_nothing_changes_by_asking(name, seed):
    dice = random.Random(seed)
    for game in walk(name, seed, 12):
        before = everything(game)
        listed = list(islice(game.legal_actions(), 200))
        assert game.follows() is None or game.may(game.follows())
        for text in dice.sample(listed, min(5, len(listed))):
            assert game.may(text) and game.why_not(text) is None
            assert text in list(game.legal_actions(text.split()[0]))
            games.load(name).Game.replay([*game.events, text])
        assert everything(game) == before


@names
@settings(max_examples=8)
@given(seed=seeds, junk=st.text(max_size=30))
def test_a_refusal_is_a_sentence_and_leaves_the_game_as_it_was(name, seed, junk):
    others = [text for _, events, _ in ALL for text in events]
    verbs = sorted({text.split()[0] for _, events, _ in vectors(name) for text in events[1:]})
    wrong = [verb + rest for verb in verbs for rest in ("", " 0 x", " x y z")]
    dice = random.Random(seed)
    for game in walk(name, seed, 5):
        before = everything(game)
        for text in (*NONSENSE, junk, *dice.sample(others, 20), *wrong):
            if game.may(text):
                continue
            try:
                sentence = game.why_not(text)
            except KeyError as key:
                pytest.fail(f"shared_rules/{name}/sentences.py has no {key}, asked for by {text!r}")
            assert is_sentence(sentence), (text, sentence)
            with pytest.raises(RuleError) as refused:
                game.apply(text)
            assert str(refused.value) == game.why_not(text)
            owner = getattr(refused.value, "game", name)
            assert owner in (name, ""), f"Refusal.game, which says whose sentences there are, is {owner!r}"
            assert everything(game) == before


@names
def test_a_game_that_is_over_takes_nothing_more(name):
    for setup in setups(name):
        game = games.load(name).Game.replay([setup, "abandon"])
        assert game.result == "abandoned"
        assert game.follows() is None and list(game.legal_actions()) in ([], ["undo"])
        assert is_sentence(game.why_not("abandon"))


@names
def test_each_event_is_listed_by_its_verb_and_what_it_changes_is_in_the_position(name):
    seen = {}
    for vector, (setup, *events), _ in vectors(name):
        game = games.load(name).Game.replay([setup])
        seen.setdefault(game.position(), game.state())
        for number, text in enumerate(events, 2):
            where, verb = f"{vector}, event {number}: {text}", text.split()[0]
            assert verb in UNLISTED or any(game.legal_actions(verb)), (
                f"{where}: legal_actions lists no {verb}"
            )
            game.apply(text)
            state = game.state()
            # two states, of whichever games, never have the same position: it is what devices compare
            before = seen.setdefault(game.position(), state)
            changed = [key for key, value in state.items() if value != before.get(key)]
            assert not changed, f"{where}: changes {changed}, not the position"


def test_every_verb_is_in_a_vector():
    played, listed = set(), set()
    for _, (setup, *events), _ in ALL:
        game = games.rules_of(setup).Game.replay([setup])
        name = games.name_of(setup)
        for text in events:
            played.add((name, text.split()[0]))
            game.apply(text)
            listed.update((name, each.split()[0]) for each in game.legal_actions())
    lacking = sorted(pair for pair in listed - played if pair[1] != "abandon")
    assert not lacking, f"legal_actions lists events with these verbs, which no vector has: {lacking}"


# on the device and on the desktop


def test_a_setting_that_two_games_have_is_of_one_kind():
    """All games share the device's file of settings."""
    kinds = {}
    for name in games.NAMES:
        for key, value in MemoryApp(name).game_package.SETTINGS.items():
            first, kind = kinds.setdefault(key, (name, type(value)))
            assert type(value) is kind, f"the setting {key} is a {kind.__name__} in {first}, not in {name}"


def test_no_two_games_have_one_title():
    for language in languages():
        titles = [find("title", ("words",), language, name) for name in games.NAMES]
        titles = [title for title in titles if title is not None]
        assert sorted(titles) == sorted(set(titles)), (
            f"[words] title in {language}.txt of a game that was copied"
        )


@names
def test_a_game_begins_on_a_fresh_device(name):
    """With nothing but B: each setting has its default in SETTINGS."""
    app = MemoryApp(name)
    for _ in range(20):
        if not app.session.game:
            app.draw(Canvas())
            app.screen.press("b", "press")
    assert app.session.game, f"no game has begun: {app.said}"
    # this question belongs to no game, and draws the table of the one that is played
    open_screen("screens.question.confirm", app, "ask_abandon", "abandon").draw(Canvas())


def set_elsewhere():
    """{key: values} of the settings that several games have, as another one may have left them."""
    found = {}
    for name in games.NAMES:
        for key, value in MemoryApp(name).game_package.SETTINGS.items():
            found.setdefault(key, []).append(value)
    return {key: sorted({*values, *EXTREMES.get(key, ())}) for key, values in found.items() if values[1:]}


EXTREMES = {"players": (1, 2, 8)}
"""Values besides its default that a game may leave in a setting."""


@names
def test_a_new_game_corrects_what_another_game_has_set(name):
    for key, values in set_elsewhere().items():
        for value in values:
            app = MemoryApp(name, **{key: value})
            try:
                app.screen.press("b", "press")
                app.draw(Canvas())
            except (KeyError, IndexError, RuleError) as error:
                pytest.fail(f"NewGame fails where another game has set {key} to {value!r}: {error!r}")


@names
def test_the_settings_and_the_menu_of_a_game_open(name):
    app = MemoryApp(name)
    open_screen("screens.settings.settings_menu", app, HOME).draw(Canvas())
    setup = setups(name)[0]
    app.session.begin(setup)
    for screen in (open_screen("screens.menu.game_menu", app), open_screen("screens.menu.Undo", app)):
        screen.draw(Canvas())


@names
def test_the_device_has_words_for_every_event(name):
    describe = MemoryApp(name).game_package.describe
    for vector, (setup, *events), _ in vectors(name):
        game = games.load(name).Game.replay([setup])
        for number, text in enumerate(events, 2):
            game.apply(text)
            assert text == "undo" or describe(game, text), f"{vector}, event {number}: {text}"


@names
def test_the_desktop_knows_how_a_game_ends_and_who_has_won(name):
    ended = [replay("\n".join(events)).game for _, events, _ in vectors(name)]
    unknown = {game.result for game in ended} - {None, *load(name).results}
    assert not unknown, f"DesktopGame.results lacks {unknown}"
    unseen = set(load(name).results) - {game.result for game in ended} - {"abandoned"}
    assert not unseen, f"no vector ends with the results {unseen}"
    won = [
        [each[2] for each in game.as_play()[3]] for game in ended if game.result not in (None, "abandoned")
    ]
    assert any(map(any, won)), "as_play has no winner at the end of any vector"
    together = all(len(set(each)) == 1 for each in won)
    assert load(name).cooperative == together, (
        f"cooperative should be {together}, by the winners of the vectors"
    )


@names
def test_every_event_is_retold_in_words_that_can_be_translated(name):
    about = load(name)
    said = {about.heading, *about.columns.values(), *about.results}
    for _, events, _ in vectors(name):
        played = replay("\n".join(events))
        lacking = set(about.columns) - set(about.summary(played))
        assert not lacking, f"summary has no {lacking} for columns"
        chapters = about.story(played)
        told = [sentence for chapter in chapters for sentence in chapter.sentences]
        bare = [step.text for step in played.steps if f"{step.text}." in told]
        assert not bare, f"sentences_of has no sentence for {bare}"
        with speaking("german"):
            in_german = [sentence for chapter in about.story(played) for sentence in chapter.sentences]
        # names and points are the same in every language
        names_only = re.compile(rf"(?:{'|'.join(played.players)}|[^a-z])*")
        alike = {words for words in {*told} & {*in_german} if not names_only.fullmatch(words)}
        assert not alike, f"not passed to `_`, so that no language translates them: {alike}"
        said.update(word for chapter in chapters for word, _ in chapter.figures)
    unmarked = said - {one for owner in ("", name) for one, _ in keys(owner, "desktop.po")}
    assert not unmarked, f"not marked with N_, so that no language translates them: {unmarked}"


def test_a_game_that_brings_only_who_won_has_statistics_of_it():
    """The statistics of a game that leaves them to the interface."""
    won, lost = (recorded(name).events for name in ("creatures-won", "creatures-lost"))
    played = [replay("\n".join(events)) for events in (won, lost, won, [won[0], "abandon"])]

    def statistics(cooperative):
        about = DesktopGame()
        about.name, about.cooperative = "shipwreck", cooperative
        found = about.statistics([(make_entry("", None, one), about.facts(one)) for one in played])
        console = Console(file=io.StringIO(), width=100)
        console.print(about.tables(found))
        page = about.chart(found, "html").decode()
        return found.as_json(), console.file.getvalue(), page

    counted, table, page = statistics(cooperative=True)
    assert (counted["games"], counted["won"], counted["lost"], counted["abandoned"]) == (4, 2, 1, 1)
    assert all("4 games, 2 won, 1 lost, 1 abandoned" in shown for shown in (table, page))
    assert "<h1>The Shipwreck Arcana: 4 games, 2 won" in page
    # whoever plays against others has lost nothing together
    counted, table, page = statistics(cooperative=False)
    assert not {"won", "lost"} & set(counted)
    assert all("4 games, 1 abandoned" in shown for shown in (table, page))


@names
def test_what_a_game_is_counted_by_has_a_key_and_texts_of_its_own(name):
    about = load(name)
    played = [replay("\n".join(events)) for _, events, _ in vectors(name)]
    games = [(make_entry("", None, one), about.facts(one)) for one in played]
    counted = about.statistics(games)
    module = type(counted).__module__
    breakdowns = getattr(import_module(module), "BREAKDOWNS", ())
    texts = {one for owner in ("", name) for one, _ in keys(owner, "desktop.po")}
    for each, table in zip(breakdowns, counted.win_tables(), strict=False):
        unmarked = {each.heading, each.title} - texts
        assert not unmarked, f"{each.key}: not marked with N_, so that no language translates {unmarked}"
        entry, facts = games[0]
        assert not isinstance(each.keys_of(entry, facts), str), f"{each.key}: keys_of returns a text"
        assert [other.key for other in breakdowns].count(each.key) == 1, f"two breakdowns are {each.key}"
        ids = [said for said in table.tallies if re.fullmatch(r"[a-z]+(-[a-z]+)+", said)]
        assert not ids, f"{each.key}: name_of gives no names to {ids}"
        there = counted.as_json()[each.key]
        assert len(there) == len(table.tallies), f"--json has something else as {each.key}: {there}"


@names
def test_the_sheet_of_a_game_has_every_part_and_whose_it_is(name):
    for vector, events, _ in vectors(name):
        shown = sheets.sheet(replay("\n".join(events)).states[-1])
        lacking = sheets.blank().keys() - shown.keys()
        assert not lacking, f"{vector}: sheet has no {sorted(lacking)}; it begins with blank()"
        assert shown["game"] == name


# the table of the games


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_gives_what_the_table_says_of_it(name):
    rules = games.load(name)
    assert rules.Game.NAME == name
    called = [rules.TITLE, load(name).title, find("title", ("words",), ENGLISH, name)]
    assert called == [rules.TITLE] * 3, "one title for rules, desktop and device"
    assert issubclass(rules.Game, RecordedGame)
    modes = next(modes for listed, modes, _ in games._GAMES if listed == name)
    assert modes == tuple(rules.MODES)
    for mode in modes:
        assert games.name_of("setup " + mode) == name


def test_no_two_games_share_the_word_of_a_setup():
    modes = [mode for _, modes, _ in games._GAMES for mode in modes]
    assert len(modes) == len(set(modes))


@pytest.mark.parametrize("text", ["", "setup", "setup chess", "play 3 1", "standard"])
def test_what_begins_no_game_is_refused_with_all_that_does(text):
    with pytest.raises(RuleError, match=r"(?s)setup.*standard"):
        games.rules_of(text)


def test_a_game_that_was_left_out_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(games, "_GAMES", (("chess", ("blitz",), ()),))
    with pytest.raises(RuleError, match="The game chess is not installed here"):
        games.rules_of("setup blitz")


FROM_THE_TITLE = """
import sys
from call_depth import PRESS, limit
from companion.screens import Stack
from memory_app import MemoryApp

class Plain:
    setattr = setattr

app = MemoryApp(sys.argv[1])
assert app.screen.shown.rows
for module in list(sys.modules):
    if module.startswith(("companion.games.%s." % sys.argv[1], "shared_rules." + sys.argv[1])):
        del sys.modules[module]
limit(Plain, Stack, "press", PRESS - 512)
for name in sys.argv[2:]:
    app.screen.press(name, "press")
"""


@names
@pytest.mark.parametrize("presses", [("b",), ("down", "b")], ids=("a new game", "the settings"))
def test_half_a_kilobyte_of_a_pico_s_stack_stays_free_with_the_imports_of(name, presses):
    there = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", FROM_THE_TITLE, name, *presses], env=there, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
