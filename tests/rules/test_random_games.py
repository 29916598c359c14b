"""Random games of every mode, level and set: what holds in all of them."""

import random

import pytest
from arcana_portable.record import without_undos
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.random_games import random_game

from shared_rules.shipwreck import CARDS, SETS, Game, RuleError
from shared_rules.shipwreck.actions import VERBS
from shared_rules.shipwreck.cards import LEVELS, MODES, cards_of
from shared_rules.shipwreck.deep import generic_creatures

GAMES, FEW = 20_000, 200
UNLISTED = 1_000


def games(count):
    """Yield random games of all modes and levels in turn, with what watches the true fates."""
    for seed in range(count):
        mode, level = MODES[seed % len(MODES)], LEVELS[seed // len(MODES) % len(LEVELS)]
        yield random_game(seed, mode=mode, assist=level, hit_rate=0.5 + 0.1 * (seed % 6), watch=look)


def look(table):
    """The game is legal, and `possible` contains the hands that the table really holds."""
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
        events = without_undos(table.events)
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


# single events

seeds = st.integers(0, 10**9)
modes = st.sampled_from(MODES)
levels = st.sampled_from(LEVELS)
ARCANA = list(CARDS)
DEEP_TEXTS = ["ability defender", "ability mage", *(f"meet {creature}" for creature in generic_creatures())]


def everything(game):
    return game.position(), game.state(), list(game.events)


def random_event(dice):
    """Return a text that has the form of an event, mostly out of place."""
    fate, place = dice.randint(1, 7), dice.randint(0, 4)
    card = dice.choice(ARCANA)
    name = dice.choice(("Ann", "Bo", "Cy", "Flo"))
    answer = dice.choice(("yes", "no"))
    return dice.choice(
        (
            f"play {fate} {place}",
            f"play {fate} {place}",
            f"steal {fate} {place}",
            "steal none",
            f"tell {dice.choice(('higher', 'not-higher'))}",
            f"inevitable {answer}",
            f"use {card} {answer}",
            f"use {card} {fate} {answer}",
            f"use {card}",
            f"use {card} {place}",
            f"use {card} {fate} {place}",
            f"use {card} {fate} {place} {dice.randint(1, 4)}",
            f"use {card} {dice.choice(ARCANA)} {answer}",
            f"use {card} {dice.choice(ARCANA)} {fate} {place}",
            f"predict {fate} {dice.choice(('hit', 'miss'))}",
            f"predict {fate},{dice.randint(1, 8)} {dice.choice(('hit', 'miss'))}",
            f"hidden {fate}",
            f"illegal {fate} {place}",
            "illegal",
            f"reveal {name} {fate}",
            "end",
            f"deal {place} {card}",
            f"flip {name} {fate}",
            dice.choice(DEEP_TEXTS),
            f"strike {place or 1} {fate}" if place < 4 else f"avert {fate}",
            f"ability summoner {card}",
            f"ability mystic {fate} {place or 1} {dice.randint(1, 4)}",
            f"ability vanquisher {place or 1}",
            f"assist {dice.choice(LEVELS)}{dice.choice(('', ' agreed'))}",
            f"leave {name}",
            "undo",
        )
    )


@settings(max_examples=40)
@given(seeds, modes, levels)
def test_everything_listed_is_accepted(seed, mode, level):
    dice = random.Random(seed)
    events = without_undos(random_game(seed, sets=SETS, mode=mode, assist=level).events)
    events = events[: dice.randint(1, len(events))]
    listed = list(Game.replay(events).legal_actions())
    for text in dice.sample(listed, min(25, len(listed))):
        Game.replay(events).apply(text)
    by_verb = [text for verb in VERBS for text in Game.replay(events).legal_actions(verb)]
    assert by_verb == listed


@settings(max_examples=100)
@given(seeds, modes)
def test_tokens_and_cards_are_never_lost(seed, mode):
    table = random_game(seed, mode=mode)
    game = Game()
    total = len(cards_of(table.game.sets))
    for text in without_undos(table.events):
        game.apply(text)
        state = game.state()
        for fate in range(1, 8):
            assert 0 <= state["unseen"][str(fate)] <= 3
        places = [place for place in state["row"] if place]
        seen = [place["card"] for place in places]
        seen += [card for place in places for card in place["attached"]]
        seen += state["powers"]
        assert len(seen) == len(set(seen))
        discarded = state["deck_bottom"] + state.get("removed", [])
        assert not set(seen) & set(discarded)
        out = 1 if game.phase == "deal" and "the-fall" not in seen + discarded else 0
        assert len(seen) + len(state.get("removed", [])) + game.deck_size in (total, total - out)
        assert 0 <= state["score"] <= 7 and 0 <= state["doom"] <= 7
