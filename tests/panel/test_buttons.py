"""The buttons, with fingers on a clock of our own."""

import pytest
from companion.buttons import Buttons
from companion.chords import Chords

from shared_rules import BUTTONS


class Contact:
    """A pin with a button on it: 1 when open, with the interrupts that a Pico has."""

    def __init__(self, level=1):
        self.level = level
        self.handler = None

    def __call__(self):
        return self.level

    def irq(self, handler, trigger, hard):
        assert hard
        self.handler = handler
        return self

    def flags(self):
        """4 is a falling edge, 8 a rising one: those since the handler was called last."""
        return self.edges

    def move(self, *levels):
        """Take levels one after the other before the interrupt can run."""
        self.edges = 0
        for level in levels:
            self.edges |= 8 if level else 4
            self.level = level
        self.handler(self)

    def move_in_the_interrupt(self, level, then):
        """Take a level, and the next one while the handler of the first runs."""
        self.level = then
        self.edges = 8 if level else 4
        self.handler(self)
        self.move(then)


class Hand:
    """Five buttons and a hand. Time is in milliseconds and only passes when told to."""

    def __init__(self, held_at_boot=(), start=1000):
        self.now = start % (1 << 30)
        self.contacts = {name: Contact(0 if name in held_at_boot else 1) for name in BUTTONS}
        self.buttons = Buttons(
            [self.contacts[name] for name in BUTTONS], triggers=(4, 8), pressed=0, ticks=lambda: self.now
        )
        self.heard = []

    def wait(self, milliseconds, listening=True):
        for _ in range(milliseconds):
            self.now = (self.now + 1) % (1 << 30)
            if listening and self.now % 10 == 0:
                self.listen()

    def listen(self):
        press = self.buttons.get()
        while press:
            self.heard.append(press)
            press = self.buttons.get()

    def press(self, name, bounces=()):
        self._move(name, 0, bounces)

    def release(self, name, bounces=()):
        self._move(name, 1, bounces)

    def _move(self, name, level, bounces):
        """Move to a level, and away and back again after each pause of `bounces`."""
        contact = self.contacts[name]
        contact.move(level)
        for pause in bounces:
            self.wait(pause, listening=False)
            contact.move(1 - level)
            contact.move(level)

    def tap(self, name, bounces=(), listening=True):
        self.press(name, bounces)
        self.wait(60, listening)
        self.release(name, bounces)
        self.wait(60, listening)


@pytest.mark.parametrize("name", BUTTONS)
def test_a_press_that_is_over_before_the_interrupts_are_back_counts(name):
    hand = Hand()
    hand.wait(50)
    hand.wait(45, listening=False)  # the flash is being erased
    hand.contacts[name].move(0, 1)
    hand.wait(60)
    assert hand.heard == [(name, "press")]


@pytest.mark.parametrize("name", BUTTONS)
def test_a_press_that_ends_as_the_interrupts_are_back_counts(name):
    hand = Hand()
    hand.wait(50)
    hand.wait(45, listening=False)
    hand.contacts[name].move_in_the_interrupt(0, then=1)
    hand.wait(60)
    assert hand.heard == [(name, "press")]


@pytest.mark.parametrize("name", BUTTONS)
def test_the_same_button_65_ms_after_its_release_counts_although_an_erase_hid_both(name):
    hand = Hand()
    hand.press(name)
    hand.wait(50)
    for level in (1, 0):
        hand.wait(45, listening=False)
        hand.contacts[name].move(level)
        hand.wait(20)
    hand.release(name)
    hand.wait(60)
    assert hand.heard == [(name, "press")] * 2


def test_a_press_that_bounces_as_an_erase_begins_counts_once():
    hand = Hand()
    hand.press("a")
    hand.wait(2)
    hand.contacts["a"].move(1)
    hand.wait(46, listening=False)
    hand.contacts["a"].move(0)
    hand.wait(60)
    hand.release("a")
    hand.wait(60)
    assert hand.heard == [("a", "press")]


def test_a_spark_while_nothing_was_held_up_is_no_press():
    hand = Hand()
    hand.wait(50)
    hand.contacts["a"].move(0, 1)
    hand.contacts["a"].move_in_the_interrupt(0, then=1)
    hand.wait(60)
    assert hand.heard == []
    # nor does it end a press, or make two of it
    hand.press("c")
    hand.wait(30)
    hand.wait(45, listening=False)
    hand.contacts["c"].move(1, 0)
    hand.wait(30)
    assert hand.heard == [("c", "press")]


@pytest.mark.parametrize("name", ["up", "down", "a", "c"])
def test_a_press_counts_at_once(name):
    hand = Hand()
    hand.press(name)
    hand.listen()
    assert hand.heard == [(name, "press")]


@pytest.mark.parametrize("held", [40, 300, 790])
def test_b_counts_as_soon_as_it_opens_and_only_once(held):
    hand = Hand()
    hand.press("b", bounces=(1, 2))
    hand.wait(held)
    assert hand.heard == []
    hand.release("b")
    hand.listen()
    assert hand.heard == [("b", "press")]
    # it bounces, and rests closed for longer than it is long in between
    for pause in (1, 5, 19):
        hand.wait(pause)
        hand.press("b")
        hand.wait(21)
        hand.release("b")
    hand.wait(1000)
    assert hand.heard == [("b", "press")]


def test_b_that_closes_for_less_than_a_bounce_counts_once_it_stays_open():
    hand = Hand()
    hand.press("b")
    hand.wait(8)
    hand.release("b")
    hand.listen()
    assert hand.heard == []
    hand.wait(25)
    assert hand.heard == [("b", "press")]


@pytest.mark.parametrize("name", BUTTONS)
@pytest.mark.parametrize("bounces", [(1,), (1, 2, 1), (5, 5, 5, 5, 5), (19, 19, 19)])
def test_bouncing_contacts_count_once(name, bounces):
    hand = Hand()
    hand.tap(name, bounces)
    hand.tap(name, bounces)
    hand.wait(200)
    assert hand.heard == [(name, "press")] * 2


def test_a_contact_that_opens_for_a_moment_while_held_does_not_count_again():
    hand = Hand()
    hand.press("a")
    hand.wait(200)
    hand.release("a")
    hand.wait(8)
    hand.press("a")
    hand.wait(100)
    hand.release("a")
    hand.wait(100)
    assert hand.heard == [("a", "press")]


def test_holding_repeats_after_half_a_second_until_release():
    hand = Hand()
    hand.press("down")
    hand.wait(499)
    assert hand.heard == [("down", "press")]
    hand.wait(1 + 3 * 120)
    assert hand.heard == [("down", "press")] + [("down", "repeat")] * 4
    hand.release("down")
    hand.wait(1000)
    assert len(hand.heard) == 5


def test_repeats_that_nobody_could_fetch_are_not_made_up_for():
    hand = Hand()
    hand.press("down")
    hand.wait(3000, listening=False)
    hand.listen()
    assert hand.heard == [("down", "press"), ("down", "repeat")]


def test_b_held_is_one_long_press_and_no_other():
    hand = Hand()
    hand.press("b", bounces=(1, 2))
    hand.wait(797)
    assert hand.heard == [("b", "long")] or hand.heard == []
    hand.wait(10)
    assert hand.heard == [("b", "long")]
    hand.wait(2000)
    hand.release("b", bounces=(3, 3))
    hand.wait(500)
    assert hand.heard == [("b", "long")]


def test_b_held_for_long_while_nobody_listens_is_still_a_long_press():
    hand = Hand()
    hand.press("b")
    hand.wait(900, listening=False)
    hand.release("b")
    hand.wait(30, listening=False)
    hand.listen()
    assert hand.heard == [("b", "long")]


def test_no_press_is_lost_while_the_processor_is_busy_and_their_order_stays():
    hand = Hand()
    for name in ("a", "b", "a", "c", "up"):
        hand.tap(name, bounces=(2, 2), listening=False)
    assert hand.heard == []
    hand.listen()
    assert hand.heard == [(name, "press") for name in ("a", "b", "a", "c", "up")]


def test_a_button_jammed_at_boot_is_silent_until_it_was_released_once():
    hand = Hand(held_at_boot=("down", "b"))
    hand.wait(3000)
    assert hand.heard == []
    hand.release("down")
    hand.release("b")
    hand.wait(100)
    assert hand.heard == []
    hand.tap("down")
    hand.tap("b")
    assert hand.heard == [("down", "press"), ("b", "press")]


@pytest.mark.parametrize("name", BUTTONS)
@pytest.mark.parametrize("held_at_boot", [True, False])
def test_a_button_that_nobody_would_hold_for_so_long_is_stuck_and_silent(name, held_at_boot):
    hand = Hand(held_at_boot=(name,) if held_at_boot else ())
    hand.press(name)
    hand.wait(9_900)
    assert hand.buttons.stuck is None
    hand.wait(200)
    assert hand.buttons.stuck == name
    heard = len(hand.heard)
    assert bool(heard) != held_at_boot
    hand.buttons.stuck = None
    hand.wait(5_000)
    assert hand.buttons.stuck is None
    assert len(hand.heard) == heard

    other = "a" if name != "a" else "c"
    hand.tap(other)
    assert hand.heard[heard:] == [(other, "press")]
    hand.release(name)
    hand.wait(100)
    hand.tap(name)
    assert hand.heard[heard + 1 :] == [(name, "press")]


def test_more_edges_than_the_ring_holds_lose_presses_but_not_the_buttons():
    hand = Hand()
    for _ in range(12):
        hand.tap("a", bounces=(1, 1, 1, 1), listening=False)
    hand.press("c")
    hand.wait(50, listening=False)
    hand.listen()
    hand.wait(50)
    assert 1 < len(hand.heard) < 13
    assert hand.heard[-1] == ("c", "press")
    hand.release("c")
    hand.wait(50)
    hand.heard.clear()
    hand.tap("a")
    hand.tap("c")
    assert hand.heard == [("a", "press"), ("c", "press")]


def test_presses_from_elsewhere_join_the_queue():
    hand = Hand()
    hand.buttons.inject("b", "long")
    hand.buttons.inject("up")
    hand.listen()
    assert hand.heard == [("b", "long"), ("up", "press")]


def test_a_queue_that_nobody_empties_stays_small():
    hand = Hand()
    for _ in range(1000):
        hand.buttons.inject("a")
    hand.listen()
    assert len(hand.heard) == 32


def test_the_clock_may_wrap_at_any_moment():
    for start in range((1 << 30) - 900, (1 << 30) + 10, 45):
        hand = Hand(start=start)
        hand.tap("a", bounces=(3,))
        hand.press("b")
        hand.wait(850)
        hand.release("b")
        hand.press("up")
        hand.wait(620)
        hand.release("up")
        hand.wait(100)
        assert hand.heard == [
            ("a", "press"),
            ("b", "long"),
            ("up", "press"),
            ("up", "repeat"),
            ("up", "repeat"),
        ]


def test_a_press_after_a_week_without_one_counts():
    hand = Hand()
    hand.tap("a")
    hand.now = (hand.now + 7 * 24 * 3600 * 1000) % (1 << 30)
    hand.tap("a")
    assert hand.heard == [("a", "press")] * 2


def test_writing_an_edge_down_allocates_nothing():
    import tracemalloc

    hand = Hand()
    contact = hand.contacts["a"]
    contact.move(0)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for level in (1, 0) * 40:
        contact.move(level)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 200


class ThreeButtons(Hand):
    """A, B and C, of which B held with one of the others is UP or DOWN."""

    def __init__(self):
        self.now = 1000
        self.contacts = {name: Contact() for name in BUTTONS[-3:]}
        contacts = list(self.contacts.values())
        self.buttons = Chords(contacts, triggers=(4, 8), ticks=lambda: self.now)
        self.heard = []
        self.wait(50)


class TestChords:
    """Three buttons do what five do."""

    @pytest.mark.parametrize(("name", "means"), [("a", "up"), ("c", "down")])
    def test_with_b_held_the_others_are_up_and_down_and_b_says_nothing(self, name, means):
        hand = ThreeButtons()
        hand.press("b")
        hand.wait(100)
        hand.tap(name)
        hand.tap(name)
        hand.wait(3000)
        hand.release("b")
        hand.wait(100)
        assert hand.heard == [(means, "press")] * 2
        hand.tap(name)
        hand.tap("b")
        assert hand.heard[2:] == [(name, "press"), ("b", "press")]

    def test_what_comes_just_behind_the_release_of_b_is_what_it_is(self):
        hand = ThreeButtons()
        hand.press("b")
        hand.wait(100)
        hand.release("b")
        hand.wait(5)
        hand.tap("a")
        assert hand.heard == [("b", "press"), ("a", "press")]

    def test_held_it_repeats_as_what_it_began(self):
        hand = ThreeButtons()
        hand.press("b")
        hand.wait(50)
        hand.press("c")
        hand.wait(550)
        hand.release("b")
        hand.wait(300)
        hand.release("c")
        hand.wait(100)
        assert set(hand.heard) == {("down", "press"), ("down", "repeat")}

    def test_a_button_that_is_down_before_b_stays_what_it_is(self):
        hand = ThreeButtons()
        hand.press("a")
        hand.wait(30)
        hand.press("b")
        hand.wait(600)
        hand.release("b")
        hand.release("a")
        hand.wait(50)
        assert [name for name, kind in hand.heard if kind == "press"] == ["a", "b"]
        assert "up" not in [name for name, _ in hand.heard]

    @pytest.mark.parametrize(("name", "means"), [("a", "up"), ("c", "down")])
    @pytest.mark.parametrize(
        ("before", "after"), [(1, 0), (0, 1), (0, 0)], ids=["B closes", "B opens", "B stays closed"]
    )
    def test_what_an_erase_hid_together_with_b_is_pressed_with_b_held(self, name, means, before, after):
        hand = ThreeButtons()
        hand.contacts["b"].move(before)
        hand.wait(100)
        hand.wait(45, listening=False)
        # the interrupts come in the order of the pins, whatever came first
        for button in "abc":
            if button == name:
                hand.contacts[button].move(0)
            elif button == "b" and before != after:
                hand.contacts[button].move(after)
        hand.wait(100)
        hand.release(name)
        hand.wait(100)
        if after == 0:
            hand.release("b")
        hand.wait(100)
        assert hand.heard == [(means, "press")]
        hand.tap("b")
        hand.tap(name)
        assert hand.heard[1:] == [("b", "press"), (name, "press")]

    @pytest.mark.parametrize("name", ["a", "c"])
    def test_what_is_released_in_the_moment_of_b_is_what_it_was(self, name):
        hand = ThreeButtons()
        hand.press(name)
        hand.wait(100)
        hand.wait(45, listening=False)
        for button in "abc":
            if button in ("b", name):
                hand.contacts[button].move(0 if button == "b" else 1)
        hand.wait(100)
        hand.release("b")
        hand.wait(100)
        assert hand.heard == [(name, "press"), ("b", "press")]

    @pytest.mark.parametrize("order", ["cb", "bc"])
    def test_a_button_that_bounces_in_the_moment_in_which_b_opens_leaves_b_what_it_was(self, order):
        hand = ThreeButtons()
        hand.press("c")
        hand.wait(100)
        hand.press("b")
        hand.wait(100)
        hand.release("c")
        hand.wait(10, listening=False)
        for button in order:
            hand.contacts[button].move(1 if button == "b" else 0)
        hand.release("c")
        hand.wait(200)
        assert hand.heard == [("c", "press"), ("b", "press")]

    def test_b_alone_takes_back_only_after_twice_as_long(self):
        hand = ThreeButtons()
        hand.press("b")
        hand.wait(1500)
        assert hand.heard == []
        hand.wait(200)
        hand.release("b")
        hand.wait(50)
        assert hand.heard == [("b", "long")]
