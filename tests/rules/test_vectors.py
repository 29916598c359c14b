"""The vectors, on CPython."""

import pytest
from rules.vectors import vectors

from shared_rules.games import rules_of
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.actions import VERBS


@pytest.mark.parametrize(("name", "events", "states"), vectors())
def test_every_event_leads_to_the_expected_state(name, events, states):
    game = rules_of(events[0]).Game()
    assert len(events) == len(states)
    for number, (text, state) in enumerate(zip(events, states, strict=True), 1):
        game.apply(text)
        assert game.state() == state, f"{name}, event {number}: {text}"


def test_the_vectors_show_every_card_power_and_event():
    rows, uses, verbs = set(), set(), set()
    for _, events, states in vectors("shipwreck"):
        verbs.update(text.split()[0] for text in events)
        uses.update(CARDS[text.split()[1]].power for text in events if text.startswith("use "))
        rows.update(place["card"] for state in states for place in state["row"] if place)
    assert rows == set(CARDS)
    assert uses == set(POWERS) - {"sands"}
    assert verbs == {"setup", *VERBS}
