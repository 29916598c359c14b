"""What people read, in their language: the English text in the code is the key of its translation.

A language is a folder: `texts/<language>/` of the firmware, and one in the texts of each game. In it are
`desktop.po` and, for the page, `page.po`, files of gettext; what they lack is said in English. They are read
here, as the standard library reads only compiled ones, and the browser's MicroPython has no gettext.
"""

from __future__ import annotations

import json
import os
import sys

from shared_rules.errors import Refusal, RuleError
from shared_rules.games import NAMES

ENGLISH = "english"

_FILES = ("desktop.po", "page.po")
_RULES = "rules.html"
_REFUSALS = "refusals.txt"
_IN_BROWSER = sys.implementation.name == "micropython"

_spoken = [ENGLISH]
_languages: list[str] = []
_catalogues: dict[str, Catalogue] = {}


def _(english: str, **values: object) -> str:
    """Return an English text in the language that is spoken now, with the values filled in."""
    forms = _catalogue(_spoken[0]).forms.get(english)
    text = forms[0] if forms else english
    return text.format(**{name: _said(value) for name, value in values.items()}) if values else text


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """Return the singular or plural of an English text, translated as `_` does; `{n}` is the number."""
    catalogue = _catalogue(_spoken[0])
    forms = catalogue.forms.get(one)
    text = forms[catalogue.form_for(n)] if forms else one if n == 1 else many
    return text.format(n=n, **values)


def N_(english: str) -> str:
    """Return a text as it is: marks it for translation, where `_` gets it elsewhere in a variable."""
    return english


def N_plural(one: str, many: str) -> tuple[str, str]:
    """Return two texts as they are: marks them for translation, where `ngettext` gets them elsewhere."""
    return one, many


def language() -> str:
    """Return the language that is spoken now, by the name of its folder."""
    return _spoken[0]


def choose(language: str) -> None:
    """Speak a language from now on: English for a word that names none."""
    _spoken[0] = language if language in languages() else ENGLISH


class speaking:
    """Has another language spoken for a while: `with speaking("german"): …`."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _spoken[0]
        choose(self._language)

    def __exit__(self, *error: object) -> None:
        _spoken[0] = self._before


def languages() -> list[str]:
    """Return the names of all languages that the desktop speaks, English first."""
    if not _languages:
        folder = texts_folder()
        _languages.append(ENGLISH)
        _languages.extend(
            name for name in sorted(os.listdir(folder)) if _FILES[0] in _names_in(f"{folder}/{name}")
        )
    return _languages


def code(language: str) -> str:
    """Return the code by which HTML and locales know a language, such as "de" for "german"."""
    return _catalogue(language).headers.get("Language", "en") if language in languages() else "en"


def page_texts(language: str) -> dict[str, str]:
    """Return {English text: translation} of what the page says."""
    found = read(f"{texts_folder()}/{language}/{_FILES[1]}")
    return {english: forms[0] for english, forms in found.items() if english}


def rules(game: str) -> str:
    """Return the rules of a game in short, as HTML, in the language spoken now; "" where it has none."""
    for language in (_spoken[0], ENGLISH):
        try:
            with open(f"{texts_folder(game)}/{language}/{_RULES}", encoding="utf-8") as stream:
                return stream.read()
        except OSError:
            pass
    return ""


def refusal_text(error: RuleError) -> str:
    """Return why the rules refuse something, in the language spoken now if possible, else in English."""
    if isinstance(error, Refusal) and _spoken[0] != ENGLISH:
        for line in _lines(f"{texts_folder(error.game)}/{_spoken[0]}/{_REFUSALS}"):
            if line.startswith(f"{error.args[0]}="):
                return line.split("=", 1)[1] % error.args[1:]
    return str(error)


def texts_folder(game: str = "") -> str:
    """Return the folder with a folder for each language: of a game, or of what is no game's."""
    if _IN_BROWSER:
        # there the firmware lies beside the desktop's modules
        base = __file__.rsplit("/", 2)[0]
    else:
        from arcana_host import firmware_folder

        base = str(firmware_folder())
    return f"{base}/companion/games/{game}/texts" if game else f"{base}/companion/texts"


class Catalogue:
    """What the desktop says in one language.

    headers: of its file that is no game's. forms: {English text: its translation, in all forms that it has}.
    """

    def __init__(self, language: str) -> None:
        own = read(f"{texts_folder()}/{language}/{_FILES[0]}")
        headers = own.pop("", [""])[0].split("\n")
        self.headers = dict(line.split(": ", 1) for line in headers if ": " in line)
        self.forms: dict[str, list[str]] = {}
        for game in NAMES:
            self.forms.update(read(f"{texts_folder(game)}/{language}/{_FILES[0]}"))
        self.forms.update(own)

    def form_for(self, n: int) -> int:
        """Return which of its forms a text has with a number."""
        rule = self.headers.get("Plural-Forms", "").partition("plural=")[2].rstrip(";")
        if _IN_BROWSER or not rule:
            return int(n != 1)
        from gettext import c2py  # type: ignore[attr-defined]

        return c2py(rule)(n)


def _said(value: object) -> object:
    return refusal_text(value) if isinstance(value, RuleError) else value


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read().split("\n")
    except OSError:
        return []


def _catalogue(language: str) -> Catalogue:
    if language not in _catalogues:
        _catalogues[language] = Catalogue(language)
    return _catalogues[language]


def read(path: str) -> dict[str, list[str]]:
    """Return {English text: its translations} of a file, {} without one; the headers are those of ""."""
    try:
        with open(path, encoding="utf-8") as stream:
            entries = stream.read().split("\n\n")
    except OSError:
        return {}
    found = {}
    for entry in entries:
        texts: dict[str, str] = {}
        for line in entry.split("\n"):
            if line.startswith("#, ") and "fuzzy" in line:
                break
            if line and not line.startswith("#"):
                if not line.startswith('"'):
                    key, line = line.split(" ", 1)
                    texts[key] = ""
                texts[key] += json.loads(line)
        else:
            forms = [texts[key] for key in sorted(texts) if key.startswith("msgstr")]
            if forms and all(forms):
                found[texts["msgid"]] = forms
    return found


def _names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
