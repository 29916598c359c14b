"""The rulings of the chosen game: those that matter now, and all by topic.

They are the lines of its section `[rulings]`, which is never in memory as a whole. The fields of a line are
id, topic, moments, tags, needs, question and answer. It must not know what the moments and needs of a game
mean.
"""

from companion.screens.menu import Menu, TextPages
from companion.texts import find, section_lines, text


def menu(app, rank, rows=(), most=None):
    """Return the menu of the rulings that matter most now; all others are found by their topic.

    rank: a callable(fields) that returns how early a ruling comes, None if it does not matter now. rows: the
    lines above them. most: how many are shown, None for all that matter.
    """
    found = [(rank(fields), offset, fields[5]) for offset, fields in _rulings()]
    found = sorted([each for each in found if each[0] is not None])[:most]
    rows = list(rows) + [(question, _showing(app, offset)) for _, offset, question in found]
    return Menu(app, text("rulings"), rows + [(text("by_topic"), lambda: _topics(app))])


def _rulings(offset=None):
    """Yield (offset, fields) of the rulings. offset: of the first one, None for all."""
    for at, line in section_lines("rulings", offset):
        yield at, line.decode().split("|", 6)


def _showing(app, offset):
    return lambda: _pages(app, offset)


def _pages(app, offset):
    for _, (id, _, _, tags, _, question, answer) in _rulings(offset):
        words = answer.split("  ")
        source = find("source_" + tags)
        if source:
            words.append(source)
        if id.endswith("+"):
            words.append(text("ruling_damaged"))
        return TextPages(app, question, words)


def _topics(app):
    topics = []
    for _, (_, topic, *_) in _rulings():
        if topic not in topics:
            topics.append(topic)
    return Menu(app, text("by_topic"), [(text("topic_" + topic), _of_topic(app, topic)) for topic in topics])


def _of_topic(app, topic):
    def menu():
        rows = [(each[5], _showing(app, offset)) for offset, each in _rulings() if each[1] == topic]
        return Menu(app, text("topic_" + topic), rows)

    return menu
