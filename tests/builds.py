"""The builds of MicroPython that the companion meets: how each differs from the others for it.

The facts are read from each maker's sources, never from ours. It must not import anything of the companion.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_UPSTREAM = "micropython/micropython {}: ports/rp2/boards/{}, machine_spi.c, mphalport.c"
_BADGER_2350 = (
    "pimoroni/badger2350 5b929f0 (February 2026): board/mpconfigboard.h, board/manifest.py, "
    "modules/common/_boot_fat.py, modules/c/powman; MicroPython's tag is in ci/micropython.sh"
)
_BADGER_2040 = (
    "pimoroni/badger2040 f2b3dbc (March 2025): firmware/{}/mpconfigboard.h and manifest.py; MicroPython's "
    "version is in .github/workflows/micropython.yml"
)

_PICOS = ("pico-epaper-2.9", "pico-inky-pack", "pico-epaper-2.66", "pico-epaper-4.2")
_DEFAULT_INPUTS = {0: 16, 1: 8}
"""{SPI: pin} of the Pico SDK's and MicroPython's defaults. Until 1.24, `miso=None` stood for them, too."""
_DRIVERS = ("asyncio", "dht", "ds18x20", "neopixel", "onewire", "rp2")
_NETWORKING = ("aioble", "mip", "ntptime", "requests", "ssl", "urequests", "webrepl")


class Build(NamedTuple):
    """A build. name: of its image. version: MicroPython's. machine: its `sys.implementation._machine`.

    boards: the names of the companion's boards that may have it. source: where the rest is from.
    spi_required: whether `machine.SPI` requires all its pins. spi_inputs: {SPI: the pin that it reads with
    `miso=None`}. reserved: {pin: to what MicroPython has given it, so that its interrupts stay}. modules:
    those of C beside MicroPython's own that the companion looks for. frozen: the names of frozen modules,
    which are found after the files. mounts: {place: file system}.
    """

    name: str
    version: tuple[int, int]
    machine: str
    boards: tuple[str, ...]
    source: str
    spi_required: bool = False
    spi_inputs: Mapping[int, int] = MappingProxyType({})
    reserved: Mapping[int, str] = MappingProxyType({})
    modules: tuple[str, ...] = ()
    frozen: tuple[str, ...] = _DRIVERS
    mounts: Mapping[str, str] = MappingProxyType({"/": "littlefs"})


_RADIO = {24: "the line on which the radio chip wakes it"}

BUILDS = (
    Build(
        "RPI_PICO 1.24.1",
        (1, 24),
        "Raspberry Pi Pico with RP2040",
        (*_PICOS, "badger2040", "badger2040w"),
        _UPSTREAM.format("v1.24.1", "RPI_PICO"),
        spi_inputs=_DEFAULT_INPUTS,
    ),
    Build(
        "RPI_PICO 1.28.0",
        (1, 28),
        "Raspberry Pi Pico with RP2040",
        (*_PICOS, "badger2040", "badger2040w"),
        _UPSTREAM.format("v1.28.0", "RPI_PICO"),
    ),
    Build(
        "RPI_PICO_W 1.24.1",
        (1, 24),
        "Raspberry Pi Pico W with RP2040",
        (*_PICOS, "badger2040w"),
        _UPSTREAM.format("v1.24.1", "RPI_PICO_W"),
        spi_inputs=_DEFAULT_INPUTS,
        reserved={23: "the power of the radio chip", **_RADIO},
        frozen=_DRIVERS + _NETWORKING,
    ),
    Build(
        "RPI_PICO_W 1.28.0",
        (1, 28),
        "Raspberry Pi Pico W with RP2040",
        (*_PICOS, "badger2040w"),
        _UPSTREAM.format("v1.28.0", "RPI_PICO_W"),
        reserved=_RADIO,
        frozen=_DRIVERS + _NETWORKING,
    ),
    Build(
        "RPI_PICO2 1.24.1",
        (1, 24),
        "Raspberry Pi Pico2 with RP2350",
        (*_PICOS, "badger2350"),
        _UPSTREAM.format("v1.24.1", "RPI_PICO2"),
        spi_inputs=_DEFAULT_INPUTS,
    ),
    Build(
        "RPI_PICO2 1.28.0",
        (1, 28),
        "Raspberry Pi Pico2 with RP2350",
        (*_PICOS, "badger2350"),
        _UPSTREAM.format("v1.28.0", "RPI_PICO2"),
    ),
    Build(
        "RPI_PICO2_W 1.28.0",
        (1, 28),
        "Raspberry Pi Pico 2 W with RP2350",
        (*_PICOS, "badger2350"),
        _UPSTREAM.format("v1.28.0", "RPI_PICO2_W"),
        reserved=_RADIO,
        frozen=_DRIVERS + _NETWORKING,
    ),
    Build(
        "Pimoroni's for the Badger 2350",
        (1, 27),
        "Pimoroni Badger 2350 with RP2350",
        ("badger2350",),
        _BADGER_2350,
        spi_required=True,
        reserved=_RADIO,
        modules=("powman",),
        frozen=(
            *("asyncio", "badgeware", "board", "boot", "datetime", "easing", "hardware_test"),
            *("lsm6ds3", "main", "pimoroni", "qwstpad", "rp2", "secrets", "umqtt", "urllib", "version"),
            *("wifi", *_NETWORKING),
        ),
        mounts={"/": "littlefs", "/system": "FAT, to be read only", "/rom": "ROMFS"},
    ),
    Build(
        "Pimoroni's for the Badger 2040",
        (1, 23),
        "Pimoroni Badger2040 2MB with RP2040",
        ("badger2040",),
        _BADGER_2040.format("PIMORONI_BADGER2040"),
        spi_inputs=_DEFAULT_INPUTS,
        frozen=(*_DRIVERS, "badger2040", "badger_os"),
    ),
    Build(
        "Pimoroni's for the Badger 2040 W",
        (1, 23),
        "Pimoroni Badger2040W 2MB with RP2040",
        ("badger2040w",),
        _BADGER_2040.format("PIMORONI_BADGER2040W"),
        spi_inputs=_DEFAULT_INPUTS,
        reserved={23: "the power of the radio chip", **_RADIO},
        frozen=(*_DRIVERS, *_NETWORKING, "badger2040", "badger_os", "network_manager"),
    ),
)
