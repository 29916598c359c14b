"""The base class of the drivers for black and white panels.

It waits for the panel, finds the changes, and communicates over an SPI bus and four pins. It must not know
pins by number, boards, the content of a picture, nor any command: commands are up to a driver, which is a
subclass.

Pictures are landscape, 1 = white, as a Canvas has them: pages of eight rows, each as many bytes as the panel
is wide.
"""

from array import array
from binascii import crc32

from companion.platform import asyncio, const, sleep_us, ticks_diff, ticks_ms

_RESET_US = const(10000)  # between the reset pulse and the first command
# also how long nobody believes that the panel is free, as BUSY says only some time after a command that it
# is not: 0.2 ms according to Waveshare's driver of a UC8151D, GxEPD2 waits 1 ms for each controller
_POLL_SECONDS = 0.01
# if it takes this long, the panel has not heard the command
_BEGIN_POLL_US = const(1000)
_BEGIN_POLLS = const(20)
_STOP_POLL_US = const(10000)
_STOP_POLLS = const(100)  # a second, which is longer than a partial refresh takes

_LEAST_PARTIAL, _MOST_PARTIAL = (
    const(10),
    const(35),
)  # degrees Celsius; beyond, partial refreshes leave ghosts
_COLDEST, _WARMEST = const(-30), const(70)  # anything beyond can't be a real answer
_ANSWER_BITS = const(16)
_MEASURE_POLL_US = const(10000)
_MEASURE_POLLS = const(10)

_SET_PINS = const(0xE000)  # the PIO's instruction, with the level
_PARTIAL_MS = const(750)  # duration of a partial refresh, with the time to switch the voltages on
_GUARD_MS = const(1950)  # no voltage stays on for two seconds if the program hangs


class PanelError(Exception):
    """The panel does not answer; the message is a sentence for the user."""


class Guard:
    """The panel's RST, called with a level; it goes low by itself if nobody is there to switch voltages off.

    A reset switches all of the panel's voltages off, regardless of earlier commands.

    counter: a state machine that counts each number it gets down to 0, one a millisecond, and then sets the
    pin low; a new number replaces the last number. pin: that pin.
    """

    def __init__(self, counter, pin):
        self._counter = counter
        self._pin = pin

    def __call__(self, level):
        self._counter.active(0)
        self._counter.exec(_SET_PINS | level)

    def allow(self, milliseconds):
        """Allow the voltages for this time from now on; 0: they are off, and the guard stops."""
        if milliseconds:
            self._counter.put(milliseconds)
        self._counter.active(bool(milliseconds))

    def init(self, *mode):
        """Make it another kind of pin."""
        self._counter.active(0)
        self._pin.init(*mode)


class Panel:
    """The panel behind an SPI bus and four pins.

    size: width and height in pixels. spi: has write(bytes). cs, dc: output pins, called with a level. rst: a
    Guard. busy: an input pin, called without a level. ticks: a clock in milliseconds. sleep: a
    callable(milliseconds) that waits. wires: the pins of the bus's clock and data, over which the controller
    reports its temperature, or None. hertz: the frequency of the bus. Only one task at a time may call
    `show`.

    Attributes: `size`, (width, height, layout), as a Canvas takes them; `width`, `height`; `partials`, the
    partial refreshes since the last full refresh; `powered`, whether the panel's voltages may be on; `quick`,
    whether the quick waveform is loaded, None if no waveform is; `took`, the duration of the last refresh in
    milliseconds, None before the first; `celsius`, the temperature after the last full refresh, or None if
    unknown; `only_full`, whether that is too cold or too warm for partial refreshes.

    A driver defines the data for its controller, as bytes: for each command its number, the length of its
    data, and the data. After a reset, whose pulse takes `_PULSE_US`, these are `_RESET` and `_SETUP`; for a
    refresh `_FULL`, or `_PARTIAL` after the result of `_waveform(quick)` unless that is loaded, and then
    `_START`; `OFF` to switch the voltages off; and `_SLEEP`. `_STAYS_POWERED` says whether they stay on after
    a partial refresh; then a full refresh switches them off by itself. If not, `_FULL` and `_PARTIAL` end
    with a command that switches them on, which takes a while. It also has `LAYOUT`, framebuf's layout of the
    pictures; `BUSY`, the level of the busy line while the controller is busy; `TEMPERATURE`, the command to
    which the controller answers with its temperature; `_NEW` and `_SHOWN`, the commands that write the next
    and the shown picture; and `_load(commands, picture, runs)`, which writes runs of pages.
    """

    # duration of a full refresh in a room, with a second for a program that is busy with other things; its
    # voltages go off by themselves
    _FULL_MS = 5000
    _STUCK_MS = 10000  # more than twice the duration in the cold

    def __init__(self, size, spi, cs, dc, rst, busy, wires=None, ticks=ticks_ms, sleep=sleep_us, hertz=0):
        self.width, self.height = size
        self.size = size + (self.LAYOUT,)
        self.pages = (self.height + 7) // 8
        self.write = spi.write
        self._bus = spi, hertz
        self.cs = cs
        self.dc = dc
        self.rst = rst
        self.busy = busy
        self.wires = wires
        self._ticks = ticks
        # MicroPython's `sleep_ms` may take up to a millisecond less
        self.sleep_us = sleep
        self._byte = bytearray(1)
        # the picture on the panel, or None while unknown, and the CRC-32 of each of its pages
        self.shown = None
        self._checks = array("I", [0] * self.pages)
        self.quick = None
        # the runs of pages of the last refresh, until they are written as the previous picture
        self._due = None
        self.awake = False
        self._since = 0
        self.partials = 0
        self.powered = False
        self.took = None
        self.celsius = None
        self.only_full = False

    async def show(self, buffer, full=False, quick=False):
        """Show a picture; return once its refresh has started: True, or False if nothing changed.

        buffer: of a Canvas of this size and layout. It must not change until `idle` has returned,
        which sends it to the controller as the previous picture. full: whether to do a full refresh, which
        takes seconds and flickers; it is also done if the controller can't know the picture on the panel, and
        while `only_full`. Otherwise the refresh is partial: it takes about 0.7 s and sends only the pages
        that changed.
        quick: whether a partial refresh takes half that time, and is paler. Waits for the previous refresh.

        Raises PanelError if the panel stays busy, or never is; the next call then resets it and tries again.
        """
        size = self.width * self.pages
        if len(buffer) != size:
            raise ValueError("a picture has %d bytes, not %d" % (size, len(buffer)))
        await self.idle()
        full = full or self.shown is None
        runs = self._changed(buffer)
        if not (runs or full):
            # for a host that asked for this picture
            self.took = self.took or 0
            return False
        full = full or self.only_full
        if not self.awake:
            await self._wake()
            full = True
        if full:
            runs = ((0, self.pages),)
        self._load(self._NEW, buffer, runs)
        if full:
            self.quick = None
        else:
            self._load_waveform(quick)
        self.rst.allow((self._FULL_MS if full else _PARTIAL_MS) + _GUARD_MS)
        self.powered = True
        self.send(self._FULL if full else self._PARTIAL)
        if not self._STAYS_POWERED:
            await self._until_done()
        self.send(self._START)
        self._since = self._ticks()
        for _ in range(_BEGIN_POLLS):
            if self.busy() == self.BUSY:
                break
            self.sleep_us(_BEGIN_POLL_US)
        else:
            self._give_up("The panel does not begin a refresh: check its contacts.")
        self.partials = 0 if full else self.partials + 1
        self.shown = buffer
        self._due = runs
        return True

    @property
    def needs_full(self):
        """Whether the next refresh has to be full."""
        return self.shown is None or self.only_full or not self.awake

    async def idle(self):
        """Wait for the end of the refresh. Raises PanelError if the panel stays busy."""
        if not self.awake:
            return
        await self._until_free()
        if self._due:
            self.took = ticks_diff(self._ticks(), self._since)
            if self.wires and not self.partials:
                self._measure_temperature()
            if not self._STAYS_POWERED:
                await self._switch_off()
            elif self.partials:
                self.feed_guard()
            else:
                self._is_off()
            # A partial refresh drives the pixels that differ from this; an older picture would leave ghosts
            self._load(self._SHOWN, self.shown, self._due)
            self._due = None
            if self.quick is None:
                # now, as nobody is waiting
                self._load_waveform(False)

    def feed_guard(self):
        """Allow the voltages for two seconds more; to be called again and again between refreshes."""
        self.rst.allow(_GUARD_MS)

    async def power_off(self):
        """Switch the voltages off, as they harm the panel in the long run. Raises PanelError."""
        await self.idle()
        if self.powered:
            await self._switch_off()

    def sleep(self):
        """Put the controller into deep sleep; do nothing and return False before `rest` has returned.

        The picture stays on the panel. The next picture wakes the controller and comes with a full refresh.
        """
        if self.awake:
            if self._due or self.powered or self.busy() == self.BUSY:
                return False
            self.send(self._SLEEP)
            self.awake = False
        return True

    def stop(self):
        """Switch the voltages off without the event loop, as the program ends or fails.

        Waits for the end of a refresh, and resets a panel that stays busy. The next refresh is full.
        """
        if not self.powered:
            return
        for _ in range(_STOP_POLLS):
            self.sleep_us(_STOP_POLL_US)
            if self.busy() != self.BUSY:
                break
        if self.busy() == self.BUSY:
            self.reset()
        else:
            self.send(self.OFF)
        self._is_off()
        self.awake = False
        self.shown = None

    def restore_spi_clock(self):
        """Set the frequency of the bus again: a nap changes its clock."""
        spi, hertz = self._bus
        spi.init(baudrate=hertz)

    def _measure_temperature(self):
        """Set `celsius`, or None without an answer, and `only_full`; the panel has to be idle.

        The controller answers on the wire on which it receives data, so the SPI releases that wire and the
        clock for a moment. SSD1680 and UC8151 both answer with two bytes; the first is the temperature in
        whole degrees Celsius, in two's complement.
        """
        _, data = self.wires
        # Without an answer the two readings differ: the line follows the pull, or keeps its level on an
        # RP2350
        answer = self._answer(data.PULL_DOWN)
        self.celsius = None
        if answer == self._answer(data.PULL_UP) and 0 < answer < (1 << _ANSWER_BITS) - 1:
            celsius = answer >> 8
            celsius -= (celsius & 0x80) << 1
            if _COLDEST <= celsius <= _WARMEST:
                self.celsius = celsius
        self.only_full = self.celsius is not None and not _LEAST_PARTIAL <= self.celsius <= _MOST_PARTIAL

    def _answer(self, pull):
        """Return the sixteen bits of the controller's temperature, read with this pull on the data line."""
        clock, data = self.wires
        self.cs(0)
        self.dc(0)
        self.write(bytes((self.TEMPERATURE,)))
        # Release the line before the controller drives it, and vice versa
        data.init(data.IN, pull)
        clock.init(clock.OUT, value=0)
        self.dc(1)
        # One controller measures only now
        self.sleep_us(_MEASURE_POLL_US)
        for _ in range(_MEASURE_POLLS):
            if self.busy() != self.BUSY:
                break
            self.sleep_us(_MEASURE_POLL_US)
        answer = 0
        for _ in range(_ANSWER_BITS):
            clock(1)
            answer = answer << 1 | data()
            clock(0)
        self.cs(1)
        for wire in self.wires:
            wire.init(wire.ALT, alt=wire.ALT_SPI)
        return answer

    def _load_waveform(self, quick):
        if quick != self.quick:
            self.send(self._waveform(quick))
            self.quick = quick

    async def _switch_off(self):
        self.send(self.OFF)
        await self._until_done()
        self._is_off()

    def _is_off(self):
        self.powered = False
        self.rst.allow(0)

    def _changed(self, buffer):
        """Return the runs (first, end) of pages that differ from the previous call."""
        picture, width = memoryview(buffer), self.width
        checks = self._checks
        runs = []
        first = None
        for page in range(self.pages):
            check = crc32(picture[page * width : (page + 1) * width])
            if check != checks[page]:
                checks[page] = check
                if first is None:
                    first = page
            elif first is not None:
                runs.append((first, page))
                first = None
        if first is not None:
            runs.append((first, self.pages))
        return runs

    async def _wake(self):
        self._due = None
        self.quick = None
        self.reset()
        await self._until_free()
        self.send(self._RESET)
        await self._until_done()
        self.send(self._SETUP)
        self.awake = True

    def reset(self):
        # the pin has been high for long enough
        self.rst(0)
        self.sleep_us(self._PULSE_US)
        self.rst(1)
        self.sleep_us(_RESET_US)
        # a reset switches all voltages off
        self._is_off()

    async def _until_free(self):
        since = self._ticks()
        while self.busy() == self.BUSY:
            if ticks_diff(self._ticks(), since) > self._STUCK_MS:
                self._give_up(
                    "The panel has been busy for %d seconds: check its contacts." % (self._STUCK_MS // 1000)
                )
            if self._due and ticks_diff(self._ticks(), self._since) > self._FULL_MS:
                # It takes longer in the cold, and may, as this program still runs
                self.feed_guard()
            await asyncio.sleep(_POLL_SECONDS)

    async def _until_done(self):
        """Wait until a command other than a refresh is done."""
        await asyncio.sleep(_POLL_SECONDS)
        await self._until_free()

    def _give_up(self, sentence):
        self.reset()
        self.awake = False
        self.shown = None
        raise PanelError(sentence)

    def send(self, commands):
        commands = memoryview(commands)
        start = 0
        while start < len(commands):
            end = start + 2 + commands[start + 1]
            self._command(commands[start], commands[start + 2 : end])
            start = end

    def _command(self, command, data=b""):
        # Looked up once: a whole picture takes up to fifty commands on some controllers
        cs, dc, write, byte = self.cs, self.dc, self.write, self._byte
        byte[0] = command
        cs(0)
        dc(0)
        write(byte)
        if data:
            dc(1)
            write(data)
        cs(1)
