"""A host lists the games by next to nothing of their bytes, and finds what a look at each of them would."""

import random
import shutil

import pytest
from companion import link, listing, stored_games
from companion.game_folder import records
from host.test_sync import LONG, SHORT, over, put_games
from link.bench import Bench

from shared_rules import protocol

GAMES = {f"aaaaaa{number:02x}": over(LONG if number % 3 else SHORT) for number in range(150)}
IDS = list(GAMES)
RUNNING = "cccccccc"


def boot(folder, games):
    put_games(folder, games)
    bench = Bench(folder)
    while bench.app.journal.tidy():
        pass
    return bench


@pytest.fixture
def bench(tmp_path):
    return boot(tmp_path, {**GAMES, RUNNING: (SHORT.events[:4], None)})


def pages(bench):
    first = 0
    while first is not None:
        page = bench.result("games", first=first)
        yield page
        first = page["next"]


def told(bench):
    return [tuple(game.values()) for page in pages(bench) for game in page["games"]]


@pytest.fixture
def quick(monkeypatch):
    """No game is looked at on its own."""
    monkeypatch.setattr(stored_games, "page_of_games", None)


def test_all_games_come_in_few_pages(bench, quick):
    expected = [(id, len(lines), True) for id, (lines, _) in GAMES.items()] + [(RUNNING, 4, False)]
    assert told(bench) == expected == bench.app.journal.games()
    assert [len(page["games"]) for page in pages(bench)] == [47, 48, 48, 8]


def test_a_page_looks_into_no_other_packs_and_comes_again_from_anywhere(bench, quick, monkeypatch):
    looked, look = [], listing.read_headings
    monkeypatch.setattr(
        listing, "read_headings", lambda stream, first: looked.append(first) or look(stream, first)
    )
    expected = told(bench)
    # the game with the number 0 was never there
    assert looked == list(range(0, 151, 16))
    for first in (0, 1, 15, 16, 63, 64, 127, 150, 151, 999):
        page = bench.result("games", first=first)
        assert [tuple(game.values()) for game in page["games"]] == expected[
            first : first + len(page["games"])
        ]
        assert page["games"] or first > 150


def test_a_page_that_failed_comes_whole_when_it_is_asked_for_again(bench, quick, monkeypatch):
    expected, first = told(bench), bench.result("games", first=0)["next"]
    packs, finished = iter(range(2)), listing._finished
    # there is no memory left for the second pack
    monkeypatch.setattr(listing, "_finished", lambda games: fail() if next(packs) else finished(games))
    assert bench.error("games", first=first)["code"] == protocol.FAULT
    monkeypatch.undo()
    assert bench.result("games", first=first)["games"][0]["game"] == expected[first][0]


def fail():
    raise MemoryError


def test_what_has_left_and_what_came_back_are_told_apart(bench, tmp_path, quick):
    journal, kept = bench.app.journal, records(f"{tmp_path}/games")
    for id in (IDS[20], IDS[21]):
        stored_games.confirm(journal, id, len(GAMES[id][0]))
    assert told(bench) == journal.games() and len(told(bench)) == len(GAMES) - 1
    for id in (IDS[21], IDS[20]):
        # of two with the same number, the earlier one comes last
        name = f"0000-{id}.arcana"
        (tmp_path / "games" / name).write_bytes(next(kept[name] for name in kept if id in name))
        bench.power_on()
        while bench.app.journal.tidy():
            pass
    assert told(bench) == bench.app.journal.games()
    assert [game for game, *_ in told(bench)][:3] == [IDS[20], IDS[21], IDS[0]]


def test_the_newest_game_is_listed_as_it_is(bench, quick):
    assert told(bench)[-1] == (RUNNING, 4, False)
    bench.result("enter", event=4, text="abandon")
    assert told(bench)[-1] == (RUNNING, 5, True)
    bench.power_on()
    assert told(bench)[-1] == (RUNNING, 5, True)


@pytest.mark.parametrize("place", [43, 147], ids=["in an early pack", "in the last one"])
def test_a_game_that_was_restored_between_others_is_listed_there(bench, tmp_path, place):
    journal, kept = bench.app.journal, records(f"{tmp_path}/games")
    name = next(name for name in kept if IDS[place] in name)
    stored_games.confirm(journal, IDS[place], len(GAMES[IDS[place]][0]))
    (tmp_path / "games" / name).write_bytes(kept[name])
    bench.power_on()
    assert told(bench) == bench.app.journal.games()
    assert told(bench)[place][0] == IDS[place]


def test_other_files_are_no_games(bench, tmp_path, quick):
    expected = told(bench)
    for name in ("0077.arcana", "0077-x.damaged", "0001-0016.games"):
        shutil.copy(tmp_path / "games" / "0000-0015.games", tmp_path / "games" / name)
    assert told(bench) == expected
    assert bench.result("games")["damaged"] == []


def test_an_older_game_that_goes_on_in_a_tail_is_not_listed_as_finished(bench, tmp_path):
    events, result = over(SHORT)
    lines = ['[Game "dddddddd"]', *events, f"# over {result} {len(events)}", ""]
    game = tmp_path / "games" / "0150-dddddddd.arcana"
    game.write_text("\n".join(lines))
    game.with_suffix(".tail").write_text(f"# from byte {game.stat().st_size}\nundo\n")
    assert told(bench) == bench.app.journal.games()
    assert "dddddddd" not in [id for id, *_ in told(bench)]


def test_a_damaged_file_that_could_not_be_renamed_is_listed_as_damaged(bench):
    bench.app.journal.stuck.append("0007-0badcafe.arcana")
    assert bench.result("games")["damaged"] == ["0007-0badcafe.arcana"]


def test_a_damaged_list_of_removed_games_brings_one_back(bench, tmp_path, quick):
    stored_games.confirm(bench.app.journal, IDS[20], len(GAMES[IDS[20]][0]))
    list_of_gone = tmp_path / "games" / "0016-0031.gone"
    list_of_gone.write_bytes(bytes([list_of_gone.read_bytes()[0] ^ 0x80]) + list_of_gone.read_bytes()[1:])
    bench.power_on()
    assert told(bench) == bench.app.journal.games()
    assert told(bench)[20][0] == IDS[20]


def test_pages_before_a_damaged_pack_are_quick(bench, tmp_path, monkeypatch):
    asked, slow = [], stored_games.page_of_games
    monkeypatch.setattr(
        stored_games, "page_of_games", lambda journal, first: asked.append(first) or slow(journal, first)
    )
    pack = tmp_path / "games" / "0064-0079.games"
    pack.write_bytes(pack.read_bytes().replace(b"# over", b"# gone", 1))
    assert told(bench) == bench.app.journal.games()
    assert asked[0] == 63


def test_the_games_with_longer_numbers_come_last(tmp_path, quick):
    put_games(tmp_path, {id: over(SHORT) for id in IDS[:20]}, first=9990)
    bench = Bench(tmp_path)
    for _ in ("in files of their own", "in packs"):
        assert [game for game, *_ in told(bench)] == IDS[:20]
        while bench.app.journal.tidy():
            pass


@pytest.mark.parametrize("events", ["007", "1234567"])
def test_a_number_of_events_that_json_does_not_know_is_not_passed_on(bench, tmp_path, events):
    text = f'[Game "dddddddd"]\n{SHORT.events[0]}\n# over won {events}\n'
    (tmp_path / "games" / "0150-dddddddd.arcana").write_text(text)
    assert told(bench) == bench.app.journal.games()


def test_without_games_there_is_one_empty_page(tmp_path, quick):
    assert Bench(tmp_path).result("games") == {"games": [], "next": None, "damaged": []}


def test_the_longest_page_has_room_for_the_longest_id(bench, tmp_path):
    for number in range(40):
        (tmp_path / "games" / f"{990_000 + number}-0badcafe.damaged").write_bytes(b"")
    bench.power_on()
    for id in ("\U0001f3b2" * 32, '"' * 32, (1 << 30) - 1):
        bench.cable.send(protocol.encode(protocol.request(id, "games")))
        bench.poll(3)
        _, line = bench.cable.receive().splitlines(keepends=True)
        answer = protocol.decode(line)
        assert len(line) <= protocol.MAX_ANSWER and len(line) % protocol.PACKET == 0 and answer["id"] == id
        # in the first pack there is no game with the number 0
        assert len(answer["result"]["damaged"]) == 32 and len(answer["result"]["games"]) == 31
    assert [len(page["damaged"]) for page in pages(bench)] == [32, 0, 0, 0]


def test_a_folder_that_can_not_be_read_is_a_sentence(bench, tmp_path):
    shutil.rmtree(tmp_path / "games")
    bench.app.journal.page_end = None
    assert bench.error("games")["code"] == protocol.REFUSED


def test_a_host_that_does_not_read_takes_no_more_memory(bench, monkeypatch):
    monkeypatch.setattr(bench.cable, "write", lambda data: 0)
    for id in range(5):
        bench.cable.send(protocol.encode(protocol.request(id, "games")))
        bench.poll(3)
        assert bench.link.bulk
    bench.poll(listing._STALLED)
    waiting = [len(piece) for piece in bench.link.waiting]
    assert sum(waiting) <= link.MAX_WAITING and not bench.link.bulk
    # no large block of memory may be free
    assert 0 < min(waiting) and max(waiting) < 1024
    monkeypatch.undo()
    bench.poll(80)
    assert len([protocol.decode(line) for line in bench.cable.receive().splitlines()]) > 1
    assert bench.result("games")["games"]


def test_whatever_bit_flips_a_look_at_each_game_finds_the_same(tmp_path, soak):
    flash, dice = tmp_path / "flash", random.Random(7)
    flash.mkdir()
    boot(flash, {**dict(list(GAMES.items())[:20]), RUNNING: (SHORT.events[:4], None)})
    kept = {path.name: path.read_bytes() for path in (flash / "games").iterdir()}
    headings = [place for name in kept for place in _headings(name, kept[name])]
    for _ in range(2000 if soak else 150):
        name, at = dice.choice(headings)
        data = bytearray(kept[name])
        data[at] ^= 1 << dice.randrange(8)
        found = []
        for method in ("games", "slowly"):
            folder = tmp_path / method
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(flash, folder)
            (folder / "games" / name).write_bytes(data)
            bench = Bench(folder)
            found.append(told(bench) if method == "games" else bench.app.journal.games())
        assert found[0] == found[1], (name, at, data[at])


def _headings(name, content):
    """Yield (name, place) of each byte of the lines that a listing reads."""
    at = 0
    for line in content.splitlines(keepends=True):
        if line.startswith((b"## ", b"# over ")):
            yield from ((name, at + offset) for offset in range(len(line)))
        at += len(line)
