"""The companion installed on an emulated Pico, with hands, eyes and a cable for it.

All times are emulated time, so they are the same on every computer. It must not reach into the firmware:
what it knows comes from the glass, the flash and the link.
"""

import functools
import json
import tempfile
from pathlib import Path

from arcana_host.install.build import FOLDERS, bundled_firmware, compile_firmware, installation
from arcana_host.virtual import pico_device
from arcana_host.virtual.pico import EmulatedPico
from companion.game_folder import records

from shared_rules import protocol

BOARD = "pico-epaper-2.9"
PLACE = FOLDERS[0]
PRESS_MS = 60
LONG_MS = 850
APART_MS = 40
_WINDOW_MS = 60
_GLANCE_MS = 12
_AWAKE = 0.5  # the share of its time that the processor works only when there is something to do
_MS = 125_000  # cycles

mpy_version = functools.cache(pico_device.mpy_version)


@functools.cache
def firmware(image, main=None, folder=FOLDERS[0]):
    """The files of the companion in a folder, compiled for an image as `arcana flash` does it.

    main: as for Handheld.
    """
    return installation(bundled_firmware(mpy_version(image), main), folder)


def games_in(files):
    """Return {name: record} of the games in the files of a flash, the oldest first."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in files.items():
            if path.startswith("/games/"):
                (Path(folder) / path.rpartition("/")[2]).write_bytes(content)
        return records(folder)


@functools.cache
def modules(image, program):
    """The files of the companion one by one in the folder PLACE, for a program that imports some of them.

    program: what runs there; the names that it mentions stay as they are.
    """
    return {**installation(compile_firmware(mpy_version(image), program), PLACE), "/main.py": b""}


def told(board):
    """The settings of a device that was told which board it is, as `arcana flash --board` leaves them."""
    return {"/settings.json": json.dumps({"board": board}).encode()}


class Handheld:
    """A companion that lies on the table.

    image: path of a MicroPython image. flash: what an earlier one left in its flash, instead of a fresh
    installation. main: what to run instead of `main.py`. host: whether a computer is at the cable. board: its
    name.
    """

    def __init__(self, image, flash=None, main=None, host=True, board=BOARD):
        files = None if flash is not None else {**told(board), **firmware(image, main)}
        self.image = image
        self.pico = EmulatedPico(image, files, flash, host, board=board)
        self._requests = 0
        self._received = b""

    # eyes

    @property
    def pictures(self):
        """How many pictures the panel was handed and told to show."""
        return self.pico.panel.full_refreshes + self.pico.panel.partial_refreshes

    def boot(self, limit_ms=15_000):
        """Wait for the first picture and until nothing is left to do."""
        self.pico.run_until(lambda: self.pictures, limit_ms, 10)
        self.settle()

    def start_app(self):
        """Have the app run that a tool stopped: restart from the prompt, as a person there would."""
        self.pico.run_until(lambda: self.pico.serial.connected, 1_000)
        self.pico.serial.write(b"\r\x02\x04")
        pictures = self.pictures
        self.pico.run_until(lambda: self.pictures > pictures, 15_000, 10)
        self.settle()

    def settle(self, limit_ms=15_000):
        """Wait until the glass rests and the processor does little but wait."""
        self.pico.run_until(self._rests, limit_ms, 0.001)

    def _rests(self):
        pictures, busy = self.pictures, self.pico.panel.busy
        idles = self._idles(_WINDOW_MS)
        return idles and not busy and not self.pico.panel.busy and self.pictures == pictures

    # hands

    def press(self, press):
        """Press a button, "a" or "b:long", as soon as the companion has done with the one before."""
        name, _, long = press.partition(":")
        held = LONG_MS if long else PRESS_MS
        self.pico.tap(name, held)
        self.pico.run(held + APART_MS)
        self.pico.run_until(self._idles, 5_000, 0.001)

    def _idles(self, window=_GLANCE_MS):
        cycles = self.pico.cycles
        self.pico.run(window)
        works = (self.pico.cycles - cycles) / (window * _MS) > _AWAKE
        return not (works or self.pico.flash.busy)

    def press_and_time(self, press, limit_ms=10_000):
        """Press a button of a companion that rests.

        Returns the milliseconds until the next picture was handed to the panel, from the moment at which the
        press counts: that of the touch; for B, which can be held for long, that of the release.
        """
        self.pico.tap(press, PRESS_MS)
        if press == "b":
            self.pico.run(PRESS_MS)
        pictures, start = self.pictures, self.pico.micros
        self.pico.run_until(lambda: self.pictures > pictures, limit_ms, 0.5)
        taken = (self.pico.micros - start) / 1000
        # no finger is back as soon as a quick picture
        self.pico.run(PRESS_MS + APART_MS)
        return taken

    def lead_up(self, presses):
        """Press all but the last of the presses that enter an event, and wait until nothing is left to do."""
        for press in presses[:-1]:
            self.press(press)
        self.settle()

    def enter(self, presses):
        """Press what enters an event; return how long its last press took, 0 where there was none."""
        if not presses:
            return 0
        self.lead_up(presses)
        return self.press_and_time(presses[-1])

    # the flash

    def record(self):
        """The lines of the newest game in the flash, tags left out; [] when there is none."""
        games = games_in(self.pico.read_files())
        lines = list(games.values())[-1].decode().split("\n") if games else []
        return [line for line in lines if line and line[0] not in "[#"]

    # the cable

    def ask(self, method, limit_ms=5_000, **params):
        """Ask over the link; return the result. Raises TimeoutError, and LinkError for a refusal."""
        self._requests += 1
        line = protocol.encode(protocol.request(self._requests, method, params))
        self.pico.serial.write(line + b"\n" * (len(line) % protocol.PACKET == 0))
        answers = []

        def answered():
            answers.extend(message for message in self.heard() if message.get("id") == self._requests)
            return answers

        self.pico.run_until(answered, limit_ms)
        if "error" in answers[0]:
            raise protocol.LinkError(answers[0]["error"]["code"], answers[0]["error"]["message"])
        return answers[0]["result"]

    def events(self, game):
        """All lines of a game, as the link tells them page by page."""
        lines, first = [], 0
        while first is not None:
            page = self.ask("events", game=game, first=first)
            lines += page["events"]
            first = page["next"]
        return lines

    def heard(self):
        """The messages that came over the link since the last call; what is no message is left out."""
        *lines, self._received = (self._received + self.pico.serial.read()).split(b"\n")
        messages = []
        for line in lines:
            try:
                messages.append(protocol.decode(line))
            except protocol.LinkError:
                continue
        return messages
