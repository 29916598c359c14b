"""The data of Spirit Island against its sources, and the rules of adversaries against docs/record.md."""

import json
import re
from pathlib import Path

import pytest
from arcana_portable.translation import ENGLISH, device_texts, is_begun
from companion.canvas import SMALL, wrap
from companion.screens.settings import languages

from shared_rules.spirit_island import Game, components, tables
from shared_rules.spirit_island.lands.land import as_it_begins, neighbours, read_land
from shared_rules.spirit_island.reminders import GENERAL, read_reminder
from shared_rules.spirit_island.setup import build_deck
from shared_rules.spirit_island.tables import Adversary, adversary_ids

FACTS = json.loads((Path(__file__).parent / "spirit_island" / "facts.json").read_text())
LEVELS = [(id, level) for id in FACTS["adversaries"] for level in range(7)]


def at_level(table, id, level, default):
    """The entry of a table of changes for a level, or that of the nearest level below."""
    held = [table[id, each] for each in range(level + 1) if (id, each) in table]
    return held[-1] if held else default


def begun(adversary):
    start = "setup spirit-island players=Ann,Bo spirits=hearth-vigil,thunderspeaker boards=A,B"
    return Game.replay([f"{start} adversary={adversary} blight=card events=no"])


def test_the_adversaries_are_those_of_the_sources():
    assert adversary_ids() == list(FACTS["adversaries"])


@pytest.mark.parametrize(("id", "level"), LEVELS)
def test_difficulty_fear_cards_and_deck_of_every_level(id, level):
    game, facts = begun(f"{id}:{level}"), FACTS["adversaries"][id]
    assert game.difficulty == facts["difficulty"][level]
    assert game.fear_cards_left == facts["fear_cards"][level]
    decks = {(id, int(each)): text for each, text in facts["deck"].items()}
    text = at_level(decks, id, level, "111-2222-33333").replace("[reminder]", "R").split(" ")[0]
    assert game.deck == text
    assert game.deck_size == len(game.deck.replace("-", "").replace("R", ""))


@pytest.mark.parametrize(
    ("leading", "second", "deck"),
    [
        # each worked out by hand: the second one's levels change the deck first, then the leading one's
        ("prussia:6", "england:6", "3-222-3333"),
        ("prussia:6", "russia:6", "33-2-3-2-3-2-3"),
        ("russia:6", "prussia:6", "3-2-3-2-3-2-33"),
        ("prussia:2", "scotland:2", "11-22-1-3-C2-3333"),
        ("prussia:4", "scotland:4", "1-3-2-3-C2-333"),
        ("scotland:6", "prussia:6", "22-3-C-3333"),
        ("habsburg-mining:6", "prussia:6", "3-2L2-3333"),
        ("prussia:6", "habsburg-mining:6", "3-L22-3333"),
        # a stage III card below each of stage II, which the salt card is, too
        ("russia:4", "habsburg-mining:4", "111-2-3-L-3-2-3-2-33"),
        ("russia:4", "scotland:2", "11-2-3-2-3-1-C-3-2-33"),
        ("habsburg-mining:4", "scotland:2", "11-2L-1-C2-33333"),
        ("habsburg-livestock:5", "prussia:3", "1-3-222-R-2-3333"),
        ("sweden:6", "habsburg-livestock:6", "11-222-R-2-33333"),
    ],
)
def test_two_adversaries_make_one_deck(leading, second, deck):
    assert build_deck([Adversary(leading), Adversary(second)]) == deck


def test_two_adversaries_add_their_fear_cards_and_a_scenario_its_own():
    game = begun("england:3 second=russia:2 scenario=surges-of-colonization-larger")
    assert game.fear_cards_left == [4 + 1 + 1, 5 + 0 + 1, 4 + 1 + 1]
    assert game.difficulty == 6 + 4 / 2 + 7


def test_blight_cards():
    for facts in FACTS["blight_cards"]:
        found = (facts["per_player"], facts["immediate"], facts["still_healthy"])
        assert components.find_blight_card(facts["id"]) == found, facts["id"]
    assert len(FACTS["blight_cards"]) == 24
    assert {facts["id"] for facts in FACTS["blight_cards"]} == set(components.blight_card_ids()) - set(
        "12345"
    )


def test_scenarios():
    wanted = {facts["id"]: facts["difficulty"] for facts in FACTS["scenarios"]}
    # its difficulty depends on how the first game went, and players say which
    ways = {"second-wave-plus": 1, "second-wave-minus": -1}
    assert [id for id, _ in tables.scenario_names() if id not in ways] == list(wanted)
    assert wanted.pop("second-wave") == "+/-1" and tables.find_scenario("second-wave")[0] == 0
    for id, difficulty in (wanted | ways).items():
        number = int(str(difficulty).rstrip("*"))
        assert tables.find_scenario(id)[:2] == (number, FACTS["scenario_fear"].get(id, [0, 0, 0]))


def test_spirits_and_boards():
    aspects = [f"{name} ({aspect})" for name, aspects in FACTS["aspects"].items() for aspect in aspects]
    assert sorted(tables.spirit_names().values()) == sorted(FACTS["spirits"] + aspects)
    short = [tables.short_spirit_id(ids[0]) for ids in tables.spirit_groups()]
    assert [tables.find_spirit(word) for word in short] == [ids[0] for ids in tables.spirit_groups()]
    for id, name in tables.spirit_names().items():
        # an aspect never makes a line longer
        assert len(id) <= len(tables.with_aspects(id)[0]) and name.startswith(
            tables.spirit_names()[tables.with_aspects(id)[0]]
        )
    for board, terrains in FACTS["terrains"].items():
        assert components._TERRAINS[board] == terrains
        assert sorted(terrains) == sorted("JJMMSSWW"), "each terrain is there twice"


def test_the_lands_of_a_board_have_the_neighbours_that_are_drawn_on_it():
    for board, lands in FACTS["adjacent"].items():
        drawn = {f"{board}{land}": others for land, others in enumerate(lands.split(" "), 1)}
        assert {land: "".join(other[1] for other in neighbours(land)) for land in drawn} == drawn


def set_up(board, adversary, with_tokens):
    """The pieces in the lands of a board, by hand: symbols, tokens, then the adversary; "X" is a beasts."""
    lands = {number: list(symbols) for number, symbols in enumerate(FACTS["symbols"][board], 1)}
    symbols = {number: "".join(pieces) for number, pieces in lands.items()}
    if with_tokens:
        lands[2] += "I"
        lands[min(number for number in lands if not symbols[number])] += "X"
    id, level = adversary.split(":")

    def has(name, least):
        return id == name and int(level) >= least

    if has("prussia", 1):
        lands[3] += "T"
    if has("england", 2):
        lands[1] += "C"
        lands[2] += "T"
    if has("sweden", 2):
        lands[4] += "C"
        if "B" in lands[4]:
            lands[4].remove("B")
            lands[5] += "B"
    if has("sweden", 6):
        lands[8] += "TB"
    if has("france", 3):
        lands[max(number for number in lands if "T" not in lands[number])] += "T"
        lands[1] += "T"
    if has("habsburg-livestock", 2):
        lands[2] += "T"
        lands[max(number for number in lands if not symbols[number])] += "T"
    if has("russia", 1):
        lands[max(number for number in lands if not {"T", "C"} & set(lands[number]))] += "EX"
    if has("scotland", 2):
        lands[2] += "C"
    if has("habsburg-mining", 2):
        lands[max(number for number in lands if "T" in symbols[number])] += "CI"
        for number in lands:
            lands[number] += "" if "D" in symbols[number] else "E"
    return {board + str(number): "".join(sorted(pieces)) for number, pieces in lands.items()}


_LETTERS = {"blight": "B", "beasts": "X", "disease": "I"}


def begun_with(game, name):
    land = as_it_begins(device_texts("spirit_island", ENGLISH, "beginning"), game, name)
    assert str(read_land(str(land))) == str(land)
    tokens = [_LETTERS[token] * number for token, number in land.tokens.items()]
    return "".join(sorted("".join([piece.kind for piece in land.pieces] + tokens)))


@pytest.mark.parametrize(("id", "level"), LEVELS)
def test_the_island_begins_with_symbols_tokens_and_what_the_adversary_adds(id, level):
    start = "setup spirit-island players=Ann spirits=hearth-vigil"
    for board in FACTS["symbols"]:
        for events in ("yes", "no"):
            setup = f"{start} boards={board} adversary={id}:{level} blight=card events={events}"
            expected = set_up(board, f"{id}:{level}", events == "yes")
            game = Game.replay([setup])
            assert {name: begun_with(game, name) for name in expected} == expected


def test_what_a_second_adversary_may_have_moved_is_left_out_and_so_is_what_nobody_knows():
    both = begun("russia:1 second=england:2")
    # Russia's explorer and beasts go where no town or city is, which the other one may have added
    assert [begun_with(both, name) for name in ("A1", "A2", "A7", "B8")] == ["C", "CDT", "DD", "DD"]
    assert begun_with(begun("russia:1"), "A7") == "DDEX"
    for scenario, in_a6 in (
        ("second-wave", ""),
        ("guard-the-isles-heart", ""),
        ("elemental-invocation", "DT"),
    ):
        assert begun_with(begun(f"russia:1 scenario={scenario}"), "A6") == in_a6
    # what Invaders the extra board begins with depends on the number of players
    start = "setup spirit-island players=Ann spirits=hearth-vigil boards=B extra=A adversary=russia:1"
    extra = Game.replay([f"{start} blight=card events=no"])
    assert [begun_with(extra, name) for name in ("A2", "A7", "B2")] == ["D", "DDX", "C"]
    start = "setup spirit-island players=Ann spirits=hearth-vigil boards=thematic blight=card events=no"
    assert begun_with(Game.replay([start]), "-") == ""


# the table in docs/record.md of the rules that are computed: all are there, and it holds

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
TABLE = PAGE.split("#### Which rules of the adversaries are worked out")[1].split("## The score pad")[0]
ROWS = re.findall(r"^\| (`(?:[a-z-]+\d?[a-z-]*`(?:, `)?)+) \| (\w+) \|", TABLE, re.MULTILINE)
HOW = {id: how for ids, how in ROWS for id in re.findall(r"`([^`]+)`", ids)}

SETUP = "setup spirit-island players=Ann spirits=hearth-vigil boards=A adversary={} blight=card events=no"

# events that come to something else once the rule holds
SHOWN_BY = {
    "england-1": ["land A8", "land A7 T2", "build A8"],
    "england-5": ["land A8 T1 D1", "ravage A8 defend=9"],
    "england-loss": ["land A8 T6", "add A8 T1"],
    "sweden-1": ["land A8 T3", "ravage A8"],
    "sweden-3": ["land A8 T1 D2", "ravage A8"],
    "france-1": ["land A1", "explore A1"],
    "france-2": ["land A8 E3", "build A8"],
    "france-5": ["land A8 blight=1", "remove A8 blight=1"],
    "habsburg-livestock-2": ["land A8 T1", "build A8"],
    "habsburg-livestock-4": ["land A8 T1 D1", "ravage A8 defend=9"],
    "habsburg-livestock-6": ["land A8 T1", "land A7 T1", "land A6 D1", "move A6 A8 D1", "ravage A8 defend=2"],
    "habsburg-livestock-loss": ["land A8 T4", "ravage A8"],
    "russia-1": ["land A8 E1 D1", "ravage A8"],
    "russia-1-beasts": ["land A8 E2 beasts=1", "ravage A8"],
    "russia-2": ["land A8 E1 D2", "ravage A8"],
    "scotland-1": ["land A1", "explore A1"],
    "scotland-3": ["land A1", "land A2 C1", "build A1"],
    "scotland-5": ["land A1 T1", "ravage A1"],
    "habsburg-mining-1": ["land A8 E1 T1 blight=1", "land A7", "ravage A8 cascade=?"],
    "habsburg-mining-1-mines": ["land A8 E3 disease=1", "ravage A8"],
}


def level_of(id):
    found = re.search(r"-(\d)", id)
    return int(found[1]) if found else 0


def comes_to(adversary, events):
    """The state after these events, without the adversary's name."""
    game = Game.replay([SETUP.format(adversary), "reveal 1J"])
    if game.owed == "accelerate":
        game.apply(next(game.legal_actions("accelerate")))
    for text in events:
        game.apply(text)
    state = game.state()
    return [state[key] for key in ("lands", "tally", "owed", "result", "blight")] + [
        4 * state["fear"]["earned"] + state["fear"]["generated"]
    ]


def test_every_rule_of_every_level_has_a_row():
    there = {
        reminder.partition("=")[0]
        for id in adversary_ids()
        for level in range(7)
        for reminder in Adversary(f"{id}:{level}").reminders
    }
    assert there == set(HOW)
    assert [id for id in there if TABLE.count(f"`{id}`") != 1] == []


def test_what_is_called_computed_is_shown_and_nothing_else():
    assert {id for id, how in HOW.items() if how == "computed"} == set(SHOWN_BY)
    assert set(HOW.values()) == {"computed", "kept", "players", "setup"}


@pytest.mark.parametrize("id", SHOWN_BY)
def test_a_computed_rule_changes_what_happens_from_its_level_on(id):
    adversary = next(name for name in adversary_ids() if id.startswith(name + "-"))
    level = level_of(id)
    before = f"{adversary}:{level - 1}" if level else "prussia:0"
    with_rule, without = (comes_to(each, SHOWN_BY[id]) for each in (f"{adversary}:{level}", before))
    assert with_rule != without
    # and it holds at every higher level
    for higher in range(level, 7):
        assert comes_to(f"{adversary}:{higher}", SHOWN_BY[id]) != without


def test_a_rule_that_is_left_to_the_players_has_a_moment_at_which_they_are_reminded():
    for id in adversary_ids():
        for reminder in Adversary(f"{id}:6").reminders:
            name, _, moments, *_ = read_reminder(reminder)
            assert moments and (HOW[name] != "players" or moments != ["setup"])


# the words of the reminders


def test_an_escalation_says_before_or_after_what_it_comes():
    when = "before Explore, before Explore, after each explored land, after Explore, after Explore,"
    when = (when + " before Explore, before Explore, after advancing").split(", ")
    said = [reminders("english")[f"{id}-escalation"] for id in adversary_ids()]
    assert [
        words
        for words, moment in zip(said, when, strict=True)
        if not words.startswith(f"Escalation {moment}")
    ] == []


LINES, WIDTH = 2, 274
"""The room of a rule below the numbers of the table, in lines and pixels."""


def reminders(language):
    found = [row.partition("=")[::2] for row in device_texts("spirit_island", language, "reminders")]
    assert len(dict(found)) == len(found), "a key stands twice"
    return dict(found)


def wanted():
    levels = [Adversary(f"{id}:{level}") for id in adversary_ids() for level in range(7)]
    rules = [each for adversary in levels for each in adversary.reminders]
    rules += [each for id, _ in tables.scenario_names() for each in tables.find_scenario(id)[3]]
    return {*GENERAL} | {each.split("=")[0] for each in rules}


@pytest.mark.parametrize("language", [each for each in languages() if not is_begun(each)])
def test_every_reminder_has_its_words(language):
    found = reminders(language)
    missing = wanted() - set(found)
    assert not missing, f"{language} lacks [reminders] {sorted(missing)}"
    assert set(found) == wanted() and len(found) > 60
    assert not [id for id, words in found.items() if not words.endswith(".")]
    assert not [id for id, words in found.items() if len(wrap(words, SMALL, WIDTH)) > LINES]
