"""The sentences that say why an event is refused, by the keys of `Refusal`."""

SENTENCES = """
# what buttons lead to: every language has it
land-word='%s' is neither pieces, such as E2 or T1s1, nor tokens, such as blight=1.
twice='%s' appears twice.
unknown-land=%s has not been entered yet: say what is there first.
not-there=The land does not have all of %s.
not-begun=No action is under way.
not-done=An action is under way: enter 'done' first.
card-first=First enter what the blight card does at once, then 'done'.
again=%s has done that already in this step. What a power or an event does goes between 'begin' and 'done'.
not-adjacent=Blight can't cascade to %s, as that is not next to %s.
cascade-where=Blight cascades from %s: say where it goes, such as cascade=A7.
no-cascade=No blight cascades from %s.
hit=%d damage can't destroy exactly %s.
hit-none=%d damage has to destroy something.
over-limit=This action removes more Health than %s.
replace-blight=Blight is added with 'add', not with 'replace'.
counts-as=In one action, a piece counts as one kind only.
players=At most %d can play.
spirit-twice=The spirit %s is named twice.
board-twice=Board %s is named twice.
thematic=Either all boards are those of the thematic map, or none is.
adversary-level='%s' is not an adversary with a level from 0 to 6, such as england:4.
second-same=The two adversaries have to be different.
second-alone=A second adversary needs a first one.
once=A game has one setup, as its first event.
over=The game is over.
not-over=Dahan and blight are counted when the game is over.
counted=Dahan and blight have been counted already.
flip-first=The blight card flips first: which one is it?
no-flip=The blight card flips when the last blight has left it.
flipped=This blight card has flipped already.
accelerate-first=The setup is not finished: the topmost card of the lowest stage goes to the discard.
reveal-first=The invader card comes first: which one is it?
no-reveal=No invader card is revealed now.
not-next=The next card of the deck can't be %s.
reminder-first=The reminder card comes first.
no-cards=The invader deck has no cards left.
cards-first=There are fear cards to resolve first.
no-card=There is no fear card to resolve now.
extra-twice=This extra step has been entered already.
no-tally=There is no counter in this game.
tally-low=The counter can't go below zero.
no-loss=No adversary in this game has a loss condition of its own.
no-scenario=There is no scenario in this game.
# what only events lead to
# how an event reads
no-event='%s' is not an event.
reveal='reveal' takes the code of an invader card, such as 'reveal 2J' or 'reveal 2J surely', or reminder.
next='next' takes nothing after it.
fear='fear' takes how much was generated, 1 to 99, or -1 to -99 for what is taken back.
pool='pool' takes how many fear markers were added, 1 to 99.
card='card' takes nothing after it.
blight='blight' takes a number from 1 to 99 and, if wanted, a land, such as 'blight 1 A4'.
heal='heal' takes a number from 1 to 99 and, if wanted, a land, such as 'heal 1 A4'.
flip='flip' takes the id of a blight card, such as 'flip downward-spiral', or its number for a player.
accelerate='accelerate' takes the code of an invader card, such as 'accelerate 1W'.
extra='extra' takes ravage, build or explore and a terrain: J, M, S, W, or C for the coast.
entrench='entrench' takes the code of an invader card of stage II or III, such as 'entrench 2J'.
fortify='fortify' takes a terrain: J, M, S or W.
tally='tally' takes a number, such as 1 or -1.
won='won' takes nothing after it, or scenario.
lost='lost' takes presence, adversary or scenario.
sacrifice='sacrifice' takes nothing after it.
count='count' takes what lies on the island, such as 'count dahan=7 blight=5'.
abandon='abandon' takes nothing after it.
# what a card says otherwise
reads='%s' reads such as '%s'.
card-twice=Card %s can lie in one place only.
not-pinned=Card %s is not pinned.
shuffle=Cards can be shuffled from the top two on, as many as there are.
# lands
land='land' takes a land and what lies there, such as 'land A8 E2 T1s1 C1d2 D3 blight=1'.
defend='defend' takes a land and a number from 1 to 99, such as 'defend A8 3'.
isolate='isolate' takes a land, such as 'isolate A8'.
ravage='ravage' takes a land and, if wanted, what holds there, such as 'ravage A8 before=1 hit=C1 cascade=A7'.
build='build' takes a land, such as 'build A8'.
explore='explore' takes a land, such as 'explore A8'.
damage='damage' takes a land and a number, such as 'damage A8 4 only=ET cap=3 bonus=1 hit=T1'.
destroy='destroy' takes a land and pieces, such as 'destroy A8 T1'.
add='add' takes a land and pieces or tokens, such as 'add A8 E1 wilds=1'.
remove='remove' takes a land and pieces or tokens, such as 'remove A8 blight=1'.
move='move' takes two lands and pieces or tokens, such as 'move A8 A7 E2'.
replace='replace' takes a land, what goes and what comes, such as 'replace A8 T1 E1'.
begin='begin' takes what begins, in words.
done='done' takes nothing after it.
cascade='cascade' takes a land and, if nobody has entered that one, its blight, vitality and beasts.
push='push' takes a land, such as 'push A7', or '-' for one that nobody has entered.
runoff='runoff' takes yes or no.
no-question=Nobody has asked for that now.
answer-first=An action waits for an answer: enter where the blight or the explorer goes, or yes or no.
push-where=An explorer can't be pushed to %s, as that is not next to %s.
# setups
setup-form=The setup reads 'setup spirit-island players=Ann,Bo spirits=thunderspeaker,oceans-hungry-grasp \
boards=A,D adversary=england:4 second=sweden:2 scenario=blitz blight=card events=no', in this order; \
adversary, second and scenario may be left out, and extra=C and archipelago=yes may stand after the boards.
one-spirit=Each player has one spirit.
spirit='%s' is not a spirit.
one-board=There is one board for each player.
board='%s' is not a board: they are A to H, thematic and thematic-tokens.
scenario='%s' is not a scenario.
archipelago-key='archipelago=' takes 'yes', or is left out.
blight-key='blight=' takes 'card' or 'none'.
events-key='events=' takes 'yes', 'no' or, for tokens without event cards, 'tokens'.
# what the game allows now
lies-there=Card %s lies on the invader board already.
not-there-card=Card %s does not lie face up on the invader board.
not-in-slot=Card %s does not lie in the slot of that step.
not-in-deck=Card %s can't leave: it is not there.
no-terror=Fear cards rule the terror level in this game.
no-fear-card=The fear deck does not have that many cards.
no-land=%s is not a land on the boards in play.
no-entrench=No invader card lies among the fear cards: that is a rule of Russia, from level 5 on.
entrench-stage=Among the fear cards lie one card of stage II and one of stage III: it can't be %s.
fortify-later=Fortification builds when the invader cards have advanced: in Slow Powers or Time Passes.
fortify-shown=Fortification builds in a terrain that no invader action shows: it can't be %s.
no-scenario-loss=This scenario has no loss of its own.
no-scenario-victory=This scenario has no victory of its own.
no-fear-victory=In this scenario the terror level wins nothing: 'won scenario' is its victory.
late-loss=This scenario can't be lost in turn 1.
"""
