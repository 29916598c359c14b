"""`make device`: a folder to copy onto a board, and a package of it for mpremote's mip."""

import json
import subprocess
import sys
from pathlib import Path

from arcana_host.install.build import device_files
from companion import VERSION

from shared_rules.games import NAMES

SCRIPT = Path(__file__).resolve().parents[2] / "firmware" / "tools" / "make_device.py"


def test_the_folder_and_the_package_have_what_arcana_flash_installs(tmp_path):
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "old.mpy").write_text("of an earlier build")
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True, capture_output=True)
    package = json.loads((tmp_path / "package.json").read_text())
    assert package["version"] == VERSION
    named = {path: (tmp_path / url).read_bytes() for path, url in package["urls"]}
    assert named == device_files(6)
    # what is not there yet can't start
    assert package["urls"][-1][0] == "main.py"
    found = [path for path in (tmp_path / "device").rglob("*") if path.is_file()]
    assert {path.relative_to(tmp_path / "device").as_posix() for path in found} == set(named)


def test_there_are_few_files_in_few_folders():
    """Each file of a device takes a block of its flash at least, and each folder takes two."""
    files = device_files(6)
    folders = {path.rpartition("/")[0] for path in files} - {""}
    print(f"{len(files)} files in {len(folders)} folders")
    # 110 files and 14 folders with three games
    assert len(files) <= 86 + 8 * len(NAMES) and len(folders) <= 8 + 2 * len(NAMES)
