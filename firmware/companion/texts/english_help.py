"""What each screen is for and what its buttons do, in English: the name of the screen's class, "=", the text.

"|" begins a new line. It is read when somebody asks, and given back at once.
"""

HELP = """
Title=The companion sits in for The Hours: it keeps score, doom, fading and faded powers.|UP and DOWN \
move, B chooses.|Holding B explains any screen; in a game it takes back the last step.
NewGame=Who plays, and what.|UP and DOWN move, C changes the line, B goes on to the first row. \
Everything is remembered for the next game.
Names=The names at the table, in turn order.|UP and DOWN move, C rewrites a name, B is done.
Sets=The cards in your deck.|UP and DOWN move, C puts a set in or takes it out, B is done.
NameEditor=A name, letter by letter.|UP and DOWN turn the last letter, C adds one, A takes one away, B \
is done.|Hold C for a second to give the last letter an accent; UP and DOWN then turn through all it can have.
FirstRow=The four cards that lie in the row, left to right.|UP and DOWN move along the names, A and C \
from column to column, B takes the card.
Adventurers=Who was dealt which adventurer.|UP and DOWN move, C changes the adventurer, B goes on.
Play=The active player draws and plays a fate in front of a card.|A and C move along menu, cards, powers \
and lines; UP and DOWN turn the fate, B plays it. Only what the rules allow is offered.
IllegalPlay=A fate was put where nothing allows it; it stays there, and there is no prediction.|A and C \
move, UP and DOWN turn the fate, B enters it.
Predict=The group may predict the fate that was kept.|A: no prediction. B: it was right. C: it was \
wrong.|UP opens the menu, DOWN the powers. Marked cards fade when the turn ends.
Named=The value that the group predicted, for your record.|UP and DOWN turn it, B notes it, A notes \
none, C goes back.
Hidden=The fate that went back to the bag, if the table saw it.|UP and DOWN turn it, B notes it, A goes \
on without.
Predicted=The prediction is done, and something may still be used.|A ends the turn, B and C do what \
stands beside them, UP opens the menu.
Ask=A question about the table.|UP and DOWN turn what it is about, B and C answer it, A does what stands \
beside it.
Deal=A card faded or was replaced: which card came from the deck?|UP and DOWN move along the names, A \
and C from column to column, B takes the card.
GameMenu=What may be done now besides playing.|UP and DOWN move, B chooses, A goes back to the \
table.|Holding B takes back without the menu.
Levels=How much the companion helps. Less help is yours to choose, more takes everybody's consent.|UP \
and DOWN move, B chooses, A goes back.
Lines=The number lines, as the group has them flipped.|A and C move, B flips a token, DOWN turns to the \
next player. UP goes back, and what you flipped is kept.
Powers=All faded powers, with what each one does and when.|UP and DOWN move, B uses the power, A goes \
back. One power a turn.
Abilities=Adventurers and faded powers, with what each one does and when.|UP and DOWN move, B uses it, A \
goes back.
Undo=The last step can be taken back, and the one before, and so on.|B takes it back, A leaves \
everything as it is.|Short cut: hold B for a second, on any screen of a game.
Result=The game is over and kept until a computer fetches it.|A takes the last step back, and the game goes \
on. B goes to the title.
Menu=A list to choose from.|UP and DOWN move, B takes the line, A goes back.
Clock=The date and time that are noted with a game.|A and C move, UP and DOWN turn the number, B sets \
the clock.
Device=What to know when something is wrong.|A goes back.
Spoils=The fate that was predicted strikes a creature or takes doom back.|A and C move along doom and \
creatures, UP and DOWN turn the fate, B does it.
Look=The creatures, and how far each is met.|A goes back.
Meet=A creature shows itself: choose the card that was drawn.|UP and DOWN move, B takes it; the last \
line enters a new one.
Own=The creatures that you entered.|UP and DOWN move, B does what stands beside it, A goes back.
NewCreature=A creature of your own.|UP and DOWN turn what is marked, A and C move, B is done.
"""
