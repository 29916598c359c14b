"""Random games of every mode, level and set, all at once: what the other files ask of single things."""

import random

import pytest
from rules.random_games import random_game
from rules.test_properties import everything, random_event

from shared_rules.record import fold
from shared_rules.shipwreck import Game, RuleError
from shared_rules.shipwreck.cards import LEVELS, MODES

GAMES, FEW = 20_000, 200
UNLISTED = 1_000


def games(count):
    """Yield random games of all modes and levels in turn, with what watches the true fates."""
    for seed in range(count):
        mode, level = MODES[seed % len(MODES)], LEVELS[seed // len(MODES) % len(LEVELS)]
        yield random_game(seed, mode=mode, assist=level, hit_rate=0.5 + 0.1 * (seed % 6), watch=look)


def look(table):
    """The table could have played this, and what it really holds is among what is possible."""
    secrets = table.secrets()
    for player, values in table.game.possible().items():
        assert secrets[player] in values


def test_every_game_is_accepted_and_the_truth_is_possible(soak):
    results = {table.game.result for table in games(GAMES if soak else FEW)}
    assert results >= {"won", "lost"}


def test_what_is_not_listed_is_refused_and_changes_nothing(soak):
    """1,000 events at random moments of each game: refused with a sentence, or listed."""
    for number, table in enumerate(games(100 if soak else 5)):
        dice = random.Random(number)
        events = fold(table.events)
        moments = sorted(dice.choices(range(1, len(events) + 1), k=25))
        game = Game()
        for count, text in enumerate(events, 1):
            game.apply(text)
            for _ in range(moments.count(count)):
                try_events(game, dice, UNLISTED // 25)


def try_events(game, dice, count):
    listed, before = set(game.legal_actions()), everything(game)
    for _ in range(count):
        text = random_event(dice)
        if text not in listed:
            with pytest.raises(RuleError) as refusal:
                game.apply(text)
            assert str(refusal.value).endswith((".", "?"))
            assert everything(game) == before
