"""The events of a game as texts: reading and writing them, not their meaning at the table.

docs/record.md defines the forms; a text that is read and written again stays the same.
"""

from shared_rules.record import MAX_LINE, check_line
from shared_rules.shipwreck.cards import ADVENTURERS, CARDS, LEVELS, Refusal, power_of

if False:  # for the type checker only
    from collections.abc import Iterable
    from typing import Any

MAX_SETUP = 280
"""Bytes of the longest setup of this game."""

# The forms of the words after each verb, separated by "|". A word of a form is a slot (below) or stands for
# itself. A single constant takes the least memory on a Pico; it is bytes, as a Pico creates texts slowly: it
# looks up each text among all interned names.
_EVENTS = b"""
play=fate place
tell=higher|not-higher
steal=fate spot|none
inevitable=yes|no
predict=hit|miss|values hit|values miss
hidden=fate
meet=creature
strike=level fate
avert=fate
ability=defender|mage|summoner card|vanquisher spot|mystic fate spot spot
illegal=|fate place
reveal=line fate
flip=line tokens
assist=help|help agreed
end=
deal=spot card
join=player|player index|player adventurer|player index adventurer
leave=player
abandon=
undo=
"""

# the verbs with only digits, cards and fixed words
_PLAIN = "play deal end tell steal inevitable use hidden strike avert ability illegal abandon assist".split()

# the slots that take one digit: the lowest and the highest
_DIGITS = {b"fate": (1, 7), b"place": (0, 4), b"spot": (1, 4), b"index": (0, 4), b"level": (1, 3)}


def read_digit(word: str, low: int, high: int) -> int | None:
    """Return the digit in a word, or None unless the word is a digit from low to high."""
    digit = ord(word) - 48 if len(word) == 1 else -1
    return digit if low <= digit <= high else None


def _values(word: str) -> "tuple[int | str | Any, ...] | None":
    values: list[int | str | Any] = []
    for value in word.split(","):
        raised = value[:1] == "+"
        digit = read_digit(value[1:], 2, 8) if raised else read_digit(value, 1, 8)
        if digit is None:
            return None
        values.append(value if raised else digit)
    return None if len(values) > 3 else tuple(values)


def _creature(word: str) -> str:
    # only one mode has creatures
    from shared_rules.shipwreck.deep import Creature

    return str(Creature.from_text(word))


def _tokens(word: str) -> "tuple[int | Any, ...] | None":
    values: list[int | Any] = [read_digit(value, 1, 7) for value in word.split(",")]
    return None if None in values or values != sorted(set(values)) else tuple(values)


def _line(word: str) -> str | None:
    """Return the word if it names a player or, in a duel, one of a player's two lines, else None."""
    # few turns name a player
    from shared_rules.player_names import read_player

    return word if read_player(word[:-2] if word[-2:] in (".A", ".B") else word) else None


def _player(word: str) -> str | None:
    from shared_rules.player_names import check_player

    return check_player(word)


def _read_word(slot: bytes, word: str) -> "int | str | tuple[int | str, ...] | None":
    """Return the value of a word, None if it does not fit the slot."""
    if slot in _DIGITS:
        return read_digit(word, *_DIGITS[slot])
    kind = slot.decode()
    if kind == "card":
        return word if word in CARDS else None
    if kind == "player":
        return _player(word)
    if kind == "values":
        return _values(word)
    if kind == "line":
        return _line(word)
    if kind == "tokens":
        return _tokens(word)
    if kind == "help":
        return word if word in LEVELS else None
    if kind == "adventurer":
        return word if word in ADVENTURERS else None
    if kind == "creature":
        return _creature(word)
    return word if word == kind else None


def _forms(verb: str) -> list[list[bytes]]:
    """Return the forms of the words after a verb, each a list of slots; [] for an unknown verb."""
    name = b"\n" + verb.encode() + b"="
    start = _EVENTS.find(name)
    if start < 0:
        return []
    start += len(name)
    return _split(_EVENTS[start : _EVENTS.find(b"\n", start)], b"|")


def _split(forms: bytes, between: bytes) -> list[list[bytes]]:
    return [form.split(b" ") if form else [] for form in forms.split(between)]


def _read_form(slots: list[bytes], words: list[str]) -> list | None:
    if len(slots) != len(words):
        return None
    args = []
    for slot, word in zip(slots, words):
        arg = _read_word(slot, word)
        if arg is None:
            return None
        args.append(arg)
    return args


def _read_forms(said: str, forms: list[list[bytes]], words: list[str]) -> list:
    for slots in forms:
        args = _read_form(slots, words)
        if args is not None:
            return args
    raise Refusal("usage", said, [[slot.decode() for slot in slots] for slots in forms])


def _read_use(words: list[str]) -> list:
    if not words or words[0] not in CARDS:
        raise Refusal("use")
    card = words[0]
    power = power_of(card)
    if power.who == "automatic":
        raise Refusal("sands")
    return [card] + _read_forms("use " + card, _split(power.form.encode(), b"/"), words[1:])


class Event:
    """One event of the record.

    verb: its first word.
    args: the values of the following words: fates, places and indices are ints, the tokens of a flip a tuple
    of ints, the values of a prediction a tuple of ints and, for values after Shadows, texts such as "+6";
    everything else is text. For a setup: (mode, doom, sets, players, row, level of assistance, adventurers),
    the last two None if they are not given.
    kept: the result of `legality.still_kept` from the last check of its legality, so that carrying it out
    need not call that again; None if not needed.

    >>> str(Event.from_text("predict 3,5 hit"))
    'predict 3,5 hit'
    >>> Event.from_text("predict +6,5 miss").args
    (('+6', 5), 'miss')
    >>> Event.from_text("use the-passage 4 no").args
    ('the-passage', 4, 'no')
    >>> Event.from_text("flip Ann 1,2,7").args
    ('Ann', (1, 2, 7))
    >>> str(Event("flip", ("Ann", (1, 2, 7))))
    'flip Ann 1,2,7'
    >>> str(Event.from_text("assist oracle agreed"))
    'assist oracle agreed'
    """

    kept: "list[int] | None" = None

    def __init__(self, verb: str, args: "Iterable[Any]" = ()) -> None:
        self.verb = verb
        self.args = tuple(args)

    @classmethod
    def from_text(cls, text: str) -> "Event":
        """Read an event. Raises RuleError with a sentence that says how it should read."""
        check_line(text, MAX_SETUP if text.startswith("setup") else MAX_LINE)
        words = text.split(" ")
        verb = words[0]
        if "" in words:
            raise Refusal("spaces")
        if verb == "setup":
            # a game has only one setup
            from shared_rules.shipwreck.setup import read_setup

            return cls(verb, read_setup(words[1:]))
        if verb == "use":
            return cls(verb, _read_use(words[1:]))
        forms = _forms(verb)
        if not forms:
            raise Refusal("no-event", verb)
        return cls(verb, _read_forms(verb, forms, words[1:]))

    @classmethod
    def reread(cls, text: str) -> "Event":
        """Read the text of an event that `from_text` has read before: quickly, as it need not be checked.

        >>> Event.reread("play 4 1").args, Event.reread("deal 2 the-key").args
        ((4, 1), (2, 'the-key'))
        """
        # in bytes, as a Pico creates texts slowly
        words = text.encode().split(b" ")
        verb = words.pop(0).decode()
        if verb == "setup":
            from shared_rules.shipwreck.setup import setup_args

            return cls(verb, setup_args(text.split(" ")[1:]))
        if verb == "predict":
            return cls(verb, [_values(word.decode()) for word in words[:-1]] + [words[-1].decode()])
        if verb == "flip":
            return cls(verb, (words[0].decode(), tuple([int(token) for token in words[1].split(b",")])))
        if verb not in _PLAIN:
            return cls.from_text(text)
        return cls(verb, [int(word) if word.isdigit() else word.decode() for word in words])

    def __str__(self) -> str:
        if self.verb == "setup":
            mode, doom, sets, players, row, assist, adventurers = self.args
            return "setup %s doom=%d sets=%s players=%s row=%s%s%s" % (
                mode,
                doom,
                ",".join(sets),
                ",".join(players),
                ",".join(row),
                " assist=" + assist if assist else "",
                " adventurers=" + ",".join(adventurers) if adventurers else "",
            )
        words = [self.verb]
        for arg in self.args:
            words.append(",".join([str(value) for value in arg]) if isinstance(arg, tuple) else str(arg))
        return " ".join(words)
