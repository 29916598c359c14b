"""`make bench`: everything that is measured."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests", "host/arcana_host/virtual/standins", "firmware", "host"):
    sys.path.insert(0, str(ROOT / folder))

from bench import bench_pico  # noqa: E402

sys.exit(bench_pico.main())
