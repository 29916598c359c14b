"""Games that are over come as the files they lie in, and leave with them."""

import re
from base64 import b64decode
from binascii import crc32

import pytest
from arcana_host.link.finished_games import files_of
from companion import sending
from companion.game_folder import records
from host.test_sync import LONG, SHORT, over, put_games
from link.bench import Bench

from shared_rules import protocol

GAMES = {f"aaaaaa{number:02x}": over(LONG if number % 3 else SHORT) for number in range(19)}
IDS = list(GAMES)
RUNNING = "cccccccc"


@pytest.fixture
def bench(tmp_path):
    put_games(tmp_path, {**GAMES, RUNNING: (SHORT.events[:4], None)})
    bench = Bench(tmp_path)
    while bench.app.journal.tidy():
        pass
    return bench


def files_in(folder):
    return {path.name: path.read_bytes() for path in (folder / "games").iterdir()}


def sent(bench, id=7, **place):
    """Return the lines that answer a request."""
    bench.cable.send(protocol.encode(protocol.request(id, "game_files", place)))
    bench.poll(60)
    return bench.cable.receive().splitlines(keepends=True)


def parts(lines):
    """Return (name, first byte, bytes) of each part in lines."""
    found = [message["params"] for message in map(protocol.decode, lines) if message.get("method") == "part"]
    return [(part["file"], part["first"], b64decode(part["data"])) for part in found]


def content(lines):
    """Return {name: content} of the files in lines."""
    files = {}
    for name, first, data in parts(lines):
        assert first == len(files.get(name, b""))
        files[name] = files.get(name, b"") + data
    return files


def said(name, content):
    return f"{name} {len(content)} {crc32(content):08x}"


def test_one_request_brings_all_files_of_games_that_are_over_in_full_lines(bench, tmp_path):
    bench.result("confirm", game=IDS[2], events=len(GAMES[IDS[2]][0]))
    lines = sent(bench)
    there = files_in(tmp_path)
    running = [name for name in there if RUNNING in name]
    assert list(content(lines)) == ["0000-0015.gone", "0000-0015.games", "0016-0031.games"]
    assert content(lines) == {name: there[name] for name in there if name not in running}
    busy, *streamed, answer = map(protocol.decode, lines)
    assert busy["method"] == "busy"
    assert [message["params"]["number"] for message in streamed] == list(range(len(streamed)))
    assert {message["params"]["of"] for message in streamed} == {7}
    assert answer["result"] == {"parts": len(streamed)}
    assert all(len(line) <= protocol.MAX_ANSWER and len(line) % protocol.PACKET == 0 for line in lines)
    full = [
        line
        for line, (_, _, data) in zip(lines[1:], parts(lines), strict=False)
        if len(data) == sending.BYTES
    ]
    assert full and all(len(line) > protocol.MAX_ANSWER - 200 for line in full)


def test_the_host_finds_in_them_what_is_left_of_the_games(bench, tmp_path):
    bench.result("confirm", game=IDS[2], events=len(GAMES[IDS[2]][0]))
    lines = sent(bench)
    found = list(files_of(parts(lines)))
    kept = {name[5:13]: game for name, game in records(f"{tmp_path}/games").items() if RUNNING not in name}
    assert IDS[2] not in kept and {game.id: game.content for file in found for game in file.games} == kept
    assert all(file.is_complete for file in found)
    packs = [said(name, data) for name, data in content(lines).items() if name.endswith(".games")]
    assert [file.stamp for file in found] == packs


def test_a_pack_that_the_host_reads_only_in_part_may_not_go(bench):
    name, data = next(file for file in content(sent(bench)).items())
    for begins in (rb"\A## \S+ \d+$", rb"^## \S+ \d+$"):
        other = re.sub(begins, b"## written in another way", data, flags=re.MULTILINE)
        assert not any(file.is_complete for file in files_of([(name, 0, b"x" + data), (name, 0, other)]))


def test_it_goes_on_behind_any_part_and_begins_anew_where_a_file_is_gone(bench):
    lines = sent(bench)
    for number, (name, first, data) in enumerate(parts(lines), 1):
        assert parts(sent(bench, file=name, first=first + len(data))) == parts(lines[number + 1 :])
    assert parts(sent(bench, file="0001-aaaaaa00.arcana", first=9)) == parts(lines)


def test_another_request_ends_the_one_before(bench):
    bench.cable.send(protocol.encode(protocol.request(1, "game_files")))
    bench.poll()
    lines = sent(bench, id=2)
    assert content([line for line in lines if b'"of": 2' in line]) == content(sent(bench))
    assert not [line for line in lines if b'"id": 1' in line]


def test_what_nobody_takes_is_given_up(bench, monkeypatch):
    monkeypatch.setattr(sending, "STALLED", 20)
    bench.cable.send(protocol.encode(protocol.request(1, "game_files")))
    monkeypatch.setattr(bench.cable, "write", lambda data: 0)
    bench.poll(10)
    assert bench.link.bulk and len(bench.link.waiting) <= 3
    bench.poll(20)
    assert not bench.link.bulk
    monkeypatch.undo()
    bench.poll(5)
    bench.cable.receive()
    assert bench.result("info")["board"] == "bench"


def test_files_go_that_are_as_the_host_has_them(bench, tmp_path):
    bench.result("confirm", game=IDS[2], events=len(GAMES[IDS[2]][0]))
    files = content(sent(bench))
    del files["0000-0015.gone"]
    one, two = [said(name, data) for name, data in files.items()]
    other = said("0000-0015.games", files["0000-0015.games"][:-1] + b"?")
    assert bench.result("let_go", files=f"{other},{two}") == {"removed": [False, True], "left": 2}
    assert bench.result("let_go", files=f"{one},{two}") == {"removed": [True, False], "left": 1}
    assert [RUNNING in name for name in files_in(tmp_path)] == [True]
    assert [game["game"] for game in bench.result("games")["games"]] == [RUNNING]


def test_the_game_that_was_played_last_goes_once_it_is_over(bench, tmp_path):
    (running,) = [name for name in files_in(tmp_path) if RUNNING in name]
    assert bench.result("let_go", files=said(running, files_in(tmp_path)[running]))["removed"] == [False]
    bench.result("enter", event=4, text="abandon")
    name, data = list(content(sent(bench)).items())[-1]
    assert name == running and data.count(b"# over abandoned 5") == 1
    assert bench.result("let_go", files=said(name, data))["removed"] == [True]
    assert bench.app.journal.last is None and bench.app.journal.entry(RUNNING) is None


@pytest.mark.parametrize("files", ["", "0000-0015.games", "0000-0015.games x 00000000", "a 3 00000000 4"])
def test_what_names_no_file_is_a_sentence(bench, files):
    assert bench.error("let_go", files=files)["code"] == protocol.REFUSED
    assert len(bench.app.journal.games()) == len(GAMES) + 1


@pytest.mark.parametrize("name", ["../settings.json", "0000-0015.gone", "settings.json", ""])
def test_no_other_file_goes(bench, tmp_path, name):
    before = files_in(tmp_path)
    path = tmp_path / "games" / name
    data = path.read_bytes() if path.is_file() else b""
    assert bench.result("let_go", files=said(name, data))["removed"] == [False]
    assert files_in(tmp_path) == before
