"""The emulated Pico by itself: MicroPython, pins, flash and cable, before any of the companion is on it."""

import time
import tomllib
from functools import partial
from pathlib import Path

import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from emulator.cache import MISS_CYCLES, XipCache
from emulator.pico import EmulatedPico

PINS = tomllib.loads((Path(__file__).resolve().parents[2] / "hardware" / "pins.toml").read_text())

SPI = "from machine import Pin, SPI\nspi = SPI(1, baudrate=20_000_000, sck=Pin(10), mosi=Pin(11))\n"


def microseconds(pico, statement):
    """How long a statement takes on the device, by its own clock."""
    return int(
        pico.exec(
            "import time\nt = time.ticks_us()\n" + statement + "\nprint(time.ticks_diff(time.ticks_us(), t))"
        )
    )


WIRED = [
    name for name in NAMES if "buttons" in PINS.get(name, ()) and "RP2040" in virtual_board(name).pins.CHIP
]
"""The boards whose wires are in the table and whose chip can be emulated."""


@pytest.mark.parametrize("name", WIRED)
def test_the_wires_lie_where_the_pin_table_says(name, image):
    board = PINS[name]
    pico = EmulatedPico(image, files={}, board=name)
    ask = "from machine import Pin\nprint([Pin(gpio, Pin.IN, pull)() for gpio, pull in {}])"

    def level(gpio, pull):
        return pico.exec(ask.format([(gpio, pull)]))

    for button, gpio in board["buttons"].items():
        # against whichever pull a contact that is open follows, it holds its own level when it is closed
        pico.buttons.set(button, True)
        pressed = level(gpio, 1), level(gpio, 2)
        pico.buttons.set(button, False)
        assert pressed in (("[0]\n", "[0]\n"), ("[1]\n", "[1]\n"))
        assert (level(gpio, 1), level(gpio, 2)) == ("[1]\n", "[0]\n")
    rst, busy = board["panel"]["rst"], board["panel"]["busy"]
    pico.exec(f"rst, busy = Pin({rst}, Pin.OUT, value=1), Pin({busy}, Pin.IN)")
    pico.run(20)
    rests = pico.exec("print(busy())")
    assert pico.exec("rst(0)\nprint(busy())") != rests


def test_two_runs_are_the_same_to_the_microsecond(any_image):
    def run():
        pico = EmulatedPico(any_image, files={"/main.py": b"import time\nt = time.ticks_us()"})
        pico.press("a", 35, bounces=2)
        said = pico.exec(
            "print(t, time.ticks_us())\nopen('/x', 'w').write('x' * 5000)\nprint(time.ticks_us())"
        )
        return said, pico.micros, pico.cycles

    assert run() == run()


def test_a_board_has_its_own_number_and_rolls_dice(any_image):
    ask = "import machine, os\nprint(machine.unique_id(), len(set(os.urandom(64))) > 16)"
    printed = [
        EmulatedPico(any_image, files={}, unique_id=number).exec(ask) for number in (b"one more", b"the next")
    ]
    assert printed == ["b'one more' True\n", "b'the next' True\n"]


def test_a_loop_takes_the_time_it_takes_on_a_board(bare):
    assert 90_000 < microseconds(bare, "for i in range(20000): pass") < 110_000


def test_what_the_cache_lacks_takes_time_and_changes_nothing_else(bare):
    loop = "n = 0\nfor i in range(500): n += len(str(i))\nprint(n)"
    began = bare.cycles
    said = bare.exec(loop)
    without = bare.cycles - began
    bare.charge_cache_misses()
    began = bare.cycles
    assert bare.exec(loop) == said
    waited = bare.waited_ms * 125_000
    assert bare.cycles - began - waited == pytest.approx(without, rel=0.1)
    assert 0.05 < waited / without < 1
    bare.charge_cache_misses(False)
    before = bare.waited_ms
    assert bare.exec(loop) == said and bare.waited_ms == before
    assert bare.errors == []


def test_the_cache_misses_what_a_model_of_it_misses_that_sees_every_read(any_image):
    def start():
        pico = EmulatedPico(any_image, files={})
        pico.exec("pass")
        return pico

    def read(model, bus, address):
        if address >> 24 == 0x10:
            model.read(address)
        return bus(address)

    code = "for i in range(100): pass"
    pico = start()
    pico.charge_cache_misses()
    pico.exec(code)
    waited = pico.waited_ms * 125_000
    pico, model = start(), XipCache()
    for name in ("read_uint8", "read_uint16", "read_uint32"):
        setattr(pico._chip.mcu, name, partial(read, model, getattr(pico._chip.mcu, name)))
    pico.exec(code)
    assert waited == pytest.approx(model.misses * MISS_CYCLES)


def test_a_write_to_the_flash_empties_the_cache(bare):
    bare.exec("import rp2\nflash = rp2.Flash()\npage = bytes(256)")
    bare.charge_cache_misses()
    waits = []
    for code in ("pass", "pass", "flash.writeblocks(300, page, 0)"):
        before = bare.waited_ms
        bare.exec(code)
        waits.append(bare.waited_ms - before)
    assert waits[2] > waits[1]


def test_erasing_and_programming_take_the_time_of_real_flash(bare):
    bare.exec("import rp2\nflash = rp2.Flash()\npage = bytes(256)")
    assert 45_000 < microseconds(bare, "flash.ioctl(6, 300)") < 47_000
    assert 400 < microseconds(bare, "flash.writeblocks(300, page, 0)") < 800


def test_the_power_fails_and_what_was_flushed_is_there(bare, any_image):
    bare.exec("f = open('/log', 'w')\nf.write('kept')\nf.flush()\nf.write('lost')")
    again = EmulatedPico(any_image, flash=bare.cut())
    assert again.exec("print(open('/log').read())") == "kept\n"
    assert again.micros < 1_000_000


def test_a_power_cut_tears_what_is_being_written(bare):
    bare.exec("import rp2\nf = rp2.Flash()\nf.ioctl(6, 300)\nf.writeblocks(300, b'\\x00' * 4096)")
    start = 0xA0000 + 300 * 4096
    assert bare.cut()[start : start + 4096] == bytes(4096)
    bare.serial.write(b"f.ioctl(6, 300)\x04")
    bare.run_until(lambda: bare.cut()[start] == 0xFF, limit_ms=100)
    torn = bare.cut()[start : start + 4096]
    erased = torn.count(0xFF)
    assert 0 < erased < 4096
    assert torn == b"\xff" * erased + bytes(4096 - erased)


def test_a_picture_takes_the_time_of_the_bus(bare):
    """MicroPython 1.2x feeds it with the 48 MHz of the USB PLL, older ones with the processor's 125 MHz."""
    rate = int(bare.exec(SPI + "print(spi)").split("baudrate=")[1].split(",")[0])
    bare.exec("picture = bytes(4736)")
    assert microseconds(bare, "spi.write(picture)") == pytest.approx(4736 * 8 / rate * 1e6, abs=60)


def test_a_worn_contact_bounces(bare):
    bare.exec(
        "from machine import Pin\nseen = []\npin = Pin(4, Pin.IN, Pin.PULL_UP)\n"
        "pin.irq(lambda pin: seen.append(0), Pin.IRQ_FALLING)"
    )
    bare.press("a", 30, bounces=3)
    assert int(bare.exec("print(len(seen))")) == 7


def test_a_button_without_a_pull_up_is_never_seen(bare):
    bare.exec("from machine import Pin\npin = Pin(4, Pin.IN, Pin.PULL_DOWN)")
    assert bare.exec("print(pin())") == "0\n"
    bare.press("a", 30)
    assert bare.exec("print(pin())") == "0\n"


class TestTerminal:
    """Other programs open the serial port by its path."""

    TICKING = b"import time\nn = 0\nwhile True:\n    n += 1\n    print('tick', n)\n    time.sleep_ms(50)\n"

    def test_what_nobody_listens_to_is_not_kept_for_the_next_program(self, image):
        import serial

        pico = EmulatedPico(image, files={"/main.py": self.TICKING})
        with pico.terminal() as terminal:
            while terminal.do(lambda: pico.micros) < 5e6:
                time.sleep(0.01)
            with serial.Serial(terminal.path, timeout=20) as port:
                port.readline()
                assert int(port.readline().split()[1]) > 50
