"""python -m docs.card FOLDER: writes the card in every language, as PDF and SVG."""

import sys
from pathlib import Path

from docs.card.sheet import save

for path in save(Path(sys.argv[1])):
    print(path)
