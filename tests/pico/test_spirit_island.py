"""Spirit Island on the emulated Pico: fear at its buttons, the states of whole games, and memory."""

from arcana_host.translation import ENGLISH, device_texts
from pico.floors import FULLEST_HEAP, heap_floor
from pico.island_game import game_of, ninth_turn
from pico.power_on import with_game
from rules.vectors import vectors

from shared_rules.games import rules_of
from shared_rules.record import fold
from shared_rules.spirit_island.components import matching_lands
from shared_rules.spirit_island.lands.land import as_it_begins, read_land


def test_fear_is_written_once_by_another_button_or_after_four_seconds(image):
    events = ninth_turn()
    handheld = with_game(image, events)
    game = rules_of(events[0]).Game.replay(events)
    for press in ("up", "up", "up", "down", "b"):
        handheld.press(press)
    handheld.settle()
    game.apply("fear 2")
    game.apply("next")
    assert handheld.ask("state")["state"] == game.state()
    handheld.press("up")
    handheld.pico.run(4500)
    handheld.settle()
    game.apply("fear 1")
    assert handheld.ask("state")["state"] == game.state()
    free = handheld.ask("info")["free_heap"]
    print(f"{free} bytes are free in turn 9")
    assert free >= heap_floor(handheld)
    assert handheld.ask("log")["lines"] == []


def test_short_vectors_are_played_with_their_states(image):
    handheld = None
    seen = set()
    for name, lines, _ in vectors("spirit_island"):
        events = fold(lines)
        adversary = [word for word in events[0].split() if word.startswith("adversary=")]
        kind = adversary[0].split(":")[0] if adversary else ""
        if kind in seen or len(events) > 30:
            continue
        seen.add(kind)
        handheld = handheld or with_game(image, events[:1])
        game = rules_of(lines[0]).Game()
        for number, event in enumerate(events):
            length = handheld.ask("enter", event=number, text=event)["events"]
            game.apply(event)
            if length == number + 1:
                assert handheld.ask("state")["state"] == game.state(), (name, event)
        if not game.result:
            handheld.ask("enter", event=len(events), text="abandon")
    assert len(seen) > 3
    assert handheld.ask("log")["lines"] == []


def test_a_land_is_calculated_and_its_result_taken_over(image):
    events = game_of(
        lambda game: game.turn == 3 and game.step == "ravage" and not game.owed and game.blight_on_card > 2
    )
    handheld = with_game(image, events)
    # a town, whose health is 3 against this adversary, and three dahan beside what the setup put there; then
    # the steps, and what they bring
    for press in ("c", "c", "c", "up", "c", "c", "up", "up", "up"):
        handheld.press(press)
    handheld.settle()
    free = handheld.ask("info")["free_heap"]
    print(f"{free} bytes are free with the calculator open")
    assert free >= FULLEST_HEAP
    for press in ("b", "b"):
        handheld.press(press)
    handheld.settle()
    game = rules_of(events[0]).Game.replay(events)
    land = next(land for code in game.ravage for land in matching_lands(game.boards, code))
    lies = as_it_begins(device_texts("spirit_island", ENGLISH, "beginning"), game, land)
    lies.pieces += read_land("T1 D3").pieces
    game.apply(f"ravage {land} {lies} cascade=?")
    assert handheld.ask("state")["state"] == game.state()
    # what it took is given back, and the calculator opens again beside it, from the menu
    for press in ("a", "b", "down", "b"):
        handheld.press(press)
    handheld.settle()
    free = handheld.ask("info")["free_heap"]
    print(f"{free} bytes are free with the calculator open once more")
    assert free >= FULLEST_HEAP
    assert handheld.ask("log")["lines"] == []
