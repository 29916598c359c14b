"""Translations, as with gettext: the English text in the code is the key of its translation.

A language is a folder: `texts/<language>/` of the firmware, and a folder in the texts of each game. It has
`desktop.po` and, for the page, `page.po`; missing texts are English. This module parses them, because the
standard library only reads compiled files, and MicroPython in the browser has no gettext. The texts of the
device are in separate files, such as `german.txt`; for a text in both, the desktop takes the device's.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

from shared_rules.errors import Refusal, RuleError, find_line
from shared_rules.games import NAMES

ENGLISH = "english"

CONTEXT_END = "\x04"
"""The separator between a context and its text in the key of a translation, as in gettext."""

_FILES = ("desktop.po", "page.po")
_RULES = "rules.html"
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""Unicode's names of the plural forms, in the order of a file's forms."""
_IN_BROWSER = sys.implementation.name == "micropython"

_current = [ENGLISH]
_languages: list[str] = []
_catalogues: dict[str, Catalogue] = {}
_device_files: dict[str, str] = {}


def _(english: str, **values: object) -> str:
    """Return the translation of an English text to the current language, with the values filled in."""
    return _filled(english, english, values)


def pgettext(context: str, english: str, **values: object) -> str:
    """Return the translation of an English text that means something else elsewhere, as `_` does.

    context: the name of the game's folder, "msgctxt" in its file.
    """
    return _filled(context + CONTEXT_END + english, english, values)


def _filled(key: str, english: str, values: dict[str, object]) -> str:
    forms = _catalogue(_current[0]).forms.get(key)
    text = forms[0] if forms else english
    return text.format(**{name: _said(value) for name, value in values.items()}) if values else text


def ngettext(one: str, many: str, n: int, **values: object) -> str:
    """Return the singular or plural of an English text, translated as `_` does; `{n}` is the number."""
    catalogue = _catalogue(_current[0])
    forms = catalogue.forms.get(one)
    text = forms[catalogue.form_for(n)] if forms else one if n == 1 else many
    return text.format(n=n, **values)


def N_(english: str) -> str:
    """Mark a text for translation that is passed to `_` elsewhere, and return it unchanged."""
    return english


def N_plural(one: str, many: str) -> tuple[str, str]:
    """Mark two texts for translation that are passed to `ngettext` elsewhere, and return them unchanged."""
    return one, many


def language() -> str:
    """Return the current language, the name of its folder."""
    return _current[0]


def choose(language: str) -> None:
    """Set the current language; English for an unknown language."""
    _current[0] = language if language in languages() else ENGLISH


class speaking:
    """A context with another current language: `with speaking("german"): …`."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = _current[0]
        choose(self._language)

    def __exit__(self, *error: object) -> None:
        _current[0] = self._before


def languages() -> list[str]:
    """Return the names of all languages of the desktop, English first."""
    if not _languages:
        folder = texts_folder()
        _languages.append(ENGLISH)
        _languages.extend(
            name for name in sorted(os.listdir(folder)) if _FILES[0] in _names_in(f"{folder}/{name}")
        )
    return _languages


def is_begun(language: str) -> bool:
    """Return whether a language is not complete: `Status: begun` is a header of its `desktop.po`.

    Missing texts are English there, and no test fails for them.
    """
    return language != ENGLISH and _catalogue(language).headers.get("Status") == "begun"


def code(language: str) -> str:
    """Return the language code for HTML and locales, such as "de" for "german"."""
    return _catalogue(language).headers.get("Language", "en") if language in languages() else "en"


def page_texts(language: str) -> dict[str, str]:
    """Return {English text: translation} of the page's texts."""
    found = read(f"{texts_folder()}/{language}/{_FILES[1]}")
    return {english: forms[0] for english, forms in found.items()}


def rules(game: str) -> str:
    """Return the rules of a game in short, as HTML, in the current language; "" for a game without them."""
    for language in (_current[0], ENGLISH):
        try:
            with open(f"{texts_folder(game)}/{language}/{_RULES}", encoding="utf-8") as stream:
                return stream.read()
        except OSError:
            pass
    return ""


def refusal_text(error: RuleError) -> str:
    """Return why the rules refuse something, in the current language if possible, otherwise in English."""
    if not isinstance(error, Refusal) or _current[0] == ENGLISH:
        return str(error)
    lines = device_texts(error.game, _current[0], "refusals")
    try:
        return find_line("\n" + "\n".join(lines) + "\n", error.args[0]) % error.args[1:]
    except KeyError:
        return error.sentence(_)


def device_texts(game: str, language: str, section: str) -> list[str]:
    """Return the lines of a section of a device's texts without its comments, or [].

    game: "" for the texts of no game.
    """
    found = _device_file(game, language).partition(f"\n[{section}]\n")[2].partition("\n[")[0]
    return [line for line in found.split("\n") if line and not line.startswith("#")]


def device_text(game: str, key: str, language: str | None = None) -> str:
    """Return a text of a game's device in a language, by default the current language, or in English.

    Raises KeyError for a key that is unknown.
    """
    try:
        return find_line(_device_file(game, language or _current[0]), key)
    except KeyError:
        return find_line(_device_file(game, ENGLISH), key)


def _device_file(game: str, language: str) -> str:
    """Return the texts of a device in a language after a line end, or a line end if there are no texts."""
    path = f"{_firmware()}/companion/games/{game}" if game else texts_folder()
    path += f"/{language}.txt"
    if path not in _device_files:
        try:
            with open(path, encoding="utf-8") as stream:
                _device_files[path] = "\n" + stream.read()
        except OSError:
            _device_files[path] = "\n"
    return _device_files[path]


def texts_folder(game: str = "") -> str:
    """Return the folder with a folder for each language: of a game, or of the texts outside games."""
    return f"{_firmware()}/companion/games/{game}/texts" if game else f"{_firmware()}/companion/texts"


def _firmware() -> str:
    """Return the folder of the firmware."""
    if _IN_BROWSER:
        # there it is beside the desktop's modules
        return __file__.rsplit("/", 2)[0]
    from arcana_portable.firmware import firmware_folder

    return str(firmware_folder())


class Catalogue:
    """The desktop's texts in a language.

    headers: of its file outside the games. form_for: gives the index of the plural form for a number.
    forms: {English text, after its context if it has a context: its translation, in all forms that it has}.
    """

    def __init__(self, language: str) -> None:
        path = f"{texts_folder()}/{language}/{_FILES[0]}"
        self.headers = dict(line.split(": ", 1) for line in headers(path).split("\n") if ": " in line)
        try:
            self.form_for = plural_rule(self.headers)
        except ValueError as error:
            raise ValueError(f"{path}: Plural-Forms: {error}") from error
        self.forms: dict[str, list[str]] = {}
        for game in NAMES:
            self.forms.update(read(f"{texts_folder(game)}/{language}/{_FILES[0]}"))
        self.forms.update(read(path))


def plural_rule(headers: dict[str, str]) -> Callable[[int], int]:
    """Return the function from a number to the index of its plural form, by a language's headers."""
    count, rule = _plural_forms(headers)
    if not rule:
        return lambda n: int(n != 1)
    if _IN_BROWSER:
        # MicroPython can't read the rule, but a browser has every language's rules, including fractions
        from js import Intl

        rules = Intl.PluralRules.new(headers["Language"])
        forms = list(rules.resolvedOptions().pluralCategories)
        if len(forms) > count:
            forms = [rules.select(n) for n in range(200)]
        forms = [each for each in _CATEGORIES if each in forms]
        places = {each: place for place, each in enumerate(forms)}
        return lambda n: places.get(rules.select(n), count - 1)
    from gettext import c2py  # type: ignore[attr-defined]

    form: Callable[[int], int] = c2py(rule)
    return form


def _plural_forms(headers: dict[str, str]) -> tuple[int, str]:
    """Return how many plural forms a language has, and their rule in C: 2 and "" if its file does not say."""
    count, _end, rule = headers.get("Plural-Forms", "").partition(";")
    return int(count.partition("=")[2] or 2), rule.partition("=")[2].rstrip(";")


def _said(value: object) -> object:
    return refusal_text(value) if isinstance(value, RuleError) else value


def _catalogue(language: str) -> Catalogue:
    if language not in _catalogues:
        _catalogues[language] = Catalogue(language)
    return _catalogues[language]


def forms_of(language: str) -> int:
    """Return how many plural forms a language has: 2 if its `Plural-Forms` does not say."""
    return _plural_forms(_catalogue(language).headers)[0]


def read(path: str) -> dict[str, list[str]]:
    """Return {English text: its translations} of a file without its headers, or {} without a file.

    Raises ValueError, with the entry, if that is not as in gettext.
    """
    found = {}
    for text in _entries(path):
        try:
            entry = _entry(text)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{path}: {error} in\n{text}") from error
        if entry:
            found[entry[0]] = entry[1]
    found.pop("", None)
    return found


def headers(path: str) -> str:
    """Return the headers of a file, a line for each, "" without them."""
    entry = _entry(_entries(path)[0])
    return entry[1][0] if entry and not entry[0] else ""


def _entries(path: str) -> list[str]:
    """Return the text of each entry of a file, the headers first; [""] without a file."""
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read().split("\n\n")
    except OSError:
        return [""]


def _entry(entry: str) -> tuple[str, list[str]] | None:
    """Return (English text, its translations) of an entry, or None if no translation is usable."""
    texts: dict[str, str] = {}
    for line in entry.split("\n"):
        if line.startswith("#, ") and "fuzzy" in line:
            return None
        if line and not line.startswith("#"):
            if not line.startswith('"'):
                key, line = line.split(" ", 1)
                if key in texts:
                    raise ValueError(f"a second {key}")
                texts[key] = ""
            texts[key] += json.loads(line)
    forms = [texts[key] for key in sorted(texts) if key.startswith("msgstr")]
    context = texts["msgctxt"] + CONTEXT_END if "msgctxt" in texts else ""
    return (context + texts["msgid"], forms) if forms and all(forms) else None


def _names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
