"""Short help: every screen tells what it is for and what its buttons do."""

from importlib import import_module
from itertools import product
from pkgutil import walk_packages

import pytest
from companion import games, screen_reader
from companion.boards import BOARDS
from companion.screens import Screen, Stack
from companion.screens.menu import Help, Menu, Undo, help_on
from companion.screens.settings import languages
from companion.texts import text
from memory_app import MemoryApp
from screens.scenes import BASE, SCENES, at_table, press
from screens.test_texts import OWNERS, entries
from screens.writing import WritingCanvas

from hardware.tools.boards import SMALLEST
from shared_rules.games import NAMES

EXPLAINED = {kind for owner in OWNERS for kind in entries("help", owner=owner)}


def test_every_screen_is_explained():
    bare = set()
    for make in SCENES.values():
        shown = make("english").screen.shown
        # a plain list to choose from needs no help of its own
        if type(shown).__mro__[1] is not Menu and not isinstance(shown, Help):
            kind = type(shown)
            owner = kind.__module__.partition("games.")[2].partition(".")[0]
            if kind.__name__ not in (entries("help", owner=owner) if owner else EXPLAINED):
                bare.add(f"{kind.__module__}.{kind.__name__}")
    assert not bare, f"[help] of english.txt beside them lacks {sorted(bare)}"


WITHIN_ANOTHER = {"Condition"}
"""Screens that are drawn as a part of another one, as this by NewCreature."""


def test_every_screen_of_a_game_has_a_scene():
    shown = {kind for make in SCENES.values() for kind in type(make("english").screen.shown).__mro__}
    for module in walk_packages(games.__path__, "companion.games."):
        for name, kind in vars(import_module(module.name)).items():
            if isinstance(kind, type) and issubclass(kind, Screen) and kind.__module__ == module.name:
                assert kind in shown or name in WITHIN_ANOTHER, f"{module.name}.{name} is in no scene"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("owner", OWNERS)
def test_the_help_fits_on_every_glass_and_is_read_as_whole_sentences(owner, language):
    app, wrong = MemoryApp(owner or NAMES[0], language=language), []
    for kind, size in product(entries("help", owner=owner), {board.SIZE for board in BOARDS} | {*SMALLEST}):
        app.canvas = canvas = WritingCanvas(*size)
        app.screen = Stack(app, first=Help(app, type(kind, (), {})()))
        app.screen.draw(canvas)
        wrong += [(kind, size, fault) for fault in canvas.faults()]
        written = " ".join(words for words, _, top, *_ in canvas.texts if canvas.head <= top < canvas.foot)
        if written != app.screen.top.words.replace("|", " "):
            wrong.append((kind, size, "is not written from its first to its last word"))
        lines, written = screen_reader.words(app)["lines"], help_on(kind).split("|")
        if " ".join(lines) != " ".join(written) or not all(line.endswith(tuple(written)) for line in lines):
            wrong.append((kind, "is read otherwise than it is written", lines))
    assert wrong == []


def test_a_long_press_explains_where_nothing_can_be_taken_back():
    app = press(MemoryApp(), "b", "b:long")
    assert isinstance(app.screen.top, Help)
    assert app.screen.top.words.startswith("The players")
    # it is a screen like any other, but explaining it again leads nowhere
    assert press(app, "b:long", "a").screen.top.lines[0][0] == "players"


def test_in_a_game_help_lies_beside_taking_back():
    app = press(at_table(BASE, "play 1 1"), "b:long")
    assert isinstance(app.screen.top, Undo)
    press(app, "c")
    assert app.screen.top.words.startswith("The group may predict")
    assert isinstance(press(app, "a").screen.top, Undo)
    assert app.session.game.events[-1] == "play 1 1"


def test_the_menus_explain_without_a_long_press():
    app = press(at_table(BASE, "play 1 1"), "up")
    menu = app.screen.top
    explained = dict(menu.rows)[text("explain")]()
    assert explained.words == Help(app, app.screen._screens[0].stage).words
    assert press(MemoryApp(), "up", "b").screen.top.words.startswith("The companion")
