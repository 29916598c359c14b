"""The sentences with which the game refuses an event, by the keys of `Refusal`."""

if False:  # for the type checker alone
    from typing import Any

_SENTENCES = """
# how an event reads
no-event='%s' is not an event.
lands=The lands are not kept yet, so '%s' can't be entered.
reveal='reveal' takes the code of an invader card, such as 'reveal 2J', or 'reveal reminder'.
next='next' takes nothing after it.
fear='fear' takes how much was generated, 1 to 99.
pool='pool' takes how many fear markers were added, 1 to 99.
card='card' takes nothing after it.
blight='blight' takes a number from 1 to 99 and, if wanted, a land, such as 'blight 1 A4'.
heal='heal' takes a number from 1 to 99 and, if wanted, a land, such as 'heal 1 A4'.
flip='flip' takes the id of a blight card, such as 'flip downward-spiral', or its number for a player.
accelerate='accelerate' takes the code of an invader card, such as 'accelerate 1W'.
extra='extra' takes ravage or build and a terrain: J, M, S, W, or C for the coast.
tally='tally' takes a number, such as 1 or -1.
won='won' takes nothing after it.
lost='lost' takes presence, adversary or scenario.
sacrifice='sacrifice' takes nothing after it.
count='count' takes what lies on the island, such as 'count dahan=7 blight=5'.
abandon='abandon' takes nothing after it.
# lands
land-word='%s' is neither pieces, such as E2 or T1s1, nor tokens, such as blight=1.
twice='%s' stands there twice.
# what is no setup
setup-form=The setup reads 'setup spirit-island players=Ann,Bo spirits=thunderspeaker,oceans-hungry-grasp \
boards=A,D adversary=england:4 second=sweden:2 scenario=blitz blight=card events=no', in this order; \
adversary, second and scenario may be left out.
players=At most %d can play.
one-spirit=Each player has one spirit.
spirit='%s' is no spirit.
spirit-twice=Among the spirits, %s stands twice.
one-board=There is one board for each player.
board='%s' is no board: they are A to H, thematic and thematic-tokens.
board-twice=Board %s stands there twice.
thematic=The thematic map is played with all of its boards or with none.
adversary-level='%s' is no adversary with a level from 0 to 6, such as england:4.
second-same=The two adversaries are two different ones.
second-alone=A second adversary needs a first one.
scenario='%s' is no scenario.
blight-key='blight=' takes 'card' or 'none'.
events-key='events=' takes 'yes' or 'no'.
# the moment
once=A game begins with its setup, and only once.
over=The game is over.
not-over=Dahan and blight are counted when the game is over.
counted=Dahan and blight were counted already.
flip-first=The blight card turns first: which one is it?
no-flip=The blight card turns when the last blight has left it.
flipped=This blight card has turned already.
accelerate-first=The setup has one more card to come: the top card of the deck goes to the discard.
reveal-first=The invader card comes first: which one is it?
no-reveal=No invader card is turned up now.
not-next=The next card of the deck can't be %s.
reminder-first=The reminder card comes first.
no-cards=The invader deck has no card left.
cards-first=Fear cards wait to be resolved.
no-card=No fear card is to be resolved now.
no-land=%s is no land of the boards in play.
extra-twice=This extra step is listed already.
no-tally=There is no counter to keep for the adversary.
tally-low=The counter would fall below nought.
no-adversary=There is no adversary in this game.
no-scenario=There is no scenario in this game.
"""


def sentence(key: str, *values: "Any") -> str:
    """Return the sentence of a key, with the values in it. Raises KeyError when there is none."""
    start = _SENTENCES.find("\n%s=" % key)
    if start < 0:
        raise KeyError(key)
    start += len(key) + 2
    text = _SENTENCES[start : _SENTENCES.find("\n", start)]
    return text % values if values else text
