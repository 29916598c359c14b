"""The score pad on the emulated Pico: games have the same states there, and leave memory."""

from pico.floors import heap_floor
from pico.handheld import Handheld
from rules.vectors import vectors

from shared_rules.games import rules_of
from shared_rules.record import fold

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
    assert free >= heap_floor(handheld)


def entered(handheld, number, event):
    """Enter an event over the link; return how many the game has then."""
    length = handheld.ask("enter", event=number, text=event)["events"]
    if not number:
        # the first game of another kind has the device start again
        handheld.settle()
    return length


def test_every_vector_is_played_with_its_states(image):
    handheld = Handheld(image)
    handheld.boot()
    for name, lines, _ in vectors("score_pad"):
        events, game = fold(lines), rules_of(lines[0]).Game()
        for number, event in enumerate(events):
            length = entered(handheld, number, event)
            game.apply(event)
            # some follow by themselves, with the event before
            if length == number + 1:
                assert handheld.ask("state")["state"] == game.state(), (name, event)
        if not game.result:
            handheld.ask("enter", event=len(events), text="abandon")
    assert handheld.ask("log")["lines"] == []
