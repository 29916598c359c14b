"""The cards: what is printed on them, and which hands each of them allows."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.random_games import can_play

from shared_rules.shipwreck import CARDS, POWERS, Event, Game, RuleError
from shared_rules.shipwreck.cards import rule_of
from shared_rules.shipwreck.powers import _EFFECTS, _TELLS, TIMING

SETS = "base,promo,imago,stars"


def rows_under(page, heading):
    """Return the rows of the table on a page that begins with this heading, as {name of the column: text}."""
    lines = iter(Path(__file__).with_name(page).read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith(f"| {heading} |"):
            names = [cell.strip() for cell in line.split("|")[1:-1]]
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(names, [cell.strip() for cell in line.split("|")[1:-1]], strict=True)))
    return rows


def test_every_card_has_the_moons_the_power_and_the_title_that_are_printed_on_it():
    cards = [(card, str(CARDS[card].moons or "-"), CARDS[card].power, CARDS[card].ability) for card in CARDS]
    assert cards == [tuple(row.values()) for row in rows_under("printed.md", "card")]


def test_an_id_is_the_name_so_that_no_two_cards_or_powers_have_one_name():
    for card in CARDS:
        assert CARDS[card].name.lower().replace(" ", "-") == card
    for power in POWERS:
        assert POWERS[power].name.lower() == power


def test_a_power_is_as_printed():
    columns = ("id", "title", "who", "when", "form", "tells", "does")
    powers = [tuple(getattr(POWERS[power], column) for column in columns) for power in POWERS]
    assert powers == [tuple(row.values()) for row in rows_under("printed.md", "power")]


def test_what_a_row_of_a_power_says_is_known():
    for power in map(POWERS.__getitem__, POWERS):
        automatic = power.who == "automatic"
        assert (power.when in TIMING) != automatic, f"{power.when}, when {power.id} is used"
        assert power.tells in ("", "age", *_TELLS) or power.tells.isdigit(), power
        assert power.does in ("", "attach", *_EFFECTS), power
        assert automatic or power.tells or power.does, f"{power.id} neither tells nor does anything"
    for card in CARDS:
        # raises a KeyError that says so if cards.py has no condition
        assert rule_of(card), card
        assert CARDS[card].power in POWERS, f"_POWERS in cards.py has no line of {CARDS[card].power}"
        with pytest.raises(RuleError):
            Event.from_text(f"use {card} nonsense")


# a scene at the table for each card, as README.md has them by hand from the cards' texts

SCENES = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in Path(__file__).with_name("README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and line.split("|")[1].strip() in CARDS
]


def test_a_card_without_a_condition_is_named():
    with pytest.raises(KeyError, match=r"cards\.py has no condition of the-hours"):
        rule_of("the-hours")


def test_every_card_has_a_scene():
    missing = [card for card in CARDS if card not in [scene[0] for scene in SCENES]]
    assert not missing, f"tests/rules/README.md, The cards, one by one, needs a scene of {missing}"
    assert list(dict.fromkeys(scene[0] for scene in SCENES)) == list(CARDS)


def in_a_row(*row):
    return Game.replay([f"setup standard doom=0 sets={SETS} players=Ann,Bo,Cy row={','.join(row)}"])


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene[0]}, {scene[1]}")
def test_at_the_table(scene):
    card, _, elsewhere, here, *_ = scene
    game = in_a_row(
        card, *[each for each in ("the-imago", "the-wish", "midnight", "dawn") if each != card][:3]
    )
    for fates, place in ((elsewhere, 2), (here, 1)):
        for fate in fates.split():
            game.apply(f"play {fate} {place}")
            game.apply("end")
    play_scene(game, 1, scene)


def play_scene(game, place, scene):
    card, *_, played, kept, refused = scene
    for fate in refused.split():
        assert not game.may(f"play {fate} {place}"), f"{card} takes no {fate}"
    if played:
        game.apply(f"play {played} {place}")
        assert game.kept == [int(fate) for fate in kept.split()]


# a row that nothing makes fade here, and the five places at which a fate can be played: with The Hours as 0
PATIENT = ("leviathan", "the-shore", "the-feast")
ANYWHERE = range(5)


@pytest.mark.parametrize("place", ANYWHERE)
@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if "anywhere" in scene[1]], ids=lambda scene: scene[0]
)
def test_a_fate_is_visible_anywhere(scene, place):
    game = in_a_row(PATIENT[0], scene[0], *PATIENT[1:])
    for fate in scene[2].split():
        if place == 0:
            game.apply(f"illegal {fate} 0")
            game.apply("end")
            assert game.fates_at(1) == [int(fate)]
        else:
            game.row[place - 1].fates.append(int(fate))
    play_scene(game, 2, scene)


@pytest.mark.parametrize("place", ANYWHERE)
@pytest.mark.parametrize("fate", range(1, 8))
def test_the_ash_fades_after_a_1_or_2_anywhere(fate, place):
    game = in_a_row(PATIENT[0], "the-ash", *PATIENT[1:])
    game.apply(f"illegal {fate} {place}")
    assert game.fading() == ([2] if fate <= 2 else [])
    game.apply("end")
    assert ("the-ash" in game.powers) == (fate <= 2)


@pytest.mark.parametrize(
    ("card", "asks", "place"),
    [("the-thief", "steal", place) for place in (0, 1, 3, 4)]
    # on The Fall fits everything, so that nobody plays on The Hours
    + [("the-fall", "inevitable", place) for place in (1, 2, 3, 4)],
)
def test_the_thief_and_the_fall_ask_after_a_play_anywhere(card, asks, place):
    game = in_a_row("the-mirror", card, "the-ash", "the-huntress")
    game.row[1].fates.append(2)
    game.apply(f"play {7 if place == 3 else 4} {place}")
    assert game.owed == [asks]


def test_shadows_raises_only_the_fate_that_is_kept():
    # the examples of the faded-power FAQ
    assert can_play("the-mirror", 5, 4, [], shadows=True)
    assert not can_play("dawn", 4, 4, [], shadows=True)
    assert not can_play("the-noble", 6, 2, [], shadows=True)
    assert not can_play("the-noble", 2, 6, [], shadows=True)
    assert can_play("leviathan", 4, 6, [], shadows=True)


def test_shadows_makes_an_eight_of_a_seven():
    assert can_play("the-shore", 4, 7, [], shadows=True)
    assert not can_play("the-mirror", 7, 7, [], shadows=True)


def test_shadows_leaves_the_pips_as_printed():
    assert not can_play("the-north-wind", 3, 3, [], shadows=True)
    assert can_play("the-north-wind", 4, 3, [], shadows=True)


# how many plays each card allows: the figures of counts.md, counted again. The page also has each card's
# condition a second time, from the card's formal text alone; it must not look at `cards.py`

VALUES = range(1, 8)
HANDS = [(played, kept) for played in VALUES for kept in VALUES]
PIPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}


def letters(played, kept, visible, in_front, shadows):
    """Return the values of the names in a condition; the page explains the names."""
    p, k = played, kept + 1 if shadows else kept
    low, high = min(p, k), max(p, k)
    return {
        "p": p,
        "k": k,
        "V": visible,
        "F": in_front,
        "low": low,
        "high": high,
        "apart": high - low,
        "pips": (PIPS[played], PIPS[kept]),
        "only_p_in": lambda *group: p in group and k not in group,
    }


def values_of(cell):
    return [int(value) for value in cell.split()]


TABLES = {
    row["table"]: (
        values_of(row["visible fates"]),
        values_of(row["of them in front of the card"]),
        row["Shadows"] == "yes",
    )
    for row in rows_under("counts.md", "table")
}
COUNTS = {row["card"]: row for row in rows_under("counts.md", "card")}
CONDITIONS = {card: compile(row["condition"].strip("`"), card, "eval") for card, row in COUNTS.items()}


def fits(card, *hand):
    """Return whether the page allows a hand on a card. hand: as `letters` takes it."""
    return bool(eval(CONDITIONS[card], letters(*hand)))


def test_the_page_has_every_card_on_every_table():
    assert list(COUNTS) == list(CARDS), "counts.md needs a row for every card, in the order of cards.py"
    assert list(TABLES) == ["empty", "one", "several", "doubles", "crowd", "raised"]
    for visible, in_front, _ in TABLES.values():
        many = [fate for fate in VALUES if not in_front.count(fate) <= visible.count(fate) <= 3]
        assert many == [], visible
    assert [card for card, row in COUNTS.items() if not row["counted by hand"]] == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("card", COUNTS)
def test_as_many_plays_are_legal_as_were_counted(card, table):
    visible, in_front, shadows = TABLES[table]
    counted = int(COUNTS[card][table])
    for source, allows in (("cards.py", can_play), ("its condition in counts.md", fits)):
        plays = sum(allows(card, *hand, visible, in_front, shadows) for hand in HANDS)
        assert plays == counted, f"{source} allows {plays} plays on {card}, counts.md says {counted}"


BAG = [value for value in VALUES for _ in range(3)]


@given(st.permutations(BAG), st.integers(0, 12), st.integers(0, 12), st.booleans())
def test_every_card_agrees_on_every_hand_whatever_lies_on_the_table(drawn, lying, before_it, shadows):
    visible = drawn[:lying]
    in_front = visible[:before_it]
    for card in CONDITIONS:
        for hand in HANDS:
            wanted = fits(card, *hand, visible, in_front, shadows)
            assert can_play(card, *hand, visible, in_front, shadows) == wanted, (card, hand)
