"""The supply of a board: the voltages of its battery, and the state that each gives."""

import machine
import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.virtual.wiring import Wiring
from companion import boards
from companion.battery import release
from companion.boards import wake
from panel.conftest import Silence

PICOS = [name for name in NAMES if "vsys" in virtual_board(name).pins.POWER]


@pytest.fixture
def on_battery(clock, tmp_path):
    """Return (wiring, board) of a board by its name, on its battery."""

    def make(name, wireless=False):
        wiring = Wiring(virtual_board(name), clock, on_power_off=lambda: wiring.off.append(True))
        wiring.off = []
        wiring.cable, wiring.wireless = False, wireless
        machine.connect(wiring)
        board = boards.make(folder=str(tmp_path), link=Silence(), default=name)
        board.find_power()
        return wiring, board

    yield make
    machine.connect(None)


def states(wiring, power, volts):
    """Return what the device shows after each of these voltages: "", "low" or "empty"."""
    seen = []
    for each in volts:
        wiring.battery = each
        power.look()
        seen.append("empty" if power.empty else "low" if power.low else "")
    return seen


class TestBadger:
    """It holds its own power, and lets go of it."""

    def test_its_power_is_held_from_the_first_moment_with_the_lamp_as_a_sign(self, clock, tmp_path):
        wiring = Wiring(virtual_board("badger2040"), clock)
        machine.connect(wiring)
        wake()
        assert wiring.lamp and wiring.held
        boards.make(folder=str(tmp_path), link=Silence()).find_power()
        assert wiring.held and not wiring.lamp

    @pytest.mark.parametrize("volts", [2.0, 2.7, 3.7, 4.2])
    def test_its_battery_is_measured_against_the_reference(self, on_battery, volts):
        wiring, board = on_battery("badger2040")
        wiring.battery = volts
        board.power.look()
        assert board.power.volts == pytest.approx(volts, rel=1e-3)

    @pytest.mark.parametrize(
        ("volts", "expected"),
        [
            ([3.1, 2.6, 2.4], ["", "", "low"]),  # two alkaline cells
            ([4.1, 3.5, 3.3], ["", "", "low"]),  # a lithium cell
            ([3.1, 1.9, 1.9], ["", "low", "low"]),  # it harms nothing, as the board regulates its supply
        ],
    )
    def test_low_depends_on_what_kind_of_battery_it_is(self, on_battery, volts, expected):
        wiring, board = on_battery("badger2040")
        assert states(wiring, board.power, volts) == expected

    def test_on_a_cable_no_battery_is_low_and_nothing_goes_off(self, on_battery):
        wiring, board = on_battery("badger2040")
        wiring.cable, wiring.battery = True, 1.0
        board.power.look()
        assert not board.power.low
        board.power.off()
        assert wiring.off == []

    @pytest.mark.parametrize("name", ["badger2040", "badger2040w"])
    def test_off_is_off(self, on_battery, name):
        wiring, board = on_battery(name)
        board.power.off()
        assert wiring.off == [True]

    def test_a_badger_w_is_not_measured(self, on_battery):
        _, board = on_battery("badger2040w")
        assert not board.power.look()
        assert (board.power.volts, board.power.low) == (None, False)


class TestBadger2350:
    """The maker's MicroPython switches it off."""

    @pytest.mark.parametrize("volts", [3.0, 3.7, 4.1])
    def test_its_battery_is_measured_against_the_reference(self, on_battery, volts):
        wiring, board = on_battery("badger2350")
        assert states(wiring, board.power, [volts]) == ["low" if volts < 3.4 else ""]
        assert board.power.volts == pytest.approx(volts, rel=1e-3)

    def test_off_is_off_but_not_on_a_cable(self, on_battery):
        wiring, board = on_battery("badger2350")
        wiring.cable = True
        board.power.off()
        assert wiring.off == []
        wiring.cable = False
        board.power.off()
        assert wiring.off == [True]


class TestPico:
    """It measures VSYS; hardware/README.md has the arithmetic of the thresholds."""

    @pytest.mark.parametrize("name", PICOS)
    @pytest.mark.parametrize("wireless", [False, True])
    def test_its_supply_is_measured(self, on_battery, name, wireless):
        wiring, board = on_battery(name, wireless)
        for volts in (1.9, 3.1, 3.7, 4.8, 5.5):
            wiring.battery = volts
            board.power.look()
            assert board.power.volts == pytest.approx(volts, rel=1e-3)
        assert wiring.conflicts == []

    @pytest.mark.parametrize("wireless", [False, True])
    @pytest.mark.parametrize(
        ("volts", "expected"),
        [
            ([3.31, 3.29, 3.44, 3.46], ["", "low", "low", ""]),  # without a load it recovers
            ([3.3, 3.19, 3.19], ["", "low", "empty"]),
            ([3.3, 3.19, 3.21, 3.19], ["", "low", "low", "low"]),  # one low value is not enough
            ([4.8, 1.9, 1.9], ["", "low", "empty"]),
        ],
    )
    def test_a_weak_battery_is_low_and_then_empty(self, on_battery, wireless, volts, expected):
        wiring, board = on_battery("pico-epaper-2.9", wireless)
        assert states(wiring, board.power, volts) == expected

    def test_it_asks_for_another_picture_when_the_sign_changes_and_to_measure_again(self, on_battery):
        wiring, board = on_battery("pico-epaper-2.9")
        answers = []
        for volts in (3.5, 3.29, 3.29, 3.19, 3.19, 3.5):
            wiring.battery = volts
            answers.append(board.power.look())
        assert answers == [False, True, False, True, False, True]

    def test_it_naps_only_where_no_cable_can_be_missed(self, on_battery):
        wiring, board = on_battery("pico-epaper-2.9")
        assert not board.power.may_nap()  # it may be a Pico W, which can't tell
        board.power.look()
        assert board.power.may_nap()
        wiring.cable = True
        assert not board.power.may_nap()
        _, wireless = on_battery("pico-epaper-2.9", wireless=True)
        wireless.power.look()
        assert not wireless.power.may_nap()

    @pytest.mark.parametrize(("host", "state"), [(True, ""), (False, "empty")])
    def test_a_host_proves_a_cable_where_no_pin_does(self, on_battery, host, state):
        """The radio chip of a Pico W knows about the cable; nothing but the frames of a host tells us."""
        wiring, board = on_battery("pico-epaper-2.9", wireless=True)
        wiring.cable, wiring.host = True, host
        assert states(wiring, board.power, [3.15, 3.15])[1] == state
        assert board.power.on_usb_power() == host
        assert board.power.on_cable() == host and not board.power.may_nap()

    def test_its_panel_is_left_with_no_pin_that_drives(self, on_battery):
        wiring, board = on_battery("pico-epaper-2.9")
        panel = {8, 9, 10, 11, 12, 13}
        assert wiring.driven >= panel - {13}
        release(board.panel)
        assert not wiring.driven & panel


class TestABoardWithAPicosPins:
    """On a YD-RP2040, GPIO 24 is a button, GPIO 25 an LED and GPIO 29 an ordinary pin."""

    @pytest.mark.parametrize("name", PICOS)
    @pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
    @pytest.mark.parametrize("level", [0, 0.03, 0.1, 0.17, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1])
    def test_what_is_at_an_ordinary_pin_is_no_supply(self, on_battery, name, chip, level):
        wiring, board = on_battery(name)
        wiring.ordinary, wiring.has_erratum_e9 = level, chip == "RP2350"
        for cable, host in ((False, False), (True, False), (True, True)):
            wiring.cable, wiring.host = cable, host
            for _ in range(3):
                board.power.look()
                assert (board.power.volts, board.power.low, board.power.empty) == (None, False, False)
                assert not board.power.may_nap()
            assert board.power.on_cable() == host
        assert wiring.conflicts == []

    @pytest.mark.parametrize("volts", [0, 0.5, 1.4, 1.6])
    def test_what_no_pico_runs_on_is_no_supply(self, on_battery, volts):
        """Its regulator, an RT6150B, works from 1.8 V up, says the Pico's data sheet."""
        wiring, board = on_battery("pico-epaper-2.9")
        assert states(wiring, board.power, [volts] * 3) == ["", "", ""]
        assert board.power.volts is None
