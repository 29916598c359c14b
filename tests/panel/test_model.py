"""The model of the controller, without a driver: a sequence that fails on a real panel fails on it."""

import pytest
from companion import waveform

SIZE = 296 * 128 // 8
WHITE = bytes(SIZE)
BLACK = b"\xff" * SIZE

NEW, PREVIOUS = 0x24, 0x26
PARTIAL_TABLE = waveform.for_ssd1680()[2:]


def plain(desk):
    """Bring the controller to X-first writing of the whole glass, 1 = white."""
    for command, data in (
        (0x11, b"\x03"),
        (0x44, b"\x00\x0f"),
        (0x45, b"\x00\x00\x27\x01"),
        (0x21, b"\x00\x80"),
    ):
        desk.command(command, data)
    home(desk)


def home(desk):
    desk.command(0x4E, b"\x00")
    desk.command(0x4F, b"\x00\x00")


def update(desk, sequence):
    desk.command(0x22, bytes([sequence]))
    desk.command(0x20)


@pytest.fixture
def white(desk):
    """A desk whose panel shows white, told X first, all 1, with both pictures up to date."""
    plain(desk)
    for picture in (NEW, PREVIOUS):
        home(desk)
        desk.command(picture, b"\xff" * SIZE)
    update(desk, 0xF7)
    desk.pass_time(4)
    assert desk.model.glass == WHITE
    assert desk.model.faults == []
    return desk


def test_a_command_while_busy_is_flagged_and_not_heard(white):
    update(white, 0xF7)
    white.command(NEW, bytes(SIZE))
    assert "Command 0x24 came while the controller was busy." in white.model.faults
    white.pass_time(4)
    update(white, 0xF7)
    white.pass_time(4)
    assert white.model.glass == WHITE


WRONG = {
    "99": "0x99 is not a command.",
    "12 01": "Command 0x12 takes 0 bytes of data; more came.",
    "22 f700": "Command 0x22 takes 1 bytes of data; more came.",
    "44 00, 7f": "Command 0x44 takes 2 bytes of data; 1 came.",
    "24 4739*00, 7f": "A picture ran 3 bytes past the end of the window.",
    "44 0203, 4e 07, 24 00, 7f": "A picture was written from counters that lie outside the window.",
    "44 0f00, 24 00, 7f": "Start and end of the window do not fit the direction of the counters.",
    "44 0016, 24 00, 7f": "The window reaches beyond the memory.",
    "22 07, 20": "A refresh was started without clock and voltages: the glass keeps its picture.",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_sequence_is_reported_in_words(white, wrong):
    home(white)
    white.send(wrong)
    assert white.model.faults == [WRONG[wrong]]


def test_a_refresh_before_any_waveform_was_loaded_leaves_the_glass(desk):
    plain(desk)
    update(desk, 0xC7)
    desk.pass_time(3)
    assert desk.model.faults == ["A refresh was started without a waveform: the glass keeps its picture."]


def test_a_partial_refresh_without_a_partial_waveform_flickers(white):
    update(white, 0xFF)
    assert white.model.faults == [
        "A partial refresh was started without a waveform for it: "
        "this panel has none built in and flickers as in a full one."
    ]
    assert white.model.partial_refreshes == 0


def test_a_full_refresh_takes_the_loaded_waveform_away(white):
    white.command(0x32, PARTIAL_TABLE)
    update(white, 0xCF)
    white.pass_time(1)
    assert white.model.faults == []
    update(white, 0xF7)
    white.pass_time(4)
    update(white, 0xCF)
    assert "without a waveform for it" in white.model.faults[0]


def test_a_stale_previous_picture_leaves_ghosts(white):
    """The fault of the maker's sample drivers: 0x26 is never told what the glass shows."""
    white.command(0x32, PARTIAL_TABLE)
    home(white)
    white.command(NEW, bytes(100) + b"\xff" * (SIZE - 100))
    update(white, 0xCF)
    white.pass_time(1)
    assert white.model.faults == []
    ghost = white.model.glass
    assert ghost != WHITE

    home(white)
    white.command(NEW, b"\xff" * SIZE)
    update(white, 0xCF)
    white.pass_time(1)
    assert white.model.faults == [
        "A partial refresh against a stale previous picture: 800 pixels are not "
        "what the controller takes them for, and ghosts stay."
    ]
    assert white.model.glass == ghost


def test_a_waveform_that_is_too_short_does_not_turn_ink_over(white):
    drive = {waveform.BLACK_TO_WHITE: waveform.VSL, waveform.WHITE_TO_BLACK: waveform.VSH1}
    white.command(0x32, waveform.for_ssd1680(((5, 1, drive),))[2:])
    home(white)
    white.command(NEW, bytes(SIZE))
    update(white, 0xCF)
    white.pass_time(1)
    assert white.model.glass == WHITE
    assert "The waveform drives pixels too shortly to turn them over." in white.model.faults


@pytest.mark.parametrize("mode", [b"\x01", b"\x03"])
def test_only_a_hardware_reset_wakes_it_from_deep_sleep(white, mode):
    white.command(0x10, mode)
    assert white.model.busy
    for command in (0x12, 0x20):
        white.command(command)
        white.pass_time(3)
        assert white.model.busy
    assert white.model.faults == [
        f"Command 0x{command:02X} came in deep sleep, where only a hardware reset is heard."
        for command in (0x12, 0x20)
    ]
    white.model.reset(0)
    white.pass_time(0.003)
    white.model.reset(1)
    assert white.model.busy
    white.pass_time(0.011)
    assert not white.model.busy
    assert white.model.glass == WHITE
    # Mode 1 keeps the pictures, mode 2 does not
    assert (white.model._ram[NEW][0] == 0xFF) == (mode == b"\x01")


def test_a_short_pulse_does_not_reset(white):
    white.model.reset(0)
    white.clock.now += 500
    white.model.reset(1)
    assert white.model.faults == ["A reset pulse of 500 µs is too short."]


def test_it_is_busy_as_long_as_glass_is(white):
    # as measured on GDEM029T94, the partial refresh with the maker's table, whose power stays on
    for sequence, shortest, longest in (
        (0xF7, 3.2, 4.0),
        (0xCC, 0.73, 0.74),
        (0xCC, 0.63, 0.65),
        (0x83, 0.13, 0.15),
    ):
        if sequence == 0xCC:
            white.command(0x32, PARTIAL_TABLE)
        update(white, sequence)
        white.pass_time(shortest)
        assert white.model.busy
        white.pass_time(longest - shortest)
        assert not white.model.busy


@pytest.mark.parametrize("groups", [waveform.SSD1680, waveform.SSD1680_QUICK])
def test_a_waveform_drives_both_ways_alike_and_turns_what_changes(groups):
    from arcana_portable.virtual.ssd1680 import Waveform

    pushes = Waveform(waveform.for_ssd1680(groups)[2:]).pushes
    _stays_black, to_white, to_black, _stays_white = pushes
    assert to_black == -to_white >= 15 * 180_000
    # what stays is pushed towards its own colour
    assert pushes[waveform.BLACK_TO_BLACK] == 15 * 20_000 == -pushes[waveform.WHITE_TO_WHITE]
