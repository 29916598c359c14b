"""What the drivers of all panels of 296 x 128 black and white pixels share.

It waits for the glass, finds out what changed, and speaks over an SPI bus and four pins. It must not know
pins by number, boards, what a picture shows, nor any command: those are the business of a driver, a subclass.

Pictures are landscape framebuf.MONO_VLSB, 1 = black: sixteen pages of eight rows, 296 bytes each.
"""

from array import array
from binascii import crc32

from companion.platform import asyncio, const, ticks_diff, ticks_ms

_PAGES = const(16)
_PAGE = const(296)

_RESET_SECONDS = 0.01  # the slower controller wants that much, the other one a fifth of it
_POLL_SECONDS = 0.01


class PanelError(Exception):
    """The panel does not answer; the message is a sentence for the user."""


class Panel:
    """The panel behind an SPI bus and four pins.

    `spi` has write(bytes); `cs`, `dc` and `rst` are output pins and `busy` is an input pin, each called
    with a level or for one. `ticks` is a clock in milliseconds. One task at a time may call `show`.

    Attributes: `width`, `height` in pixels; `partials`, the partial refreshes since the last full one;
    `FULL_EVERY`, the number of them after which the makers want a full one.

    A driver has `BUSY`, the level of its busy line while it is busy; `NEW` and `SHOWN`, the commands that
    write what is to come onto the glass and what is on it; `SLEEP`, what sends it into deep sleep; `_load`,
    `_set_up`, `_begin` and `_end`.
    """

    width = 296
    height = 128
    FULL_EVERY = 40
    STUCK_MS = 10000  # more than twice what a full refresh takes in the cold

    def __init__(self, spi, cs, dc, rst, busy, ticks=ticks_ms):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._rst = rst
        self._busy = busy
        self._ticks = ticks
        self._byte = bytearray(1)
        # the picture on the glass, None as long as nobody knows, and a check of each of its pages
        self._shown = None
        self._checks = array("I", [0] * _PAGES)
        # the pages that went onto the glass, until the controller was told so
        self._due = None
        self._awake = False
        self._waveform_loaded = False
        self.partials = 0

    async def show(self, buffer, full=False):
        """Hand a picture to the glass; return when its refresh has started: True, or False for none.

        `buffer` is 4,736 bytes of landscape MONO_VLSB, 1 = black, and must stay as it is until `idle` has
        returned: it is told to the controller as the previous picture then. The refresh is a full one (takes
        seconds, flickers) when asked for and whenever the controller cannot know what is on the glass, else a
        partial one (about 0.3 s), for which only the pages that changed go out; there is none when nothing
        changed. Waits for the refresh before it.

        Raises PanelError when the panel stays busy; the next call then resets it and tries again.
        """
        size = _PAGE * _PAGES
        if len(buffer) != size:
            raise ValueError("a picture has %d bytes, not %d" % (size, len(buffer)))
        await self.idle()
        full = full or self._shown is None
        runs = self._changed(buffer)
        if not (runs or full):
            return False
        if not self._awake:
            await self._wake()
            full = True
        if full:
            runs = ((0, _PAGES),)
        self._load(self.NEW, buffer, runs)
        await self._begin(full)
        self._waveform_loaded = not full
        self.partials = 0 if full else self.partials + 1
        self._shown = buffer
        self._due = runs
        return True

    async def idle(self):
        """Wait until the glass is at rest. Raises PanelError when it stays busy."""
        if not self._awake:
            return
        await self._until_free()
        if self._due:
            await self._end()
            # A partial refresh drives what differs from this: were it older than the glass, ghosts would stay
            self._load(self.SHOWN, self._shown, self._due)
            self._due = None

    def sleep(self):
        """Send the controller into deep sleep; return False, and do nothing, unless `idle` had nothing to do.

        The picture stays on the glass. The next one wakes the controller and comes with a full refresh.
        """
        if self._awake:
            if self._due or self._busy() == self.BUSY:
                return False
            self._send(self.SLEEP)
            self._awake = False
        return True

    def _changed(self, buffer):
        """Return the runs (first, end) of pages that differ from those of the call before."""
        picture = memoryview(buffer)
        runs = []
        first = None
        for page in range(_PAGES):
            check = crc32(picture[page * _PAGE : (page + 1) * _PAGE])
            if check != self._checks[page]:
                self._checks[page] = check
                if first is None:
                    first = page
            elif first is not None:
                runs.append((first, page))
                first = None
        if first is not None:
            runs.append((first, _PAGES))
        return runs

    async def _wake(self):
        self._due = None
        self._waveform_loaded = False
        self._rst(0)
        await asyncio.sleep(_RESET_SECONDS)
        self._rst(1)
        await asyncio.sleep(_RESET_SECONDS)
        await self._until_free()
        await self._set_up()
        self._awake = True

    async def _until_free(self):
        since = self._ticks()
        while self._busy() == self.BUSY:
            if ticks_diff(self._ticks(), since) > self.STUCK_MS:
                self._awake = False
                self._shown = None
                raise PanelError(
                    "The panel has been busy for %d seconds: check its contacts." % (self.STUCK_MS // 1000)
                )
            await asyncio.sleep(_POLL_SECONDS)

    def _send(self, commands):
        for command, data in commands:
            self._command(command, data)

    def _command(self, command, data=b""):
        self._byte[0] = command
        self._cs(0)
        self._dc(0)
        self._spi.write(self._byte)
        if data:
            self._dc(1)
            self._spi.write(data)
        self._cs(1)
