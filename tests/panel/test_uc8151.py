"""The model of the UC8151, spoken to past the driver: what goes wrong on glass goes wrong on it."""

import pytest
from companion import waveform

SIZE = 296 * 128 // 8
WHITE = bytes(SIZE)
BLACK = b"\xff" * SIZE

OLD, NEW = 0x10, 0x13
OWN, TABLES = b"\x93", b"\xb3"
"""Panel setting: black and white, lines from the lower edge; its own waveform, or the tables."""


def power(desk, on=True):
    desk.command(0x04 if on else 0x02)
    desk.pass_time(0.05)


def tables(phases):
    """The waveform's tables, as pairs of a command and its bytes."""
    sent = waveform.for_uc8151(phases)
    while sent:
        command, length = sent[:2]
        yield command, sent[2 : 2 + length]
        sent = sent[2 + length :]


def load_tables(desk, phases=waveform.UC8151):
    for command, table in tables(phases):
        desk.command(command, table)


def refresh(desk, setting=OWN, seconds=5):
    desk.command(0x00, setting)
    desk.command(0x12)
    desk.pass_time(seconds)


def window(desk, first_bank, last_bank, first_line, last_line):
    lines = first_line.to_bytes(2, "big") + last_line.to_bytes(2, "big")
    desk.command(0x91)
    desk.command(0x90, bytes([first_bank << 3, last_bank << 3 | 7]) + lines + b"\x01")


@pytest.fixture
def white(other_desk):
    """A desk whose panel shows white, both pictures up to date, 1 for black, the power on, tables loaded."""
    desk = other_desk
    for command, data in ((0x00, OWN), (0x01, b"\x03\x00\x2b\x2b\x2b"), (0x30, b"\x3a"), (0x50, b"\x4c")):
        desk.command(command, data)
    for picture in (OLD, NEW):
        desk.command(picture, WHITE)
    power(desk)
    refresh(desk)
    load_tables(desk)
    assert desk.model.glass == WHITE
    assert desk.model.faults == []
    return desk


def test_a_command_while_busy_is_flagged_and_not_heard(white):
    white.command(0x12)
    assert white.model.busy_line == 0
    white.command(NEW, BLACK)
    assert white.model.faults == ["Command 0x13 came while the controller was busy."]
    white.pass_time(5)
    assert white.model.glass == WHITE


WRONG = {
    "99": "0x99 is not a command.",
    "90 0007, 92": "Command 0x90 takes 7 bytes of data; 2 came.",
    "13 4739*00, 11": "A picture ran 3 bytes past the end of the window.",
    "91, 90 2027 0000 0009 01, 13 11*00, 92": "A picture ran 1 bytes past the end of the window.",
    "91, 90 201f 0000 0009 01, 13 00, 92": "The window ends before it begins.",
    "91, 90 809f 0000 0009 01, 13 00, 92": "The window reaches beyond the memory.",
    "91, 90 007f 0000 0128 01, 13 00, 92": "The window reaches beyond the memory.",
    "02, 00 93, 12": "A refresh was started with the power off: the glass keeps its picture.",
    "00 13, 12": "A refresh was started for another panel than this one.",
    "00 0f, 13 4736*ff, 11": "A picture was written for another panel than this one.",
    "50 2c, 00 93, 12": "A refresh was started that takes no notice of the old picture.",
    "07 a5": "The controller went to sleep with the voltages on: the glass stays under them.",
    "07 01": "Deep sleep was asked for without its check code: the controller stays awake.",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_sequence_is_reported_in_words(white, wrong):
    white.send(wrong)
    assert white.model.faults == [WRONG[wrong]]
    assert white.model.glass == WHITE


def test_bytes_for_another_device_on_the_bus_are_reported(white):
    white.model.write(b"\x00")
    assert white.model.faults == ["Bytes came while the chip select line was high."]


def test_a_full_refresh_takes_the_loaded_tables_away(white):
    refresh(white)
    refresh(white, TABLES)
    assert white.model.faults == ["A refresh was started without a waveform: the glass keeps its picture."]
    assert white.model.partial_refreshes == 0


def test_a_stale_old_picture_leaves_ghosts(other_desk, white):
    white.command(NEW, b"\xff" * 100 + bytes(SIZE - 100))
    refresh(white, TABLES, 0.8)
    ghost = white.model.glass
    assert ghost != WHITE and white.model.faults == []

    for picture in (OLD, NEW):
        white.command(picture, WHITE)
    refresh(white, TABLES, 0.8)
    assert white.model.faults == [
        "A partial refresh against a stale previous picture: 800 pixels are not "
        "what the controller takes them for, and ghosts stay."
    ]
    assert white.model.glass == ghost


@pytest.mark.parametrize(
    ("memory", "old", "new"), [("swap", BLACK, WHITE), ("copied", BLACK, BLACK), ("kept", WHITE, BLACK)]
)
def test_it_can_be_each_of_the_controllers_that_are_described(memory, old, new):
    from panel.conftest import DESKS

    desk = DESKS["uc8151-" + memory]()
    desk.command(0x00, OWN)
    desk.command(OLD, WHITE)
    desk.command(NEW, BLACK)
    power(desk)
    refresh(desk)
    assert (desk.model._ram[OLD], desk.model._ram[NEW]) == (old, new)


def test_tables_that_are_too_short_do_not_turn_ink_over(white):
    load_tables(white, ((12, 1, waveform.UC8151[0][2]),))
    white.command(NEW, BLACK)
    refresh(white, TABLES, 0.8)
    assert white.model.glass == WHITE
    assert "The waveform drives pixels too shortly to turn them over." in white.model.faults


def test_only_a_hardware_reset_wakes_it_from_deep_sleep(white):
    power(white, False)
    white.command(0x07, b"\xa5")
    white.command(0x04)
    white.pass_time(1)
    assert white.model.busy
    assert white.model.faults == ["Command 0x04 came in deep sleep, where only a hardware reset is heard."]
    white.model.reset(0)
    white.pass_time(0.01)
    white.model.reset(1)
    white.pass_time(0.01)
    assert not white.model.busy
    assert white.model.glass == WHITE


def test_it_is_busy_as_long_as_glass_is(white):
    for setting, shortest, longest in ((TABLES, 0.6, 0.7), (OWN, 4.4, 4.6)):
        white.command(0x00, setting)
        white.command(0x12)
        white.pass_time(shortest)
        assert white.model.busy
        white.pass_time(longest - shortest)
        assert not white.model.busy


def test_the_tables_are_balanced_and_reinforce_what_stays():
    found = dict(tables(waveform.UC8151))
    assert {command: len(table) for command, table in found.items()} == {
        0x20: 44,
        0x21: 42,
        0x22: 42,
        0x23: 42,
        0x24: 42,
    }
    push = {
        command: sum({0: 0, 1: 1, 2: -1}[table[at] >> 6] * table[at + 1] * table[at + 5] for at in (0, 6, 12))
        for command, table in found.items()
    }
    assert push[0x20] == 0
    assert push[0x23] == -push[0x22] > 0
    assert push[0x24] == -push[0x21] == 2
    for at in (0, 6, 12):
        assert len({table[at + 1 : at + 6] for table in found.values()}) == 1
