"""The same games on the MicroPython virtual machine (WebAssembly under Node): equal states throughout."""

import json
import random

from rules.random_games import random_game
from rules.spirit_island_games import random_events as random_lands
from rules.spirit_island_games import random_game as random_island
from rules.vectors import vectors
from vm import HEAP, RULES, needs_vm, on_vm
from wasm.creatures import met
from wasm.names import judged, twins

from shared_rules.games import NAMES, rules_of
from shared_rules.shipwreck import SETS
from shared_rules.shipwreck.cards import LEVELS, MODES
from shared_rules.shipwreck.deep import generic_creatures

pytestmark = needs_vm


def on_micropython(script, value, heap=HEAP):
    """Run a script of this folder on the virtual machine and return the JSON lines it prints.

    value: its input; what is no text goes there as JSON.
    """
    return [json.loads(line) for line in on_vm(script, RULES, value=value, heap=heap)]


def test_the_vectors_lead_to_the_expected_states():
    games = vectors()
    whole = {name for game in NAMES for name, *_ in vectors(game)[::4]}
    found = on_micropython(
        "replay.py", [{"states": name in whole, "events": events} for name, events, _ in games]
    )
    for (name, events, states), answers in zip(games, found, strict=True):
        if name in whole:
            assert answers == states, name
        else:
            assert answers == digests_of(events), name


def test_random_games_have_equal_digests_after_every_event(soak):
    count = 150 if soak else 20
    tables = [random_game(seed, players=2 + seed % 4, hit_rate=0.9) for seed in range(count)]
    tables += [random_game(-seed, sets=SETS, players=2 + seed % 4) for seed in range(count)]
    ways = [(mode, level) for mode in MODES for level in LEVELS]
    tables += [
        random_game(seed, mode=mode, assist=level) for mode, level in ways for seed in range(count // 15)
    ]
    games = [table.events for table in tables]
    games += [[beyond_ascii(text) for text in table.events] for table in tables[-10:] + tables[:10]]
    games += [events for _, events, _ in vectors("score_pad")]
    games += [random_island(seed) for seed in range(count)]
    # an event of these takes the virtual machine three times as long
    games += [random_lands(seed) for seed in range(count // 4)]
    # the input is read in one piece, so this needs more room than a game does
    found = on_micropython(
        "replay.py", [{"states": False, "events": events} for events in games], heap=8 * HEAP
    )
    for events, digests in zip(games, found, strict=True):
        for text, here, there in zip(events, digests_of(events), digests, strict=True):
            assert here == there, text


def digests_of(events):
    """Return the digest after each of the events of a game."""
    game, found = rules_of(events[0]).Game(), []
    for text in events:
        game.apply(text)
        found.append(game.digest())
    return found


def beyond_ascii(text):
    """The same event with other names."""
    for name, other in (("Ann", "Jörg"), ("Bo", "Zoé"), ("Cy", "Łukasz"), ("Di", "Søren"), ("Ed", "Ñandú")):
        text = text.replace(name, other)
    return text


def test_the_same_letters_can_be_in_a_name():
    texts = [chr(code) for code in (*range(0x300), 0x301, 0x416, 0x1E9E, 0x200B, 0xFB01, 0x1F600)]
    texts += ["Jörg", "Jo\u0308rg", "Ł" * 12, "Ł" * 13, "ö" * 60, "ö" * 61]
    found, same = on_micropython("names.py", texts, heap=4 * HEAP)
    assert [isinstance(answer, str) for answer in found] == [isinstance(judged(text), str) for text in texts]
    assert [answer is True for answer in found] == [judged(text) is True for text in texts]
    assert found[-1] == judged(texts[-1])
    assert same == twins(texts) and "Ä" in same


def test_creatures_are_read_refused_and_beaten_alike():
    creatures = [str(creature) for creature in generic_creatures()]
    creatures += [
        f"3:Kraken:{need}" for need in ("sum=84", "pips=36", "3x7&kind3", "run7", "pips>=36", "even9")
    ]
    creatures += [
        "",
        "4:Kraken:run7",
        "1:Kraken:run07",
        "1:Kra ken:run7",
        "1:__:run7",
        "1:Kraken:4x7",
        "1:A:sum=85",
    ]
    dice, tokens = random.Random(3), [*range(1, 8)] * 3
    fates = [[], tokens, *(dice.sample(tokens, dice.randint(1, 9)) for _ in range(60))]
    found = on_micropython("creatures.py", {"creatures": creatures, "fates": fates})
    assert found == [met(text, fates) for text in creatures]
    assert [isinstance(answer, str) for answer in found] == [False] * 18 + [True] * 7
