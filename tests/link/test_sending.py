"""Many games in one go: one request brings them all, one lets go of them."""

from base64 import b64decode

import pytest
from companion import fetching
from companion.game_stream import GameStream
from host.test_sync import LONG, SHORT, over, put_games
from link.bench import Bench

from shared_rules import protocol
from shared_rules.record import Record

GAMES = {f"aaaaaa{number:02x}": over(LONG if number % 3 else SHORT) for number in range(9)}
IDS = list(GAMES)


@pytest.fixture
def bench(tmp_path):
    put_games(tmp_path, {**GAMES, "cccccccc": (SHORT.events[:4], None)})
    return Bench(tmp_path)


def whole(bench):
    """Return all bytes of the stream, as the journal gives them."""
    data, stream = bytearray(100_000), GameStream(bench.app.journal)
    return bytes(data[: stream.read_into(data)])


def fetched(bench, id=7, **place):
    """Return the lines that answer a request."""
    bench.cable.send(protocol.encode(protocol.request(id, "fetch", place)))
    bench.poll(60)
    return bench.cable.receive().splitlines(keepends=True)


def parts(lines):
    messages = map(protocol.decode, lines)
    return [message["params"] for message in messages if message.get("method") == "part"]


def content(lines):
    return b"".join(b64decode(part["data"]) for part in parts(lines))


def test_one_request_brings_all_that_is_over_in_full_lines(bench):
    lines = fetched(bench)
    assert content(lines) == whole(bench) and all(id.encode() in content(lines) for id in GAMES)
    assert b"cccccccc" not in content(lines)
    busy, *streamed, answer = lines
    assert protocol.decode(busy)["method"] == "busy"
    assert [part["number"] for part in parts(streamed)] == list(range(len(streamed)))
    assert {part["of"] for part in parts(streamed)} == {7}
    last = parts(streamed)[-1]
    assert protocol.decode(answer)["result"] == {"game": last["game"], "first": last["first"]}
    assert all(len(line) <= protocol.MAX_ANSWER and len(line) % protocol.PACKET == 0 for line in lines)
    assert all(len(line) > protocol.MAX_ANSWER - 200 for line in streamed[:-1])


def test_the_stream_goes_on_behind_any_part(bench):
    lines = fetched(bench)
    for number, part in enumerate(parts(lines), 1):
        rest = fetched(bench, game=part["game"], first=part["first"])
        assert content(rest) == content(lines[number + 1 :])


def test_another_request_ends_the_stream_before(bench):
    bench.cable.send(protocol.encode(protocol.request(1, "fetch")))
    bench.poll()
    lines = fetched(bench, id=2)
    assert content([line for line in lines if b'"of": 2' in line]) == whole(bench)
    assert not [line for line in lines if b'"id": 1' in line]


def test_a_stream_that_nobody_takes_is_given_up(bench, monkeypatch):
    monkeypatch.setattr(fetching, "STUCK", 20)
    bench.cable.send(protocol.encode(protocol.request(1, "fetch")))
    monkeypatch.setattr(bench.cable, "write", lambda data: 0)
    bench.poll(10)
    assert bench.link.bulk and len(bench.link.waiting) <= 3
    bench.poll(20)
    assert not bench.link.bulk
    monkeypatch.undo()
    bench.poll(5)
    bench.cable.receive()
    assert bench.result("info")["board"] == "bench"


def said(id, check=None):
    events = GAMES[id][0]
    return f"{id} {len(events)} {check or Record([('Game', id), ('Device', 'x')], events).check()}"


def test_many_games_are_let_go_in_one_go(bench, tmp_path):
    device = ("Device", tmp_path.name)
    checks = [Record([("Game", id), device], GAMES[id][0]).check() for id in IDS]
    wrong = said(IDS[2], "00000000")
    told = bench.result(
        "confirm_all", games=",".join([said(IDS[0], checks[0]), said(IDS[1], checks[1]), wrong])
    )
    assert told["removed"] == [True, True, False]
    assert told["kept"][:2] == [None, None] and "differs from the computer" in told["kept"][2]
    again = bench.result("confirm_all", games=",".join([said(IDS[0], checks[0]), said(IDS[3], checks[3])]))
    assert again == {"removed": [False, True], "kept": [None, None]}
    there = [game["game"] for game in bench.result("games")["games"]]
    assert there == [IDS[2], *IDS[4:], "cccccccc"]


@pytest.mark.parametrize("games", ["", "aaaaaa00", "aaaaaa00 x 00000000", "aaaaaa00 3 00000000 4"])
def test_what_is_no_confirmation_is_a_sentence(bench, games):
    assert bench.error("confirm_all", games=games)["code"] == protocol.REFUSED
    assert len(bench.app.journal.games()) == len(GAMES) + 1
