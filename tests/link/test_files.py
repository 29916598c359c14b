"""How a host lists, reads and removes the files on a device."""

import math
from base64 import b64decode

import pytest
from arcana_host.link.games import list_files
from arcana_portable.errors import DeviceRefused
from arcana_portable.link.game_file import game_paths, read_game
from companion import file_methods, link
from link.bench import SETUP, Bench

from shared_rules import protocol

COUNT = 50


@pytest.fixture
def bench(tmp_path):
    """A device with many games, of which the last one runs."""
    bench = Bench(tmp_path)
    for number in range(COUNT):
        bench.app.session.begin(SETUP)
        for _ in range(number):
            bench.app.session.enter("play 3 1")
            bench.app.session.enter("undo")
        bench.app.session.enter("play 4 1")
    return bench


def content_of(flash):
    return {f"games/{path.name}": path.read_bytes() for path in (flash / "games").iterdir()}


def path_of(bench, number):
    return game_paths(list_files(bench.host()))[number]


def check_of(bench, path):
    return read_game(bench.host().read_file(path), may_run=True).record.check()


def test_all_files_are_listed_with_their_lengths(bench, tmp_path):
    bench.app.settings.set("language", "de")
    listed = list_files(bench.host())
    there = {path: len(content) for path, content in content_of(tmp_path).items()}
    assert listed == {**there, "settings.json": (tmp_path / "settings.json").stat().st_size}
    first = bench.result("list")
    assert len(first["files"]) == first["next"] == file_methods.NAMES_A_PAGE
    assert len(bench.result("list", first=first["next"])["files"]) == COUNT + 1 - file_methods.NAMES_A_PAGE


def test_the_longest_page_fits_a_line(bench, tmp_path):
    for path in (tmp_path / "games").iterdir():
        path.rename(path.with_name(f"{999999 - int(path.name[:4])}{path.name[4:-7]}.damaged"))
    assert len(bench.result("list")["files"]) == file_methods.NAMES_A_PAGE


def test_many_files_are_read_with_few_requests_and_none_is_changed(bench, tmp_path):
    before = content_of(tmp_path)
    asked = []
    bench.pretend("read", lambda lines: asked.append(lines) or lines)
    for _ in range(2):
        assert bench.host().read_files(before) == before
    assert len(asked) == 2 * math.ceil(COUNT / 12)
    assert content_of(tmp_path) == before


def test_files_of_any_length_come_in_lines_of_whole_packets(bench, tmp_path):
    lengths = (
        0,
        1,
        file_methods.BYTES - 1,
        file_methods.BYTES,
        file_methods.BYTES + 1,
        5 * file_methods.BYTES,
    )
    paths = [path_of(bench, number) for number in range(len(lengths))]
    for path, length in zip(paths, lengths, strict=True):
        (tmp_path / path).write_bytes(bytes(length))
    bench.cable.send(protocol.encode(protocol.request(7, "read", {"names": paths})))
    bench.poll(60)
    busy, *parts, answer = lines = bench.cable.receive().splitlines(keepends=True)
    assert [
        line for line in lines if not (len(line) <= protocol.MAX_ANSWER and len(line) % protocol.PACKET == 0)
    ] == []
    assert protocol.decode(busy)["method"] == "busy"
    sent = [protocol.decode(part)["params"] for part in parts]
    assert [part["number"] for part in sent] == list(range(len(sent)))
    assert {part["of"] for part in sent} == {7}
    for file, length in enumerate(lengths):
        data = b"".join(b64decode(part["data"]) for part in sent if part["file"] == file)
        assert data == bytes(length)
    assert protocol.decode(answer)["result"] == {"parts": len(sent)}


def test_the_running_game_is_read_with_what_is_not_on_the_flash_yet(bench, tmp_path, monkeypatch):
    path = path_of(bench, -1)
    host, journal = bench.host(), bench.app.journal
    before = host.read_file(path)

    def full(path, mode="r"):
        raise OSError(28, "ENOSPC")

    with monkeypatch.context() as patch:
        patch.setattr("companion.journal.open", full, raising=False)
        for _ in range(60):
            bench.app.session.enter("undo")
            bench.app.session.enter("play 4 1")
    assert len(journal.pending) > file_methods.BYTES and (tmp_path / path).read_bytes() == before
    assert list_files(host)[path] == len(before) + len(journal.pending)
    assert host.read_file(path) == before + journal.pending


def test_further_requests_wait_while_a_file_is_sent(bench):
    path = path_of(bench, -1)
    asked = [protocol.request(id, "read", {"names": [path]}) for id in (1, 2)] + [protocol.request(3, "info")]
    bench.cable.send(b"".join(map(protocol.encode, asked)))
    bench.poll(60)
    found = [protocol.decode(line) for line in bench.cable.receive().splitlines()]
    assert [message["id"] for message in found if "id" in message] == [1, 2, 3]
    of = [message["params"]["of"] for message in found if message.get("method") == "part"]
    assert of == sorted(of) and set(of) == {1, 2}


def test_a_file_for_which_there_is_no_memory_is_answered(bench, monkeypatch):
    path = path_of(bench, -1)

    def full(app, name, at):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(file_methods, "_piece", full)
        with pytest.raises(DeviceRefused, match="read failed: MemoryError"):
            bench.host().read_file(path)
    assert "MemoryError" in " ".join(bench.app.log.lines())
    assert bench.host().read_file(path)


def test_what_nobody_takes_is_given_up(bench, monkeypatch):
    monkeypatch.setattr(link, "STALLED", 20)
    request = protocol.request(1, "read", {"names": [path_of(bench, number) for number in range(9)]})
    bench.cable.send(protocol.encode(request))
    monkeypatch.setattr(bench.cable, "write", lambda data: 0)
    bench.poll(10)
    assert bench.link.bulk and len(bench.link.waiting) <= 4
    bench.poll(30)
    assert not bench.link.bulk
    monkeypatch.undo()
    bench.poll(5)
    bench.cable.receive()
    assert bench.result("info")["board"] == "bench"


def test_a_finished_game_goes_by_the_check_of_its_lines_and_only_once(bench, tmp_path):
    path = path_of(bench, 3)
    check, count = check_of(bench, path), len(content_of(tmp_path))
    error = bench.error("remove", name=path, check="00000000")
    assert error["code"] == protocol.REFUSED and "differs from the computer" in error["message"]
    assert len(content_of(tmp_path)) == count
    assert bench.result("remove", name=path, check=check) == {"removed": True}
    assert bench.result("remove", name=path, check=check) == {"removed": False}
    assert len(content_of(tmp_path)) == count - 1


def test_a_running_game_stays_and_goes_once_it_is_over(bench):
    path = path_of(bench, -1)
    assert "not finished" in bench.error("remove", name=path, check=check_of(bench, path))["message"]
    bench.app.session.enter("abandon")
    assert bench.result("remove", name=path, check=check_of(bench, path)) == {"removed": True}
    assert bench.app.journal.id is None and bench.result("state")["events"] == 0
    assert bench.error("enter", event=0, text="undo")["code"] == protocol.REFUSED


def test_a_game_whose_end_is_missing_stays(bench, tmp_path):
    path = path_of(bench, 3)
    file = tmp_path / path
    check = check_of(bench, path)
    file.write_bytes(file.read_bytes().rpartition(b"# over")[0])
    assert "not finished" in bench.error("remove", name=path, check=check)["message"]


@pytest.mark.parametrize(
    "name", ["../settings.json", "settings.json.new", "games/", "games/0001-00000001.tail", "", "/main.py"]
)
def test_no_other_file_is_read_or_removed(bench, name):
    with pytest.raises(DeviceRefused, match="There is no file") as caught:
        bench.host().read_file(name)
    assert caught.value.code == protocol.REFUSED
    assert bench.error("remove", name=name, check="00000000")["code"] == protocol.REFUSED


def test_a_file_that_can_not_be_read_is_a_sentence_and_the_next_ones_come(bench, monkeypatch):
    paths = [path_of(bench, number) for number in (3, 4, 5)]

    def failing(path, mode="r"):
        if paths[1] in path:
            raise OSError(5, "EIO")
        return open(path, mode)

    monkeypatch.setattr(file_methods, "open", failing, raising=False)
    found = bench.host().read_files(paths)
    assert [isinstance(found[path], DeviceRefused) for path in paths] == [False, True, False]
    assert "could not be read" in str(found[paths[1]])


def test_a_file_that_differs_from_the_one_on_the_device_replaces_nothing(bench, tmp_path):
    path, before = path_of(bench, 0), content_of(tmp_path)
    refused = bench.error("keep", name=path, check="00000000")["message"]
    assert refused == f"There is another {path} on the device; it stays."
    assert content_of(tmp_path) == before
