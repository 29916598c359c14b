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
from shared_rules.spirit_island.components import CARD_VERBS, LAND_VERBS, VERBS
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
        seen = [
            code
            for name, codes in invaders.items()
            if name not in ("deck", "pinned")
            for code in codes
            if len(code) > 1
        ]
        left = Counter(invaders["deck"].replace("C", "2").replace("L", "2")) - Counter("-" * 20 + "R")
        begun = begun or left
        # a surge takes cards from elsewhere where the deck is empty
        assert Counter(code[0] for code in seen) + left == begun or (game.surges and not game.deck)
        assert len(set(seen)) == len(seen)
        assert not {"--"} & {invaders["deck"][at : at + 2] for at in range(20)}
        assert state["fear"]["generated"] < state["fear"]["pool"] or state["result"] or game.asks == "last"
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

# typed from the moments of the facts, in the order of a step: "|" stands between what is carried out one
# after the other; of what is not, the leading adversary's comes first, but for changes of the deck. "!":
# held A shows it, the table does not
ORDER = {
    "setup": "france-0-towns france-2-towns | prussia-1 england-2 england-6-setup sweden-2 sweden-6"
    " france-2-setup france-3 habsburg-livestock-2-setup russia-1-setup russia-5-setup scotland-0-city"
    " scotland-2 habsburg-mining-2 habsburg-mining-6 | prussia-2! prussia-3! prussia-4! prussia-5!"
    " prussia-6! habsburg-livestock-3! habsburg-livestock-5-setup! russia-4! scotland-2-deck!"
    " scotland-4! habsburg-mining-4! | sweden-4",
    "accelerate": "sweden-4",
    "reminder": "habsburg-livestock-5",
    "entrench": "russia-5",
    "first": "prussia-escalation england-escalation russia-escalation scotland-escalation |"
    " sweden-escalation-random sweden-escalation | france-escalation-random france-escalation"
    " habsburg-livestock-escalation habsburg-mining-escalation | england-loss",
    "fast": "england-5! habsburg-livestock-4! | habsburg-mining-loss | france-5 russia-2",
    "event": "france-5 russia-2",
    "fear": "france-6-fear | france-5 russia-2",
    "extra": "england-3! england-4! england-6 | england-1 scotland-3 | habsburg-livestock-2 france-4 |"
    " france-2 | england-loss france-loss scotland-loss",
    "ravage": "russia-3 habsburg-mining-1-mines | sweden-3! habsburg-livestock-6 russia-1 | sweden-1"
    " sweden-5 russia-1-beasts habsburg-mining-1 | england-5! habsburg-livestock-4! scotland-5 |"
    " russia-6 scotland-6 | habsburg-livestock-loss russia-2 russia-loss",
    "build": "england-1 scotland-3 habsburg-mining-1-mines | habsburg-livestock-2 france-4 | france-2 |"
    " habsburg-livestock-1 habsburg-mining-3 habsburg-mining-5 | england-loss france-loss scotland-loss",
    "explore": "prussia-escalation england-escalation russia-escalation scotland-escalation | scotland-1"
    " habsburg-mining-6 | france-1 | sweden-escalation-random sweden-escalation | france-6 |"
    " france-escalation-random france-escalation habsburg-livestock-escalation | england-loss france-loss",
    "slow": "england-5! habsburg-livestock-4! | habsburg-mining-escalation | france-5 russia-2",
}
IN_MINES = "sweden-3! habsburg-livestock-6 russia-1 | sweden-1 sweden-5 russia-1-beasts habsburg-mining-1"
"""Reminders of a Ravage that are also due where Build cards ravage mines: before those of the Builds."""


def stages(game, id):
    """The stages of the cards whose escalation is due."""
    cards = game.explore if game.step == "explore" else game.build
    # an extra step has no card
    cards = [code for code in cards if len(code) > 1]
    if game.step == "build":
        cards = [code for code in cards if code in game.entrenched]
    elif game.step == "explore" and not id.startswith(("france", "habsburg")):
        cards = cards[-1:]
    return {code[0] for code in cards if code[0] == "3" or code[1] in "JMSW"}


def is_due(game, id, adversary, leads, resolved):
    """Whether a rule of an adversary matters now. resolved: the turns in which a fear card was resolved."""
    name, level = adversary.split(":")
    rest = id[len(name) + 1 :]
    if not id.startswith(name + "-") or (rest[0] in "123456" and int(rest[0]) > int(level)):
        return False
    # England's escalation builds where most towns and cities are
    if "escalation" in id or (id == "england-loss" and game.step in ("growth", "explore")):
        return ("2" if leads and "random" not in id else "3" if not leads else "") in stages(game, id)
    due = {
        "england-3": level == "3",
        "habsburg-mining-3": level < "5",
        "england-6": game.turn not in resolved,
        "russia-6": game.turn > 1,
        "france-2-towns": game.second,
        "scotland-0-city": game.second,
    }
    return due.get(id, True)


def expected_now(game, sides, resolved):
    """The rules of both adversaries that matter now, in order; "!": those that the table does not show."""
    groups = [group.split() for group in ORDER.get(game.step, "").split("|")]
    if game.step == "explore" and not game.explore and not game.owed:
        # a surge explores nothing in odd turns
        groups = []
    if game.fortified:
        groups = [group.split() for group in ORDER["build"].split("|")]
    if game.step == "build" and game.adversary_has("habsburg-mining-1"):
        groups[1].append("scotland-5")
        groups[1:1] = [group.split() for group in IN_MINES.split("|")]
    # what comes after a step also comes where the step has no card
    if game.step == "explore" and not game.build:
        groups.insert(0, ["habsburg-mining-3", "habsburg-mining-5"])
    if not game.ravage and (game.step == "build" or (game.step == "explore" and not game.build)):
        groups.insert(0, ["russia-6"])
    if game.step == "build" and game.entrenched:
        groups.insert(0, [id for id in ORDER["first"].split() if id not in "|sweden-escalation-random"])
    if (game.turn, game.step) == (1, "growth"):
        groups += [group.split() for group in ORDER["first"].split("|")]
    this_step = "|".join(game.events).rpartition("|next")[2]
    if game.owed == "accelerate":
        groups.append([ORDER["accelerate"]])
    if "reveal reminder" in this_step or (game.owed == "reveal" and game.deck.startswith("R")):
        groups.insert(0, [ORDER["reminder"]])
    earned, entered = game.fear_cards_earned, {code[0] for code in game.entrenched}
    if (earned >= 3 and "2" not in entered) or (earned >= 7 and "3" not in entered):
        groups.insert(0, [ORDER["entrench"]])
    return [
        id
        for group in groups
        for each, leads in (sides[::-1] if "prussia-2!" in group else sides)
        for id in group
        if is_due(game, id.strip("!"), each, leads, resolved)
    ]


@pytest.mark.parametrize("adversary", LEVELS)
def test_every_reminder_comes_at_its_moment_in_the_order_in_which_rules_are_carried_out(adversary):
    dice = random.Random(LEVELS.index(adversary))
    shown = set()
    for _ in range(4):
        setup, resolved = random_setup(dice, adversary), set()
        second = next((word[7:] for word in setup.split() if word.startswith("second=")), None)
        sides = [(adversary, True)] + ([(second, False)] if second else [])
        for game in walk(dice, setup, 120):
            if game.events[-1] == "card":
                resolved.add(game.turn)
            due = [] if game.result else expected_now(game, sides, resolved)
            mine = [id for id in reminders(game, True) if id.startswith(tuple(ADVERSARIES))]
            assert mine == [id.strip("!") for id in due], (game.step, game.events[-1])
            on_table = [id for id in reminders(game) if id.startswith(tuple(ADVERSARIES))]
            assert on_table == [id for id in due if not id.endswith("!")]
            shown.update(due)
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
    assert verbs == {"setup", "undo", *VERBS, *CARD_VERBS, *LAND_VERBS} - {"abandon"}
    assert steps == {"setup", *STEPS} and against == set(ADVERSARIES)
    assert sides == {"healthy", "blighted", "none"}
    assert owed == {None, "flip", "reveal", "accelerate", "cascade", "push", "runoff"}
    whys = ("blight", "deck", "presence", "adversary", "scenario")
    assert ends == {(None, ""), ("won", ""), ("sacrifice", ""), *(("lost", why) for why in whys)}
