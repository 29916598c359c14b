"""`make web`: builds the page into a folder.

usage: python -m arcana_host.web FOLDER MICROPYTHON [DOCS [IMAGES]]
"""

import sys
from pathlib import Path

from arcana_portable.errors import ArcanaError

from arcana_host.web.build import build

if __name__ == "__main__":
    try:
        build(*map(Path, sys.argv[1:]))
    except ArcanaError as error:
        sys.exit(str(error))
    print(
        f"The page is in {sys.argv[1]}; any web server can serve it, such as: "
        f"python3 -m http.server -d {sys.argv[1]}"
    )
