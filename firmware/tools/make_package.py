#!/usr/bin/env python3
"""Write the packages from which mip installs the companion: the files that `arcana flash` sends, as sources.

python firmware/tools/make_package.py [FILE]

`firmware/package.json` has the companion with the games for which a Pico has room, and one file for every
other game adds that. With FILE, the name of one of them, it prints that instead.
"""

import json
import sys
from pathlib import Path

from arcana_host.install.build import mip_games, mip_package

from shared_rules.games import NAMES

FOLDER = Path(__file__).resolve().parent.parent

APART = ("spirit_island",)
"""The games with a package of their own: a Pico's 1.4 MB do not take the sources of all."""


def packages() -> dict[str, dict]:
    """Return {name of a file: what it tells mip}."""
    games = [name for name in NAMES if name not in APART]
    added = {f"package-{name.replace('_', '-')}.json": mip_games(FOLDER, [name]) for name in APART}
    return {"package.json": mip_package(FOLDER, games), **added}


def written(package: dict) -> str:
    """Return the text of a file, one line for every file that is installed."""
    urls = ",\n".join("    " + json.dumps(pair) for pair in package["urls"])
    rest = ",\n".join(f"  {json.dumps(name)}: {json.dumps(package[name])}" for name in ("deps", "version"))
    return f'{{\n  "urls": [\n{urls}\n  ],\n{rest}\n}}\n'


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stdout.write(written(packages()[sys.argv[1]]))
    else:
        for name, package in packages().items():
            (FOLDER / name).write_text(written(package), encoding="utf-8")
