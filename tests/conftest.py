"""What all tests share: the options of the command line, and which tests they choose."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--soak", action="store_true", help="run the slow tests too, at their full length")
    parser.addoption("--rewrite-golden", action="store_true", help="keep the pictures as they are drawn now")


@pytest.fixture
def soak(request):
    """Whether there is time for the full length."""
    return request.config.getoption("--soak")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--soak"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow: run with --soak (make soak)"))
