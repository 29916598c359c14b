"""Random presses while the flash is erased again and again, which lets no interrupt run: none may be lost.

The emulated Pico says the same, more slowly: tests/pico/test_presses.py.
"""

import random

import pytest
from companion.buttons import Buttons

from shared_rules import BUTTONS

PRESSES = 10_000
PRESSED_MS = (5, 90)
APART_MS = (30, 250)
SAME_APART_MS = 90  # a release that an erase hides is seen 45 ms late, and may bounce for 45 ms unseen
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


def edges_of(dice):
    """Return [(name, start, end)] of the presses, and [(at, name, level)] of all that their contacts do.

    Times are milliseconds.
    """
    now, pressed, edges = 1000.0, [], []
    while len(pressed) < PRESSES:
        name = dice.choice(BUTTONS)
        apart = SAME_APART_MS if pressed and pressed[-1][0] == name else APART_MS[0]
        now += dice.uniform(apart, APART_MS[1])
        start = now
        for level in (0, 1):
            at = now
            edges.append((at, name, level))
            for _ in range(dice.choice((0, 0, 1, 2))):
                for each in (1 - level, level):
                    at += dice.uniform(*BOUNCES_MS) / 4
                    edges.append((at, name, each))
            now += 0 if level else dice.uniform(*PRESSED_MS)
        pressed.append((name, start, now))
    return pressed, edges


@pytest.mark.parametrize("seed", range(2))
def test_every_press_is_heard_once_and_in_its_order(seed):
    dice = random.Random(seed)
    pressed, edges = edges_of(dice)
    contacts = {name: Contact() for name in BUTTONS}
    now = 0.0
    buttons = Buttons([contacts[name] for name in BUTTONS], (4, 8), ticks=lambda: int(now))
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
    for name in BUTTONS:
        mine = [moments for each, *moments in pressed if each == name]
        came = [at for each, at in heard if each == name]
        assert len(came) == len(mine)
        # each in its time, so that none is lost while another comes twice
        assert all(start <= at <= end + LATE_MS for (start, end), at in zip(mine, came, strict=True))
