"""Power cuts: a companion at work, and what a cut at a random moment would leave on its flash.

`Evening` has a companion play, change settings and hand over its games by the link, and knows what it has
acknowledged. `look` reads a flash as the firmware does at its start, `wake` starts an emulated Pico with it.
It must not know how the firmware stores anything: its expectations come from requests and answers.
"""

import json
import os
import random
import tempfile
import zlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from arcana_host.link.device import Device
from arcana_host.sync import pull
from arcana_portable.record import Record, without_undos
from companion.files import Log
from companion.journal import Journal
from companion.session import Session
from companion.settings import Settings
from device.on_flash import games_on, lines_of
from emulator.flash import files_in, with_files
from pico.handheld import ENGLISH, Handheld

from shared_rules.games import NAMES, name_of, rules_of
from shared_rules.record import UNDO

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
_TAKEN_BACK = 0.1
RESTART_MS = 15_000
"""Emulated milliseconds that a companion may take to restart with another game."""


class Contents(NamedTuple):
    """The contents of a device: {id: lines} of games with at least one event, and the settings set."""

    games: dict
    settings: dict


class Step:
    """A request to a companion: what it holds before the request, and after the answer."""

    def __init__(self, kind, before):
        self.kind, self.before, self.after = kind, before, before


class Cut:
    """A flash after a power cut.

    step: the Step that was going on. safe: {id: lines} of the games in the library at that time.
    torn: whether the flash was being erased or programmed.
    """

    def __init__(self, flash, step, safe, torn):
        self._packed = zlib.compress(flash, 1)
        self.step, self.safe, self.torn = step, safe, torn

    @property
    def flash(self):
        return zlib.decompress(self._packed)


class Plug:
    """Pulls the plug of an emulated Pico at random moments while or shortly after the flash is written.

    pico: the EmulatedPico. often: how often, on average, the plug is pulled for each erase or program
    operation; it may be changed. seed: for the moments. pulled: a callable(flash, whether an operation was
    interrupted).
    """

    def __init__(self, pico, often, seed, pulled):
        self.often = often
        self._flash, self._after = pico.flash, pico.after
        self._chance, self._pulled = random.Random(seed), pulled
        pico.flash.on_operation = self._at_work

    def _at_work(self, ms):
        times = int(self.often + self._chance.random())
        for _ in range(times):
            self._after(self._chance.uniform(0, 2 * ms), self._pull)

    def _pull(self):
        scatter = self._chance if self._chance.random() < 0.5 else None
        self._pulled(self._flash.snapshot(scatter), self._flash.busy)


class Evening:
    """A companion at work whose plug is pulled again and again.

    handheld: the Handheld, which has started and is empty. library: the one that fetches its games.
    often: {"game", "settings", "sync": as for Plug}. seed: for everything random.
    holds: a Told of what it holds now. cuts: list of the Cuts so far.
    """

    def __init__(self, handheld, library, often, seed):
        self.handheld, self.library = handheld, library
        self.holds = Contents({}, json.loads(ENGLISH["/settings.json"]))
        self.cuts = []
        self._game, self._played = None, NAMES[0]
        self._step = Step("start", self.holds)
        self._often, self._chance = often, random.Random(seed)
        self._plug = Plug(handheld.pico, 0, seed, self._pulled)

    def play(self, events):
        """Play a game; now and then take a step back and enter it again."""
        lines = []
        while without_undos(lines) != events:
            stands = len(without_undos(lines))
            take_back = stands > 1 and self._chance.random() < _TAKEN_BACK
            lines = self._enter(lines, [UNDO] * len(lines) if take_back else events[stands:])
            if name_of(events[0]) != self._played:
                self._played = name_of(events[0])
                self._await_restart()

    def _await_restart(self):
        """Wait until the companion has restarted with another game."""
        pictures = self.handheld.pictures
        self.handheld.pico.run_until(lambda: self.handheld.pictures > pictures, RESTART_MS, 10)
        self.handheld.settle()

    def _enter(self, lines, coming):
        """Enter the first of the coming lines; return all lines of the game after it."""
        step = self._begin("game")
        answer = self.handheld.ask("enter", event=len(lines), text=coming[0])
        # with the events that follow automatically
        lines = lines + coming[: answer["events"] - len(lines)]
        if len(lines) == 1:
            self._game = self.handheld.ask("info")["game"]
        self._end(step, Contents({**self.holds.games, self._game: lines}, self.holds.settings))
        return lines

    def set(self, **changes):
        """Change settings, all at once."""
        step = self._begin("settings")
        self.handheld.ask("settings", set=changes)
        self._end(step, Contents(self.holds.games, {**self.holds.settings, **changes}))

    def sync(self):
        """Fetch the games as `arcana sync` does; return the ids of those that the device has removed."""
        step = self._begin("sync")
        with wired(self.handheld.pico) as device:
            removed = [pulled.entry.id for pulled in pull(device, self.library) if pulled.removed]
        kept = {game: lines for game, lines in self.holds.games.items() if game not in removed}
        self._end(step, Contents(kept, self.holds.settings))
        return removed

    def _begin(self, kind):
        self._plug.often = self._often[kind]
        self._step = Step(kind, self.holds)
        return self._step

    def _end(self, step, holds):
        step.after = self.holds = holds
        self._step = Step(step.kind, holds)

    def _pulled(self, flash, torn):
        safe = self._step.kind == "sync" and self._in_library()
        self.cuts.append(Cut(flash, self._step, safe or {}, torn))

    def _in_library(self):
        ids = [game for game in self._step.before.games if self.library.find(game)]
        return {game: Record.from_text(self.library.versions(game)[0]).events for game in ids}


def wired(pico):
    """Return a Device that is an emulated Pico."""
    # a busy computer emulates slowly
    return Device("the cable", timeout=60, opener=lambda _: Cable(pico))


class Cable:
    """The port of an emulated Pico for a program that runs it while it waits."""

    def __init__(self, pico):
        self._pico, self._came = pico, bytearray()

    @property
    def in_waiting(self):
        self._came += self._pico.serial.read()
        return len(self._came)

    def read(self, size):
        if not self.in_waiting:
            self._pico.run(1)
        data = bytes(self._came[: min(size, self.in_waiting)])
        del self._came[: len(data)]
        return data

    def write(self, data):
        self._pico.serial.write(data)

    def close(self):
        pass


def look(files):
    """Read a flash with the firmware's own code, as at its start.

    files: {path: content}, as from `files_in`. Returns (Told, the running game's events or None, the notes in
    the log).
    """
    with tempfile.TemporaryDirectory() as folder:
        for path, content in files.items():
            if path.startswith("/games/") or path.count("/") == 1:
                (Path(folder) / path[1:]).parent.mkdir(exist_ok=True)
                (Path(folder) / path[1:]).write_bytes(content)
        log = Log()
        journal = Journal(folder, log)
        session = Session(journal, log)
        session.resume()
        games = {game: lines_of(folder, game) for game, _, _ in games_on(folder)}
        settings = Settings(folder + "/settings.json", log)
        return Contents(games, settings.all()), session.game and session.game.events, log.lines()


def check(cut, untouched):
    """Check a cut's flash; return what is in its files.

    untouched: {path: content} of the files that nobody was to change.
    """
    files = files_in(cut.flash)
    flash, running, notes = look(files)
    before, after = cut.step.before, cut.step.after
    assert [note for note in notes if "was empty" not in note] == []
    assert flash.settings in (before.settings, after.settings)
    for game in {*before.games, *after.games, *flash.games}:
        lines = flash.games.get(game)
        assert lines in (before.games.get(game), after.games.get(game))
        if lines is None and game in before.games:
            assert cut.safe[game] == before.games[game]
    unfinished = [lines for lines in flash.games.values() if not replay(lines).result]
    assert unfinished == [] if running is None else without_undos(*unfinished) == running
    assert {path: files.get(path) for path in untouched} == untouched
    return files


def check_takes_more(flash, files):
    """Check that a flash with these files takes more of them, and loses nothing by that."""
    more = {"/settings.json.new": b"{}", "/games/9999-feedbeef.arcana": b"setup\n" * 300}
    assert files_in(with_files(flash, more)) == {**files, **more}


def replay(lines):
    """Return the game that these lines make, whichever it is."""
    return rules_of(lines[0]).Game.replay(without_undos(lines))


class Woken(NamedTuple):
    """The answers of a companion after it was plugged in again.

    games: {id: number of lines}. state: of the game on the table, or None. settings: all of them.
    faults: what it did wrong. files: its flash, after its game was stopped or, without one, a game begun.
    """

    games: dict
    state: dict
    settings: dict
    faults: list
    files: dict


def wake(image, flash):
    """Power an emulated Pico, wait for its first picture, ask it, go on with its game, and cut the power."""
    handheld = Handheld(image, flash=flash)
    handheld.pico.run_until(lambda: handheld.pictures, 20_000, 10)
    table = handheld.ask("state")
    paths = [path for path, _ in handheld.ask("list")["files"] if path.startswith("games/")]
    games = {path[-15:-7]: len(handheld.fetched(path[-15:-7]).events) for path in paths}
    settings = handheld.ask("settings")["settings"]
    handheld.ask("enter", event=table["events"], text="abandon" if table["state"] else SETUP)
    faults = handheld.pico.panel.faults + handheld.pico.errors
    return Woken(games, table["state"], settings, faults, handheld.pico.read_files())


def wake_all(image, flashes):
    """Wake many, several at a time; return a list of Woken in their order."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(wake, [image] * len(flashes), flashes))


def check_woken(woken, files):
    """Check that a companion which was started knows what is in these files, and that it goes on."""
    flash, running, _ = look(files)
    assert woken.faults == []
    assert woken.games == {game: len(lines) for game, lines in flash.games.items()}
    assert woken.settings == {**woken.settings, **flash.settings}
    assert woken.state == (running and replay(running).state())
    later, _, notes = look(woken.files)
    assert notes == []
    games = [
        [*lines, "abandon"] if without_undos(lines) == running else lines for lines in flash.games.values()
    ]
    assert sorted(later.games.values()) == sorted(games if running else [*games, [SETUP]])
