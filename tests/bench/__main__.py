"""`make bench`: everything that is measured, or only what is named: `python -m tests.bench library`."""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests", "host/arcana_host/virtual/standins", "firmware", "host"):
    sys.path.insert(0, str(ROOT / folder))

BENCHES = ("start", "presses", "library", "sync", "possible", "panel", "pico")

wanted = sys.argv[1:] or BENCHES
if not set(wanted) <= set(BENCHES):
    sys.exit(f"There are the benches {', '.join(BENCHES)}.")
sys.exit(max([import_module(f"bench.bench_{name}").main() for name in wanted]))
