"""The file of a game with one bit flipped: the companion starts, and a computer syncs.

Every game is in the library then, or it is on the device as it was, named by each list, and the last line and
the exit status of `arcana sync` say so. With --soak each bit flips, else one in every eleventh byte.
"""

import gc
import io
import shutil

import machine
import pytest
from arcana_host.library.store import Library
from arcana_host.link import device as link_device
from arcana_host.link import ports
from arcana_host.link.device import Device
from arcana_host.link.games import list_files, read_games
from arcana_host.virtual.boards import REFERENCE_BOARD, virtual_board
from arcana_host.virtual.cable import Cable
from arcana_portable.link.game_file import read_game
from arcana_portable.record import Record
from arcana_portable.virtual.wiring import Wiring
from companion import boards
from companion.app import App
from companion.journal_file import read_end
from link.bench import HostEnd
from records import recorded

from shared_rules.errors import RuleError

GAME = recorded("short").events
assert 10 < len(GAME) < 20
CLOCK = (2026, 11, 21, 20, 15, 0)


class Started:
    """A companion that has just been switched on with this folder as its flash, and its cable."""

    def __init__(self, folder):
        machine.connect(Wiring(virtual_board(REFERENCE_BOARD)))
        self.cable = Cable()
        made = boards.make(str(folder), self.cable)
        made.free_bytes = lambda: 1_000_000
        made.set_clock(CLOCK)
        self.app = App(made)
        self.app._set_up()
        self.app._paint()
        self.app._open_link()
        self.app._report_troubles()

    def poll(self):
        self.app.link.poll()

    def host(self):
        return Device("bench", timeout=0.2, opener=lambda port: HostEnd(self))


pytestmark = pytest.mark.usefixtures("no_waits")


@pytest.fixture
def flash(tmp_path):
    """A flash with two finished games and a running one, as the companion wrote it."""
    folder = tmp_path / "whole"
    folder.mkdir()
    (folder / "board.txt").write_text(f"{REFERENCE_BOARD}\n")
    app = Started(folder).app
    for events in (GAME, [*GAME[:2], "abandon"], GAME[:6]):
        app.session.begin(events[0])
        for text in events[1:]:
            if app.session.game.may(text):
                app.session.enter(text)
    return folder


def stored(folder):
    """Return {id: (path, events, whether it is over)} of the games on a flash."""
    found = {}
    for path in sorted((folder / "games").iterdir()):
        text = path.read_text()
        found[path.name[5:13]] = path, Record.from_text(text).events, "\n# over " in text
    return found


def bits(content, soak):
    return range(8 * len(content)) if soak else [8 * at + at % 8 for at in range(0, len(content), 11)]


def flipped_copies(flash, path, soak):
    """Yield (bit, a copy of the flash in which that bit of the file has flipped)."""
    whole, copy = path.read_bytes(), flash.with_name("flipped")
    for bit in bits(whole, soak):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        shutil.copytree(flash, copy)
        (copy / path.relative_to(flash)).write_bytes(damaged)
        yield bit, copy
        shutil.rmtree(copy)
        if bit < 8:
            # the companion collects garbage often; it need not look at all that pytest and the command have
            gc.freeze()


@pytest.fixture
def sync(arcana, monkeypatch, tmp_path):
    """Run `arcana sync` with a Started device; gives (status, its last line, the library's games)."""
    monkeypatch.setattr(ports, "choose_ports", lambda port: ["bench"])
    connected = []
    monkeypatch.setattr(link_device, "connect", lambda *_, **__: connected[0].host())
    folder = tmp_path / "library"

    def run(device):
        connected[:] = [device]
        status, out, err = arcana("sync", "--library", folder)
        with Library(folder) as library:
            games = {
                entry.id: (Record.from_text(entry.record).events, entry.result) for entry in library.games()
            }
        shutil.rmtree(folder)
        return status, (out + err).splitlines()[-1], games

    return run


@pytest.mark.parametrize("attacked", ["finished", "newest finished", "running"])
def test_of_a_game(flash, sync, soak, attacked):
    if attacked == "newest finished":
        (max((flash / "games").iterdir())).unlink()
    games = stored(flash)
    path = list(games.values())[{"finished": 0, "newest finished": 1, "running": -1}[attacked]][0]
    intact = damaged = 0
    for bit, folder in flipped_copies(flash, path, soak):
        content = (folder / "games" / path.name).read_bytes()
        device = Started(folder)
        host = device.host()
        listed = read_games(host, list_files(host))
        status, last, safe = sync(device)
        named = [name for name, game in listed.items() if game is None]
        assert status == bool(named), bit
        for id, (file, events, over) in games.items():
            if id in safe:
                assert safe[id][0] == events and bool(safe[id][1]) == over, bit
                assert over != any(id in each.name for each in (folder / "games").iterdir()), bit
                intact += file == path
            else:
                (aside,) = [each for each in (folder / "games").iterdir() if id in each.name]
                assert file == path and aside.read_bytes() == content, bit
                assert named == [f"games/{aside.name}"] and named[0] in last, bit
                damaged += 1
    assert damaged > 10 and intact
    print(f"{attacked}: {intact + damaged} bits, {damaged} times damaged and named, lost 0")


def test_what_the_host_takes_for_an_end_is_one_for_the_device(flash):
    content = next(iter(stored(flash).values()))[0].read_bytes()
    assert read_game(content, may_run=False).is_over
    ends = 0
    for bit in range(8 * content.rindex(b"# over"), 8 * len(content)):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            is_over = read_game(bytes(damaged), may_run=True).is_over
        except RuleError:
            continue
        assert is_over == read_end(io.BytesIO(damaged), len(damaged))[0], (bit, damaged)
        ends += 1
    assert ends > 100
