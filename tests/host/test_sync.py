"""Several devices and one library: in any order, twice without harm, with the cable pulled at any point."""

import contextlib
import itertools
import json
from binascii import crc32
from pathlib import Path
from types import SimpleNamespace

import pytest
from arcana_host.errors import DeviceFaulty, DeviceLost, DeviceRefused
from arcana_host.library.store import Library
from arcana_host.link import ports
from arcana_host.link.backup import list_files
from arcana_host.link.device import WINDOW, Device, request_window
from arcana_host.sync import Left, Pulled, pull
from companion import game_folder, listing, sending, stored_games
from host.prompt_board import PromptBoard
from link.bench import Bench, HostEnd
from rules.random_games import random_game

from shared_rules import protocol
from shared_rules.record import Record

LONG, SHORT = random_game(28), random_game(12)
assert len(LONG.events) > 45 and 10 < len(SHORT.events) < 20
SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
BEGUN = [SETUP, "play 3 1", "undo", "play 4 1", "predict 2 miss"]


def put_games(folder, games, first=1):
    """Write games onto a flash as a journal does: {id: (events, result, or None while it goes on)}.

    first: the number of the first one.
    """
    (folder / "games").mkdir(parents=True)
    for number, (id, (events, result)) in enumerate(games.items(), first):
        lines = [f'[Game "{id}"]', f'[Device "{folder.name}"]', *events]
        lines += [f"# over {result} {len(events)}"] if result else []
        (folder / "games" / f"{number:04}-{id}.arcana").write_text("\n".join(lines) + "\n")


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
    pages = bench.host().pages("games")
    return {game["game"]: game["events"] for page in pages for game in page["games"]}


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
    with Library(tmp_path / "shelf") as library:
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
    with Library(tmp_path / "shelf") as library:
        fetch(first, library)
        left, pulled = fetch(second, library)
        assert isinstance(left, Left) and "another game aaaaaaaa" in left.sentence
        assert isinstance(pulled, Pulled) and pulled.removed
        assert events_of(library)["aaaaaaaa"] == LONG.events
    assert list(on_device(second)) == ["aaaaaaaa"]


@contextlib.contextmanager
def board_with(folder, *ids):
    """A board behind a pseudo-terminal with short games of these ids."""
    folder.mkdir()
    board = PromptBoard(folder)
    put_games(folder / "bench", {id: over(SHORT) for id in ids})
    (board.flash / "main.py").write_text("")
    with board:
        yield board


def test_all_boards_that_are_connected_are_asked(arcana, monkeypatch, tmp_path):
    class Plugged:
        vid, pid, serial_number = 0x2E8A, 0x0005, "E66"

        def __init__(self, device):
            self.device = device

    with board_with(tmp_path / "a", "aaaaaaaa") as one, board_with(tmp_path / "b", "bbbbbbbb") as other:
        paths = [one.path, str(tmp_path / "gone"), other.path]
        monkeypatch.setattr(ports.list_ports, "comports", lambda: [Plugged(path) for path in paths])
        status, out, err = arcana("sync", "--library", tmp_path / "shelf")
        assert status == 1 and "There is no port" in err and err.count("\n") == 1
        assert "Game aaaaaaaa" in out and "Game bbbbbbbb" in out
        assert out.endswith("\n2 games: 2 with something new, 2 removed from the device.\n")
        paths.pop(1)
        assert arcana("sync", "--json", "--library", tmp_path / "shelf")[0] == 0


# one game at a time


def make_unreadable(path, how):
    """Leave something in place of a game's file that nobody can read as one."""
    path.unlink()
    if how == "folder":
        path.mkdir()
        (path / "x").write_text("x")
    elif how == "link":
        path.symlink_to("nowhere")
    else:
        path.write_bytes(b"\xff what is left\n")


@pytest.mark.parametrize("how", ["folder", "link", "garbage"])
@pytest.mark.parametrize("booted", [True, False], ids=["before the boot", "after it"])
def test_a_file_that_can_not_be_read_keeps_no_other_from_coming(device, tmp_path, how, booted):
    bench = device()
    for number, id in enumerate(["aaaaaaaa", "cccccccc"] if booted else ["bbbbbbbb"]):
        make_unreadable(tmp_path / "one" / "games" / f"{2 * number + (2 - booted):04}-{id}.arcana", how)
    if booted:
        bench.power_on()
    with Library(tmp_path / "shelf") as library:
        for again in (False, True):
            done = fetch(bench, library)
            left = [one.sentence for one in done if isinstance(one, Left)]
            assert len(left) == (2 if booted else 1)
            assert all(".damaged" in sentence and "arcana backup" in sentence for sentence in left)
            if not again:
                fetched = ["bbbbbbbb"] if booted else ["aaaaaaaa", "cccccccc"]
                assert sorted(events_of(library)) == fetched
    aside = sorted(path.name for path in (tmp_path / "one" / "games").iterdir() if "damaged" in path.name)
    assert stored_games.damaged(bench.app.journal) == aside and len(aside) == len(left)


def test_a_game_that_the_flash_stops_giving_back_is_named_and_the_rest_goes_on(device, tmp_path, monkeypatch):
    bench = device()

    def failing(path, mode="r"):
        if "aaaaaaaa" in path:
            raise OSError(5, "EIO")
        return open(path, mode)

    for module in (game_folder, sending):
        monkeypatch.setattr(module, "open", failing, raising=False)
    with Library(tmp_path / "shelf") as library:
        pulled, left, runs = fetch(bench, library)
        assert isinstance(left, Left) and "aaaaaaaa.damaged" in left.sentence
        assert [one.entry.id for one in (pulled, runs)] == ["bbbbbbbb", "cccccccc"]
    assert stored_games.damaged(bench.app.journal) == ["0001-aaaaaaaa.damaged"]


def test_what_was_set_aside_is_named_by_the_commands(arcana, tmp_path):
    with board_with(tmp_path / "a", "aaaaaaaa", "bbbbbbbb") as board:
        make_unreadable(tmp_path / "a" / "bench" / "games" / "0001-aaaaaaaa.arcana", "folder")
        status, out, err = arcana("sync", "--library", tmp_path / "shelf", "--port", board.path)
        assert status == 1 and "Game bbbbbbbb" in out
        assert err.count("\n") == 1 and "games/0001-aaaaaaaa.damaged" in err
        status, out, _ = arcana("doctor", "--port", board.path)
        assert status == 1 and "games/0001-aaaaaaaa.damaged" in " ".join(out.split())
        file = tmp_path / "backup.zip"
        status, out, err = arcana("backup", "--device", file, "--port", board.path)
        assert status == 1 and err.startswith("games/0001-aaaaaaaa.damaged is not in the backup")
        assert out.endswith(f"with 0 games in {file}.\n")


# what the device has is what the library takes


def path_of(bench, id):
    (path,) = Path(bench.folder, "games").glob(f"*-{id}.arcana")
    return path


@pytest.mark.parametrize("corrected", [False, True])
def test_tags_that_change_after_the_first_sync_are_there_after_the_last(device, tmp_path, corrected):
    bench = device(aaaaaaaa=(BEGUN, None))
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library)
        if corrected:
            record = Record.from_text(library.get("aaaaaaaa").record)
            record.tags.append(("Note", "Ours"))
            library.correct("aaaaaaaa", str(record))
        path = path_of(bench, "aaaaaaaa")
        text = path.read_text().replace('[Device "one"]', '[Device "one"]\n[Date "2026-11-22"]\n[Note "New"]')
        path.write_text(text)
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


def test_only_tags_that_changed_are_something_new(device, tmp_path):
    bench = device(aaaaaaaa=over(SHORT))
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library, keep=True)
        assert fetch(bench, library, keep=True) == [Pulled(library.get("aaaaaaaa"), False, False)]
        path = path_of(bench, "aaaaaaaa")
        path.write_text(path.read_text().replace('"one"', '"two"'))
        (one,) = fetch(bench, library)
        assert one.fresh and one.removed and library.get("aaaaaaaa").device == "two"


def test_a_game_that_changes_before_it_goes_stays(device, tmp_path, monkeypatch):
    bench = device(aaaaaaaa=over(SHORT))
    real = bench.app.methods.call

    def call(name, params):
        if name in ("let_go", "confirm"):
            path = path_of(bench, "aaaaaaaa")
            path.write_text(path.read_text().replace('"one"', '"two"'))
        return real(name, params)

    monkeypatch.setattr(bench.app.methods, "call", call)
    with Library(tmp_path / "shelf") as library:
        (left,) = fetch(bench, library)
        assert isinstance(left, Left) and "differs from the computer" in left.sentence
        monkeypatch.undo()
        assert fetch(bench, library)[0].removed and library.get("aaaaaaaa").device == "two"


@pytest.mark.parametrize("older", ["host", "device"])
def test_where_one_side_knows_of_no_checks_the_number_of_lines_counts(device, tmp_path, monkeypatch, older):
    bench = device()
    if older == "device":
        older = protocol.METHODS.replace(" check:text?", "").replace("game_files", "fetch")
        monkeypatch.setattr(protocol, "METHODS", older)
        with Library(tmp_path / "shelf") as library:
            done = fetch(bench, library)
            assert sorted(one.entry.id for one in done if one.removed) == ["aaaaaaaa", "bbbbbbbb"]
    else:
        assert bench.error("confirm", game="aaaaaaaa", events=3)["code"] == protocol.REFUSED
        assert bench.result("confirm", game="aaaaaaaa", events=len(LONG.events)) == {"removed": True}
    assert "aaaaaaaa" not in on_device(bench)


@pytest.mark.parametrize("trouble", ["game_files", "let_go"])
def test_a_device_in_trouble_in_the_middle_loses_no_game_and_hides_none(
    device, tmp_path, monkeypatch, trouble
):
    bench = device()
    real = bench.app.methods.call

    def call(name, params):
        result = real(name, params)
        if name == trouble:
            # after the work is done
            raise MemoryError
        return result

    monkeypatch.setattr(bench.app.methods, "call", call)
    with Library(tmp_path / "shelf") as library:
        done = fetch(bench, library)
        assert {one.entry.id: one.removed for one in done} == {
            "aaaaaaaa": True,
            "bbbbbbbb": True,
            "cccccccc": False,
        }
    assert list(on_device(bench)) == ["cccccccc"]


def test_games_that_can_not_be_listed_are_not_taken_for_none(device, tmp_path, monkeypatch):
    bench = device()

    def fails(path):
        raise OSError(5, "EIO")

    journal = bench.app.journal
    journal.contents = journal.page_end = None
    for module in (game_folder, listing, sending, stored_games):
        monkeypatch.setattr(module, "os", SimpleNamespace(listdir=fails))
    with Library(tmp_path / "shelf") as library, pytest.raises(DeviceRefused, match="EIO"):
        fetch(bench, library)
    with pytest.raises(DeviceRefused, match="EIO"):
        list_files(bench.host())


def test_a_game_of_which_the_device_sends_less_than_it_lists_is_named(device, tmp_path, monkeypatch):
    bench = device(**RUNNING)
    monkeypatch.setattr(bench.app.journal, "events", 9)
    with Library(tmp_path / "shelf") as library:
        (left,) = fetch(bench, library)
        assert isinstance(left, Left) and "more lines" in left.sentence and not library.games()


@pytest.mark.parametrize("unknown", [("game_files", "let_go"), ("let_go",)], ids=len)
def test_a_device_that_knows_no_bulk_is_fetched_game_by_game(device, tmp_path, monkeypatch, unknown):
    bench = device()
    known = [line for line in protocol.METHODS.split("\n") if not line.startswith(unknown)]
    monkeypatch.setattr(protocol, "METHODS", "\n".join(known))
    with Library(tmp_path / "shelf") as library:
        done = fetch(bench, library)
        assert sorted(one.entry.id for one in done if one.removed) == ["aaaaaaaa", "bbbbbbbb"]
        assert events_of(library)["aaaaaaaa"] == LONG.events
    assert list(on_device(bench)) == ["cccccccc"]


def test_finished_games_come_in_one_request_and_go_in_another(device, tmp_path):
    bench = device(**{f"aaaaaa{number:02x}": over(SHORT) for number in range(20)})
    asked = []
    call = bench.app.methods.call
    bench.app.methods.call = lambda name, params: asked.append(name) or call(name, params)
    with Library(tmp_path / "shelf") as library:
        assert all(one.removed for one in fetch(bench, library)) and len(library.games()) == 20
    assert asked == ["info", "game_files", "let_go", "let_go"]


def test_a_stream_without_end_is_no_companion(device, tmp_path, monkeypatch):
    monkeypatch.setattr("arcana_host.link.device.LARGEST", 400)
    with Library(tmp_path / "shelf") as library, pytest.raises(DeviceFaulty, match="no end"):
        fetch(device(), library)


# the cable


class Torn(HostEnd):
    """A cable that comes out after so many bytes in both directions together."""

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
        with Library(tmp_path / f"shelf{cuts}") as library:
            try:
                fetch(bench, library, Torn(bench, 1 + 83 * cuts))
                whole = True
            except DeviceLost:
                whole = False
                safe = events_of(library)
                assert all(safe[id] == wanted[id] for id in safe)
                assert set(safe) | set(on_device(bench)) == set(wanted)
                bench.power_on()
                fetch(bench, library)
            assert events_of(library) == wanted
            assert list(on_device(bench)) == ["cccccccc"]
        if whole:
            break
    assert cuts > 20


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
    with Library(tmp_path / "shelf") as library:
        done = fetch(bench, library, Deaf(bench, lost))
        assert {one.entry.id: one.removed for one in done} == {
            "aaaaaaaa": True,
            "bbbbbbbb": True,
            "cccccccc": False,
        }
        assert events_of(library) == {"aaaaaaaa": LONG.events, "bbbbbbbb": SHORT.events, "cccccccc": BEGUN}


def test_the_command_tells_what_came_before_the_cable_was_pulled(arcana, tmp_path, monkeypatch):
    from arcana_host import sync as module

    kept = module._FileFetcher._store_game

    def until_the_second(self, id, content):
        if id == "bbbbbbbb":
            raise DeviceLost("The connection to the device broke.")
        return kept(self, id, content)

    with board_with(tmp_path / "a", "aaaaaaaa", "bbbbbbbb") as board:
        monkeypatch.setattr(module._FileFetcher, "_store_game", until_the_second)
        status, out, err = arcana("sync", "--port", board.path, "--library", tmp_path / "shelf")
        assert status == 1 and "Game aaaaaaaa" in out and "Game bbbbbbbb" not in out
        assert err == "arcana: The connection to the device broke.\n"
        monkeypatch.undo()
        status, out, err = arcana("sync", "--port", board.path, "--library", tmp_path / "shelf")
        assert status == 0 and "Game bbbbbbbb" in out and err == ""


# only what is new


class Counted(HostEnd):
    """A cable that counts the requests for games."""

    asked = 0

    def write(self, data):
        self.asked += data.count(b'"method":"events"') + data.count(b'"method":"game_files"')
        super().write(data)


def test_only_what_is_new_is_asked_for(device, tmp_path):
    bench = device()
    with Library(tmp_path / "shelf") as library:
        for asked in (2, 0):
            end = Counted(bench)
            fetch(bench, library, end, keep=True)
            assert end.asked == asked
        bench.result("enter", event=5, text="end")
        end = Counted(bench)
        done = fetch(bench, library, end, keep=True)
        assert end.asked == 1 and [one.entry.id for one in done if one.fresh] == ["cccccccc"]
        assert events_of(library)["cccccccc"] == [*BEGUN, "end"]


def test_progress_goes_up_to_the_end(device, tmp_path):
    seen = []
    bench = device()
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library, on_lines=lambda done, total: seen.append((done, total)))
    total = len(LONG.events) + len(SHORT.events) + len(BEGUN)
    done = [lines for lines, _ in seen]
    assert seen[-1] == (total, total) and done == sorted(done) and {of for _, of in seen} == {0, total}


@pytest.mark.parametrize(
    ("python", "bytes_at_once"),
    [
        ("micropython 1.18.0", 0),
        ("micropython 1.20.0", WINDOW),
        ("micropython 1.28.0", WINDOW),
        ("cpython 3.11.2", WINDOW),
    ],
)
def test_an_old_micropython_gets_one_request_at_a_time(python, bytes_at_once):
    assert request_window({"python": python}) == bytes_at_once


def test_a_device_that_takes_one_request_at_a_time_is_fetched_as_well(device, tmp_path, monkeypatch):
    monkeypatch.setattr("arcana_host.sync.request_window", lambda info: 0)
    bench = device()
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library)
        assert events_of(library)["aaaaaaaa"] == LONG.events
    assert list(on_device(bench)) == ["cccccccc"]


# corrections


def test_a_corrected_game_stays_corrected_and_leaves_the_device(device, tmp_path):
    bench = device("one", aaaaaaaa=([*BEGUN, "end", "abandon"], "abandoned"))
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library, keep=True)
        record = library.get("aaaaaaaa").record
        library.correct("aaaaaaaa", record.replace("2 miss", "3 hit"))
        (one,) = fetch(bench, library)
        assert (one.fresh, one.removed, one.entry.summary["score"]) == (False, True, 1)
        assert library.get("aaaaaaaa").summary["score"] == 1 and library.versions("aaaaaaaa")[0] == record
    assert on_device(bench) == {}


def test_a_corrected_game_that_goes_on_at_the_device_stays_there(device, tmp_path):
    bench = device("one", **RUNNING)
    with Library(tmp_path / "shelf") as library:
        fetch(bench, library)
        library.correct("cccccccc", library.get("cccccccc").record.replace("2 miss", "3 hit"))
        bench.result("enter", event=5, text="end")
        (one,) = fetch(bench, library)
        assert isinstance(one, Left) and "has been corrected here" in one.sentence
        assert library.get("cccccccc").summary["score"] == 1
    assert on_device(bench) == {"cccccccc": 6}


def test_json_names_what_stays(arcana, tmp_path):
    with Library(tmp_path / "shelf") as library:
        library.add('[Game "aaaaaaaa"]\n' + "\n".join(LONG.events))
    with board_with(tmp_path / "a", "aaaaaaaa") as board:
        words = ("sync", "--port", board.path, "--json", "--library", tmp_path / "shelf")
        status, out, err = arcana(*words)
    told = json.loads(out)
    assert (
        status == 1
        and told["games"] == []
        and "stays on the device" in told["left"][0]
        and told["left"][0] in err
    )
