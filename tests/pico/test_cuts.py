"""Nothing is ever lost: the power of an emulated Pico fails at random moments of an evening of games.

What is going on: games entered over the link, with steps taken back; settings changed, several at once; games
fetched into a library and freed. (Games entered with the buttons are in test_companion.py, updates in
test_install.py.) The flash takes its real time, and what it was erasing or programming is left half done: its
first bytes, or bits anywhere in it. What is checked how:

- Every cut: the file system mounts, and all that nobody was changing is in it. The firmware's journal,
  session and settings, run by CPython, find what had been answered before the cut and at most what was being
  asked for; a game that is gone is in the library. littlefs takes more files, on the bits as they were left.
- Of those that left different files, some: an emulated Pico starts with that flash, draws, tells the same
  over its link, and has its game go on, as the flash shows once more.

`pytest --soak -rP tests/pico/test_cuts.py tests/pico/test_install.py` runs all of them and prints how many.
"""

import random
from collections import Counter

import pytest
from arcana_host import vectors_folder
from arcana_host.library.store import Library
from arcana_portable.record import Record
from pico.cuts import Evening, check, check_takes_more, check_woken, wake_all
from pico.handheld import Handheld, firmware

FEW = [("random-20", "random-07")]
MANY = [
    ("random-20", "random-21", "random-17", "random-07", "random-16"),
    ("random-14", "random-22", "random-11"),
    ("random-05", "random-15"),
    ("random-20", "random-21"),
]
KEEPER = [("spirit-island-16", "spirit-island-england"), ("spirit-island-14", "spirit-island-13")]
"""The vectors that are played, and fetched together; those of Spirit Island in the soak alone."""

CHANGES = [
    {"language": "german", "doom": 4, "names": "Zoe,Max,Ann"},
    {"doom": 0},
    {"language": "english", "mode": "duel", "note": True, "sets": "base,stars"},
    {"names": "Maximilian,Ann-Kathrin,Bo,Cy,Di", "players": 5, "first": 3, "assist": "oracle"},
]
"""The settings that are changed after each game, in turn."""

OFTEN = {"game": 2, "settings": 1, "sync": 3}
OFTEN_IN_SOAK = {"game": 4, "settings": 3, "sync": 8}
CUTS, CUTS_IN_SOAK = 25, {"shipwreck": 800, "spirit_island": 500}
BOOTED, BOOTED_IN_SOAK = 2, 40


def vector(name):
    return Record.from_text((vectors_folder() / f"{name}.arcana").read_text()).without_undos().events


@pytest.fixture(scope="module", params=["shipwreck", pytest.param("spirit_island", marks=pytest.mark.slow)])
def evening(image, request, tmp_path_factory):
    soak = request.config.getoption("--soak")
    all_games = {"shipwreck": MANY if soak else FEW, "spirit_island": KEEPER}[request.param]
    handheld = Handheld(image)
    handheld.boot()
    with Library(tmp_path_factory.mktemp("library")) as library:
        evening = Evening(handheld, library, OFTEN_IN_SOAK if soak else OFTEN, seed=20)
        changed = 0
        for games in all_games:
            for name in games:
                evening.play(vector(name))
                evening.set(**CHANGES[changed % len(CHANGES)])
                changed += 1
            assert len(evening.sync()) == len(games)
        yield evening


@pytest.fixture(scope="module")
def different(evening, image):
    """Check every cut; return those that left different files, with these files."""
    found = {}
    for cut in evening.cuts:
        files = check(cut, firmware(image))
        check_takes_more(cut.flash, files)
        found[frozenset(files.items())] = (cut, files)
    return list(found.values())


def test_nothing_is_lost_and_the_flash_can_be_written_after_any_cut(evening, different, soak, request):
    game = request.node.callspec.params["evening"]
    assert len(evening.cuts) >= (CUTS_IN_SOAK[game] if soak else CUTS)
    kinds = Counter(cut.step.kind for cut in evening.cuts)
    torn = Counter(cut.step.kind for cut in evening.cuts if cut.torn)
    assert kinds.keys() == torn.keys() == OFTEN.keys()
    for kind, count in kinds.items():
        left = sum(cut.step.kind == kind for cut, _ in different)
        print(
            f"{kind} of {game}: {count} cuts, {torn[kind]} in the middle of a write, {left} different flashes"
        )


def test_it_starts_with_what_it_had_and_goes_on(evening, different, image, soak):
    chosen = random.Random(21).sample(different, min(len(different), BOOTED_IN_SOAK if soak else BOOTED))
    started = wake_all(image, [cut.flash for cut, _ in chosen])
    for woken, (_, files) in zip(started, chosen, strict=True):
        check_woken(woken, files)
    print(f"{len(started)} of {len(different)} different flashes started")
