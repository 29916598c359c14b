"""Checks whether the panel is known, the right way round, and driven correctly.

The checks are pictures, refresh times and the temperature. `refresh_times` knows how long refreshes
take on known panels.
"""

import statistics
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from arcana_portable.errors import DeviceRefused
from arcana_portable.translation import N_, _

from arcana_host import board_names
from arcana_host.doctor.person import Person
from arcana_host.doctor.step import FAILED, NOTED, PASSED, SKIPPED, Step
from arcana_host.doctor.vectors import Vector
from arcana_host.link.device import Device

SHOWN_SECONDS = 30.0
"""How long to wait for a picture: three times as long as a full refresh takes in the cold."""
LOOK_EVERY = 0.2
"""Seconds. Each look delays the companion's own clock by some milliseconds."""

NO_CONTACT_MS = 100
"""No refresh of any panel is that short."""
SLACK = 0.1
"""The share by which the oscillators of two controllers may differ."""
LATE_MS = 60
"""How late the companion may notice that the panel is no longer busy."""

COLD, WARM = 10, 35
"""Degrees Celsius between which partial refreshes are used."""


class Question(NamedTuple):
    """A question about a picture.

    name: of the check. good: the right answer. bad: the meaning of the other answer.

    outcome: the result of the check after the other answer.
    """

    name: str
    question: str
    bad: str
    outcome: str = FAILED
    good: bool = True


class Look(NamedTuple):
    """A picture to show: the pattern, the kind of refresh, and the questions about it."""

    pattern: str
    refresh: str
    questions: tuple[Question, ...] = ()


LOOKS = (
    # the first time does not count, as the panel may still be busy with another picture
    Look(
        "black",
        "full",
        (
            Question(
                N_("panel, black"),
                N_("Is the whole panel black?"),
                N_("Parts of it are not driven: check the plug of the flat cable."),
            ),
        ),
    ),
    Look(
        "white",
        "full",
        (
            Question(
                N_("panel, white"),
                N_("Is the whole panel white, without shadows of what it showed before?"),
                N_("A full refresh should leave no shadows: this may be another panel."),
            ),
        ),
    ),
    Look(
        "chequered",
        "full",
        (
            Question(
                N_("panel, chequered"),
                N_("Does it show a chessboard of small squares, each of them clean?"),
                N_("Some bytes do not arrive as they were sent: shorten the wires, or check them."),
            ),
        ),
    ),
    Look(
        "orientation",
        "full",
        (
            Question(
                N_("panel, direction"),
                N_("Is the triangle's right angle at the bottom left, and can you read the word Arcana?"),
                N_("The picture is mirrored or upside down: this panel is another one."),
            ),
            Question(
                N_("panel, slope"),
                N_("Is the triangle's long side one straight line, without steps or gaps?"),
                N_("Rows come in the wrong order or place: this panel is another one."),
            ),
            Question(
                N_("panel, edges"),
                N_("Is there a thin line along all four edges of the panel?"),
                N_("The picture is shifted or too large: this panel is another one."),
            ),
        ),
    ),
    Look("white", "full"),
    Look("left", "partial"),
    Look("white", "partial"),
    Look(
        "left",
        "partial",
        (
            Question(
                N_("panel, partial refresh"),
                N_("Is the square at the left evenly black, and all around it white?"),
                N_("The waveform does not suit this panel."),
            ),
        ),
    ),
    Look("both", "quick"),
    Look("left", "quick"),
    Look(
        "both",
        "quick",
        (
            Question(
                N_("panel, quick refresh"),
                N_("Is the square at the right as black as the one at the left?"),
                N_("The quick refresh is too short for this panel: leave it off in the settings."),
                NOTED,
            ),
        ),
    ),
)
"""The pictures in their order. Looks without questions are for the refresh times."""

PARTIALS = 40
"""Partial refreshes before the questions about shadows: as many as the most that a setting allows."""

SHADOWS = Question(
    N_("panel, shadows"),
    N_("Do shadows of earlier pictures stay?"),
    N_("In the settings, leave *Clean the panel* at *often*, and tell us which panel this is."),
    NOTED,
    good=False,
)
CLEANED = Question(
    N_("panel, shadows after a full refresh"),
    N_("Are they gone?"),
    N_("A full refresh should leave no shadows: this may be another panel."),
)

TIMES = {
    "full": N_("panel, time of full refreshes"),
    "partial": N_("panel, time of partial refreshes"),
    "quick": N_("panel, time of quick refreshes"),
}
"""The names of the checks that need no person."""


def check_panel(device: Device, person: Person | None, slower: float = 1.0) -> Iterator[Step]:
    """Run the checks of the panel, and yield the Step of each; afterwards the companion shows its screen
    again.

    person: the observer of the panel, or None for nobody. slower: by what factor this device is slower than a
    real device. Raises DeviceLost, DeviceSilent.
    """
    board = device.info()["board"]
    if board not in board_names():
        # an unknown panel; the check of the board has said so
        return
    times: dict[str, list[int]] = {}
    shown: dict[str, Any] = {}
    try:
        for number, look in enumerate(LOOKS):
            shown = _show(device, look, slower * SHOWN_SECONDS)
            # when it is too cold, all refreshes are full
            if number:
                times.setdefault(shown["refresh"], []).append(shown["took"])
            for question in look.questions:
                yield _look(question, person)
    except (DeviceRefused, TimeoutError) as error:
        yield Step(_("panel, pictures"), FAILED, str(error))
        return
    finally:
        device.call("pattern")
    yield temperature_step(shown["celsius"])
    for refresh in TIMES:
        yield busy_step(board, refresh, times.get(refresh, []), shown["celsius"])


def check_shadows(
    device: Device, vectors: list[Vector], person: Person | None, slower: float = 1.0
) -> Iterator[Step]:
    """Show a game in PARTIALS partial refreshes, then a full refresh; ask for shadows; yield a Step for each.

    vectors: games of the kind that the device plays, whose tables are shown; the journal does not change.
    person, slower: as for `check_panel`; nothing is shown to nobody. Raises DeviceLost, DeviceSilent.
    """
    if person is None:
        yield _look(SHADOWS, None)
        return
    person.say(_("Now come forty pictures of a game, which takes about a minute."))
    seconds = slower * SHOWN_SECONDS
    try:
        partials = _show_game(device, vectors, seconds)
        if not partials:
            yield Step(_(SHADOWS.name), SKIPPED, _("At this temperature all refreshes are full ones."))
            return
        step = _look(SHADOWS, person, {"partial_refreshes": partials})
        yield step
        if step.outcome == NOTED:
            _show(device, Look("game", "full"), seconds)
            yield _look(CLEANED, person, {"partial_refreshes": 0})
    except (DeviceRefused, TimeoutError) as error:
        yield Step(_(SHADOWS.name), FAILED, str(error))
    finally:
        device.call("pattern")
        device.call("scratch", number=0, text="close")


def _show_game(device: Device, vectors: list[Vector], seconds: float) -> int:
    """Show tables of games until PARTIALS partial refreshes follow a full refresh; return how many.

    The number is 0 where all refreshes are full. A table may look as before, or take two pictures.
    """
    partials = tables = 0
    for vector in vectors:
        for number, event in enumerate(vector.events):
            device.call("scratch", number=number, text=event)
            partials = _show(device, Look("game", "partial" if tables else "full"), seconds)["partials"]
            # the second table, too, may come with the full refresh, if that had to wait for another refresh
            if partials >= PARTIALS or (tables > 1 and not partials):
                return partials
            tables += 1
    return partials


def temperature_step(celsius: int | None) -> Step:
    """Judge the temperature. celsius: degrees at the panel, or None if it has no sensor."""
    name = _("panel, temperature")
    if celsius is None:
        return Step(
            name,
            NOTED,
            _("The panel does not tell its temperature, so partial refreshes are used at any."),
            {"celsius": None},
        )
    detail = _("The panel measures {celsius} °C.", celsius=celsius)
    if COLD <= celsius <= WARM:
        return Step(name, PASSED, detail, {"celsius": celsius})
    only = _("Below {cold} and above {warm} °C all refreshes are full ones.", cold=COLD, warm=WARM)
    return Step(name, NOTED, f"{detail} {only}", {"celsius": celsius})


def busy_step(board: str, refresh: str, times: list[int], celsius: int | None) -> Step:
    """Judge whether refreshes take as long as on known panels.

    board: its name. refresh: "full", "partial" or "quick". times: the milliseconds of each. celsius: degrees
    at the panel, or None if unknown.
    """
    from arcana_host.doctor.refresh_times import expected_busy_times
    from arcana_host.virtual.boards import virtual_board

    name = _(TIMES[refresh])
    if not times:
        return Step(name, SKIPPED, _("There was none."))
    took = round(statistics.median(times))
    figures: dict[str, Any] = {"refresh_ms": times}
    try:
        known = expected_busy_times(virtual_board(board).pins.driver().__name__)
    except (ValueError, KeyError):
        sentence = _(
            "It takes {took} ms. Nothing is known about the panel of the board {board}.",
            took=took,
            board=board,
        )
        return Step(name, SKIPPED, sentence, figures)
    busy = known[refresh]
    figures.update(least_ms=busy.least, most_ms=busy.most)
    detail = _(
        "It takes {took} ms; known panels take {least} to {most}.",
        took=took,
        least=busy.least,
        most=busy.most,
    )
    if busy.least * (1 - SLACK) <= took <= busy.most * (1 + SLACK) + LATE_MS:
        return Step(name, PASSED, detail, figures)
    if took < NO_CONTACT_MS:
        why = _("No panel is that quick: the wire to BUSY has no good contact.")
    elif busy.frames:
        figures["frame_ms"] = round(took / busy.frames, 1)
        why = _odd_frames(took, busy, known["full"])
    elif took > busy.most and (celsius is None or celsius < COLD):
        why = _("It is cold, or this is another panel.")
    else:
        why = _("This panel is another one.")
    return Step(name, NOTED, f"{detail} {why}", figures)


def _odd_frames(took: int, busy: Any, full: Any) -> str:
    """Return what it means if a refresh with our waveform takes longer or shorter than expected."""
    if took >= full.least * (1 - SLACK):
        return _("That is a full refresh: this controller does not take our waveform.")
    frames = _(
        "A frame takes about {took:.0f} ms instead of {expected} ms: this is another panel, or the code of "
        "its frame rate means something else.",
        took=took / busy.frames,
        expected=busy.frame_ms,
    )
    looks = (
        _("Pictures may be pale, and shadows stay.")
        if took < busy.least
        else _("Pictures come late, and pixels are driven for longer than they need.")
    )
    return f"{frames} {looks}"


def _show(device: Device, look: Look, seconds: float) -> dict[str, Any]:
    """Show a picture, wait for it, and return the result of the method `panel`.

    seconds: how long to wait. Raises TimeoutError.
    """
    device.call("pattern", name=look.pattern, refresh=look.refresh)
    deadline = time.monotonic() + seconds
    while True:
        answer = device.call("panel")
        if answer["took"] is not None:
            return answer
        if time.monotonic() > deadline:
            raise TimeoutError(_("The panel showed nothing within {seconds:.0f} s.", seconds=seconds))
        time.sleep(LOOK_EVERY)


def _look(question: Question, person: Person | None, photographed: dict[str, Any] | None = None) -> Step:
    """Ask a question. photographed: the figures, to which a photograph's name is added; or None."""
    name = _(question.name)
    if person is None:
        return Step(name, SKIPPED, _("Nobody looked."))
    asked = _(question.question)
    seen = person.ask_yes_no(asked)
    if seen is None:
        return Step(name, SKIPPED, f"{asked} {_('Nobody said.')}")
    said = f"{asked} {_('Yes.') if seen else _('No.')}"
    figures = photographed or {}
    if photographed:
        figures["photograph"] = person.ask_text(_("If you photograph it: what is the name of the file?"))
    if seen == question.good:
        return Step(name, PASSED, said, figures)
    return Step(name, question.outcome, f"{said} {_(question.bad)}", figures)


def ask_label(person: Person) -> Step:
    """Ask for the label on the panel, for a report."""
    said = person.ask_text(_("What is printed on the panel's back and on its flat cable?"))
    name = _("panel, label")
    return Step(name, PASSED, said, {"label": said}) if said else Step(name, SKIPPED, _("Nobody said."))
