"""The events of lands as texts: how each is written, not whether it is legal now."""

from shared_rules.record_lines import check_line
from shared_rules.spirit_island.event import NOWHERE, Refusal, is_land, is_number
from shared_rules.spirit_island.lands.land import (
    ASKED,
    INVADERS,
    Conditions,
    Land,
    Piece,
    read_condition,
    read_pieces,
    read_word,
)

# what follows each verb: lands ("land", "to"), a number, pieces and tokens ("what", or "what?" if they may be
# left out; "for" is what replaces them); then the options that may follow
_FORMS = {
    "land": ("land what?", ""),
    "defend": ("land number", ""),
    "isolate": ("land", ""),
    "ravage": ("land what?", "hit cascade"),
    "build": ("land", ""),
    "explore": ("land", ""),
    "damage": ("land number", "only cap bonus badlands hit dream"),
    "destroy": ("land what", "bonus all dream"),
    "add": ("land what", "cascade"),
    "remove": ("land what", "limit"),
    "move": ("land to what", ""),
    "replace": ("land what for", ""),
    # answers to the questions of an action
    "cascade": ("land what?", ""),
    "push": ("land", ""),
    "runoff": ("answer", ""),
}


class LandEvent:
    """An event of a land. Raises RuleError if the text is not one.

    verb: its first word. land, to: such as "A8". number: of damage or Defend. what: the pieces and tokens
    that it names, as a Land; instead: what replaces them. conditions: words such as "before=2".
    words: what `begin` begins, or "yes" or "no". options: {name: text} for "only", "cap", "bonus",
    "badlands", "hit", "limit", "all" and "dream". hit: list of Pieces. cascade: names of lands, with ASKED as
    the last one if the players are asked.

    >>> str(LandEvent("damage A8 4 hit=T1 cap=3"))
    'damage A8 4 cap=3 hit=T1'
    """

    def __init__(self, text: str) -> None:
        check_line(text)
        self.verb, *words = text.split(" ")
        self.land = self.to = self.words = ""
        self.number = 0
        self.what, self.instead = Land(), Land()
        self.conditions: list[str] = []
        self.options: dict[str, str] = {}
        self.hit = Land().pieces
        self.cascade: list[str] = []
        if self.verb in ("begin", "done"):
            self.words = " ".join(words)
            if (self.words.strip() == "") != (self.verb == "done") or "" in words:
                raise Refusal(self.verb)
            return
        slots, self._allowed = _FORMS[self.verb]
        try:
            self._read(slots.split(" "), words)
        except Refusal as refusal:
            # say which word is wrong, or else how the event is written
            raise refusal if refusal.args[0] in ("land-word", "twice") else Refusal(self.verb)

    def _read(self, slots: list[str], words: list[str]) -> None:
        for slot in slots:
            word = words[0] if words else ""
            if slot in ("land", "to"):
                self._need(_is_place(word))
                setattr(self, slot, words.pop(0))
            elif slot == "answer":
                self._need(word in ("yes", "no"))
                self.words = words.pop(0)
            elif slot == "number":
                self._need(is_number(word, 1, 99))
                self.number = int(words.pop(0))
            elif slot == "for":
                words = self._take(self.instead, words)
                self._need(not self.instead.is_empty())
            elif "for" in slots:
                # only one word, as what replaces it follows
                self._need(word != "")
                read_word(self.what, words.pop(0))
            else:
                words = self._take(self.what, words)
                self._need(slot == "what?" or not self.what.is_empty())
        for word in words:
            self._read_option(word)

    def _need(self, is_right: bool) -> None:
        if not is_right:
            raise Refusal(self.verb)

    def _take(self, land: Land, words: list[str]) -> list[str]:
        """Put what the words up to the first option name into a land, and return the other words."""
        while words and words[0].partition("=")[0] not in self._allowed.split(" "):
            if self.verb == "ravage" and read_condition(Conditions(), words[0]):
                break
            read_word(land, words[0])
            words = words[1:]
        return words

    def _read_option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if self.verb == "ravage" and read_condition(Conditions(), word):
            self._need(name not in [each.partition("=")[0] for each in self.conditions])
            self.conditions.append(word)
            return
        self._need(equals != "" and name in self._allowed.split(" ") and name not in self.options)
        if name == "hit":
            self.options[name] = value
            if value != "none":
                self.hit = [piece for each in value.split(",") for piece in read_pieces(each)]
            self._need(not [piece for piece in self.hit if piece.kind not in INVADERS])
        elif name == "cascade":
            self._need(not self.cascade)
            self.cascade = value.split(",")
            named = self.cascade[:-1] if self.cascade[-1] == ASKED else self.cascade
            self._need(not [land for land in named if not _is_place(land)])
        elif name == "only":
            self._need(value in ("E", "T", "C", "ET", "EC", "TC", "ETC"))
            self.options[name] = value
        elif name in ("all", "dream"):
            self._need(value == "1")
            self.options[name] = value
        else:
            self._need(is_number(value, 0, 99))
            self.options[name] = value

    def named_hit(self) -> "list[Piece] | None":
        """Return the pieces of `hit`, [] for "hit=none", None if it is left out."""
        return self.hit if "hit" in self.options else None

    def amount(self, option: str) -> int:
        """Return the number of an option, 0 if it is left out."""
        return int(self.options.get(option, "0"))

    def __str__(self) -> str:
        words = [self.verb, self.words, self.land, self.to, str(self.number or ""), str(self.what)]
        words += [str(self.instead)] + self.conditions
        for name in (_FORMS[self.verb][1] if self.verb in _FORMS else "").split(" "):
            if name in self.options:
                words.append("%s=%s" % (name, self.options[name]))
            elif name == "cascade" and self.cascade:
                words.append("cascade=" + ",".join(self.cascade))
        return " ".join([word for word in words if word])


def _is_place(word: str) -> bool:
    return word == NOWHERE or is_land(word)
