"""Shared by all tests: the options of the command line, and fixtures that isolate and speed up the tests."""

import gc
import os
import shutil
import signal
import sys

import hypothesis
import pytest
import pytest_asyncio
from call_depth import DRAW, PRESS, limit
from chromium import CHROMIUM, FLAGS

from shared_rules.record import RecordedGame

MEMORY = "/dev/shm"
ROOM = 2 << 30

# the time for an example depends on what else the computer does
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the slow tests too, at their full length")
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="save the pictures as they are drawn now; in one process, without -n",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Return how many processes `-n auto` starts: one more than cores, as some tests wait for a browser."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config):
    if config.getoption("--rewrite-golden") and config.getoption("numprocesses", None):
        raise pytest.UsageError("--rewrite-golden works in one process only: leave out -n")
    # the width of the window in which the tests run, which is none of theirs
    os.environ.pop("COLUMNS", None)
    # in the background, a shell has the tests ignore Ctrl-C, and the programs that they start do so, too
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # write to memory instead of a disk if there is room
    if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    # everything that is allocated now stays to the end
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call):
    """Name the events of the games that a failed test has played, as a bare number says little without."""
    report = yield
    if report.failed and call.excinfo:
        for name, value in call.excinfo.traceback[-1].locals.items():
            if isinstance(value, RecordedGame):
                report.sections.append((f"events of {name}", "\n".join(value.events)))
    return report


def pytest_ignore_collect(collection_path):
    # to look for examples, pytest imports a module, and there are hundreds without one
    if collection_path.is_file() and not collection_path.name.startswith("test_"):
        return b">>> " not in collection_path.read_bytes() or None
    return None


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory):
    """Hide this user's virtual devices and language, and what other tests run at the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("ARCANA_LANGUAGE", "english")
        yield


@pytest.fixture(autouse=True)
def english_texts():
    """Begin with the texts in English, as an earlier test may have chosen another language."""
    if "companion.texts" in sys.modules:
        sys.modules["companion.texts"].choose("english")


@pytest.fixture
def no_waits(monkeypatch):
    """A pin's level settles at once, and no board stays connected."""
    import machine

    monkeypatch.setattr("companion.boards.sleep_ms", lambda milliseconds: None)
    yield
    machine.connect(None)


@pytest.fixture(autouse=True, scope="module")
def quick_collections():
    """Keep garbage collection fast: the companion runs it often, and it skips what earlier tests left."""
    gc.collect()
    gc.freeze()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def playwright():
    if not CHROMIUM:
        pytest.skip("no Chromium: install the package chromium-headless-shell")
    api = pytest.importorskip("playwright.async_api", reason="Playwright is not installed")
    async with api.async_playwright() as playwright:
        yield playwright


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(playwright):
    """One browser for all tests, as it is slow to start; each test opens a context of its own."""
    browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    await browser.close()


@pytest.fixture
def soak(request):
    return request.config.getoption("--soak")


LONGEST = ("tests/web", "tests/device/test_browser", "tests/wasm", "tests/docs", "tests/host")


def pytest_collection_modifyitems(config, items):
    # each process takes one file after the other: a long one at the end would keep the others waiting
    for folder in reversed(LONGEST):
        items.sort(key=lambda item, folder=folder: not item.nodeid.startswith(folder))
    if config.getoption("--soak"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --soak (make soak)"))


@pytest.fixture
def pico_stack(monkeypatch):
    """Let draws and presses fail whose calls would not fit on a Pico's stack."""
    from companion.screens import Stack

    for name in ("draw", "look_again"):
        limit(monkeypatch, Stack, name, DRAW)
    limit(monkeypatch, Stack, "press", PRESS)
