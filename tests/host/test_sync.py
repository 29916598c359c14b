"""Several devices and one library: in any order, twice without harm, with the cable pulled at any point."""

import builtins
import contextlib
import itertools
import json
import os
from binascii import crc32
from pathlib import Path

import pytest
from arcana_host.library.store import Library
from arcana_host.link import ports
from arcana_host.link.device import Device
from arcana_host.link.games import list_files, read_games
from arcana_host.sync import Pulled, Skipped, pull
from arcana_portable.errors import DeviceFaulty, DeviceLost, DeviceRefused
from arcana_portable.record import Record
from companion import file_methods, files
from host.prompt_board import PromptBoard
from host.test_device import Plugged
from link.bench import Bench, HostEnd
from records import recorded

LONG, SHORT = recorded("long"), recorded("short")
SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
BEGUN = [SETUP, "play 3 1", "undo", "play 4 1", "predict 2 miss"]


def put_games(folder, games, first=1):
    """Write games onto a flash as a journal does: {id: (events, result, or None while it goes on)}.

    first: the number of the first one.
    """
    (folder / "games").mkdir(parents=True)
    for number, (id, (events, result)) in enumerate(games.items(), first):
        record = Record([("Game", id), ("Device", folder.name)])
        text = str(record)
        for event in events:
            record.events.append(event)
            text += f"{event}\n#{record.check()}\n"
        if result:
            text = f"{text[:-10]}# over {result} {len(events)} {record.check()}\n"
        (folder / "games" / f"{number:04}-{id}.arcana").write_text(text)


def over(table):
    return table.events, table.game.result


@pytest.fixture
def device(tmp_path):
    """Make a device on the bench whose flash has some games."""

    def make(name="one", **games):
        put_games(tmp_path / name, games or {"aaaaaaaa": over(LONG), "bbbbbbbb": over(SHORT), **RUNNING})
        return Bench(tmp_path / name)

    return make


RUNNING = {"cccccccc": (BEGUN, None)}


def fetch(bench, library, end=None, **options):
    """Sync once, over this end of the cable; gives what became of each game."""
    host = Device("bench", timeout=0.1, opener=lambda port: end or HostEnd(bench))
    return list(pull(host, library, **options))


def events_of(library):
    return {entry.id: Record.from_text(entry.record).events for entry in library.games()}


def on_device(bench):
    host = bench.host()
    games = read_games(host, list_files(host))
    return {path[-15:-7]: len(game.record.events) if game else None for path, game in games.items()}


@pytest.mark.parametrize(
    "ended, minutes", [("2026-11-20 21:05", 50), ("2026-11-20 2\xb1:05", None), ("2026-19-20 21:05", None)]
)
def test_a_game_is_as_long_as_from_its_first_event_to_its_last(tmp_path, ended, minutes):
    record = Record([("Game", "aaaaaaaa"), ("Date", "2026-11-20 20:15")], SHORT.events)
    file = tmp_path / "one" / "games" / "0001-aaaaaaaa.arcana"
    file.parent.mkdir(parents=True)
    check = crc32(ended.encode("latin-1"), int(record.check(), 16))
    end = f"# over {SHORT.game.result} {len(SHORT.events)} {record.check()} {ended} {check:08x}\n"
    file.write_bytes(str(record).encode() + end.encode("latin-1"))
    bench = Bench(tmp_path / "one")
    with Library(tmp_path / "library") as library:
        for keep in (True, False):
            fetch(bench, library, keep=keep)
            assert library.get("aaaaaaaa").minutes == minutes
        assert len(library.versions("aaaaaaaa")) == 1
    assert on_device(bench) == {}


# several devices


@pytest.mark.parametrize("order", list(itertools.product("ab", repeat=3)))
def test_two_devices_come_together_in_any_order(device, tmp_path, order):
    devices = {
        "a": device("a", aaaaaaaa=over(LONG), cccccccc=(BEGUN, None)),
        "b": device("b", bbbbbbbb=over(SHORT), dddddddd=(BEGUN[:2], None)),
    }
    with Library(tmp_path / "library") as library:
        for name in (*order, "a", "b"):
            fetch(devices[name], library)
        assert events_of(library) == {
            "aaaaaaaa": LONG.events,
            "bbbbbbbb": SHORT.events,
            "cccccccc": BEGUN,
            "dddddddd": BEGUN[:2],
        }
        assert {entry.id: entry.device for entry in library.games()}["bbbbbbbb"] == "b"
        before = library.path.read_bytes()
        for bench in devices.values():
            assert [one.fresh for one in fetch(bench, library)] == [False]
        assert library.path.read_bytes() == before
    assert on_device(devices["a"]) == {"cccccccc": 5} and on_device(devices["b"]) == {"dddddddd": 2}


def test_two_devices_that_gave_two_games_one_id_lose_neither(device, tmp_path):
    first, second = device("a", aaaaaaaa=over(LONG)), device("b", aaaaaaaa=over(SHORT), bbbbbbbb=over(LONG))
    with Library(tmp_path / "library") as library:
        fetch(first, library)
        left, pulled = fetch(second, library)
        assert isinstance(left, Skipped) and "another game aaaaaaaa" in left.sentence
        assert isinstance(pulled, Pulled) and pulled.removed
        assert events_of(library)["aaaaaaaa"] == LONG.events
    assert list(on_device(second)) == ["aaaaaaaa"]


@contextlib.contextmanager
def board_with(folder, *ids):
    """A board behind a pseudo-terminal with short games of these ids."""
    with board_that_has(folder, {id: over(SHORT) for id in ids}) as board:
        yield board


@contextlib.contextmanager
def board_that_has(folder, games):
    folder.mkdir()
    board = PromptBoard(folder)
    put_games(folder / "bench", games)
    board.give_companion()
    with board:
        yield board


def test_all_boards_that_are_connected_are_asked(arcana, monkeypatch, tmp_path):
    with board_with(tmp_path / "a", "aaaaaaaa") as one, board_with(tmp_path / "b", "bbbbbbbb") as other:
        paths = [one.path, str(tmp_path / "gone"), other.path]
        monkeypatch.setattr(ports.list_ports, "comports", lambda: [Plugged(path) for path in paths])
        status, out, err = arcana("sync", "--library", tmp_path / "library")
        assert status == 1 and "There is no port" in err and err.count("\n") == 1
        assert "Game aaaaaaaa" in out and "Game bbbbbbbb" in out
        assert out.endswith("\n2 games: 2 with something new, 2 removed from the device.\n")
        paths.pop(1)
        assert arcana("sync", "--json", "--library", tmp_path / "library")[0] == 0


def test_each_of_several_boards_without_a_game_is_named(arcana, monkeypatch, tmp_path):
    with board_with(tmp_path / "a") as one, board_with(tmp_path / "b", "bbbbbbbb") as other:
        paths = [one.path, other.path]
        monkeypatch.setattr(ports.list_ports, "comports", lambda: [Plugged(path) for path in paths])
        status, out, _ = arcana("sync", "--library", tmp_path / "library")
        assert status == 0 and "Game bbbbbbbb" in out
        assert out.endswith(f"\nThe device on {one.path} has no game.\n")
        # the game of the other is in the library now
        none = [f"The device on {path} has no game.\n" for path in sorted(paths)]
        assert arcana("sync", "--library", tmp_path / "library")[1] == "".join(none)
        paths.pop()
        out = arcana("sync", "--library", tmp_path / "library")[1]
        assert out == "There is no game on the device.\n"


# one game at a time


def make_unreadable(path, how):
    """Replace a game's file by content that nobody can read as a game."""
    content = path.read_bytes()
    if how == "garbage":
        content = b"\xff what is left\n"
    elif how == "cut":
        content = content[: len(content) // 2]
    else:
        content = content.replace(b"play 4 1", b"play 4 2", 1)
    path.write_bytes(content)


@pytest.mark.parametrize("how", ["garbage", "cut", "flipped"])
@pytest.mark.parametrize("id", ["aaaaaaaa", "bbbbbbbb"])
def test_a_damaged_game_is_named_and_stays_and_keeps_no_other_from_coming(device, tmp_path, id, how):
    bench = device(aaaaaaaa=over(LONG), bbbbbbbb=([*BEGUN, "abandon"], "abandoned"), **RUNNING)
    path = path_of(bench, id)
    make_unreadable(path, how)
    damaged = path.read_bytes()
    bench.power_on()
    with Library(tmp_path / "library") as library:
        for _ in range(2):
            done = fetch(bench, library)
            (left,) = [one.sentence for one in done if isinstance(one, Skipped)]
            assert f"games/{path.name}" in left and "arcana backup" in left
            assert path.read_bytes() == damaged
        assert sorted(events_of(library)) == sorted({"aaaaaaaa", "bbbbbbbb", "cccccccc"} - {id})


def test_a_game_that_the_flash_stops_giving_back_is_named_and_the_rest_goes_on(device, tmp_path, monkeypatch):
    bench = device()

    def failing(path, mode="r"):
        if "aaaaaaaa" in path:
            raise OSError(5, "EIO")
        return open(path, mode)

    monkeypatch.setattr(file_methods, "open", failing, raising=False)
    with Library(tmp_path / "library") as library:
        left, runs, pulled = sorted(fetch(bench, library), key=lambda one: isinstance(one, Pulled))
        assert isinstance(left, Skipped) and left.game == "aaaaaaaa" and "could not be read" in left.sentence
        assert {one.entry.id for one in (pulled, runs)} == {"bbbbbbbb", "cccccccc"}
    assert path_of(bench, "aaaaaaaa").exists()


def test_what_is_damaged_is_named_by_the_commands(arcana, tmp_path):
    with board_with(tmp_path / "a", "aaaaaaaa", "bbbbbbbb") as board:
        make_unreadable(tmp_path / "a" / "bench" / "games" / "0001-aaaaaaaa.arcana", "garbage")
        status, out, err = arcana("sync", "--library", tmp_path / "library", "--port", board.path)
        assert status == 1 and "Game bbbbbbbb" in out
        assert err.count("\n") == 1 and "games/0001-aaaaaaaa.arcana" in err
        status, out, _ = arcana("doctor", "--port", board.path)
        assert status == 1 and "games/0001-aaaaaaaa.arcana" in " ".join(out.split())
        file = tmp_path / "backup.zip"
        status, out, err = arcana("backup", "--device", file, "--port", board.path)
        assert (status, err) == (0, "") and out.endswith(f"with 1 game in {file}.\n")


# what the device has is what the library takes


def path_of(bench, id):
    (path,) = Path(bench.folder, "games").glob(f"*-{id}.arcana")
    return path


def rewrite(path, old, new):
    """Change the record in a game's file, which stays intact."""
    record = Record.from_text(path.read_text().replace(old, new))
    over = path.read_text().splitlines()[-1][:-8]
    path.write_text(f"{record}{over}{record.check()}\n")


@pytest.mark.parametrize("corrected", [False, True])
def test_tags_that_change_after_the_first_sync_are_there_after_the_last(device, tmp_path, corrected):
    bench = device(aaaaaaaa=(BEGUN, None))
    with Library(tmp_path / "library") as library:
        fetch(bench, library)
        if corrected:
            record = Record.from_text(library.get("aaaaaaaa").record)
            record.tags.append(("Note", "Ours"))
            library.correct("aaaaaaaa", str(record))
        path = path_of(bench, "aaaaaaaa")
        rewrite(path, '[Device "one"]', '[Device "one"]\n[Date "2026-11-22"]\n[Note "New"]')
        bench.power_on()
        bench.result("enter", event=5, text="abandon")
        (one,) = fetch(bench, library)
        assert one.removed and one.fresh
        versions = list(map(Record.from_text, library.versions("aaaaaaaa")))
        first, latest = versions[0], versions[-1]
        assert first.tag("Date") == latest.tag("Date") == "2026-11-22"
        assert (first.tag("Note"), latest.tag("Note")) == ("New", "Ours" if corrected else "New")
        assert latest.events == [*BEGUN, "abandon"]
    assert on_device(bench) == {}


def test_a_game_that_changes_before_it_goes_stays(device, tmp_path, monkeypatch):
    bench = device(aaaaaaaa=over(SHORT))
    real = bench.app.methods.call

    def call(name, params):
        if name == "remove":
            path = path_of(bench, "aaaaaaaa")
            rewrite(path, '"one"', '"two"')
        return real(name, params)

    monkeypatch.setattr(bench.app.methods, "call", call)
    with Library(tmp_path / "library") as library:
        (left,) = fetch(bench, library)
        assert isinstance(left, Skipped) and "differs from the computer" in left.sentence
        monkeypatch.undo()
        assert fetch(bench, library)[0].removed and library.get("aaaaaaaa").device == "two"


@pytest.mark.parametrize("is_stored", [False, True])
def test_a_game_that_a_power_cut_left_twice_is_stored_and_removed_twice(device, tmp_path, is_stored):
    bench = device(aaaaaaaa=over(SHORT), bbbbbbbb=over(LONG))
    path = path_of(bench, "aaaaaaaa")
    path.with_name("0009-aaaaaaaa.arcana").write_bytes(path.read_bytes())
    bench.power_on()
    with Library(tmp_path / "library") as library:
        if is_stored:
            fetch(bench, library, keep=True)
        done = fetch(bench, library)
        assert [one.removed for one in done] == [True] * 3 and len(library.games()) == 2
    assert on_device(bench) == {}


@pytest.mark.parametrize("trouble", ["read", "remove"])
def test_a_device_in_trouble_in_the_middle_loses_no_game(device, tmp_path, monkeypatch, trouble):
    bench = device()
    real = bench.app.methods.call

    def call(name, params):
        result = real(name, params)
        if name == trouble:
            # after the work is done
            raise MemoryError
        return result

    monkeypatch.setattr(bench.app.methods, "call", call)
    with Library(tmp_path / "library") as library:
        done = fetch(bench, library)
        assert "MemoryError" in " ".join(one.sentence for one in done if isinstance(one, Skipped))
        monkeypatch.undo()
        assert set(events_of(library)) | set(on_device(bench)) == {"aaaaaaaa", "bbbbbbbb", "cccccccc"}
        fetch(bench, library)
        assert set(events_of(library)) == {"aaaaaaaa", "bbbbbbbb", "cccccccc"}


def test_games_that_can_not_be_listed_are_not_taken_for_none(device, tmp_path, monkeypatch):
    def fails(path):
        raise OSError(5, "EIO")

    bench = device()
    monkeypatch.setattr(files, "listed", fails)
    with Library(tmp_path / "library") as library, pytest.raises(DeviceRefused, match="EIO"):
        fetch(bench, library)


def test_a_game_that_the_library_stores_in_another_way_stays(device, tmp_path, monkeypatch):
    bench = device(aaaaaaaa=over(SHORT))
    real = Library.versions

    def altered(self, id):
        return [text.replace("play", "plaý") for text in real(self, id)]

    with Library(tmp_path / "library") as library:
        monkeypatch.setattr(Library, "versions", altered)
        (left,) = fetch(bench, library)
        assert isinstance(left, Skipped) and "differs from the computer" in left.sentence
    assert list(on_device(bench)) == ["aaaaaaaa"]


def test_a_stream_without_end_is_no_companion(device, tmp_path, monkeypatch):
    monkeypatch.setattr("arcana_portable.link.messages.LARGEST", 400)
    with Library(tmp_path / "library") as library, pytest.raises(DeviceFaulty, match="no end"):
        fetch(device(), library)


# the cable


class Torn(HostEnd):
    """A cable that is pulled after a number of bytes, both directions together."""

    def __init__(self, bench, room):
        super().__init__(bench)
        self.left = room

    def _passes(self, data):
        part, self.left = data[: self.left], self.left - len(data)
        return part

    def read(self, size):
        if self.left <= 0:
            raise OSError(5, "Input/output error")
        return self._passes(super().read(size))

    def write(self, data):
        if self.left <= 0:
            raise OSError(5, "Input/output error")
        super().write(self._passes(data))


def test_a_cable_pulled_at_any_point_loses_nothing(device, tmp_path):
    """The next sync ends the job, whatever had passed."""
    wanted = {"aaaaaaaa": LONG.events, "bbbbbbbb": SHORT.events, "cccccccc": BEGUN}
    for cuts in itertools.count():
        bench = device(f"cut{cuts}")
        with Library(tmp_path / f"library{cuts}") as library:
            try:
                fetch(bench, library, Torn(bench, 1 + 167 * cuts))
                whole = True
            except DeviceLost:
                whole = False
                safe = events_of(library)
                assert [id for id in safe if safe[id] != wanted[id]] == []
                assert set(safe) | set(on_device(bench)) == set(wanted)
                bench.power_on()
                fetch(bench, library)
            assert events_of(library) == wanted
            assert list(on_device(bench)) == ["cccccccc"]
        if whole:
            break
    assert cuts > 20


class Unpowered(BaseException):
    """The device's power failed, so that nothing on it goes on."""


class Powered(HostEnd):
    """A cable that carries nothing once the power has failed."""

    is_off = False

    def read(self, size):
        try:
            if not self.is_off:
                return super().read(size)
        except Unpowered:
            self.is_off = True
        raise OSError(5, "Input/output error")

    def write(self, data):
        if self.is_off:
            raise OSError(5, "Input/output error")
        super().write(data)


def cut_power(monkeypatch, folder, cut_at, is_done):
    """Cut the power at the device's nth file operation; is_done: just after it."""
    operations = itertools.count()

    def watched(operation):
        def call(path, *rest, **options):
            number = next(operations) if str(path).startswith(str(folder)) else None
            if number == cut_at and not is_done:
                raise Unpowered
            try:
                return operation(path, *rest, **options)
            finally:
                if number == cut_at:
                    raise Unpowered

        return call

    for name in ("remove", "rename", "stat"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    monkeypatch.setattr(files, "replace", watched(files.replace))
    monkeypatch.setattr(files, "listed", watched(files.listed))
    monkeypatch.setattr(builtins, "open", watched(open))


@pytest.mark.parametrize(
    ("twice", "is_done"), [("", False), ("", True), ("aaaaaaaa", True), ("bbbbbbbb", False)]
)
def test_a_power_cut_at_any_file_operation_is_made_good_by_the_next_sync(
    arcana, device, tmp_path, monkeypatch, twice, is_done
):
    """twice: a game that an earlier cut left in two files."""
    wanted = {"aaaaaaaa": LONG.events, "bbbbbbbb": SHORT.events, "cccccccc": BEGUN}
    monkeypatch.setattr(ports, "choose_ports", lambda port: ["bench"])

    def sync(end):
        host = Device("bench", timeout=0.1, opener=lambda port: end)
        monkeypatch.setattr("arcana_host.link.device.connect", lambda *_, **__: host)
        return arcana("sync", "--library", tmp_path / f"library{cuts}")

    for cuts in itertools.count():
        bench = device(f"cut{cuts}")
        if twice:
            path = path_of(bench, twice)
            path.with_name(f"0000-{twice}.arcana").write_bytes(path.read_bytes())
        bench.app.log.note("It was on.")
        with monkeypatch.context() as patch:
            cut_power(patch, bench.folder, cuts, is_done)
            cut_off = sync(Powered(bench))[0]
        bench.power_on()
        status, _, err = sync(HostEnd(bench))
        assert (status, err) == (0, ""), cuts
        with Library(tmp_path / f"library{cuts}") as library:
            assert events_of(library) == wanted, cuts
        assert list(on_device(bench)) == ["cccccccc"], cuts
        if not cut_off:
            break
    print(f"{cuts} cuts, lost 0")
    assert cuts > 8


class Deaf(HostEnd):
    """A cable on which one of the device's bunches of bytes is lost."""

    def __init__(self, bench, lost):
        super().__init__(bench)
        self.until = lost

    def read(self, size):
        data = super().read(size)
        if data:
            self.until -= 1
            if self.until == 0:
                return b""
        return data


@pytest.mark.parametrize("lost", range(1, 14))
def test_answers_that_are_lost_are_asked_for_again(device, tmp_path, lost, monkeypatch):
    monkeypatch.setattr("arcana_host.link.device.BUSY_TIMEOUT", 0.6)
    bench = device()
    with Library(tmp_path / "library") as library:
        done = fetch(bench, library, Deaf(bench, lost))
        assert {one.entry.id: one.removed for one in done} == {
            "aaaaaaaa": True,
            "bbbbbbbb": True,
            "cccccccc": False,
        }
        assert events_of(library) == {"aaaaaaaa": LONG.events, "bbbbbbbb": SHORT.events, "cccccccc": BEGUN}


# corrections


def test_a_corrected_game_stays_corrected_and_leaves_the_device(device, tmp_path):
    bench = device("one", aaaaaaaa=([*BEGUN, "end", "abandon"], "abandoned"))
    with Library(tmp_path / "library") as library:
        fetch(bench, library, keep=True)
        record = library.get("aaaaaaaa").record
        library.correct("aaaaaaaa", record.replace("2 miss", "3 hit"))
        (one,) = fetch(bench, library)
        assert (one.fresh, one.removed, one.entry.summary["score"]) == (False, True, 1)
        assert library.get("aaaaaaaa").summary["score"] == 1 and library.versions("aaaaaaaa")[0] == record
    assert on_device(bench) == {}


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_game_that_was_corrected_and_played_on_is_fetched_whole(arcana, tmp_path, is_removed):
    words = ("--library", tmp_path / "library")
    with board_that_has(tmp_path / "begun", {"aaaaaaaa": (BEGUN, None)}) as board:
        assert arcana("sync", "--port", board.path, *words)[0] == 0
    with Library(tmp_path / "library") as library:
        record = library.get("aaaaaaaa").record
        library.correct("aaaaaaaa", record.replace("2 miss", "3 hit"))
        if is_removed:
            library.mark([library.get("aaaaaaaa")], "removed")
    played = [*BEGUN, "end", "abandon"]
    with board_that_has(tmp_path / "over", {"aaaaaaaa": (played, "abandoned")}) as board:
        for removed in (True, False):
            status, out, err = arcana("sync", "--port", board.path, *words)
            assert status == 0 and ("removed from the device" in out) is removed
            assert ("arcana edit aaaaaaaa --version 1 --library " in err) is (removed and not is_removed)
            assert ("in the bin" in out) is (removed and is_removed)
    with Library(tmp_path / "library") as library:
        first, corrected = map(Record.from_text, library.versions("aaaaaaaa"))
        assert (first.events, "predict 3 hit" in corrected.events) == (played, True)


def test_json_names_what_stays(arcana, tmp_path):
    with Library(tmp_path / "library") as library:
        library.add('[Game "aaaaaaaa"]\n' + "\n".join(LONG.events))
    with board_with(tmp_path / "a", "aaaaaaaa") as board:
        words = ("sync", "--port", board.path, "--json", "--library", tmp_path / "library")
        status, out, err = arcana(*words)
    data = json.loads(out)
    assert (
        status == 1
        and data["games"] == []
        and "stays on the device" in data["left"][0]
        and data["left"][0] in err
    )
