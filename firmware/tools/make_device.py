#!/usr/bin/env python3
"""Write all files of the companion for a device into `build/device/`, and `build/package.json` beside it.

python firmware/tools/make_device.py [FOLDER]

The folder, `build` by default, gets both; `package.json` is for mpremote's mip. An earlier `device/` goes.
"""

import json
import shutil
import sys
from pathlib import Path

from arcana_host import version
from arcana_host.install.build import write_folder


def main(folder: Path) -> None:
    shutil.rmtree(folder / "device", ignore_errors=True)
    paths = write_folder(folder / "device")
    package = {"urls": [[path, f"device/{path}"] for path in paths], "version": version()}
    (folder / "package.json").write_text(json.dumps(package, indent=1) + "\n", encoding="utf-8")
    print(f"{len(paths)} files are in {folder / 'device'}.")


if __name__ == "__main__":
    main(Path(*sys.argv[1:2] or ["build"]))
