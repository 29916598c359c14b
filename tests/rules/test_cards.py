"""What is printed on the cards, typed from the cards and not from the code."""

from shared_rules.shipwreck import CARDS, POWERS

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


def test_every_power_has_the_title_and_the_moment_that_are_printed_on_it():
    powers = [POWERS[power] for power in POWERS]
    assert [(power.id, power.title, power.who, power.when) for power in powers] == columns(BACKS)
