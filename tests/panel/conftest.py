"""A panel on a desk: the driver, a model of its controller, and a clock that advances only when something
waits or uses the bus. There is a desk for each controller."""

import asyncio
import selectors
from functools import partial

import pytest
from arcana_portable.link.glass import PanelFramebuffer
from arcana_portable.virtual.panel import inverted
from arcana_portable.virtual.ssd1680 import Ssd1680, Ssd1680Turned
from arcana_portable.virtual.uc8151 import Uc8151
from companion.canvas import Canvas
from companion.ssd1680 import SSD1680
from companion.ssd1683 import SSD1680_Turned
from companion.uc8151 import UC8151


class Clock:
    """Simulated time, in microseconds."""

    def __init__(self, now=0):
        self.now = now

    def __call__(self):
        return self.now

    def ticks(self):
        return self.now // 1000 % (1 << 30)

    def sleep_us(self, microseconds):
        self.now += microseconds

    def sleep(self, milliseconds):
        self.now += milliseconds * 1000

    def run(self, coroutine):
        """Run a coroutine to its end; waiting advances this clock instead of taking time."""
        loop = _SimulatedLoop(self)
        try:
            return loop.run_until_complete(coroutine)
        finally:
            loop.close()


class _Selector(selectors.SelectSelector):
    def __init__(self, clock):
        super().__init__()
        self._clock = clock

    def select(self, timeout=None):
        assert timeout is not None, "all tasks wait forever"
        self._clock.now += round(timeout * 1e6)
        # there are no events from outside
        return []


class _SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self, clock):
        self._simulated = clock
        super().__init__(_Selector(clock))

    def time(self):
        return self._simulated.now / 1e6


def simulated_loop(clock):
    """Return an event loop in which waiting advances a clock instead of taking time."""
    return _SimulatedLoop(clock)


class Silence:
    """A link without a host."""

    def read(self):
        return b""

    def write(self, data):
        return len(data)


class Bus:
    """The SPI bus at 8 MHz."""

    def __init__(self, clock, model):
        self._clock = clock
        self._model = model
        self.writes = []

    def write(self, data):
        self.writes.append(len(data))
        self._clock.now += len(data)
        self._model.write(data)


class Reset:
    """The guard of a controller's RST, whose program never hangs.

    allowed: for how many milliseconds it lets the voltages stay on, as it was told last.
    """

    def __init__(self, model):
        self._model = model
        self.allowed = 0

    def __call__(self, level):
        self._model.reset(level)

    def allow(self, milliseconds):
        """Note it only: nobody hangs here."""
        self.allowed = milliseconds


class Desk:
    """A panel. model: makes the controller's model. driver: the driver's class. size: of the glass."""

    def __init__(self, model=Ssd1680, driver=SSD1680, size=(296, 128)):
        self.clock = Clock()
        self.model = model(self.clock, *size)
        self._driver = driver
        self.bus = Bus(self.clock, self.model)
        self.panel = self.driver()

    def driver(self):
        """Return a new driver, as after a restart of the program."""
        return self._driver(
            (self.model.width, self.model.height),
            self.bus,
            cs=self.model.cs,
            dc=self.model.dc,
            rst=Reset(self.model),
            busy=lambda: self.model.busy_line,
            ticks=self.clock.ticks,
            sleep=self.clock.sleep_us,
        )

    def pass_time(self, seconds):
        self.clock.now += int(seconds * 1e6)

    def show(self, picture, full=False):
        """Show a picture, in which 1 is black, and wait for the panel; return what it shows, the same way."""
        self.clock.run(self.panel.show(inverted(picture), full))
        self.clock.run(self.panel.idle())
        return self.model.glass

    def send(self, script):
        """Send a command each 50 ms, such as "90 0007, 13 11*00": it and its bytes are hexadecimal."""
        for sent in script.split(", "):
            command, *words = sent.split(" ")
            data = b""
            for word in words:
                count, star, byte = word.partition("*")
                data += bytes.fromhex(byte) * int(count) if star else bytes.fromhex(word)
            self.command(int(command, 16), data)
            self.pass_time(0.05)

    def command(self, command, data=b""):
        """Send a command to the controller, bypassing the driver."""
        self.model.cs(0)
        self.model.dc(0)
        self.model.write(bytes([command]))
        self.model.dc(1)
        if data:
            self.model.write(data)
        self.model.cs(1)


def striped(panel, stripe):
    """Return a picture with stripes of a width, as the panel's driver takes it, and what its glass shows."""
    canvas = Canvas(*panel.size)
    for x in range(3, panel.width, 2 * stripe):
        canvas.fill(x, x % panel.height, stripe, panel.height)
    return bytes(canvas.buffer), glass_of(canvas)


def glass_of(canvas):
    """Return what a model's glass shows if the panel shows the picture on a Canvas."""
    glass, shown = PanelFramebuffer(list(canvas.size)), inverted(bytes(canvas.buffer))
    for page in range(len(shown) // canvas.width):
        assert glass.store(page, shown[page * canvas.width :][: canvas.width])
    return bytes(glass.picture)


@pytest.fixture
def clock():
    return Clock()


DESKS = {
    "ssd1680": Desk,
    # it is not documented what is in this one's memories after a refresh, so the driver must work with each
    **{
        f"uc8151-{memory}": partial(Desk, partial(Uc8151, after_refresh=memory), UC8151)
        for memory in ("swap", "copied", "kept")
    },
}


TURNED = partial(Desk, Ssd1680Turned, SSD1680_Turned, (264, 176))
"""A Badger 2350's panel on a desk."""


@pytest.fixture
def desk():
    """The reference board's panel on a desk."""
    return Desk()


@pytest.fixture
def other_desk():
    """The Badger's panel on a desk."""
    return DESKS["uc8151-swap"]()


@pytest.fixture(params=DESKS.values(), ids=DESKS)
def new_desk(request):
    """A callable that makes a desk, for each of the panels in turn."""
    return request.param


@pytest.fixture
def any_desk(new_desk):
    """A desk with each of the panels in turn."""
    return new_desk()
