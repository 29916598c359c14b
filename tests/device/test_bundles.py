"""The modules of a companion in bundles, as imports find them."""

from binascii import crc32

import pytest
from arcana_host.install.bundle import INDEX, MAX_SIZE, SPLIT, bundle
from companion.bundles import Bundles

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


def installed(folder, app, settled):
    """Install an app in a folder; return its file system. settled: whether it has forgotten its index."""
    for path, content in bundle(app).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    bundles = Bundles(str(folder))
    if settled:
        bundles.settle()
    return bundles


@pytest.fixture(params=["at the start", "later"])
def bundles(request, tmp_path):
    """The file system of the app above, before and after it has forgotten its index."""
    return installed(tmp_path, APP, request.param == "later")


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
    module = "companion/screens/number_7.mpy"
    after = bundle({**APP, module: APP[module] + b"!"})
    assert len([path for path in before if before[path] != after[path]]) == 1
    assert all(len(content) <= MAX_SIZE for content in before.values())


def test_a_folder_with_more_files_than_the_reader_finds_is_refused(tmp_path):
    many = {f"companion/module_{number:03}.mpy": b"%03d" % number for number in range(200)}
    fits = max(count for count in range(200) if _fits(dict(list(many.items())[:count])))
    assert fits > 100
    found = installed(tmp_path, dict(list(many.items())[:fits]), True)
    for number in (0, fits - 1):
        assert found.open(f"/companion/module_{number:03}.mpy", "rb").read(3) == b"%03d" % number


def _fits(app):
    try:
        return bool(bundle(app))
    except ValueError:
        return False


def test_sources_stay_as_they_are():
    sources = {**APP, "companion/app.py": b"pass\n"}
    assert bundle(sources) == sources


def test_a_bundle_that_ends_early_lies_in_any_folder():
    paths = [f"companion/module_{number}.mpy" for number in range(4000)]
    app = {path: b"x" for path in paths if crc32(path.encode()) % SPLIT == 0}
    folders = {path.split("/")[1] for path in bundle(app) if path != INDEX}
    assert folders == {"0", "1", "2", "3"}
