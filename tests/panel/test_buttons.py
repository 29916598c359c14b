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


def presses(words):
    """Return [(name, kind)] of words such as "a,b:long,up:repeat*2"."""
    found = []
    for word in filter(None, words.split(",")):
        what, _, times = word.partition("*")
        name, _, kind = what.partition(":")
        found += [(name, kind or "press")] * int(times or 1)
    return found


class Hand:
    """Five buttons and a hand. Time is in milliseconds and only passes when told to."""

    dozes = False

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
        if self.dozes and self.buttons.rest():
            return
        press = self.buttons.get()
        while press:
            self.heard.append(press)
            press = self.buttons.get()

    def press(self, name, bounces=()):
        self._move(name, 0, bounces)

    def release(self, name, bounces=()):
        self._move(name, 1, bounces)

    def play(self, script):
        """Do what a script says, and check what it says that was heard so far.

        `+a` presses A, `-a` releases it, `@a` taps it; `+a/1/2` bounces after 1 ms and after 2 more. `*a`
        closes and opens, `^a` opens and closes it before the interrupt runs, and `%a` opens it while that
        runs. A number waits that many ms while presses are fetched; `?` fetches them. With `~` before a
        number, no press is fetched, as during an erase of the flash. `=a,b:long` is what was heard, `=`
        nothing.
        """
        for word in script.split():
            listening, word = word[0] != "~", word.lstrip("~")
            if word.isdigit():
                self.wait(int(word), listening)
            elif word == "?":
                self.listen()
            elif word[0] == "=":
                assert self.heard == presses(word[1:]), word
            else:
                name, *bounces = word[1:].split("/")
                self._act(word[0], name, [int(pause) for pause in bounces], listening)

    def _act(self, sign, name, bounces, listening):
        if sign == "@":
            self.tap(name, bounces, listening)
        elif sign in "+-":
            self._move(name, int(sign == "-"), bounces)
        elif sign == "%":
            self.contacts[name].move_in_the_interrupt(0, then=1)
        else:
            self.contacts[name].move(*((0, 1) if sign == "*" else (1, 0)))

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


# a script with x is played with each of the buttons
SCRIPTS = {
    "a press that is over before the interrupts are back counts": "50 ~45 *x 60 =x",
    "a press that ends as the interrupts are back counts": "50 ~45 %x 60 =x",
    "the same button 65 ms later counts, although an erase hid both": "+x 50 ~45 -x 20 ~45 +x 20 -x 60 =x,x",
    "a press that bounces as an erase begins counts once": "+a 2 -a ~46 +a 60 -a 60 =a",
    "a spark is no press, nor does it end one": "50 *a %a 60 = +c 30 ~45 ^c 30 =c",
    "a press counts at once": "+a ? =a +up ? =a,up +down ? =a,up,down +c ? =a,up,down,c",
    "B counts as soon as it opens, and only once, however it bounces": (
        "+b/1/2 40 = -b ? =b 1 +b 21 -b 5 +b 21 -b 19 +b 21 -b 1000 =b"
    ),
    "B that is held for a while": "+b/1/2 790 = -b ? =b 19 +b 21 -b 1000 =b",
    "B that closes for less than a bounce counts once it stays open": "+b 8 -b ? = 25 =b",
    "a bounce": "@x/1 @x/1 200 =x,x",
    "three bounces": "@x/1/2/1 @x/1/2/1 200 =x,x",
    "five bounces": "@x/5/5/5/5/5 @x/5/5/5/5/5 200 =x,x",
    "long bounces": "@x/19/19/19 @x/19/19/19 200 =x,x",
    "a contact that opens for a moment while held does not count again": "+a 200 -a 8 +a 100 -a 100 =a",
    "holding repeats after half a second until release": (
        "+down 499 =down 361 =down,down:repeat*4 -down 1000 =down,down:repeat*4"
    ),
    "repeats that nobody could fetch are not made up for": "+down ~3000 ? =down,down:repeat",
    "B held is one long press and no other": "+b/1/2 807 =b:long 2000 -b/3/3 500 =b:long",
    "B held for long while nobody listens": "+b ~900 -b ~30 ? =b:long",
    "no press is lost while the processor is busy, and their order stays": (
        "~@a/2/2 ~@b/2/2 ~@a/2/2 ~@c/2/2 ~@up/2/2 = ? =a,b,a,c,up"
    ),
}


@pytest.mark.parametrize("dozes", [False, True])
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_what_is_heard(script, dozes):
    for name in BUTTONS if "x" in script else "x":
        hand = Hand()
        hand.dozes = dozes
        hand.play(script.replace("x", name))


def test_a_button_jammed_at_boot_is_silent_until_it_was_released_once():
    Hand(held_at_boot=("down", "b")).play("3000 = -down -b 100 = @down @b =down,b")


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
        Hand(start=start).play("@a/3 +b 850 -b +up 620 -up 100 =a,b:long,up,up:repeat*2")


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


CHORDS = {
    "with B held A is UP, and B says nothing": "+b 100 @a @a 3000 -b 100 =up,up @a @b =up,up,a,b",
    "with B held C is DOWN": "+b 100 @c @c 3000 -b 100 =down,down @c @b =down,down,c,b",
    "what comes just behind the release of B is what it is": "+b 100 -b 5 @a =b,a",
    "held it repeats as what it began": "+b 50 +c 550 -b 300 -c 100 =down,down:repeat*3",
    "a button that is down before B stays what it is": "+a 30 +b 600 -b -a 50 =a,a:repeat*2,b",
    # the interrupts come in the order of the pins, whatever came first
    "an erase hid that B closed, and A": "100 ~45 +a +b 100 -a 100 -b 100 =up @b @a =up,b,a",
    "an erase hid that B closed, and C": "100 ~45 +b +c 100 -c 100 -b 100 =down @b @c =down,b,c",
    "an erase hid that B opened, and A": "+b 100 ~45 +a -b 100 -a 200 =up @b @a =up,b,a",
    "an erase hid that B opened, and C": "+b 100 ~45 -b +c 100 -c 200 =down @b @c =down,b,c",
    "an erase hid A while B was held": "+b 100 ~45 +a 100 -a 100 -b 100 =up @b @a =up,b,a",
    "an erase hid C while B was held": "+b 100 ~45 +c 100 -c 100 -b 100 =down @b @c =down,b,c",
    "A that is released in the moment of B is what it was": "+a 100 ~45 -a +b 100 -b 100 =a,b",
    "C that is released in the moment of B is what it was": "+c 100 ~45 +b -c 100 -b 100 =c,b",
    "C that bounces just before B opens leaves B what it was": "+c 100 +b 100 -c ~10 +c -b -c 200 =c,b",
    "C that bounces just after B opens leaves B what it was": "+c 100 +b 100 -c ~10 -b +c -c 200 =c,b",
    "B alone takes back only after twice as long": "+b 1500 = 200 -b 50 =b:long",
}


@pytest.mark.parametrize("script", CHORDS.values(), ids=CHORDS)
def test_three_buttons_do_what_five_do(script):
    ThreeButtons().play(script)
