"""The sentences of the adversaries' rules; they are read line by line, and never in memory as a whole."""

from companion.texts import section_lines

GAME = "spirit_island"


def reminders_now(app):
    """Return the sentences of the adversaries' rules that matter now."""
    from shared_rules.spirit_island.reminders import reminders

    return reminder_sentences(reminders(app.session.game))


def reminder_sentences(wanted):
    """Return the sentences of the rules with these ids, as far as there is one. wanted: list of ids."""
    found = {}
    for _, line in section_lines("reminders", GAME) if wanted else ():
        # few lines are needed, so the others stay bytes
        key, _, words = line.partition(b"=")
        key = key.decode()
        if key in wanted:
            found[key] = words.decode()
            if len(found) == len(wanted):
                break
    return [found[key] for key in wanted if key in found]
