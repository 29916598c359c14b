"""The land calculator: the fields for a land, the outcome of a Ravage there, and its steps.

The answer is updated with every press.
"""

from companion.canvas import BLACK, CENTRE, WHITE
from companion.games.spirit_island.lands import entered_lands, lying, pieces
from companion.screens import GameScreen, widgets
from companion.screens.question import TextPages
from companion.texts import text, text_of
from companion.texts.sections import section_lines, section_texts
from shared_rules.record import MAX_LINE
from shared_rules.spirit_island.components import NOWHERE, is_coastal, matching_lands
from shared_rules.spirit_island.lands.land import (
    NUMBERS,
    TWO,
    Conditions,
    Land,
    Piece,
    as_it_begins,
    neighbours,
    read_land,
    varies,
)
from shared_rules.spirit_island.lands.ravage import ravage

NOT_SAID = ("tally", "ocean")
"""Steps of an Outcome that are shown with the game, or follow from a rule that is said."""


class Calculator(GameScreen):
    """A and C move along the fields, UP and DOWN change a field; the answer is below them. B shows the steps.

    fields: the Fields of the land. number: the index of the field at the cursor.
    """

    repeats = ("up", "down", "a", "c")
    parts = "fields"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        again = self.game.noted is not None
        entered, done = entered_lands(app)
        if entered and not again:
            Fields(self.game, entered).note_all()
        self.fields = Fields(self.game, entered, done)
        self.number = LAND + 1

    @property
    def cursor_keys(self):
        return ("a" if self.number else "") + ("c" if self.number < len(self.fields.names) - 1 else "")

    def draw(self, canvas):
        first = self.number // OF_A_PAGE * OF_A_PAGE
        land = self.fields.land
        title = text_of("lands", "ravage_in", land) if land else text("step_ravage")
        widgets.draw_heading(canvas, title, text_of("lands", "fields_more") if first else "")
        width, height = 40 + 15 * canvas.scale, _value_y(canvas) + canvas.heading.cap + 5 * canvas.scale - 2
        across = min(OF_A_PAGE // 2, canvas.side // width)
        for place in range(OF_A_PAGE):
            x, y = place % across * width, canvas.top + place // across * height
            self._draw_field(canvas, place, first + place, (x, y, width, height))
        lines = answer_lines(self.fields.outcome())
        top = y + height + 1
        if canvas.part_changed("answer", lines, 0, top, canvas.side, canvas.foot - top):
            _draw_answer(canvas, lines, top)
        back = "<" if self.number else text("back")
        widgets.draw_keys(
            canvas, back, text_of("lands", "show_steps"), ">" if "c" in self.cursor_keys else ""
        )
        widgets.draw_side(canvas, "+", "–")

    def _draw_field(self, canvas, place, number, area):
        names, (x, y, width, height) = self.fields.names, area
        chosen, there = number == self.number, number < len(names)
        shown = self.fields.shown(names[number]) if there else ""
        if not canvas.part_changed(place, (number, chosen, shown), x, y, width, height - 1) or not there:
            return
        ink = BLACK
        if chosen:
            canvas.fill(x, y, width - 1, height - 1)
            ink = WHITE
        middle = x + width // 2 - 1
        canvas.text(
            text_of("lands", "field_" + names[number]), middle, y + 2, canvas.note, ink, CENTRE, width - 2
        )
        canvas.text(shown, middle, y + _value_y(canvas), canvas.heading, ink, CENTRE, width - 2)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.fields.change(self.fields.names[self.number], 1 if name == "up" else -1)
        elif name == "c":
            self.number = min(self.number + 1, len(self.fields.names) - 1)
        elif name == "a" and self.number:
            self.number -= 1
        elif name == "a":
            # a held button only moves the cursor
            if kind == "press":
                return "keep_lands"
        else:
            return RavageSteps(self.app, self.fields)
        return None


def _value_y(canvas):
    """Return the y of a value in its field, below its name."""
    return canvas.note.cap + 2 + 2 * canvas.scale


def _draw_answer(canvas, lines, top):
    room, pitch = canvas.side - 6, canvas.normal.cap + 3 * canvas.scale
    canvas.rule(top, 0, canvas.side - 4)
    for number, words in enumerate(lines):
        fits = canvas.normal.width(words) <= room
        font = canvas.normal if fits else canvas.normal.smaller
        canvas.text(words, 3, top + 3 + pitch * number, font, BLACK, width=room)


class RavageSteps(TextPages):
    """The events, step by step: UP and DOWN turn pages, A goes back, B enters fear and blight.

    fields: the Fields of the land.
    """

    outdated = GameScreen.outdated

    def __init__(self, app, fields):
        land, outcome = fields.land, fields.outcome()
        words = ["%d. %s" % (number, words) for number, words in enumerate(sentences(outcome), 1)]
        words.append(text_of("lands", "ravage_after", lying(outcome.after)))
        GameScreen.__init__(self, app)
        TextPages.__init__(
            self, app, text_of("lands", "ravage_in", land) if land else text("step_ravage"), words
        )
        self._fields = fields

    def offers(self):
        """Return the label of B, which names its entries."""
        outcome = self._fields.outcome()
        if outcome.fear or outcome.blight:
            return text_of("lands", "take_over", outcome.fear, outcome.blight)
        return text("done")

    def press(self, name, kind):
        return self._take_over() if name == "b" else TextPages.press(self, name, kind)

    def _take_over(self):
        """The answers to the questions of the Ravage then belong to the same step."""
        self.app.session.game.taken = self._fields.land, self._fields.events()
        return "keep_lands"


FIELDS = (
    "land E T C D blight defend badlands vitality P "
    "strife_E strife_T strife_C hurt_T hurt_C hurt_D beasts before together out "
    "cap bonus strike weaker weaker_by_strife durable next_to_town isolate defend_each dahan_health less "
    "blight_at disease coastal"
).split(" ")
"""All fields in their order; few lands need more than the first ten.

"hurt_T", "hurt_C": the damage on a single town and on a single city; "hurt_D": how many dahan have 1 damage.
"cap": 1 more than the cap, 0 without a cap. "isolate": whether the land is isolated, so that no adjacent town
counts. All others are numbers of pieces and tokens, or attributes of Conditions.
"""

OF_A_PAGE = 10
LAND = 0

_MATTERS = (
    ("habsburg-livestock-6", "next_to_town"),
    ("habsburg-mining-1", "disease"),
    ("russia-1", "beasts"),
    ("scotland-5", "coastal"),
)
"""Fields for the first page: (rule of an adversary, field that matters in a Ravage from its level on)."""
_ONLY_THEN = ("disease", "coastal")

_TOKENS = ("blight", "badlands", "beasts", "disease", "vitality")
_OTHER_TOKENS = ("wilds",)
_YES_OR_NO = ("durable", "next_to_town", "isolate", "coastal")
_THIS_TIME = ("cap", "durable", "isolate", "coastal", "before", "together")
_MOST = {"cap": 31, "weaker": 2, "weaker_by_strife": 2}
_MOST_OF_ALL = 30


class Fields:
    """The fields of a land, and the lands that can be chosen.

    game: the Game. entered: {land: (the bytes of its fields, empty or None if only its text is known; the
    text from which they were filled, None once they were changed; the land's text in the game at that time,
    or None)}, which is updated. A land that has changed in the game since is filled from there; a land that
    nobody has entered has the content from the setup.
    done: the land that was resolved last this turn, after which the next land is chosen; None for the first
    land.

    names: the names of the fields to show, in their order.
    """

    def __init__(self, game, entered, done=None):
        self._game = game
        self._entered = entered
        self._island = game.island
        self.lands = _lands(game)
        self.at = (self.lands.index(done) + 1) % len(self.lands) if done in self.lands else 0
        adversaries = [each for each in (game.adversary, game.second) if each]
        self._conditions = Conditions(adversaries)
        self._matters = []
        for rule, name in _MATTERS:
            if game.adversary_has(rule):
                self._matters.append(name)
        if self.lands and "coastal" in self._matters:
            # that is known of each land then
            self._matters.remove("coastal")
        self.names = FIELDS[: OF_A_PAGE - len(self._matters)] + self._matters
        for name in FIELDS:
            if name not in self.names and name not in _ONLY_THEN:
                self.names.append(name)
        self._values = self._exact = self._outcome = None
        self._load()

    @property
    def land(self):
        """The chosen land, None if no lands are known."""
        return self.lands[self.at] if self.lands else None

    @property
    def known(self):
        """The land's text in the game, None if it has not been entered there."""
        return self._island.lands.get(self.land or NOWHERE) if self._island else None

    @property
    def _held(self):
        """The effects in the land until the end of the turn."""
        return self._island.turn_lands.get(self.land, {}) if self._island else {}

    def _load(self):
        fields, exact, known = self._entered.get(self.land, (None, None, None))
        self._outcome = None
        if self.known is not None and (not fields or known != self.known):
            self._fill(read_land(self.known))
            self.set("defend", self._held.get("defend", 0))
            self.set("isolate", int(self._held.get("isolate", False)))
        elif fields and len(fields) == len(FIELDS):
            self._values, self._exact = bytearray(fields), exact
        elif exact is not None:
            self._fill(read_land(exact))
        else:
            lines = (line.decode() for _, line in section_lines("beginning"))
            self._fill(as_it_begins(lines, self._game, self.land or NOWHERE))

    def get(self, name):
        """Return the number in a field."""
        return self._values[FIELDS.index(name)]

    def set(self, name, number):
        """Put a number into a field."""
        self._values[FIELDS.index(name)] = number

    def shown(self, name):
        """Return the text in a field."""
        if name == FIELDS[LAND]:
            return self.land or "–"
        value = self.get(name)
        if name == "cap":
            return str(value - 1) if value else "–"
        if name in _YES_OR_NO:
            return text("yes" if value else "no")
        return str(value)

    def change(self, name, step):
        """Change a field by 1 or -1; for the first field, choose the next or the previous land."""
        if name == FIELDS[LAND]:
            if self.lands:
                self.at = (self.at + step) % len(self.lands)
                self._load()
            return
        # Defend that the game knows of can't be less
        least = self._held.get("defend", 0) if name == "defend" else 0
        self.set(name, min(self._most(name), max(least, self.get(name) + step)))
        if name not in _THIS_TIME and name not in NUMBERS:
            self._exact = None
        self._outcome = None
        self.keep()

    def _most(self, name):
        """Return the highest number that a field may have."""
        kind = name[-1]
        if name in ("hurt_T", "hurt_C"):
            self._set_conditions()
            return self._conditions.health(Piece(kind), self._read_tokens()) - 1 if self.get(kind) else 0
        if name[:-1] in ("strife_", "hurt_"):
            return self.get(kind)
        if name in ("before", "together", "out"):
            return self.get("D")
        return 1 if name in _YES_OR_NO else _MOST.get(name, _MOST_OF_ALL)

    def keep(self):
        """Remember the land's fields."""
        self._entered[self.land] = (bytes(self._values), self._exact, self.known)
        self._note()

    def note_all(self):
        """Note all lands that were entered here, for a host."""
        for number, land in enumerate(self.lands):
            if land in self._entered:
                self.at = number
                self._load()
                self._note()

    def _note(self):
        if self.land and self._game.noted is not None:
            self._game.noted[self.land] = str(self._read_land())

    def events(self):
        """Return the events that enter the Ravage, after which the game asks its questions; [] for an empty
        land.
        """
        place, outcome, lies = self.land or NOWHERE, self.outcome(), str(self._read_land())
        words = []
        for name in NUMBERS:
            number = self.get(name) - (self._held.get(name, 0) if name == "defend" else 0)
            if name != "next_to_town" and number != (2 if name in TWO else 0):
                words.append("%s=%d" % (name, number))
        if "next_to_town" in self._matters:
            words.append("next_to_town=%d" % self._conditions.next_to_town)
        if self._conditions.cap is not None:
            words.append("cap=%d" % self._conditions.cap)
        words += [name + "=1" for name in ("durable", "coastal") if self.get(name)]
        words += ["%s=%d" % each for each in self._conditions.timing if each[1]]
        if outcome.pushed and self._knows_a_neighbour():
            words.append("push=?")
        if outcome.blight:
            words.append("cascade=?")
        if not lies:
            return []
        event = " ".join(["ravage", place, lies] + words)
        # a line has room for most lands
        if len(event) <= MAX_LINE:
            return [event]
        return ["land %s %s" % (place, lies), " ".join(["ravage", place] + words)]

    def _knows_a_neighbour(self):
        known = self._island.lands if self._island else {}
        return len([each for each in neighbours(self.land or NOWHERE) if each in known]) > 0

    def _fill(self, land):
        """Fill the fields from a land; details without a field are remembered until a field changes."""
        self._values, self._exact = bytearray(len(FIELDS)), str(land)
        for name in TWO:
            self.set(name, 2)
        if self._island and self.land:
            self.set("next_to_town", self._island.conditions(self._game, self.land).next_to_town)
        for name in _TOKENS:
            self.set(name, land.count(name))
        for piece in land.pieces:
            kind = piece.kind
            self.set(kind, self.get(kind) + 1)
            if piece.strife:
                self.set("strife_" + kind, self.get("strife_" + kind) + 1)
            if piece.damage:
                hurt = "hurt_" + kind
                self.set(hurt, self.get(hurt) + 1 if kind == "D" else max(self.get(hurt), piece.damage))
        self._outcome = None

    def outcome(self):
        """Return the Outcome of a Ravage in the land."""
        if self._outcome is None:
            self._set_conditions()
            self._outcome = ravage(self._read_land(), self._conditions)
        return self._outcome

    def _set_conditions(self):
        conditions = self._conditions
        for name in NUMBERS:
            setattr(conditions, name, self.get(name))
        conditions.cap = self.get("cap") - 1 if self.get("cap") else None
        conditions.durable = self.get("durable") > 0
        conditions.coastal = is_coastal(self.land) if self.land else self.get("coastal") > 0
        conditions.cascades = varies(self._game, self.land, "S")
        if self.get("isolate"):
            conditions.next_to_town = 0
        conditions.timing = [(name, self.get(name)) for name in ("together", "before")]

    def _read_tokens(self):
        return Land((), [(name, self.get(name)) for name in _TOKENS if self.get(name)])

    def _read_land(self):
        if self._exact is not None:
            return read_land(self._exact)
        land = self._read_tokens()
        if self.known is not None:
            for name in _OTHER_TOKENS:
                land.add_tokens(name, read_land(self.known).count(name))
        for kind in "ETCDP":
            count = self.get(kind)
            pieces = [Piece(kind) for _ in range(count)]
            if kind in "ETC":
                for piece in pieces[: self.get("strife_" + kind)]:
                    piece.strife = 1
            if kind == "D":
                for piece in pieces[: self.get("hurt_D")]:
                    piece.damage = 1
            elif kind in "TC" and pieces:
                # the last piece, which has strife only if all have
                most = self._conditions.health(pieces[-1], land) - 1
                pieces[-1].damage = min(self.get("hurt_" + kind), most)
            land.pieces += pieces
        return land


def _lands(game):
    """Return all lands of the boards in play, lands that match the step's cards first."""
    step = game.step if game.step in ("extra", "ravage", "build", "explore") else "ravage"
    lands = []
    for code in getattr(game, step):
        lands += [land for land in matching_lands(game.boards, code) if land not in lands]
    return lands + [land for land in matching_lands(game.boards, "JMSW") if land not in lands]


def answer_lines(outcome):
    """Return three lines: blight and dahan lost, destroyed pieces, and the Defend that prevents either."""
    key = "answer_cascade" if outcome.cascade else "answer_blight"
    blight = text_of("lands", key, outcome.blight) if outcome.blight else text_of("lands", "answer_no_blight")
    lost = outcome.dahan_destroyed
    dahan = text_of("lands", "answer_dahan", lost) if lost else text_of("lands", "answer_no_dahan")
    destroyed = text_of("lands", "answer_nothing")
    if outcome.destroyed or outcome.pushed:
        destroyed = text_of("lands", "answer_destroyed", pieces(outcome.destroyed) or "–", outcome.fear)
    if outcome.pushed:
        destroyed = text_of("lands", "answer_pushed") + " · " + destroyed
    land, all_dahan = [outcome.defend_for[aim] for aim in ("no_blight", "no_dahan_lost")]
    enough = text_of("lands", "answer_defend", land, all_dahan)
    if land == all_dahan:
        enough = text_of("lands", "answer_defend_both", land)
    return blight + " · " + dahan, destroyed, enough


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
