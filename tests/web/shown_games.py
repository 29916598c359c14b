"""Runs on MicroPython with the sources of the page: what it shows of games, and the files it hands out.

Input: {"english": {name: record}, "german": …}, as JSON; output: a line for each language. Or a list of the
headers of languages; output: the plural form of each number in each language.
"""

import json
import sys

sys.path.append("/lib")
import arcana_host.web.browser.hints  # noqa: F401
from arcana_host.web.browser.shown_games import bgstats_file, details, json_file, summary
from arcana_portable.record import Record
from arcana_portable.translation import plural_rule, speaking


def shown(records):
    """Return all that is shown and handed out of games, as JSON data. records: {name: record}."""
    given = {name: Record.from_text(text) for name, text in records.items()}
    file, left = bgstats_file(given)
    return {
        "summaries": [summary(name, given[name]) for name in sorted(given)],
        "details": [details(name, given[name]) for name in sorted(given)],
        "plays": file and json.loads(file["text"]),
        "left": left,
        "file": json.loads(json_file(given)["text"]),
    }


def forms(headers):
    """Return the form of each number, by the headers of a language's file."""
    rule = plural_rule(headers)
    return [rule(n if n < 200 else 10**6) for n in range(201)]


def main():
    with open("/input") as stream:
        asked = json.load(stream)
    if isinstance(asked, list):
        print(json.dumps([forms(headers) for headers in asked]))
        return
    for language in sorted(asked):
        with speaking(language):
            print(json.dumps(shown(asked[language])))


if sys.implementation.name == "micropython":
    main()
