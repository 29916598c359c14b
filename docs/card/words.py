"""The sentences of the card, in the languages of the companion: a file such as `german.json` for each.

In them, `[A]`, `[UP]` and so on are buttons; `*…*` is bold; `{hit}` is the device's text `hit`, and `{goal}`
the end of its tracks.
"""

import json
from pathlib import Path

WORDS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*.json"))
}

NAMES = {language: f"companion-card-{language}" for language in WORDS}
"""The files, without their endings."""
