"""The creatures that players have entered, in the library and in files.

A creature is identified by its name; a creature is never replaced implicitly. It must not know serial ports.
"""

from collections.abc import Iterable

from arcana_portable.errors import LibraryError, RecordError
from arcana_portable.games.shipwreck.about import NAME
from arcana_portable.record import numbered_lines
from arcana_portable.translation import _, refusal_text
from arcana_portable.wording import quoted

from arcana_host.library.store import Library
from arcana_host.library.validation import quote
from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import Creature


class Bestiary:
    """The creatures in a Library."""

    def __init__(self, library: Library):
        self._library = library

    def creatures(self) -> list[Creature]:
        """Return all creatures by level and name. Raises LibraryError."""
        found = []
        for __, text in self._library.custom(NAME):
            try:
                found.append(Creature.from_text(text))
            except RuleError as error:
                fault = _("creature {text}: {error}", text=quote(text), error=error)
                self._library.faults.append(fault)
        return sorted(found, key=lambda one: (one.level, one.name))

    def add(self, text: str) -> list[tuple[Creature, bool]]:
        """Add the creatures in a file, all or nothing; return each, and whether it is new.

        text: a creature on each line; blank lines and lines that start with "#" are ignored. Raises
        RecordError with the number and the fault of each bad line, such as the name of another creature;
        LibraryError when the library can't be used.
        """
        with self._library.database() as database:
            known = {creature.name: creature for creature in self.creatures()}
            found = _read(text, known)
            rows = [(NAME, one.name, str(one)) for one, fresh in found if fresh]
            database.executemany("insert or replace into custom values (?, ?, ?)", rows)
        return found

    def remove(self, name: str) -> Creature:
        """Remove a creature and return it. Raises LibraryError if there is no creature of this name."""
        with self._library.database() as database:
            found = named(name, self.creatures())
            if found is None:
                raise LibraryError(
                    _(
                        "There is no creature {name} of yours in the library: see `arcana creatures list`.",
                        name=name,
                    )
                )
            database.execute("delete from custom where game = ? and name = ?", (NAME, found.name))
        return found


def named(name: str, creatures: Iterable[Creature]) -> Creature | None:
    """Return the creature of this name, written with spaces or underscores, or None."""
    return next((one for one in creatures if name in (one.name, one.title)), None)


def check(name: object, text: object) -> None:
    """Check a creature that is stored in a library. Raises RecordError if the creature is invalid."""
    try:
        creature = Creature.from_text(text if isinstance(text, str) else "")
    except RuleError as error:
        raise RecordError(_("creature {text}: {error}", text=quote(text), error=error)) from error
    if (creature.name, str(creature)) != (name, text):
        raise RecordError(_("creature {text} is not in the usual form.", text=quote(text)))


def _read(text: str, known: dict[str, Creature]) -> list[tuple[Creature, bool]]:
    found, faults = [], []
    for number, line in numbered_lines(text):
        try:
            creature = Creature.from_text(line.strip())
            other = known.setdefault(creature.name, creature)
            if other != creature:
                raise RuleError(
                    _("{name} is there already: {other}. Remove it first.", name=creature.title, other=other)
                )
            found.append((creature, other is creature))
        except RuleError as error:
            faults.append((number, f"{quoted(line)}: {refusal_text(error)}"))
    if faults:
        (number, fault), *others = faults
        more = (
            _("; {lines} can't be imported either", lines=_lines([number for number, fault in others]))
            if others
            else ""
        )
        raise RecordError(
            _("line {number}: {fault} Nothing was imported{more}.", number=number, fault=fault, more=more)
        )
    return found


def _lines(numbers: list[int]) -> str:
    """Return line numbers in words, or only how many there are if there are more than four."""
    if len(numbers) == 1:
        return _("line {number}", number=numbers[0])
    if len(numbers) > 4:
        return _("{n} more lines", n=len(numbers))
    return _("lines {numbers} and {last}", numbers=", ".join(map(str, numbers[:-1])), last=numbers[-1])
