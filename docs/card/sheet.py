"""The layout of the card."""

from matplotlib import rc_context

from docs.card.page import INK, PALE, STYLE, Page
from docs.card.signs import device, signs
from docs.card.words import NAMES, WORDS
from docs.tools.firmware import reach
from shared_rules.shipwreck.game import GOAL

SIZE = (210, 148)
"""A5 on its side, in mm: A4 holds two of them, Letter one."""

MARGIN = 7
_GAP = 5
_WIDTH = SIZE[0] - 2 * MARGIN
_COLUMNS = (74, 62, 50)
_PIXEL = 0.2
"""Millimetres for a pixel of a sign."""

_SAID = ("fades", "none", "hit", "miss", "the_hours", "closed")
_SMALL = 6.5
"""Points, and the space after a power, in mm."""
_AFTER = 0.45


def card(language):
    """Return the Page of a language of the companion."""
    reach()
    from companion import texts

    texts.choose(language, "shipwreck")
    try:
        with rc_context(STYLE):
            return _Card(WORDS[language], texts).page(language)
    finally:
        texts.choose(texts.ENGLISH)


def save(folder, languages=NAMES):
    """Write the cards of these languages into a folder, as PDF and SVG; return their paths."""
    return [path for language in languages for path in saved(card(language), folder, language)]


def saved(page, folder, language):
    """Write the card of a language into a folder, as PDF and SVG; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / (NAMES[language] + ending) for ending in (".pdf", ".svg")]
    with rc_context(STYLE):
        for path in paths:
            page.save(path, WORDS[language]["title"])
    return paths


class _Card:
    def __init__(self, words, texts):
        self.words = words
        self.texts = texts
        self._page = Page(SIZE)

    def page(self, language):
        page, words = self._page, self.words
        page.text(words["title"], MARGIN, MARGIN - 1, _WIDTH, size=13, bold=True)
        top = MARGIN + 6.5
        first, second, third = _COLUMNS
        middle = MARGIN + first + _GAP
        right = middle + second + _GAP
        page.text(words["game"], right, MARGIN + 0.7, third, size=8, colour=PALE)
        below = page.picture(device(language), MARGIN, top, first, "device") + 2
        ends = [
            self._buttons(MARGIN, below, first),
            self._menu(middle, self._turn(middle, top, second) + 1, second, language),
            self._signs(right, top, third),
        ]
        self._powers(max(ends) + 1.5)
        return page

    def _say(self, key):
        """Return sentences of the card, with the device's texts filled in."""
        said = {name: self.texts.text(name) for name in _SAID}
        return [each.format(goal=GOAL, **said) for each in self.words[key]]

    def _heading(self, words, left, top, width):
        end = self._page.text(words, left, top, width, size=8.5, colour=PALE, bold=True)
        self._page.rule(left, end, width)
        return end + 0.8

    def _buttons(self, left, top, width):
        top = self._heading(self.words["buttons"], left, top, width)
        for sentence in self._say("buttons_are"):
            top = self._page.text(sentence, left, top, width) + 0.6
        return top

    def _turn(self, left, top, width):
        page = self._page
        top = self._heading(self.words["turn"], left, top, width)
        for number, step in enumerate(self._say("steps"), 1):
            page.text(f"{number}", left, top, 4, bold=True, colour=PALE)
            top = page.text(step, left + 4, top, width - 4) + 0.6
        for sentence in self._say("turn_is"):
            top = page.text(sentence, left, top, width) + 0.6
        return top

    def _menu(self, left, top, width, language):
        """Say where the menu is and which entries it has after a play."""
        from companion.canvas import Canvas
        from companion.screen_reader import words
        from screens.scenes import SCENES

        app = SCENES["menu-after-the-play"](language)
        app.draw(Canvas())
        top = self._heading(self.words["menu"], left, top, width)
        top = self._page.text(self.words["menu_is"], left, top, width)
        for line in words(app)["lines"]:
            top = self._page.text(f"· {line}", left + 2, top, width - 2)
        return top

    def _signs(self, left, top, width):
        top = self._heading(self.words["signs"], left, top, width)
        drawn = signs()
        column = max(picture.width for picture in drawn.values()) * _PIXEL + 1.5
        for name, picture in drawn.items():
            if name == "open":
                top = self._page.text(self.texts.text("lines_row"), left, top, width, colour=PALE, bold=True)
                top += 0.6
            words = self.words["signs_are"][name].format(goal=GOAL)
            high = self._page.height(words, width - column, _SMALL)
            size = picture.width * _PIXEL, picture.height * _PIXEL
            row = max(high, size[1])
            # a small sign in the middle of the column, and of the words beside it
            at = left + (column - 1.5 - size[0]) / 2
            self._page.picture(picture, at, top + (row - size[1]) / 2, size[0], name)
            self._page.text(words, left + column, top + (row - high) / 2, width - column, _SMALL)
            top += row + 0.7
        return top

    def _powers(self, top):
        page = self._page
        end = self._heading(self.words["powers"], MARGIN, top, _WIDTH)
        width = (_WIDTH - 2 * _GAP) / 3
        page.text(self.words["powers_are"], MARGIN + 2 * (width + _GAP), top + 0.3, width)
        blocks = [
            (words, is_heading, page.height(words, width, _SMALL, is_heading) + _AFTER)
            for words, is_heading in self._power_blocks()
        ]
        for column, filled in enumerate(_in_columns(blocks, 3)):
            left, at = MARGIN + column * (width + _GAP), end
            for words, is_heading, height in filled:
                page.text(words, left, at, width, _SMALL, PALE if is_heading else INK, is_heading)
                at += height

    def _power_blocks(self):
        """Yield (words, whether they are a heading) for all powers, by who uses them and when."""
        from shared_rules.shipwreck import POWERS

        powers = [POWERS[power] for power in POWERS]
        for when, then in self.words["when"].items():
            for who, by in self.words["who"].items():
                found = [power for power in powers if (power.when, power.who) == (when, who)]
                if found:
                    yield f"{by}, {then}", True
                for power in found:
                    words = self.texts.text_of("powers", power.id)
                    yield f"*{power.title}* ({power.name}) {words}", False


def _in_columns(blocks, count):
    """Return blocks (words, whether they are a heading, height) in `count` columns of the least height."""
    limit = sum(height for *_, height in blocks) / count
    while True:
        columns, filled = [[]], 0.0
        for number, (_, is_heading, height) in enumerate(blocks):
            # a heading needs a block below it
            needed = height + (blocks[number + 1][2] if is_heading else 0)
            if filled + needed > limit and columns[-1]:
                columns.append([])
                filled = 0.0
            columns[-1].append(blocks[number])
            filled += height
        if len(columns) <= count:
            return columns
        limit += 0.5
