"""The languages that people are spoken to in, and the words of pages and terminals that belong to no game.

It runs on CPython and, in the browser, on MicroPython.
"""

ENGLISH = "english"
GERMAN = "german"
LANGUAGES = (ENGLISH, GERMAN)

NO_GAME = {ENGLISH: "No game is on the table.", GERMAN: "Es ist kein Spiel im Gang."}

NOTES = {
    ENGLISH: {},
    GERMAN: {"The plug is pulled.": "Der Stecker ist gezogen."},
}
"""Notes of a `Shown`, by what they are in English; those that are left out stay so."""
