"""The table of Spirit Island: everything that a group looks at, and nearly all of its input."""

from companion.canvas import BLACK, LARGE, MEDIUM, SMALL, UP, WHITE, cut, wrap
from companion.games.spirit_island.words import (
    card_rows,
    in_words,
    printed_name,
    short_terrain,
    shown_steps,
    terrain,
)
from companion.screens import GAME, TO_MENU, GameScreen, widgets
from companion.texts import text
from companion.texts.sections import section_texts
from shared_rules.spirit_island.components import count_cards

_PITCH = 15  # of the rows of invader cards,
_DOUBLE = 26  # and a card with its lands below it
_ROOM = 3 * _PITCH + 1
_CARD, _LANDS = 66, 138  # columns of a row: the card, and the lands that match it
_BESIDE = 264  # the least width in which blight has room beside fear
_NUMBER = 23  # the height of either
# the sizes of blight: the font of the word and its y, font and y of the number, and the gaps; the first that
# fit
_SIZES = (
    (MEDIUM, 6, LARGE, 2, 5),
    (MEDIUM, 6, LARGE, 2, 3),
    (SMALL, 8, LARGE, 2, 3),
    (SMALL, 8, MEDIUM, 6, 3),
)
_MOST = 99  # fear in an event
_FIVE = 5  # fear that A adds
_HELD = 3  # repeats after which A was held on purpose

_LINE = 12  # of rules,
_TWO_LINES = 80  # and the letters that surely have room in two of them
_USUAL_DECK = "111-2222-33333"


class Table(GameScreen):
    """UP adds a fear, DOWN removes a fear until they are entered; B goes on, C adds blight, A leads to the
    menu. Where no fear is counted, DOWN shows the next page of rules and lands; where some is, A adds five.

    While a card has to be chosen, A and C move along the possible cards. Holding A shows the rulings.

    pages: (number of rules, their lines) for each page below the numbers; while a card has to be chosen, the
    first page is for the cards. page: the index of the shown page. font: of their lines. rows: as from
    `words.card_rows`. steps: the steps that B ends, the current step first.
    """

    repeats = ("up", "down", "a")
    parts = widgets.TABLE

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.fear = 0
        self.cursor = 0
        self.choices = ()
        self.pages = [(0, [])]
        self.page = self._held = 0
        self.rows = []
        self.steps = [self.game.step]
        self.font = SMALL
        self._seen = self._moment = None

    def outdated(self):
        """Return whether another game is on the table, or this game asks for another screen."""
        game = self.game
        return self.app.session.game is not game or bool(game.result) or game.asks is not None

    @property
    def at_menu(self):
        """Whether the cursor is on the symbol in the heading."""
        return self.cursor < 0

    # --- the display

    def look(self):
        """Update the choices, the rows and the reminders if the game has changed."""
        game = self.game
        seen = (len(game.events), game.events[-1])
        if self._seen == seen:
            return
        self._seen = seen
        choices = tuple(game.legal_actions(game.owed)) if game.owed else ()
        cards = game.extra + game.ravage + game.build + game.explore + game.fortified
        is_announced = seen[1][:4] in ("flip", "heal")
        moment = (game.turn, game.step, game.owed, game.fear_cards_resolved, cards, game.tally, is_announced)
        moment += (list(game.said), list(game.boards))
        if choices != self.choices:
            self.choices, self.cursor = choices, (len(choices) - 1) // 2
        if moment != self._moment:
            self._moment = moment
            self.steps, ids = shown_steps(game)
            self.cursor = max(0, self.cursor)
            self._fill_rows()
            rows, canvas = self.rows, self.app.canvas
            words = _rules(game, self.steps, ids, self.hidden_rows())
            room = canvas.width - 21 - canvas.head - canvas.note.width(self.deck())
            titles = [self._title(number) for number in range(len(choices) or 1)]
            if max(map(canvas.heading.width, titles)) > room and not _sets_up_deck(game):
                words.append(self.deck())
            if canvas.large:
                self.font, most = _large_form().measure(canvas, self, words)
            else:
                # before the first card, rules are where the cards are later
                most = (canvas.foot - _below(canvas) if rows else _ROOM) // _LINE
            self.pages, self.page = self.divide(words, most, self.font), 0
            if choices and rows and self.pages[0][1]:
                self.pages.insert(0, (0, []))
                # unloaded while the table is hidden
                from shared_rules.spirit_island.reminders import moments

                # actions due before the card is chosen are shown first
                is_first = moments(game)[-1] in ("accelerate", "reminder") or len(game.explore) > 0
                self.page = 1 if is_first else 0

    def _fill_rows(self):
        """Make the rows of the invader cards, including the card at the cursor."""
        proposed = self.choices[max(0, self.cursor)].split(" ")[1] if self.choices else None
        self.rows = card_rows(self.game, proposed)

    @property
    def counts(self):
        """Whether UP counts fear: not while the setup asks for a card."""
        return self.game.step != "setup" or not self.choices

    @property
    def cursor_keys(self):
        return ("" if self.fear or self.at_menu else "a") + ("c" if self.choices or self.at_menu else "")

    def draw(self, canvas):
        self.look()
        game = self.game
        title, deck = self._title(self.cursor), self.deck()
        fits = canvas.heading.width(title) + canvas.note.width(deck) <= canvas.width - 21 - canvas.head
        widgets.draw_heading(canvas, title, deck if fits else "", menu=True)
        widgets.draw_menu_mark(canvas, self.at_menu)
        self.draw_body(canvas, self.counts)
        if self.choices:
            label = text("take_" + game.owed)
        elif game.may("card"):
            label = text("resolved")
        else:
            label = text("next_turn" if self.steps[-1] == "time" else "next_step")
        blight = ">" if "c" in self.cursor_keys else text("blight_it")
        label = text("menu") if self.at_menu else label
        # read aloud, "+5" has to name what it counts
        what = " " + text("fear") if canvas.say else ""
        left = "+%d%s" % (_FIVE, what) if self.fear else "" if self.at_menu else "<"
        widgets.draw_keys(canvas, left, label, blight)
        more = sum([count for count, _ in self.pages]) - self.pages[self.page][0]
        down = "–" if self.fear else str(more or " ") if len(self.pages) > 1 else ""
        if what and more and not self.fear:
            down = text("more_rules_1") if more == 1 else text("more_rules", more)
        widgets.draw_side(canvas, "+" + what if self.counts else "", down + what if self.fear else down)

    def _title(self, cursor=0):
        game = self.game
        if self.choices and cursor >= 0:
            event = self.choices[cursor].split(" ")
            key = "accelerate" if event[0] == "accelerate" else "first" if game.step == "setup" else "explore"
            key = "second" if key == "first" and game.build else key
            return text("ask_" + key, terrain(event[1]))
        if game.may("card"):
            return text("read_fear", game.turn, game.terror)
        names = [text("joined_" + step) for step in self.steps[1:]]
        return text("at_step", game.turn, ", ".join([text("step_" + game.step)] + names))

    def first_row(self):
        """Return the index of the row of this step, or of the step that comes next."""
        return _first_row(self.rows, self.game.step)

    def hidden_rows(self):
        """Return the rows whose lands have no room beside or below their cards."""
        canvas, at = self.app.canvas, self.first_row()
        edge = canvas.side - 4
        # the large form has the lands of all rows below their cards if they fit
        return [
            row
            for number, row in enumerate(self.rows)
            if not (_fits(row, edge) or ((canvas.large or number == at) and _fits_below(row, edge)))
        ]

    def divide(self, words, most, font):
        """Return (number of sentences that end there, lines) for each page of `most` lines.

        words: list of sentences; only a sentence that is longer than a page is split. font: of the lines.
        """
        found = [(0, [])]
        for sentence in words:
            lines = wrap(sentence, font, self.app.canvas.side - 6)
            for start in range(0, len(lines), most):
                part, (count, before) = lines[start : start + most], found[-1]
                if before and len(before) + len(part) > most:
                    count, before = 0, []
                    found.append(None)
                found[-1] = count + (start + most >= len(lines)), before + part
        return found

    def draw_body(self, canvas, counts=False):
        """Draw everything between the heading and the bottom line. counts: whether UP counts fear now."""
        self.look()
        if canvas.large:
            _large_form().draw_body(canvas, self, counts)
            return
        top, side, lines = canvas.top, canvas.side, self.pages[self.page][1]
        look = (self.steps, self.rows or lines)
        if canvas.part_changed("cards", look, 0, top, side, _ROOM):
            if self.rows:
                _draw_rows(canvas, self.rows, self.steps, top)
            else:
                _draw_lines(canvas, lines, top + 3)
        top += _ROOM + 1
        look = (self.fear_now(), counts)
        blight = side * 17 // 28 if side >= _BESIDE else 0
        if canvas.part_changed("fear", look, 0, top, blight or side, _NUMBER - 1):
            numbers, notes = self.fear_now()
            if counts:
                canvas.symbol(UP, 2, top + 9)
            _draw_number(canvas, "fear", numbers, notes, 13 if counts else 4, (blight or side) - 3, top)
        look = self.blight_now()
        if not blight:
            top += _NUMBER
        if canvas.part_changed("blight", look, blight, top, side - blight, _NUMBER - 1):
            numbers, notes = self.blight_now()
            _draw_number(canvas, "blight", numbers, notes, max(4, blight + 2), side, top)
        top += _NUMBER
        choosing = self.choices and not (self.rows and self.page)
        look = (self.choices, self.cursor) if choosing else lines
        if canvas.part_changed("lines", look, 0, top, side, canvas.foot - top):
            if choosing:
                self.draw_choices(canvas, top)
            elif self.rows:
                _draw_lines(canvas, lines, top + 3)

    def deck(self):
        """Return the rest of the invader deck, in words."""
        return text("deck_left", self.game.deck) if self.game.deck else text("deck_empty")

    def fear_now(self):
        """Return (numbers, notes) of fear, as for `_draw_number`."""
        game = self.game
        waiting, terror = game.fear_cards_waiting, game.terror
        left = text("waiting" if waiting else "left", waiting or terror, *game.fear_cards_left)
        win = "win_%d" % terror
        if "rituals" in game.scenario_rules:
            left = text("ritual", terror, waiting)
        if "no-fear-victory" in game.scenario_rules:
            win = "win_not" if terror == 1 else "win_scenario"
        numbers = game.fear_generated, "/%d" % game.fear_pool, self.fear
        return numbers, (left, text(win))

    def blight_now(self):
        """Return (numbers, notes) of blight, as for `_draw_number`."""
        game = self.game
        notes = (text("side_" + game.side) if game.side != "none" else "",)
        if game.has_tally:
            notes += (text("tally", game.tally),)
        return (game.blight_on_card, "", 0), notes

    def draw_choices(self, canvas, top):
        """Draw the cards that can come, in up to two rows."""
        codes = [event.split(" ")[1] for event in self.choices]
        across = (len(codes) + 1) // 2 if len(codes) > 3 else len(codes)
        width, font = (canvas.side - 6) // max(3, across), canvas.note
        pitch, room = font.cap + 5, width - 3 - 3 * canvas.scale
        names = [short_terrain(code) for code in codes]
        if max([SMALL.width(name) for name in names]) > room:
            # shuffled cards of two stages are many
            names = ["+".join([terrain(letter)[0] for letter in code.lstrip("123")]) for code in codes]
        for number in range(len(codes)):
            x, y = number % across * width + 2, top + 1 + number // across * pitch
            ink = BLACK
            if number == self.cursor:
                canvas.fill(x, y, width - 4, pitch)
                ink = WHITE
            canvas.text(names[number], x + 4, y + 3, font, ink, width=room)

    # --- the buttons

    def press(self, name, kind):
        self.look()
        if name == "down" and not self.fear:
            if kind == "press":
                self.page = (self.page + 1) % len(self.pages)
            return None
        if name in ("up", "down"):
            if self.counts:
                self._count(1 if name == "up" else -1)
            return None
        if name == "a":
            return self._left(kind)
        self.write()
        if self.outdated():
            return None
        if name == "c":
            if self.at_menu or self.choices:
                self._move(1)
                return None
            return "blight"
        return TO_MENU if self.at_menu else self._go_on()

    def _count(self, more):
        self.fear = min(_MOST, max(0, self.fear + more))
        self.app.when_idle(self.write)

    def write(self):
        """Enter the counted fear as one event; a host may have ended that game meanwhile."""
        if self.fear and not self.outdated():
            self.app.session.enter("fear %d" % self.fear)
            self.fear = 0

    def _left(self, kind):
        if self.fear and kind == "press":
            self._count(_FIVE)
            return None
        self._held = self._held + 1 if kind == "repeat" else 0
        if kind == "long" or self._held == _HELD:
            self.cursor = max(0, self.cursor)
            return "rulings"
        if kind != "repeat":
            self.write()
            self._move(-1)
        return None

    def _move(self, steps):
        self.cursor = min(max(-1, self.cursor + steps), max(0, len(self.choices) - 1))
        if self.choices:
            self.page = 0
        self._fill_rows()

    def _go_on(self):
        game, enter = self.game, self.app.session.enter
        if self.choices:
            enter(self.choices[self.cursor])
            return GAME
        if game.may("card"):
            enter("card")
            # the last card's fear is written by now
            if game.fear_cards_waiting or game.step != "fear":
                return GAME
        if game.step == "build" and game.turn > 2 and game.adversary_has("france-0"):
            return "towns"
        enter(*["next"] * len(self.steps))
        return GAME


def _large_form():
    """Return the module of the form for a large canvas."""
    from companion.games.spirit_island import large

    return large


def _below(canvas):
    """Return the y of the first line below the numbers."""
    return canvas.top + _ROOM + 4 + _NUMBER * (1 if canvas.side >= _BESIDE else 2)


def _rules(game, steps, ids, rows):
    """Return the lines of the pages below the numbers: the rules that matter now, and lands of cards.

    steps, ids: as from `shown_steps`. rows: those whose lands have no room elsewhere.
    """
    words, deck = [], game.deck
    if _sets_up_deck(game):
        marks = [text("deck_" + letter) for letter in "CLR" if letter in deck]
        words.append(text("deck_of_setup", deck) + "".join(marks))
    if game.said:
        words += _exceptions(game)
    for step, its in zip(steps, ids):
        if step == "blighted":
            words.append(text("blight_card", in_words(game.flipped[-1])))
        for each in section_texts("reminders", its):
            named = "%s: %s" % (text("step_" + step), each)
            words.append(named if step != game.step and len(named) <= _TWO_LINES else each)
    return words + ["%s: %s" % (text("slot_" + row[0]), row[2]) for row in rows]


def no_explore(game):
    """Return whether this Explore is skipped; a card may be turned up all the same."""
    return game.step == "explore" and "explore" in game.standing("skip")


def _exceptions(game):
    """Return the exceptions by cards in this step, and the reminders that are due in it."""
    words = []
    for each in game.standing("as"):
        slot, _, does = each.partition(" ")
        if slot == game.step:
            words.append(text("acts_as", text("slot_" + slot), text("slot_" + does)))
    words += [text("stays_put", terrain(code)) for code in game.standing("hold")]
    if no_explore(game) and not game.explore:
        words += section_texts("notes", ["no-explore"])
    for each in game.standing("note"):
        step, _, id = each.partition(" ")
        if step == game.step:
            found = section_texts("notes", [id + ":" + step, id])
            words.append(": ".join([printed_name(id)] + found[:1]))
    return words


def _sets_up_deck(game):
    """Return whether the invader deck has to be set up in an order of its own."""
    return game.step == "setup" and game.deck != _USUAL_DECK and count_cards(game.deck) == game.deck_size


def _first_row(rows, step):
    """Return the index of the row of this step, or of the step that comes next."""
    slots = [row[0] for row in rows]
    return slots.index(step) if step in slots else 0


def _draw_rows(canvas, rows, steps, top):
    """Draw the rows. If the lands of the next step need more room, they get a line of their own."""
    first, edge = _first_row(rows, steps[0]), canvas.side - 4
    double = _fits_below(rows[first], edge) and not _fits(rows[first], edge)
    pitch = min(_PITCH, (_ROOM - _DOUBLE) // (len(rows) - 1)) if double and len(rows) > 1 else _PITCH
    y = top
    for number, row in enumerate(rows):
        slot, card, lands, count = row
        ink, height = BLACK, pitch
        if double and number == first:
            height = _DOUBLE
        if slot in steps or slot == "event":
            canvas.fill(0, y, edge + 2, height)
            ink = WHITE
        font = MEDIUM if height >= _PITCH else SMALL
        _write(canvas, text("slot_" + slot), 4, y, _CARD - 6, ink, font)
        if height == _DOUBLE:
            _write(canvas, card, _CARD, y, edge - _CARD, ink, font)
            canvas.text(lands, 4, y + _DOUBLE - 10, SMALL, ink, width=edge - 4)
        elif card:
            if SMALL.width(card) > edge - _CARD:
                card = cut(card, SMALL, edge - _CARD)
            x = max(_LANDS, _write(canvas, card, _CARD, y, _LANDS - _CARD, ink, font) + 8)
            words = lands if _fits(row, edge) else text("lands", count)
            if SMALL.width(words) <= edge - x:
                _write(canvas, words, x, y, edge - x, ink, font)
        else:
            _write(canvas, lands or "–", _CARD, y, _LANDS, ink, font)
        y += height


def _fits(row, edge):
    """Return whether the lands of a row fit on the same line as its card, up to the edge."""
    _, card, lands, _ = row
    x = _CARD + (MEDIUM if MEDIUM.width(card) <= _LANDS - _CARD else SMALL).width(card) + 8
    return SMALL.width(lands) <= edge - max(_LANDS, x)


def _fits_below(row, edge):
    """Return whether the lands of a row fit on a line of their own."""
    return SMALL.width(row[2]) <= edge - 4


def _write(canvas, words, x, y, width, ink, font):
    """Write words of a row in a font, or in the small font if they don't fit; return the x after them."""
    if font is MEDIUM and MEDIUM.width(words) <= width:
        return canvas.text(words, x, y + 2, MEDIUM, ink)
    return canvas.text(words, x, y + (4 if font is MEDIUM else 1), SMALL, ink)


def _draw_number(canvas, key, numbers, notes, x, end, top):
    """Draw fear or blight, with two notes from its right to `end`, in the largest fonts that have room.

    numbers: the number, the words after it, and the number counted but not entered.
    """
    word, (number, of, counted) = text(key), numbers
    number, of_width = str(number), MEDIUM.width(of) if of else 0
    noted = max([SMALL.width(note) for note in notes]) + of_width
    for size in _SIZES:
        font, y, large, large_y, gap = size
        if x + font.width(word) + large.width(number) + 2 * gap + noted <= end:
            break
    x = canvas.text(word, x, top + y, font) + gap
    x = canvas.text(number, x, top + large_y, large)
    if of:
        x = canvas.text(of, x, top + 8, MEDIUM)
    x += gap
    if counted:
        words = "+%d" % counted
        width = MEDIUM.width(words) + 7
        canvas.chip(x, top + 3, width, 17)
        canvas.text(words, x + 4, top + 6, MEDIUM, WHITE)
        x += width + 4
    # the counted number may leave no room for these
    for line, note in enumerate(notes):
        if x + SMALL.width(note) <= end:
            canvas.text(note, x, top + 1 + 11 * line)


def _draw_lines(canvas, lines, top):
    for number, line in enumerate(lines):
        canvas.text(line, 4, top + _LINE * number, SMALL, BLACK, width=canvas.side - 4)
