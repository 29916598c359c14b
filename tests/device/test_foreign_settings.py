"""Settings with values that their owners don't know: every screen opens, and a game begins.

They come over the link, in the backup of a later version, or from somebody's editor.
"""

import json
import random

import pytest
from companion import games
from companion.settings import DEFAULTS
from host.test_flipped_bits import Started

from shared_rules.games import NAMES

FOREIGN = {
    int: (-7, -1, 0, 1, 6, 7, 9, 99, 10**30),
    bool: (False, True),
    str: (
        *("", "\0", "atlantis:3", "england:9", "england:", "england:3 scenario=blitz", "flood", "klingon"),
        *("high goal=5", "base,base", "A,A", ",", ";", "%s %d", "\n", "\x1b[2J", "ü" * 300),
        "title=x;title=y goal=many;players=3 title=z;language=\0 title=q",
        "title=Rummy goal=500 wins=sideways",
    ),
}
"""For each type of setting, values that some settings can have and others can't."""

BUTTONS = ("up", "down", "down", "a", "b", "b", "c", "c")


pytestmark = pytest.mark.usefixtures("no_waits")


def started(folder, game, **values):
    # by hand, without a checksum
    text = json.dumps({"game": game, "language": "english", **values})
    (folder / "settings.json").write_text(text)
    return Started(folder).app


def press(app, name):
    app.message = None
    app._press(name, "press")
    app._paint()


def faults(app):
    return [line for line in app.log.lines() if "Pressing" in line or "Drawing" in line or " | " in line]


def settings_of(game):
    return {**DEFAULTS, **games.load(game).SETTINGS}


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game in NAMES for key in settings_of(game) if key != "game"]
)
def test_whatever_is_in_a_setting_every_screen_opens_and_a_game_begins(tmp_path, game, key):
    for number, value in enumerate(FOREIGN[type(settings_of(game)[key])]):
        folder = tmp_path / str(number)
        folder.mkdir()
        app = started(folder, game, **{key: value})
        dice = random.Random(number)
        for _ in range(40):
            press(app, dice.choice(BUTTONS))
        assert faults(app) == [], value
        folder = tmp_path / f"{number}-begins"
        folder.mkdir()
        app = started(folder, game, **{key: value})
        for _ in range(20):
            if not app.session.game:
                press(app, "b")
        assert faults(app) == [] and app.session.game, (value, app.message)
        # a form makes the number of players the nearest that the game allows
        if app.settings.get(key) != value and key != "players":
            assert app.settings.get(key) == app.settings.default(key)
            assert any(f"The setting {key} can't be" in line for line in app.log.lines()), value


@pytest.mark.parametrize(
    ("game", "key", "value"),
    [
        ("spirit_island", "adversary", "atlantis:3"),
        ("spirit_island", "scenario", "flood"),
        ("shipwreck", "language", "\0"),
        ("score_pad", "wins", "sideways"),
    ],
)
def test_its_default_applies_and_the_value_stays_for_the_version_that_knows_it(tmp_path, game, key, value):
    app = started(tmp_path, game, **{key: value})
    for _ in range(3):
        assert app.settings.get(key) == app.settings.default(key)
    assert len([line for line in app.log.lines() if f"The setting {key} can't be" in line]) == 1
    app.settings.set("quick", True)
    assert app.settings.all()[key] == value


def test_a_game_is_chosen_from_those_that_are_installed(tmp_path):
    assert started(tmp_path, "chess").game_name == NAMES[0]
