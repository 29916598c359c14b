"""The modules of a companion in bundles, as imports find them."""

from binascii import crc32

import pytest
from arcana_host.install.bundle import INDEX, MAX_SIZE, SPLIT, bundle

APP = {
    "companion/__init__.mpy": b"the package",
    "companion/app.mpy": b"the app",
    "companion/app_log.mpy": b"not the app",
    "companion/games/chess/texts/german/words.txt": "schach=Schach dem König\n".encode(),
    "companion/games/chess/texts/english/openings.txt": b"e4\nc4\n\n",
    "companion/games/chess/texts/english/words.txt": b"check=check\n",
    "shared_rules/empty.mpy": b"",
    **{f"companion/screens/number_{number}.mpy": b"%d" % number * 10 * number for number in range(100)},
}


@pytest.fixture(params=["at the start", "later"])
def bundles(request, tmp_path):
    """The file system of the app above, before and after it has forgotten where everything is."""
    for path, content in bundle(APP).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    from companion.bundles import Bundles

    made = Bundles(str(tmp_path))
    if request.param == "later":
        made.settle()
    return made


def test_a_text_that_ends_in_an_empty_line_is_read_line_by_line_and_the_others_as_a_whole(bundles):
    folder = "/companion/games/chess/texts/english/"
    with bundles.open(folder + "openings.txt", "rb") as stream:
        at = stream.tell()
        assert [stream.readline() for _ in range(3)] == [b"e4\n", b"c4\n", b"\n"]
        stream.seek(at)
        assert stream.readline() == b"e4\n"
    assert bundles.open(folder + "words.txt", "rb").read() == b"check=check\n"


def kind(bundles, path):
    try:
        return {0x4000: "folder", 0x8000: "file"}[bundles.stat(path)[0]]
    except OSError:
        return None


def test_every_file_is_found_and_nothing_else(bundles):
    for path, content in APP.items():
        for name in (f"/{path}", f"/{path[0]}{path[path.index('/') :]}"):
            assert kind(bundles, name) == "file" and bundles.open(name, "rb").read(len(content)) == content
            assert kind(bundles, name[:-1]) is None and kind(bundles, f"{name[:-4]}.py") is None
    for nothing in (
        "/companion/ap",
        "/companion/app",
        "/app.mpy",
        "/companion/games/app.mpy",
        "/companion/log",
    ):
        assert kind(bundles, nothing) is None
        with pytest.raises(OSError):
            bundles.open(nothing, "rb")


def test_a_text_ends_where_it_ends(bundles):
    assert bundles.open("/companion/games/chess/texts/english/words.txt", "rb").read() == b"check=check\n"


def test_folders_are_found_and_listed(bundles):
    for folder in (
        "/companion",
        "/companion/games",
        "/companion/games/chess",
        "/companion/games/chess/texts",
        "/c/games",
    ):
        assert kind(bundles, folder) == "folder"
    for folder in ("/companion/games/chess/texts", "/c/games/chess/texts"):
        assert sorted(entry[0] for entry in bundles.ilistdir(folder)) == ["english", "german"]


def test_a_change_of_one_module_changes_one_bundle():
    before = bundle(APP)
    after = bundle({**APP, "companion/screens/number_7.mpy": b"seven"})
    assert len([path for path in before if before[path] != after[path]]) == 1
    assert all(len(content) <= MAX_SIZE for content in before.values())


def test_sources_stay_as_they_are():
    sources = {**APP, "companion/app.py": b"pass\n"}
    assert bundle(sources) == sources


def test_a_bundle_that_ends_early_lies_in_any_folder():
    paths = [f"companion/module_{number}.mpy" for number in range(4000)]
    app = {path: b"x" for path in paths if crc32(path.encode()) % SPLIT == 0}
    folders = {path.split("/")[1] for path in bundle(app) if path != INDEX}
    assert folders == {"0", "1", "2", "3"}
