#!/usr/bin/env python3
"""Write `firmware/package.json`, from which mip installs the companion: the files that `arcana flash` sends.

python firmware/tools/make_package.py [-]

With - it prints it instead.
"""

import json
import sys
from pathlib import Path

from arcana_host.install.build import mip_package

FILE = Path(__file__).resolve().parent.parent / "package.json"


def written() -> str:
    """Return the text of the file, one line for every file that is installed."""
    package = mip_package(FILE.parent)
    urls = ",\n".join("    " + json.dumps(pair) for pair in package.pop("urls"))
    rest = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in package.items())
    return f'{{\n  "urls": [\n{urls}\n  ],\n{rest}\n}}\n'


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(written())
    else:
        FILE.write_text(written(), encoding="utf-8")
