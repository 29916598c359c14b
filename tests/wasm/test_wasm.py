"""The same games on the MicroPython virtual machine (WebAssembly under Node): equal states throughout."""

import json
import random

from arcana_portable.record import without_undos
from companion.games.shipwreck import SETTINGS
from companion.games.shipwreck.result import Result
from memory_app import MemoryApp
from player import Player
from rules.random_games import random_game
from rules.spirit_island_games import random_events as random_lands
from rules.spirit_island_games import random_game as random_island
from rules.vectors import vectors
from vm import COMPANION, HEAP, ROOT, RULES, needs_vm, on_vm
from wasm.creatures import met
from wasm.names import judged, twins

from shared_rules.games import NAMES, rules_of
from shared_rules.shipwreck import SETS, Game
from shared_rules.shipwreck.cards import LEVELS, MODES
from shared_rules.shipwreck.deep import generic_creatures

ROUNDS, FEW_ROUNDS = 40, 10
"""How many rounds of games are played in a row."""
SHORT = 10
"""The most events of a game in a short run."""
WARM = 2
"""The first rounds, in which memory that is used again and again is still being allocated."""
ONCE = 1024
"""Bytes that may be in use later for what is allocated once. The short run loses more by 32 a game."""

pytestmark = needs_vm


def on_micropython(script, value, *folders, heap=HEAP):
    """Run a script of this folder on the virtual machine and return the JSON lines it prints.

    value: its input; what is no text goes there as JSON. folders: of packages that it needs beside the rules.
    """
    return [json.loads(line) for line in on_vm(script, RULES, *folders, value=value, heap=heap)]


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


def evening_of(games):
    """Return how these games are played one after the other, and the settings that they begin with.

    The presses of the first game depend on the settings that the game before it left.
    """
    app = MemoryApp()
    for _ in range(2):
        settings = {name: app.settings.get(name) for name in (*SETTINGS, "names")}
        ways = [way_of(app, events) for events in games]
    return ways, settings


def way_of(app, events):
    """Return the events that are entered over the link and the presses that enter the others.

    They lead from the title through a whole game back to the title. With creatures the companion deals out
    adventurers, so presses would not be the same each time.
    """
    player, pressed = Player(app), []
    if "creatures" in events[0]:
        app.session.begin(events[0])
        for number, event in enumerate(events):
            # some follow by themselves
            if number == len(app.session.game.events):
                app.session.enter(event)
    else:
        pressed = [press for _, entry in player.play(events) for press in entry]
    if isinstance(player.top, Result):
        player.press("b")
        pressed = [*pressed, "b"]
    return {"events": [] if len(pressed) > 1 else events, "presses": pressed}


def test_games_in_a_row_leave_as_much_memory_as_the_first(soak):
    """The whole companion but its board: buttons, pictures, journal, link, and German every other time."""
    games = [without_undos(events) for _, events, _ in vectors("shipwreck")]
    # the next game begins at the title, so each has to end
    games = [events for events in games if Game.replay(events).result and (soak or len(events) <= SHORT)]
    ways, settings = evening_of(games)
    rounds = ROUNDS if soak else FEW_ROUNDS
    given = [{"rounds": rounds, "pictures": 1 if soak else 3, "settings": settings}, *ways]
    lines = "".join(json.dumps(each) + "\n" for each in given)
    found = on_micropython("many_games.py", lines, COMPANION, ROOT / "tests/link")
    assert len(found) == rounds * len(games)
    for number, (_, digest, lines, left) in enumerate(found):
        events = games[number % len(games)]
        assert (digest, lines, left) == (Game.replay(events).digest(), events, [])
    # the least, as the collector may take something for used for a while
    used = [answer[0] for answer in found]
    first, two_rounds = WARM * len(games), 2 * len(games)
    ends = [min(used[first : first + two_rounds]), min(used[-two_rounds:])]
    print(f"{len(found)} games on the MicroPython VM, least bytes in use in early and in late rounds: {ends}")
    grown, between = ends[1] - ends[0], len(used) - two_rounds - first
    assert grown <= ONCE, f"{between} games after the first {first} left {grown} bytes more in use"
