import pytest
from link.bench import Bench


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)
