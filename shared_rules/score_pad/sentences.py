"""The sentences that say why the score pad refuses an event, by the keys of `Refusal`."""

SENTENCES = """
# what buttons lead to: every language has it
number=Points are whole numbers from -%d to %d, such as 12 or -5.
setup=A game begins with its setup, and only once.
over=The game is over.
unknown=Nobody here is called %s.
too-many=%s would go beyond %d points, plus or minus.
had-solo=%s has had a solo.
nothing=There are no points yet: abandon the game instead.
start-low=Whoever begins with points loses them, so the highest total wins.
start-goal=All begin with %d points: a goal has to be higher.
# what only events lead to
# how an event reads
usage=An event is points, round, correct, solo, end, finish or abandon, its words separated by one space.
points='points' takes a player and a number, such as 'points Ann 12'.
round='round' takes a number for each player, such as 'round 3,-2,10'.
correct='correct' takes a round, a player and a number, such as 'correct 2 Ann 12'.
solo='solo' takes a player, such as 'solo Ann'.
end='end' takes nothing after it.
finish='finish' takes nothing after it.
abandon='abandon' takes nothing after it.
form=A score pad begins with 'setup score-pad players=Ann,Bo goal=100 wins=high rounds=0', or 'wins=low'; \
'title=Skat', 'zero=yes', 'solos=yes', 'bgg=6819' and 'start=20' can follow.
players=A score pad takes %d to %d players.
goal=The goal is 1 to %d points, or 0 for none.
start=The points at the beginning are 1 to %d, or 0.
rounds=The rounds are 1 to %d, or 0 for as many as you like.
bgg=The number at BoardGameGeek is 1 to %d, or 0 for none.
title=A title has at most %d characters, and none of ',', ';' and '='.
# the moment
begun=Somebody has points in this round already: enter those of the others one by one.
everybody=There are %d players: 'round' takes a number for each.
no-round=There is no round %d to correct.
sum=The points of the round add up to %d, not to 0.
no-solos=Nobody keeps track of solos in this game.
"""
