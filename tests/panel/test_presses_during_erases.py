"""Random presses while the flash is erased again and again, which lets no interrupt run: none may be lost.

The emulated Pico says the same, more slowly: tests/pico/test_presses.py.
"""

import random

import pytest
from companion.buttons import Buttons
from companion.chords import Chords
from three_buttons import MEANS

from shared_rules import BUTTONS

PRESSES = 10_000
PRESSED_MS = (5, 90)
APART_CHORD_MS = (5, 70)
APART_MS = (30, 250)
SAME_APART_MS = 90  # a release that an erase hides is seen 45 ms late, and may bounce for 45 ms unseen
APART_FROM_B_MS = 50  # what one erase hides of B and another button would be UP or DOWN
BOUNCES_MS = (0.3, 3)
LOOKS_MS = 10
ERASE_MS = 45
ERASES = (1, 1, 1, 2, 4)
BETWEEN_MS = (0.2, 8)
APART_WORKS_MS = (5, 120)
LATE_MS = 400  # while the flash is erased four times, and once more


class Contact:
    """A pin whose interrupt waits while the processor hears none, and knows then which edges there were."""

    def __init__(self):
        self.level = 1
        self.latched = 0
        self.handler = None

    def __call__(self):
        return self.level

    def irq(self, handler, trigger, hard):
        self.handler = handler
        return self

    def flags(self):
        return self.edges

    def move(self, level):
        self.latched |= 8 if level else 4
        self.level = level

    def interrupt(self):
        if self.latched:
            self.edges, self.latched = self.latched, 0
            self.handler(self)


def bounce(dice, name, at, level):
    """Return [(at, name, level)] of a contact that takes a level, bouncing or not. Times are milliseconds."""
    edges = [(at, name, level)]
    for _ in range(dice.choice((0, 0, 1, 2))):
        for each in (1 - level, level):
            at += dice.uniform(*BOUNCES_MS) / 4
            edges.append((at, name, each))
    return edges


def five(dice, name, now):
    """Return the contacts that a press takes as [(contact, from, to)]: with five buttons, its own."""
    return [(name, now, now + dice.uniform(*PRESSED_MS))]


def three(dice, name, now):
    """The same with three buttons: for UP and DOWN, B is held, and may be released first."""
    if name not in MEANS:
        return five(dice, name, now)
    pressed = now + dice.uniform(*APART_CHORD_MS)
    released = pressed + dice.uniform(*PRESSED_MS)
    return [
        ("b", now, max(pressed, released + dice.uniform(-1, 1) * APART_CHORD_MS[1]) + APART_CHORD_MS[0]),
        (MEANS[name], pressed, released),
    ]


def edges_of(dice, contacts_of, apart):
    """Return [(name, start, end)] of the presses, and [(at, contact, level)] of what their contacts do."""
    now, pressed, edges, last = 1000.0, [], [], ()
    while len(pressed) < PRESSES:
        name = dice.choice(BUTTONS)
        # no press takes a contact of the one before it sooner
        soonest = contacts_of(random.Random(0), name, 0)
        again = {contact for contact, *_ in soonest} & {contact for contact, *_ in last}
        now += dice.uniform(SAME_APART_MS if again else apart, APART_MS[1])
        last = contacts_of(dice, name, now)
        start = now
        for contact, begin, end in last:
            edges += bounce(dice, contact, begin, 0) + bounce(dice, contact, end, 1)
            now = max(now, end)
        pressed.append((name, start, now))
    return pressed, sorted(edges, key=lambda edge: edge[0])


def hear(kind, names, edges, dice):
    """Return [(name, at)] of the presses that the buttons of these names hear."""
    contacts = {name: Contact() for name in names}
    now = 0.0
    buttons = kind([contacts[name] for name in names], (4, 8), ticks=lambda: int(now))
    heard, place = [], 0

    def pass_time(milliseconds, deaf):
        nonlocal now, place
        until = now + milliseconds
        while place < len(edges) and edges[place][0] <= until:
            now, name, level = edges[place]
            contacts[name].move(level)
            place += 1
            if not deaf:
                contacts[name].interrupt()
        now = until
        for contact in contacts.values():
            contact.interrupt()

    work = 0.0
    while now < edges[-1][0] + 1000:
        press = buttons.get()
        while press:
            heard.append((press[0], now))
            press = buttons.get()
        pass_time(LOOKS_MS + dice.random(), deaf=False)
        if now >= work:
            for _ in range(dice.choice(ERASES)):
                pass_time(ERASE_MS, deaf=True)
                pass_time(dice.uniform(*BETWEEN_MS), deaf=False)
            work = now + dice.uniform(*APART_WORKS_MS)
    return heard


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("kind", "names", "contacts_of", "apart"),
    [(Buttons, BUTTONS, five, APART_MS[0]), (Chords, BUTTONS[-3:], three, APART_FROM_B_MS)],
    ids=["five", "three"],
)
def test_every_press_is_heard_once_and_in_its_time(kind, names, contacts_of, apart, seed):
    dice = random.Random(seed)
    pressed, edges = edges_of(dice, contacts_of, apart)
    heard = hear(kind, names, edges, dice)
    for name in BUTTONS:
        mine = [moments for each, *moments in pressed if each == name]
        came = [at for each, at in heard if each == name]
        assert len(came) == len(mine)
        # so that none is lost while another comes twice
        assert [
            one for one in zip(mine, came, strict=True) if not one[0][0] <= one[1] <= one[0][1] + LATE_MS
        ] == []
