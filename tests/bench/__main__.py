"""`make bench`: everything that is measured, or only what is named: `python -m tests.bench desktop`.

`python -m tests.bench --write docs/figures.md pico` puts what it measures into the page of figures.
"""

import argparse
import sys
import time
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests", "host/arcana_portable/virtual/standins", "firmware", "host"):
    sys.path.insert(0, str(ROOT / folder))

from bench import figures  # noqa: E402

BENCHES = ("desktop", "pico", "memory", "link", "presses", "waits", "coach")

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("bench", nargs="*", choices=[*BENCHES, []], help=", ".join(BENCHES))
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the figures into this page")
    options = parser.parse_args()
    worst = 0
    for name in options.bench or BENCHES:
        print(f"\n{figures.SECTIONS[name]} ({time.strftime('%H:%M:%S')})")
        try:
            worst = max(worst, import_module(f"bench.bench_{name}").main())
        finally:
            # also what was measured before Ctrl-C
            if options.write:
                figures.write(options.write)
    sys.exit(worst)
