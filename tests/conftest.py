"""What all tests share: the options of the command line, and which tests they choose."""

import functools
import gc
import hashlib
import json
import os
import shutil
import signal

import hypothesis
import pytest
import pytest_asyncio
from arcana_host.install import build
from chromium import CHROMIUM, FLAGS

MEMORY = "/dev/shm"
ROOM = 2 << 30

# how long an example takes depends on what else the computer does
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the slow tests too, at their full length")
    parser.addoption("--rewrite-golden", action="store_true", help="keep the pictures as they are drawn now")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Return how many processes `-n auto` starts: a few more than cores, as some tests wait for a browser."""
    return (os.cpu_count() or 1) + 2


def pytest_configure():
    # a shell that runs the tests in the background has them ignore Ctrl-C, and the programs they start too
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # what the tests write has not to wait for a disk, where memory has room for it
    if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    # what is made now stays to the end
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path):
    # to look for examples, pytest imports a module, and there are hundreds without one
    if collection_path.is_file() and not collection_path.name.startswith("test_"):
        return b">>> " not in collection_path.read_bytes() or None
    return None


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory):
    """No test sees this user's virtual devices and language, nor what another test runs at the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("ARCANA_LANGUAGE", "english")
        yield


@pytest.fixture(autouse=True, scope="session")
def compiled_once(tmp_path_factory):
    """No source is made ready for the device twice, whichever process needs it, nor compiled twice in one."""
    folder, process = tmp_path_factory.getbasetemp(), os.environ.get("PYTEST_XDIST_WORKER", "")
    # the folder above is the one of all processes
    folder = (folder.parent if process else folder) / "made_ready"
    folder.mkdir(exist_ok=True)
    make_ready = build.for_the_device

    @functools.cache
    def ready(*sources):
        kept = folder / f"{hashlib.sha256(repr(sources).encode()).hexdigest()}.json"
        if not kept.exists():
            fresh = kept.with_suffix(f".new{process}")
            fresh.write_text(json.dumps(make_ready(dict(sources))))
            fresh.rename(kept)
        return json.loads(kept.read_text())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "for_the_device", lambda sources: ready(*sources.items()))
        patch.setattr(build, "_run", functools.cache(build._run))
        yield


@pytest.fixture(autouse=True, scope="module")
def quick_collections():
    """The companion collects as often as a Pico must, and need not look at what other tests left."""
    gc.collect()
    gc.freeze()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def playwright():
    """What drives browsers."""
    if not CHROMIUM:
        pytest.skip("no Chromium: install the package chromium-headless-shell")
    api = pytest.importorskip("playwright.async_api", reason="Playwright is not installed")
    async with api.async_playwright() as playwright:
        yield playwright


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(playwright):
    """A browser for all tests, which takes its time to start; each test opens a context of its own."""
    browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    await browser.close()


@pytest.fixture
def soak(request):
    """Whether there is time for the full length."""
    return request.config.getoption("--soak")


LONGEST = ("tests/web", "tests/device/test_browser", "tests/wasm", "tests/docs", "tests/host")


def pytest_collection_modifyitems(config, items):
    # each process takes file after file: a long one at the end would keep the others waiting
    for folder in reversed(LONGEST):
        items.sort(key=lambda item, folder=folder: not item.nodeid.startswith(folder))
    if config.getoption("--soak"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --soak (make soak)"))
