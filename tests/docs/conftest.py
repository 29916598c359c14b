"""The pages, built once."""

import subprocess
import sys

import pytest
from documents import ROOT
from host.conftest import arcana, parser_made_once

__all__ = ("arcana", "parser_made_once", "site")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built pages. Any warning of the build is a failure, which quotes it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", "-c", "docs", ".", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder
