"""The cards: what is printed on them, and which hands each of them allows."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.random_games import can_play

from shared_rules.shipwreck import CARDS, POWERS, Event, Game, RuleError, power_of
from shared_rules.shipwreck.cards import rule_of
from shared_rules.shipwreck.powers import TIMING

SETS = "base,promo,imago,stars"

# card, moons ("-": its text says when it fades), the power on its back, the title of its ability
PRINTED = """
dawn | 3 | saints | Higher
midnight | 3 | saints | Lower
the-deep | 3 | saints | ≤ 5
the-servant | 2 | secrets | 1-2-3
the-stranger | 3 | secrets | Odd
the-key | 3 | shells | 7 to 9
leviathan | 4 | sinners | ≥ 11
the-belltower | 2 | sinners | ×3
the-shore | 4 | sinners | 4 apart
the-blind-man | 1 | songs | Free
the-chalice | 2 | songs | Tell
the-beast | 1 | sorrows | ±1
the-huntress | 1 | sorrows | ±2
the-mirror | 1 | sorrows | Same
the-prophet | 2 | sparrows | Match
the-rider | 2 | sparrows | Unique
the-judge | 3 | spires | Even
the-noble | 3 | spires | 3-4-5
the-engine | 3 | swords | Factor
the-lord | 3 | swords | 5-6-7
asunder | 1 | storms | Difference
fortune | 3 | shadows | High odds
iron | 4 | shadows | Rising
the-captain | 3 | songs | 1-4-7
the-feast | 4 | skies | Draw
the-ghost | 2 | shadows | Alone
the-lantern | 3 | skies | All ×4
the-pallbearers | 2 | shackles | Within 2
the-passage | 2 | storms | Between
the-wish | 2 | shells | Guess
the-imago | 3 | sparrows | Delay
the-ash | - | scythes | Fragile
the-fall | - | sands | Inevitable
the-musicians | 3 | sails | Make 11
the-north-wind | 2 | scions | Tiers
the-thief | 2 | scythes | Steal
"""

# power, its title, who uses it, when
BACKS = """
saints | Higher than? | group | before-predict
secrets | 1-2-3? | group | before-predict
shells | Old? | active | after-play
sinners | Discard lower | active | after-play
songs | 1-4-7? | group | before-predict
sorrows | Twice | group | before-predict
sparrows | Cycle | active | before-play
spires | 3-4-5? | group | before-predict
swords | 5-6-7? | group | before-predict
shackles | Within 2? | group | before-predict
shadows | +1 | active | before-play
skies | Relocate | active | before-play
storms | Same? | group | before-predict
sails | Exile | group | after-correct
sands | Amplify | automatic | on-fade
scions | Slow | group | before-predict
scythes | 2 or 6? | group | before-predict
"""


def columns(text):
    return [tuple(cell.strip() for cell in line.split("|")) for line in text.strip().splitlines()]


def test_every_card_has_the_moons_the_power_and_the_title_that_are_printed_on_it():
    cards = [(card, str(CARDS[card].moons or "-"), CARDS[card].power, CARDS[card].ability) for card in CARDS]
    assert cards == columns(PRINTED)


def test_an_id_is_the_name_so_that_no_two_cards_or_powers_have_one_name():
    for card in CARDS:
        assert CARDS[card].name.lower().replace(" ", "-") == card
    for power in POWERS:
        assert POWERS[power].name.lower() == power


def test_every_power_has_the_title_and_the_moment_that_are_printed_on_it():
    powers = [POWERS[power] for power in POWERS]
    assert [(power.id, power.title, power.who, power.when) for power in powers] == columns(BACKS)


def test_every_card_has_a_condition_and_every_power_a_form_of_its_use():
    for card in CARDS:
        assert rule_of(card), card
        assert CARDS[card].power in POWERS, f"_POWERS in cards.py has no line of {CARDS[card].power}"
        power = power_of(card)
        known = power.when in TIMING or power.who == "automatic"
        assert known, f"{power.when}, when {power.id} is used, is none of {', '.join(TIMING)}"
        with pytest.raises(RuleError) as refusal:
            Event.from_text(f"use {card} nonsense")
        unusable = refusal.value.args[0] == "sands"
        assert unusable == (power.who == "automatic"), f"event.py has no form of {power.id}"


# a scene at the table for each card, as README.md has them by hand from the cards' texts

SCENES = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in Path(__file__).with_name("README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and line.split("|")[1].strip() in CARDS
]


def test_every_card_has_a_scene():
    assert list(dict.fromkeys(scene[0] for scene in SCENES)) == list(CARDS)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene[0]}, {scene[1]}")
def test_at_the_table(scene):
    card, _, elsewhere, here, played, kept, refused = scene
    others = [each for each in ("the-imago", "the-wish", "midnight", "dawn") if each != card][:3]
    game = Game.replay(
        [f"setup standard doom=0 sets={SETS} players=Ann,Bo,Cy row={','.join([card, *others])}"]
    )
    for fates, place in ((elsewhere, 2), (here, 1)):
        for fate in fates.split():
            game.apply(f"play {fate} {place}")
            game.apply("end")
    for fate in refused.split():
        assert not game.may(f"play {fate} 1"), f"{card} takes no {fate}"
    if played:
        game.apply(f"play {played} 1")
        assert game.kept == [int(fate) for fate in kept.split()]


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

PAGE = Path(__file__).with_name("counts.md").read_text(encoding="utf-8")
VALUES = range(1, 8)
HANDS = [(played, kept) for played in VALUES for kept in VALUES]
PIPS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3}


def letters(played, kept, visible, in_front, shadows):
    """Return what the names in a condition stand for; the page says what they mean."""
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


def rows_under(heading):
    """Return the rows of the page's table that begins with this heading, as lists of texts."""
    lines = iter(PAGE.splitlines())
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


def values_of(cell):
    return [int(value) for value in cell.split()]


TABLES = {
    row["table"]: (
        values_of(row["visible fates"]),
        values_of(row["of them in front of the card"]),
        row["Shadows"] == "yes",
    )
    for row in rows_under("table")
}
COUNTS = {row["card"]: row for row in rows_under("card")}
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
