"""The companion installed on an emulated Pico: presses its buttons, watches its panel, and uses its link.

All times are emulated, so they are the same on every computer. It must not reach into the firmware:
everything it knows comes from the panel, the flash and the link.
"""

import functools
import tempfile
from base64 import b64decode
from pathlib import Path

from arcana_host.install.build import device_files
from arcana_portable.page.journals import records
from arcana_portable.record import Record
from emulator.pico import EmulatedPico

from shared_rules import protocol

BOARD = "pico-epaper-2.9"
ENGLISH = {"/settings.json": b'{"language": "english"}'}
"""The settings of a device that need not ask for its language."""
PRESS_MS = 60
LONG_MS = 850
APART_MS = 40
LOOK_MS = 500
_WINDOW_MS = 120
_GLANCE_MS = 12
_AWAKE = 0.5  # the processor works for a larger share of its time only if there is something to do
_MS = 125_000  # cycles


@functools.cache
def mpy_version(image):
    """Return the version of compiled code (.mpy) that an image runs."""
    asked = "import sys; print(getattr(sys.implementation, '_mpy', getattr(sys.implementation, 'mpy', 0)))"
    return int(EmulatedPico(image, files={}).exec(asked))


@functools.cache
def firmware(image, main=None):
    """Return the files of the companion, compiled for an image as by `arcana flash`.

    main: as for Handheld.
    """
    files = {f"/{path}": content for path, content in device_files(mpy_version(image)).items()}
    return {**files, "/main.py": main.encode()} if main is not None else files


def games_in(files):
    """Return {name: record} for the games in the files of a flash, the oldest first."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in files.items():
            if path.startswith("/games/"):
                (Path(folder) / path.rpartition("/")[2]).write_bytes(content)
        return records(folder)


def modules(image):
    """Return the companion's files with an empty `main.py`, for a program that imports some of them."""
    return firmware(image, "")


def board_file(board):
    """Return the file by which a device knows its board, as written by `arcana flash --board`."""
    return {"/board.txt": f"{board}\n".encode()}


class Handheld:
    """A companion on the table.

    image: path of a MicroPython image. flash: the flash of an earlier one, None for a fresh installation.
    main: the source to run instead of `main.py`. host: whether a computer is connected. board: its name.
    """

    def __init__(self, image, flash=None, main=None, host=True, board=BOARD):
        files = None if flash is not None else {**board_file(board), **ENGLISH, **firmware(image, main)}
        self.image = image
        self.pico = EmulatedPico(image, files, flash, host, board=board)
        self._looked = 0
        self._requests = 0
        self._received = b""

    # the panel

    @property
    def pictures(self):
        """How many refreshes the panel has started."""
        return self.pico.panel.full_refreshes + self.pico.panel.partial_refreshes

    def boot(self, limit_ms=15_000):
        """Wait for the first picture, and until the companion is idle."""
        self.pico.run_until(lambda: self.pictures, limit_ms, 10)
        self.settle()

    def start_app(self):
        """Restart the app from the prompt, where a tool has left it."""
        self.pico.run_until(lambda: self.pico.serial.connected, 1_000)
        self.pico.serial.write(b"\r\x02\x04")
        pictures = self.pictures
        self.pico.run_until(lambda: self.pictures > pictures, 15_000, 10)
        self.settle()

    def settle(self, limit_ms=15_000):
        """Wait until the panel is idle and the processor does little but wait."""
        self.pico.run_until(self._rests, limit_ms, 0.001)

    def _rests(self):
        pictures, busy = self.pictures, self.pico.panel.busy
        idles = self._idles(_WINDOW_MS)
        return idles and not busy and not self.pico.panel.busy and self.pictures == pictures

    # the buttons

    def press(self, press):
        """Press a button, such as "a" or "b:long", and wait until the companion has handled it."""
        self._look()
        name, _, long = press.partition(":")
        held = LONG_MS if long else PRESS_MS
        self.pico.tap(name, held)
        self.pico.run(held + APART_MS)
        self.pico.run_until(self._idles, 5_000, 0.001)

    def _look(self):
        """Wait, as players do, until a full refresh is over and its picture can be read."""
        if self._looked != self.pico.panel.full_refreshes:
            self._looked = self.pico.panel.full_refreshes
            self.pico.run_until(lambda: not self.pico.panel.busy, 10_000, 1)
            self.pico.run(LOOK_MS)

    def _idles(self, window=_GLANCE_MS):
        cycles = self.pico.cycles
        self.pico.run(window)
        works = (self.pico.cycles - cycles) / (window * _MS) > _AWAKE
        return not (works or self.pico.flash.busy)

    def press_and_time(self, press, limit_ms=10_000):
        """Press a button of a companion that is idle.

        Returns the milliseconds until the next picture is sent to the panel, from the moment at which the
        press counts: for B, which has a long press, that is the release.
        """
        self._look()
        self.pico.tap(press, PRESS_MS)
        if press == "b":
            self.pico.run(PRESS_MS)
        pictures, start = self.pictures, self.pico.micros
        self.pico.run_until(lambda: self.pictures > pictures, limit_ms, 0.5)
        taken = (self.pico.micros - start) / 1000
        # no finger is as fast as a quick picture
        self.pico.run(PRESS_MS + APART_MS)
        return taken

    def lead_up(self, presses):
        """Press all but the last press for an event, and wait until the companion is idle."""
        for press in presses[:-1]:
            self.press(press)
        self.settle()

    def enter(self, presses):
        """Press the buttons for an event; return the ms that the last press takes, 0 without presses."""
        if not presses:
            return 0
        self.lead_up(presses)
        return self.press_and_time(presses[-1])

    # the flash

    def record(self):
        """Return the lines of the newest game in the flash without its tags, [] if there is none."""
        games = games_in(self.pico.read_files())
        lines = list(games.values())[-1].decode().split("\n") if games else []
        return [line for line in lines if line and line[0] not in "[#"]

    # the cable

    def ask(self, method, limit_ms=5_000, **params):
        """Send a request over the link; return the result. Raises TimeoutError and LinkError."""
        self._requests += 1
        line = protocol.encode(protocol.request(self._requests, method, params))
        self.pico.serial.write(line + b"\n" * (len(line) % protocol.PACKET == 0))
        answers, data = [], b""

        def answered():
            nonlocal data
            for message in self.heard():
                # MicroPython's prompt echoes the request
                if message.get("id") == self._requests and "method" not in message:
                    answers.append(message)
                elif message.get("method") == "part":
                    data += b64decode(message["params"]["data"])
            return answers

        self.pico.run_until(answered, limit_ms)
        if "error" in answers[0]:
            raise protocol.LinkError(answers[0]["error"]["code"], answers[0]["error"]["message"])
        return {**answers[0]["result"], "data": data} if method == "read" else answers[0]["result"]

    def path(self, game):
        first = 0
        while first is not None:
            page = self.ask("list", first=first)
            for path, _ in page["files"]:
                if path.endswith(f"-{game}.arcana"):
                    return path
            first = page["next"]

    def fetched(self, game):
        """Return the Record of a game, read over the link."""
        parts = self.ask("read", names=[self.path(game)])["data"]
        return Record.from_text(parts.decode())

    def remove(self, game):
        """Make the companion remove a finished game, as if a host had stored it; return whether it did."""
        return self.ask("remove", name=self.path(game), check=self.fetched(game).check())["removed"]

    def heard(self):
        """Return the messages that arrived over the link since the last call, without anything else there."""
        *lines, self._received = (self._received + self.pico.serial.read()).split(b"\n")
        messages = []
        for line in lines:
            try:
                messages.append(protocol.decode(line))
            except protocol.LinkError:
                continue
        return messages
