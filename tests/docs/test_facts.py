"""What the pages say of the project is so: paths, links, remedies, exit statuses."""

import pytest
from arcana_host.errors import Status
from documents import PAGES, ROOT, inline

FOLDERS = ("docs", "firmware", "hardware", "host", "shared_rules", "tests")
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
HOST, MAKER = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("host.md", "maker.md"))


@EVERY_PAGE
def test_a_path_that_a_page_names_is_there(page):
    named = [token.content for token in inline(page, "code_inline")]
    named = [name for name in named if "<" not in name and " " not in name]
    paths = [name for name in named if name.partition("/")[0] in FOLDERS and "/" in name]
    paths += [f"firmware/{name}" for name in named if name.startswith("companion/")]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_exit_statuses_are_those_of_arcana():
    rows = [line.split("|")[1:3] for line in HOST.splitlines() if line.startswith("|")]
    told = {cells[0].strip(): cells[1].strip() for cells in rows if cells[0].strip().isdigit()}
    assert told == {str(status.value): status.meaning for status in Status}
