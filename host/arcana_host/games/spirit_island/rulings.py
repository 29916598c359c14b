"""The rulings on Spirit Island and its adversaries' rules, as the device has them."""

from __future__ import annotations

from collections.abc import Iterator

from arcana_portable.games.spirit_island.naming import adversary_name
from arcana_portable.translation import ENGLISH, _, device_texts

from arcana_host.games.rulings import Ruling, rulings_of_device
from shared_rules.spirit_island.reminders import read_reminder
from shared_rules.spirit_island.tables import LEVELS, Adversary, adversary_ids, find_scenario, scenario_names

ADVERSARIES, SCENARIOS = "adversaries", "scenarios"
"""The topics of the adversaries' rules, and of the rules for a scenario's setup."""

_RULE_NAMES = {
    "prussia": "Fast Start,Surge of Colonists,Efficient,Aggressive Timetable,Ruthlessly Efficient,"
    "Terrifyingly Efficient",
    "england": "Indentured Servants Earn Land,Criminals and Malcontents,High Immigration,High Immigration,"
    "Local Autonomy,Independent Resolve",
    "sweden": "Heavy Mining,Population Pressure at Home,Fine Steel for Tools and Guns,Royal Backing,"
    "Mining Rush,Prospecting Outpost",
    "france": "Frontier Explorers,,Early Plantations,Triangle Trade,Slow-Healing Ecosystem,"
    "Persistent Explorers",
    "habsburg-livestock": "Migratory Herders,More Rural Than Urban,Fast Spread,Herds Thrive in Verdant Lands,"
    "Wave of Immigration,Far-Flung Herds",
    "russia": "Hunters Seek Shell and Hide,A Sense for Impending Disaster,Competition Among Hunters,"
    "Accelerated Exploitation,Entrench in the Face of Fear,Pressure for Fast Profit",
    "scotland": "Trading Port,Seize Opportunity,Chart the Coastline,Ambition of a Minor Nation,"
    "Runoff and Bilgewater,Exports Fuel Inward Growth",
    "habsburg-mining": "Avarice Rewarded,,Mining Boom,,Mining Boom,The Empire Ascendant",
}
"""The names of the adversaries' levels 1 to 6, as on their panels; "" where no source has a name."""

_STEP_OF = {
    "accelerate": "setup",
    "always": "fear",
    "entrench": "fear",
    "extra": "build",
    "flag": "explore",
    "advanced": "slow",
    "reminder": "explore",
}
"""The step for a moment of `reminders.py`, where it is not the moment's own name."""


def rulings(language: str) -> list[Ruling]:
    """Return all rulings in a language, or in English, then the rules of adversaries and scenarios."""
    found = []
    names = {adversary_name(id, ENGLISH): adversary_name(id, language) for id in adversary_ids()}
    for id, topic, steps, about, _needs, question, answer in rulings_of_device("spirit_island", language):
        tags = [names.get(tag, tag) for tag in about.split(";")]
        found.append(
            Ruling(id.rstrip("+"), topic, steps.split(), tags, question, answer, damaged=id.endswith("+"))
        )
    return found + list(_adversary_rules(language)) + list(_scenarios(language))


def _adversary_rules(language: str) -> Iterator[Ruling]:
    """Yield the rules of all adversaries: level by level, then the escalation, then the loss condition."""
    texts = _reminders(language)
    for adversary in adversary_ids():
        name = adversary_name(adversary, language)
        levels = [Adversary(f"{adversary}:{level}") for level in range(LEVELS)]
        found = [read_reminder(each) for level in levels for each in level.reminders]
        moments = {id: moments for id, _, moments, *_ in found}
        for id in sorted(moments, key=lambda id: id[len(adversary) + 1 :]):
            steps = [_STEP_OF.get(moment, moment) for moment in moments[id]]
            title = _title(adversary, id[len(adversary) + 1 :].split("-")[0])
            yield Ruling(id, ADVERSARIES, sorted(set(steps)), [name], f"{name} {title}", texts[id], rule=True)


def _scenarios(language: str) -> Iterator[Ruling]:
    """Yield the reminders of each scenario."""
    texts = _reminders(language)
    for id, name in scenario_names():
        found = [read_reminder(each) for each in (find_scenario(id) or (0, 0, 0, ()))[3]]
        if found and found[0][0].startswith(id + "-"):
            steps = {_STEP_OF.get(moment, moment) for _, _, moments, *_ in found for moment in moments}
            answer = "\n".join(texts[id] for id, *_ in found)
            yield Ruling(id, SCENARIOS, sorted(steps), [name], name, answer, rule=True)


def _reminders(language: str) -> dict[str, str]:
    """Return {id: text} of the device's reminders in a language; English if the language has no reminders."""
    lines = device_texts("spirit_island", language, "reminders")
    return dict(line.split("=", 1) for line in lines or device_texts("spirit_island", ENGLISH, "reminders"))


def _title(adversary: str, part: str) -> str:
    """Return the text after the adversary's name. part: the level, "escalation" or "loss"."""
    if not part.isdigit():
        return {"escalation": _("Escalation"), "loss": _("additional loss condition")}[part]
    name = ("," + _RULE_NAMES[adversary]).split(",")[int(part)]
    return f"{part}: {name}" if name else part
