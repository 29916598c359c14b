"""A Ravage in words: the calculator's answer in three lines, its steps, and what lies in a land."""

from companion.games.spirit_island.table import section_texts
from companion.texts import text_of

NOT_SAID = ("tally", "ocean")
"""Steps of an Outcome that are shown with the game, or follow from a rule that is said."""


def answer_lines(outcome):
    """Return three lines: blight and dahan lost, what is destroyed, and the Defend that prevents either."""
    key = "answer_cascade" if outcome.cascade else "answer_blight"
    blight = text_of("lands", key, outcome.blight) if outcome.blight else text_of("lands", "answer_no_blight")
    lost = outcome.dahan_destroyed
    dahan = text_of("lands", "answer_dahan", lost) if lost else text_of("lands", "answer_no_dahan")
    destroyed = text_of("lands", "answer_nothing")
    if outcome.destroyed or outcome.pushed:
        destroyed = text_of("lands", "answer_destroyed", pieces(outcome.destroyed) or "–", outcome.fear)
    if outcome.pushed:
        destroyed = text_of("lands", "answer_pushed") + " · " + destroyed
    enough = [outcome.defend_for[aim] for aim in ("no_blight", "no_dahan_lost")]
    return blight + " · " + dahan, destroyed, text_of("lands", "answer_defend", *enough)


def pieces(words):
    """Return pieces in words. words: such as "E2 C1"."""
    named = []
    for word in words.split(" ") if words else []:
        count, marks = "", {}
        at = None
        for letter in word[1:]:
            if letter in "sd":
                at = letter
                marks[at] = 0
            elif at:
                marks[at] = 10 * marks[at] + int(letter)
            else:
                count += letter
        name = (
            text_of("lands", "piece_%s_1" % word[0])
            if count == "1"
            else text_of("lands", "piece_" + word[0], int(count))
        )
        for mark in sorted(marks):
            name += " (%s)" % text_of("lands", "piece_with_" + mark, marks[mark])
        named.append(name)
    return ", ".join(named)


def sentences(outcome):
    """Return a list with a sentence for each step of an Outcome."""
    return [_sentence(word, values) for word, *values in outcome.steps if word not in NOT_SAID]


def _sentence(word, values):
    if word == "rule":
        return section_texts("reminders", values)[0]
    if word in ("before", "together", "counter", "dahan"):
        damage, badlands = values[:2]
        among = text_of("lands", "resolve_badlands", badlands) if badlands else ""
        return text_of("lands", "resolve_" + word, damage, among, *values[2:])
    if word == "damage" and not values[0]:
        return text_of("lands", "resolve_no_damage")
    if word == "cascade":
        values = []
    if word == "blight":
        # the land is the calculator's
        word, values = "more_blight" if values[0] > 1 else word, values[:1]
    return text_of(
        "lands", "resolve_" + word, *[pieces(value) if isinstance(value, str) else value for value in values]
    )


def lying(land):
    """Return what lies in a land in words. land: its text."""
    words = [word for word in land.split(" ") if word]
    named = [pieces(word) for word in words if "=" not in word]
    for word in words:
        name, equals, number = word.partition("=")
        if equals:
            named.append("%s %s" % (number, text_of("lands", "field_" + name)))
    return ", ".join(named) or text_of("lands", "ravage_empty")
