"""The sentences that say why an event is refused, by the keys of `Refusal`.

They are imported only to show a sentence. This module must not know the rules.
"""

from shared_rules.errors import find_line

if False:  # for the type checker only
    from collections.abc import Callable
    from typing import Any

SENTENCES = """
# what buttons lead to: every language has it
setup=A game begins with its setup, and only once.
over=The game is over.
deal=The empty place needs its card first.
no-deal=No place needs a card.
cannot-draw=The bag has too few fates: %s can't draw, and passes.
all-seen=All three %ds lie on the table or are out of the game.
no-card=No card lies at place %d.
feast=The Feast takes one play per turn; play elsewhere.
hours=With a %d there is always a card of the row to play on.
no-play=A %d can't be played on %s, whatever fate is kept.
no-answer=That can't be the answer, whatever fate is kept.
too-soon=The turn can't end before a fate is played.
mid-turn=Players join and leave between turns.
taken=There is a player called %s already.
five=Five players at most.
two=It takes two to play; abandon the game instead.
one-power=Only one faded power may be used per turn.
freed=The freed fate can't be a %d.
no-fates=The Vanquisher removes a card without fates.
creature-name=The name of a creature is 1 to %d characters from A-Z a-z 0-9 _ -.
condition-long=A condition has at most %d characters.
condition-twice='%s' is in the condition twice.
never-met='%s' is never met: there are three tokens each of 1 to 7.
need-number=After '%s' comes %d to %d: there are three tokens each of 1 to 7.
# what only events lead to
# not an event
spaces=The words of an event are separated by one space, with none after the last.
no-event='%s' is not an event.
usage=After '%s' comes %s.
use=After 'use' comes the card whose power is used, by its id.
sands=Sands can't be used; it attaches by itself.
# not a setup
mode=A game begins with a setup such as '%s'.
setup-form=The setup reads '%s'.
setup-keys=The setup names doom, sets, players and row, each once, and assist if wanted.
twice='%s=' names something twice.
takes='%s=' takes %d.
takes-some='%s=' takes %d to %d.
is-none='%s=' does not take '%s'.
level=The level of assistance is one of %s.
doom=The doom at the start is 0 to 6.
adventurer=Each player has an adventurer in Creatures from the Deep, and only there.
# the moment
moment='%s' comes %s; now it is %s.
tell=The Chalice asks first whether the kept fate is higher.
steal=The Thief comes first: a fate is stolen, or there is none to steal.
inevitable=The Fall comes first: will it fade?
spoils=The freed fate comes first: it strikes a creature or averts doom.
meet=First say which creature appears.
# plays and answers
unasked='%s' is not asked for now.
thief=The Thief steals from another card.
no-fate=No %d lies in front of place %d.
illegal=A fate was played already: 'illegal' alone says that this play was not allowed.
none-bad=There is no play that could have been illegal.
# predictions and what is revealed
one-value=The group may predict %d time this turn.
values=The group may predict %d times this turn.
no-8=No fate has the value 8.
raised=A raised value is predicted only after Shadows.
value-twice=A value is predicted only once; %s is named twice.
outcome=That can't be a %s: after this turn's play the fate can be %s.
no-miss=A hidden fate is shown after a wrong prediction.
was-shown=The hidden fate was shown already.
hidden=The hidden fate can't have been a %d.
own-fate=It is the turn of %s, whose fates stay hidden. Another player may give up a last copy.
no-holder=%s holds no fate.
last-copy=Only a last copy is revealed: another %d may be in the bag or in another hand.
must-hold=The active player must hold that %d.
# number lines and levels
no-lines=No number lines are kept in this game.
no-line=%s holds no fate, so there is nothing to note.
same-level=The game has that level of help already.
consent=More help needs everybody's consent ('agreed'); less help does not.
# the end of a turn, and the new cards
not-empty=Place %d does not need a card.
no-set=%s is not in the sets of this game.
top-card=The deck's top card is known: it is %s.
not-top=%s can't be the deck's top card.
# who plays
unknown=Nobody here is called %s.
duel=Nobody joins or leaves the 2-player challenge.
no-seat=There is no seat %d in the turn order.
# faded powers
not-faded=%s is not a faded power now.
at-start=%s is used before the turn's first play.
at-play=%s is used after the play and before the prediction.
at-hit=%s is used after a correct prediction.
no-other=Another faded power is spent with it; %s is none.
none-old=%s held no fate on the turn before.
unseen=No %d is visible.
sparrows=Sparrows takes a card without fates.
elsewhere=The fate moves to another card of the row.
# Creatures from the Deep
no-deep=There are no creatures and no adventurers in this game.
no-spoils=A fate strikes or averts doom after a correct prediction, once.
no-level=No creature of level %d is in sight.
no-meeting=No creature appears now.
next-level=A creature of level %d appears now.
not-yours=%s is not the %s.
drawn=%s is the %s already.
not-ready=An adventurer is ready again after the next defeat.
not-now=This is not the moment for the %s.
defender=The Defender helps after a play on The Hours.
mage=The Mage draws again before the turn's first play.
summoner=Only a faded card known to be at the bottom of the deck can be called back.
vanquisher=The Vanquisher removes a card before the turn's first play.
# creatures of one's own
creature-level=The level of a creature is 1, 2 or 3.
creature-form=A creature reads level:name:condition, such as 1:Crab:3x7.
no-condition='%s' is no condition: 3x7, kind3, run4, odd3, even3, sum>=15, sum=15, pips>=6 and pips=6 are, \
or several joined by &.
"""

_SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"

# The words for the phases of a turn, and for the slots in the forms of an event.
PARTS = """
before-play=before the play
after-play=after the play
after-predict=after the prediction
deal=while a card is dealt
over=after the game
fate=a fate 1-7
place=a place 0-4
spot=a place 1-4
card=a card
player=a player
line=a player
tokens=tokens of the number line, from low to high
help=a level of assistance
level=a level 1-3
nothing=nothing more
or=or
creature=a creature such as 1:Crab:3x7
adventurer=an adventurer
index=a number 0-4
values=the values predicted
"""


def values_in_words(
    key: str, values: "tuple[Any, ...]", translate: "Callable[[str], str]" = str
) -> "tuple[Any, ...]":
    """Return the values of a sentence as it names them. translate: as for `Refusal.sentence`.

    >>> values_in_words("moment", ("end", "after-play", "before-play"))
    ('end', 'after the play', 'before the play')
    >>> values_in_words("usage", ("steal", [["fate", "spot"], ["none"]]))
    ('steal', 'a fate 1-7, a place 1-4 or none')
    """
    if key in ("mode", "setup-form"):
        return (_SETUP,)
    if key == "moment":
        return (values[0], _part(values[1], translate), _part(values[2], translate))
    if key == "outcome":
        return (values[0], ", ".join([str(fate) for fate in values[1]]))
    if key == "usage":
        ways = [", ".join([_part(word, translate) for word in form or ["nothing"]]) for form in values[1]]
        return (values[0], (" %s " % _part("or", translate)).join(ways))
    return values


def _part(word: str, translate: "Callable[[str], str]") -> str:
    # any other word stands for itself
    return translate(find_line(PARTS, word)) if "\n%s=" % word in PARTS else word
