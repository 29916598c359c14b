"""The score pad on the emulated Pico: a game of eight has the same state there, and leaves memory."""

from pico.handheld import Handheld

from shared_rules.games import rules_of

FREE_HEAP = 104_000
EVENTS = (
    "setup score-pad players=Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida goal=0 wins=low rounds=0",
    "round 1,-2,3,12345,5,6,7,8",
    "correct 1 Di -12345",
    "points Ann 26",
)


def test_a_game_of_eight_has_the_same_state_and_leaves_memory(image):
    handheld = Handheld(image)
    handheld.boot()
    for number, text in enumerate(EVENTS):
        handheld.ask("enter", event=number, text=text)
    game = rules_of(EVENTS[0]).Game.replay(EVENTS)
    assert handheld.ask("state")["state"] == game.state()
    free = handheld.ask("info")["free_heap"]
    print(f"{free} bytes are free in a game of eight on the score pad")
    assert free >= FREE_HEAP
