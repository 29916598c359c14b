"""Chooses the user's language, also for the parser of the command line."""

import gettext
import os
import sys

from arcana_portable import translation

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def choose_language() -> None:
    """Set the user's language: the value of ARCANA_LANGUAGE, by name or code, or else the locale's language.

    Call it before anything of typer is imported, which gets its texts from gettext.
    """
    wanted = os.environ.get("ARCANA_LANGUAGE")
    translation.choose(named(wanted or _of_locale()))
    if wanted and not _find(wanted):
        known = ", ".join(translation.languages())
        print(f"ARCANA_LANGUAGE is {wanted!r}; the languages are: {known}.", file=sys.stderr)
    if translation.language() != translation.ENGLISH:
        gettext.gettext = translation._  # type: ignore[assignment]


def named(wanted: str) -> str:
    """Return the language for its name, or for the name of a locale; English for any other.

    >>> named("german"), named("de_AT.UTF-8"), named("C"), named("tlh")
    ('german', 'german', 'english', 'english')
    """
    return _find(wanted) or translation.ENGLISH


def _find(wanted: str) -> str | None:
    """Return the language for its name, or for the name of a locale, or None."""
    wanted = wanted.lower()
    code = wanted.replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0]
    if code in ("", "c", "posix"):
        return translation.ENGLISH
    for language in translation.languages():
        if wanted == language or code == translation.code(language):
            return language
    return None


def _of_locale() -> str:
    """Return the name of the locale for messages."""
    for variable in _VARIABLES:
        if os.environ.get(variable):
            return os.environ[variable].partition(":")[0]
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
