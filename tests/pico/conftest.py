"""Fixtures: emulated Picos, if there is a MicroPython image; else the tests are skipped, with the reason."""

import functools

import pytest
from emulator.pace import slow_down
from emulator.pico import EmulatedPico, PicoUnavailable, find_images


@functools.cache
def images():
    """Return the paths of the MicroPython images, and the reason if there are none."""
    try:
        return find_images(), ""
    except PicoUnavailable as reason:
        return [], str(reason)


def pytest_generate_tests(metafunc):
    if "any_image" in metafunc.fixturenames:
        found, _ = images()
        ids = [path.stem for path in found] or ["no image"]
        metafunc.parametrize("any_image", found or [None], ids=ids, indirect=True)


def pytest_collection_modifyitems(items):
    for item in items:
        if "/tests/pico/" in item.path.as_posix():
            item.add_marker(pytest.mark.pico)


def _or_skip(path):
    if path is None:
        pytest.skip(images()[1])
    return path


@pytest.fixture(autouse=True)
def emulated_time(monkeypatch):
    """The desktop waits as long for an emulated Pico as for a real one, by the Pico's clock."""
    slow_down(monkeypatch.setattr)


@pytest.fixture
def any_image(request):
    """Every MicroPython image in turn."""
    return _or_skip(request.param)


@pytest.fixture(scope="session")
def image():
    """The first MicroPython image."""
    found, _ = images()
    return _or_skip(found[0] if found else None)


@pytest.fixture
def bare(any_image):
    """A Pico with MicroPython and an empty flash."""
    return EmulatedPico(any_image, files={})
