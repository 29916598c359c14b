"""Random games of Spirit Island: what no event may change, what adds up, and every reminder in its step."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.spirit_island_games import ADVERSARIES, random_setup, walk
from rules.vectors import vectors

from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import LAND_VERBS, VERBS
from shared_rules.spirit_island.game import STEPS
from shared_rules.spirit_island.reminders import reminders

seeds = st.integers(0, 10**6)
LEVELS = [f"{id}:{level}" for id in ADVERSARIES for level in range(7)]

# the parts of the state that an event of each verb may change; an end may come with some
_END = {"result", "why", "owed"}
MAY_CHANGE = {
    "reveal": {"step", "invaders", "owed"} | _END,
    "next": {"turn", "step", "invaders", "owed"} | _END,
    "fear": {"fear", "terror"} | _END,
    "pool": {"fear"},
    "card": {"fear"},
    "blight": {"blight"} | _END,
    "heal": {"blight"},
    "flip": {"blight"} | _END,
    "accelerate": {"invaders", "owed"} | _END,
    "extra": {"invaders"},
    "tally": {"tally"},
    "won": _END,
    "lost": _END,
    "sacrifice": _END,
    "count": {"score"},
}


def everything(game):
    return game.position(), game.state(), list(game.events)


@settings(max_examples=40)
@given(seed=seeds)
def test_no_event_changes_what_it_has_no_business_with(seed):
    before = None
    for game in walk(random.Random(seed)):
        now = game.state()
        if before:
            verb = game.events[-1].split()[0]
            assert {key for key in now if now[key] != before[key]} <= MAY_CHANGE[verb], game.events[-1]
        before = now


@settings(max_examples=40)
@given(seed=seeds)
def test_cards_markers_and_blight_add_up(seed):
    fear, begun = 0, None
    for game in walk(random.Random(seed)):
        state = game.state()
        invaders = state["invaders"]
        seen = [code for name, codes in invaders.items() if name != "deck" for code in codes if len(code) > 1]
        left = Counter(invaders["deck"].replace("C", "2").replace("L", "2")) - Counter("-" * 20 + "R")
        begun = begun or left
        assert Counter(code[0] for code in seen) + left == begun
        assert len(set(seen)) == len(seen)
        assert not {"--"} & {invaders["deck"][at : at + 2] for at in range(20)}
        assert state["fear"]["generated"] < state["fear"]["pool"] or state["result"]
        assert state["fear"]["waiting"] <= state["fear"]["earned"]
        assert 1 <= state["terror"] <= 3
        if game.events[-1].startswith("fear"):
            fear += int(game.events[-1].split()[1])
        if not any(text.startswith("pool") for text in game.events):
            assert fear == state["fear"]["earned"] * state["fear"]["pool"] + state["fear"]["generated"]
        assert state["step"] in ("setup", *STEPS)
        assert state["blight"]["card"] > 0 or state["owed"] == "flip" or state["result"]
        assert state["owed"] is None or state["result"] is None


@pytest.mark.parametrize("adversary", LEVELS)
def test_random_games_of_every_adversary_come_to_their_end(adversary):
    for seed in range(3):
        dice = random.Random(seed)
        *_, game = walk(dice, random_setup(dice, adversary), 400)
        assert game.result and (game.score is not None or game.result == "abandoned")


# --- reminders

# typed from the adversaries' rules: at which level, in which steps, and when in them
EXPECTED = {
    "prussia-1": "1 setup",
    "prussia-2": "2 setup known",
    "prussia-3": "3 setup known",
    "prussia-4": "4 setup known",
    "prussia-5": "5 setup known",
    "prussia-6": "6 setup known",
    "prussia-escalation": "0 explore II",
    "england-1": "1 extra build",
    "england-2": "2 setup",
    "england-3": "3-3 extra known",
    "england-4": "4 extra known",
    "england-5": "5 fast ravage slow known",
    "england-6-setup": "6 setup",
    "england-6": "6 extra unresolved",
    "england-escalation": "0 explore II",
    "england-loss": "0 extra build",
    "sweden-1": "1 ravage",
    "sweden-2": "2 setup",
    "sweden-3": "3 ravage known",
    "sweden-4": "4 setup discard",
    "sweden-5": "5 ravage",
    "sweden-6": "6 setup",
    "sweden-escalation": "0 explore II",
    "france-1": "1 explore",
    "france-2-setup": "2 setup",
    "france-2": "2 extra build",
    "france-3": "3 setup",
    "france-4": "4 extra build",
    "france-5": "5 fast fear slow",
    "france-6": "6 fear explore",
    "france-escalation": "0 explore II",
    "france-loss": "0 extra build explore",
    "habsburg-livestock-1": "1 build",
    "habsburg-livestock-2-setup": "2 setup",
    "habsburg-livestock-2": "2 extra build",
    "habsburg-livestock-3": "3 setup known",
    "habsburg-livestock-4": "4 fast ravage slow known",
    "habsburg-livestock-5-setup": "5 setup known",
    "habsburg-livestock-5": "5 reminder",
    "habsburg-livestock-6": "6 ravage",
    "habsburg-livestock-escalation": "0 explore II",
    "habsburg-livestock-loss": "0 ravage",
    "russia-1-setup": "1 setup",
    "russia-3": "3 ravage",
    "russia-1": "1 ravage",
    "russia-2": "2 fast fear ravage slow",
    "russia-4": "4 setup known",
    "russia-5-setup": "5 setup",
    "russia-5": "5 entrench",
    "russia-6": "6 ravage later",
    "russia-escalation": "0 explore II",
    "russia-loss": "0 ravage",
    "scotland-1": "1 explore",
    "scotland-2": "2 setup",
    "scotland-2-deck": "2 setup known",
    "scotland-3": "3 extra build",
    "scotland-4": "4 setup known",
    "scotland-5": "5 ravage",
    "scotland-6": "6 ravage",
    "scotland-escalation": "0 explore II",
    "scotland-loss": "0 extra build",
    "habsburg-mining-1": "1 ravage",
    "habsburg-mining-1-mines": "1 ravage build",
    "habsburg-mining-2": "2 setup",
    "habsburg-mining-3": "3-4 build",
    "habsburg-mining-4": "4 setup known",
    "habsburg-mining-5": "5 build",
    "habsburg-mining-6": "6 setup explore",
    "habsburg-mining-escalation": "0 slow II",
    "habsburg-mining-loss": "0 fast",
}


GENERAL = ("blight", "warning", "event", "second-wave")
"""How the reminders begin that belong to no adversary."""

EASILY_FORGOTTEN = {"discard", "entrench", "reminder", "unresolved", "later"}


def is_due(game, id, adversary, second, resolved):
    """Whether a rule of one of the two adversaries matters now, by EXPECTED.

    resolved: the turns in which a fear card was resolved.
    """
    levels, *words = EXPECTED[id].split()
    name, level = adversary.split(":")
    lowest, _, highest = levels.partition("-")
    if not id.startswith(name + "-") or not int(lowest) <= int(level) <= int(highest or 6):
        return False
    if game.owed == "accelerate":
        return "discard" in words
    if "reminder" in words:
        this_step = "|".join(game.events).rpartition("|next")[2]
        return "reveal reminder" in this_step or (game.owed == "reveal" and game.deck.startswith("R"))
    if "entrench" in words:
        stages = {code[0] for code in game.entrenched}
        # until the next one is earned, it may not be turned up
        earned = game.fear_cards_earned - (game.step != "fear")
        return (earned >= 3 and "2" not in stages) or (earned >= 7 and "3" not in stages)
    if game.step not in words:
        return False
    if "II" in words:
        stage = "3" if second else "2"
        return any(
            code[0] == stage and not code.endswith(("C", "L"))
            for code in (game.explore if game.step == "explore" else game.build)
        )
    if "unresolved" in words:
        return game.turn not in resolved
    return "later" not in words or game.turn > 1


def rank(id, game):
    """Where a rule stands among those of its moment: the lower, the earlier."""
    words = set(EXPECTED[id].split())
    if "known" in words:
        return 3
    if id.endswith("escalation"):
        return 1
    return 0 if EASILY_FORGOTTEN & words and not (game.step == "setup" and "setup" in words) else 2


@pytest.mark.parametrize("adversary", LEVELS)
def test_every_reminder_comes_in_its_step_and_what_is_easily_forgotten_comes_first(adversary):
    dice = random.Random(LEVELS.index(adversary))
    shown = set()
    for _ in range(4):
        setup, resolved = random_setup(dice, adversary), set()
        second = next((word[7:] for word in setup.split() if word.startswith("second=")), None)
        for game in walk(dice, setup, 120):
            if game.events[-1] == "card":
                resolved.add(game.turn)
            found, on_table = (
                [id for id in reminders(game, known) if not id.startswith(GENERAL)] for known in (True, False)
            )
            sides = [(adversary, False)] + ([(second, True)] if second else [])
            due = [
                id for each, second in sides for id in EXPECTED if is_due(game, id, each, second, resolved)
            ]
            due.sort(key=lambda id, game=game: rank(id, game))
            assert found == ([] if game.result else due), (game.step, game.events[-1])
            assert on_table == [id for id in found if rank(id, game) < 3]
            shown.update(found)
    assert shown


def test_a_blight_card_that_does_something_at_once_says_so_when_it_turns():
    start = "setup spirit-island players=Ann spirits=thunderspeaker boards=A blight=card events=no"
    game = Game.replay([start, "reveal 1J", "blight 3", "flip tipping-point"])
    assert reminders(game) == ["blight-card-at-once"]
    game.apply("fear 1")
    assert reminders(game) == []
    assert reminders(Game.replay([start, "reveal 1J", "blight 3", "flip memory-fades"])) == []


# --- vectors


def test_the_vectors_show_every_event_step_adversary_and_end():
    verbs, steps, ends, sides, owed, against = (set() for _ in range(6))
    for _, events, states in vectors("spirit_island"):
        verbs.update(text.split()[0] for text in events)
        against.update(re.findall(r"(?:adversary|second)=([a-z-]+)", events[0]))
        for state in states:
            steps.add(state["step"])
            sides.add(state["blight"]["side"])
            owed.add(state["owed"])
            ends.add((state["result"], state["why"] if state["result"] == "lost" else ""))
    assert verbs == {"setup", "undo", *VERBS, *LAND_VERBS} - {"abandon"}
    assert steps == {"setup", *STEPS} and against == set(ADVERSARIES)
    assert sides == {"healthy", "blighted", "none"}
    assert owed == {None, "flip", "reveal", "accelerate", "cascade", "push", "runoff"}
    whys = ("blight", "deck", "presence", "adversary", "scenario")
    assert ends == {(None, ""), ("won", ""), ("sacrifice", ""), *(("lost", why) for why in whys)}
