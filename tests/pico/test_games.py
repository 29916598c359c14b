"""The games on the emulated Pico: chosen, with the states that they have elsewhere, and leaving memory."""

import asyncio
import json

import pytest
import zxingcpp
from arcana_host import vectors_folder
from arcana_host.install.build import device_files
from arcana_host.virtual.boards import REFERENCE_BOARD
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.record import Record, without_undos
from arcana_portable.translation import device_texts
from arcana_portable.virtual import panel
from emulator.pico import EmulatedPico
from pico.floors import FULLEST_HEAP, PRESS_MS, SLOWEST_PRESS_MS, heap_floor
from pico.handheld import ENGLISH, Handheld, board_file, firmware, modules, mpy_version
from pico.island_game import game_of, ninth_turn
from pico.power_on import with_game
from rules.spirit_island_games import long_game
from rules.vectors import find_vector, vectors

from shared_rules.games import NAMES, rules_of
from shared_rules.play_link import unpack
from shared_rules.protocol import LinkError
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import matching_lands
from shared_rules.spirit_island.lands.land import as_it_begins, read_land

OTHER = "score_pad"
GAME_FILE = "/games/0001-deadbeef.arcana"
RUNNING = b'[Game "deadbeef"]\nsetup score-pad players=Ann,Bo goal=100 wins=high rounds=0\npoints Ann 12\n'
SHIPWRECK = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


async def title_with(folder, **settings):
    """The glass of a virtual device with these settings, at its title."""
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps(settings))
    async with HostDevice(folder, speed=1000) as device:
        while not device.panel.full_refreshes or device.panel.busy:
            await asyncio.sleep(0.01)
        return device.glass


async def test_the_other_game_is_chosen_on_the_title_and_played(any_image, tmp_path):
    handheld = Handheld(any_image)
    handheld.boot()
    # below a new game and the settings
    for _ in range(2 + NAMES[1:].index(OTHER)):
        handheld.press("down")
    handheld.settle()
    started = handheld.pico.panel.full_refreshes
    handheld.press("b")
    handheld.pico.run_until(lambda: handheld.pico.panel.full_refreshes > started, 15_000, 10)
    handheld.settle()
    assert handheld.pico.panel.glass == await title_with(tmp_path / "flash", game=OTHER)
    for presses in (("b", "b"), ("up", "b")):
        for button in presses:
            handheld.press(button)
        # what confirms on a screen that nobody has seen yet is dropped
        handheld.settle()
    assert handheld.record() == ["setup score-pad players=Ann,Bo goal=0 wins=high rounds=0", "points Ann 1"]
    assert handheld.ask("state")["state"]["totals"] == [1, 0]
    assert handheld.ask("log")["lines"] == []
    assert handheld.pico.panel.faults == handheld.pico.errors == []


def test_a_running_game_waits_untouched_until_its_rules_are_installed(image):
    def companion(games, content):
        files = {f"/{path}": content for path, content in device_files(mpy_version(image), games).items()}
        files.update({**board_file(REFERENCE_BOARD), **ENGLISH, GAME_FILE: content})
        handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
        handheld.boot()
        return handheld

    handheld = companion(["shipwreck"], RUNNING)
    for event, text in ((0, SHIPWRECK), (2, "points Bo 3")):
        with pytest.raises(LinkError, match="rules of score-pad"):
            handheld.ask("enter", event=event, text=text)
    files = handheld.pico.read_files()
    assert {path: files[path] for path in files if path.startswith("/games/")} == {GAME_FILE: RUNNING}
    again = companion(NAMES, files[GAME_FILE])
    assert again.ask("state")["state"]["totals"] == [12, 0]
    assert again.pico.panel.faults == handheld.pico.panel.faults == []


def names_of(handheld):
    return [path for path in handheld.pico.read_files() if path.startswith("/games/")]


@pytest.mark.parametrize(
    "setup", ["setup score-pad players=Ann,Bo goal=0 wins=high rounds=0", long_game()[0], SHIPWRECK]
)
def test_a_setup_is_changed_and_the_wrong_game_is_gone(image, setup):
    handheld = with_game(image, [setup])
    before, free = names_of(handheld), handheld.ask("info")["free_heap"]
    # the question, the form, and the game that it begins; in The Shipwreck Arcana with its first row
    for press in ("b:long", "b", "b", *("b" * 4 if setup == SHIPWRECK else "")):
        handheld.press(press)
        handheld.settle()
    after = names_of(handheld)
    print(f"{free} bytes are free after a setup, {handheld.ask('info')['free_heap']} after another one")
    assert len(before) == len(after) == 1 and before != after and len(handheld.record()) == 1
    if setup == SHIPWRECK:
        assert " row=dawn,the-deep,the-mirror,the-key" in handheld.record()[0]
    screens = 3 if setup == SHIPWRECK else 2
    assert handheld.ask("info")["free_heap"] >= free - screens * SMALL_CHANGE
    assert handheld.ask("log")["lines"] == []


# The Shipwreck Arcana


TO_THE_QUESTION_AND_BACK = "bab"
SMALL_CHANGE = 2_000
"""Bytes that a screen may leave behind, as names that a module brings are never freed."""


def test_a_question_opens_quickly_again_and_leaves_the_memory_to_the_table(image):
    # a prediction of five, with faded powers at hand
    events = list(find_vector(players=5, sets=4, hit=7))[:13]
    while not events[-1].startswith("play "):
        events.pop()
    handheld = with_game(image, events)
    free = handheld.ask("info")["free_heap"]
    handheld.press("down")
    took = []
    for press in TO_THE_QUESTION_AND_BACK:
        handheld.settle()
        took.append(handheld.press_and_time(press))
    print(f"a power's question: {took[0]:.0f} ms, back {took[1]:.0f}, once more {took[2]:.0f}")
    # what led there is still in memory for the way back, and to open it again
    assert took[0] <= SLOWEST_PRESS_MS and max(took[1:]) <= PRESS_MS
    for press in "aa":
        handheld.press(press)
    handheld.settle()
    assert handheld.ask("info")["free_heap"] >= free - SMALL_CHANGE
    assert handheld.ask("log")["lines"] == []


# the score pad


EVENTS = (
    "setup score-pad players=Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida goal=0 wins=low rounds=0",
    "round 1,-2,3,12345,5,6,7,8",
    "correct 1 Di -12345",
    "points Ann 26",
)


LONG_NAMES = [letter * 12 for letter in "ŁBCDEFGH"]
ADDRESS = "https://somebody-with-a-long-name.github.io/boardgames-more/"


def test_hearts_is_set_up_and_the_code_of_eight_long_names_is_read(image):
    settings = {"language": "english", "game": "score_pad", "names": ",".join(LONG_NAMES), "page": ADDRESS}
    files = {
        **board_file(REFERENCE_BOARD),
        **firmware(image),
        "/settings.json": json.dumps(settings).encode(),
    }
    handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
    handheld.boot()
    for press in "bcb":
        handheld.press(press)
        handheld.settle()
    for press in ("down", *"cccccc"):
        handheld.press(press)
    handheld.settle()
    handheld.press("b")
    handheld.settle()
    points = [100, 5, 0, 7, 8, 9, 10, 11]
    setup = f"setup score-pad players={','.join(LONG_NAMES)} goal=100 wins=low rounds=0 title=Hearts"
    assert handheld.record() == [setup]
    handheld.ask("enter", event=1, text="round " + ",".join(map(str, points)))
    handheld.settle()
    took = handheld.press_and_time("c")
    handheld.settle()
    picture = panel.picture(panel.inverted(bytes(handheld.pico.panel.glass)), 296)
    (code,) = zxingcpp.read_barcodes(picture.convert("L"))
    free = handheld.ask("info")["free_heap"]
    print(f"the code of eight: {took:.0f} ms, {free} bytes free")
    address, _, digits = code.text.partition("#")
    (title, _, highest, players), _, _ = unpack(digits)
    assert (address, title, highest) == (ADDRESS, "Hearts", False)
    assert players == [(name, each, each == 0) for name, each in zip(LONG_NAMES, points, strict=True)]
    assert free > FULLEST_HEAP and handheld.ask("log")["lines"] == []


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
        events, game = without_undos(lines), rules_of(lines[0]).Game()
        for number, event in enumerate(events):
            length = entered(handheld, number, event)
            game.apply(event)
            # some follow by themselves, with the event before
            if length == number + 1:
                assert handheld.ask("state")["state"] == game.state(), (name, event)
        if not game.result:
            handheld.ask("enter", event=len(events), text="abandon")
    assert handheld.ask("log")["lines"] == []


# Spirit Island


def test_fear_is_written_once_by_another_button_or_after_four_seconds(image):
    events = ninth_turn()
    handheld = with_game(image, events)
    game = rules_of(events[0]).Game.replay(events)
    for press in ("up", "up", "up", "down", "b"):
        handheld.press(press)
    handheld.settle()
    game.apply("fear 2")
    state = handheld.ask("state")["state"]
    while game.step != state["step"]:
        game.apply("next")
    assert state == game.state()
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
        events = without_undos(lines)
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
    lies = as_it_begins(device_texts("spirit_island", "english", "beginning"), game, land)
    lies.pieces += read_land("T1 D3").pieces
    game.apply(f"ravage {land} {lies} cascade=?")
    state = handheld.ask("state")["state"]
    assert set(state.pop("noted")) <= {land} and state == game.state()
    # what it took is given back, and the calculator opens again beside it, from the menu
    for press in ("a", "b", "down", "down", "b"):
        handheld.press(press)
    handheld.settle()
    free = handheld.ask("info")["free_heap"]
    print(f"{free} bytes are free with the calculator open once more")
    assert free >= FULLEST_HEAP
    assert handheld.ask("log")["lines"] == []


# its rules alone: the same states, soon enough, in little memory


ACCEPT_MS, UNDO_MS = 800, 150
"""For the events of a long game at power-on, and for taking back the last of them."""

ROOM = 12_000
"""Bytes of the heap that such a game takes beside the code of its rules."""

_LIMIT_MS = 120_000
# the random games with lands are played on the MicroPython VM, which is quicker
ISLAND_GAMES = [game for game in vectors("spirit_island") if not game[0].startswith("spirit-island-lands-0")]
_SCRIPT = """
import gc, json, sys, time
from shared_rules.spirit_island import Game

def digests(events):
    game = Game()
    told = []
    for text in events:
        game.apply(text)
        told.append(game.digest())
    return told

def long_game(events):
    start = time.ticks_ms()
    game = Game()
    for text in events:
        game.accept(text)
    accepted = time.ticks_diff(time.ticks_ms(), start)
    start = time.ticks_ms()
    game.apply("undo")
    undone = time.ticks_diff(time.ticks_ms(), start)
    for name in ("setup", "tables"):
        sys.modules.pop("shared_rules.spirit_island." + name, None)
        if hasattr(sys.modules["shared_rules.spirit_island"], name):
            delattr(sys.modules["shared_rules.spirit_island"], name)
    return game, accepted, undone

with open("/input.json") as file:
    given = json.load(file)
# the code of the rules is loaded once before, as names that it brings are never freed
long_game(given["long"][:2])
gc.collect()
free = gc.mem_free()
"""


@pytest.fixture(scope="module")
def pico(image):
    """A Pico with the rules, to which a module of tests gives its records."""
    games = [without_undos(events) for _, events, _ in ISLAND_GAMES]
    given = json.dumps({"vectors": games, "long": long_game()}).encode()
    program = f"{_SCRIPT}"
    pico = EmulatedPico(image, {**modules(image), "/input.json": given})
    pico.exec(program, _LIMIT_MS)
    return pico


def test_a_long_game_comes_back_soon_and_takes_little_memory(pico):
    pico.exec('game, accepted, undone = long_game(given["long"])', _LIMIT_MS)
    # apart, as the garbage collector takes what is left on the stack of the calls before for pointers
    code = "gc.collect(); print(json.dumps([accepted, undone, free - gc.mem_free(), game.digest()]))"
    accepted, undone, room, digest = json.loads(pico.exec(code, _LIMIT_MS))
    print(f"250 events: {accepted} ms; the last one taken back: {undone} ms; {room} bytes")
    assert digest == Game.replay(long_game()[:-1]).digest()
    assert accepted <= ACCEPT_MS and undone <= UNDO_MS and room <= ROOM


def test_every_vector_has_its_states(pico):
    for number, (name, lines, _) in enumerate(ISLAND_GAMES):
        events, game = without_undos(lines), Game()
        digests = json.loads(pico.exec(f"print(json.dumps(digests(given['vectors'][{number}])))", _LIMIT_MS))
        for text, digest in zip(events, digests, strict=True):
            game.apply(text)
            assert game.digest() == digest, (name, text)


# games in a row: the last one has as much free memory as the first. tests/wasm does the same with all the
# vectors, all buttons and all pictures, for a thousand games


ROUND, SHORT_ROUND = ("20", "17", "07"), ("20",)
"""The vectors that are played in a row: short whole games of three modes."""
ROUNDS, FEW_ROUNDS = 10, 3
IN_HAND = 256
"""Bytes that the app may have in hand for what it is doing; thirty games could not lose less than 480."""


def vector(number):
    return Record.from_text((vectors_folder() / f"random-{number}.arcana").read_text()).without_undos().events


def play(handheld, events):
    """Play a whole game from the title and back to it, have it fetched, and return the bytes then free."""
    for number, event in enumerate(events):
        handheld.ask("enter", event=number, text=event)
        if number == 0:
            # from the title to the table
            handheld.press("b")
    handheld.settle()
    # from the result to the title
    handheld.press("b")
    handheld.settle()
    game = handheld.ask("info")["game"]
    assert handheld.fetched(game).events == events
    assert handheld.remove(game)
    return handheld.ask("info")["free_heap"]


def test_games_in_a_row_leave_as_much_memory_as_the_first(image, soak):
    handheld = Handheld(image)
    handheld.boot()
    title = handheld.pico.panel.glass
    games = [vector(number) for number in (ROUND if soak else SHORT_ROUND)]
    rounds = ROUNDS if soak else FEW_ROUNDS
    free = [[play(handheld, events) for events in games] for _ in range(rounds)]
    count = rounds * len(games)
    # what is made once and stays, the first round has made
    print(f"{count} games on the emulated Pico, bytes free in the second and last round: {free[1], free[-1]}")
    assert [now for then, now in zip(free[1], free[-1], strict=True) if now < then - IN_HAND] == []
    # a game that was fetched is offered no more
    handheld.settle()
    assert handheld.pico.panel.glass == title
    assert handheld.pico.panel.faults == []
