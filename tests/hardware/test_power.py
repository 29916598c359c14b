"""The current of the reference build, and how long a battery lasts."""

import pytest
from arcana_host import vectors_folder
from arcana_portable.record import Record
from at_the_panel import AtThePanel
from companion import app
from companion.power import PicoPower
from player import Player, presses_for

from hardware.tools import power
from hardware.tools.circuit import load, reference
from hardware.tools.parts import parts


@pytest.mark.parametrize("budget", power.budgets(), ids=lambda budget: budget.supply)
def test_every_supply_gives_more_than_is_drawn(budget):
    assert 0 < budget.drawn < budget.given


def test_the_panel_hangs_on_the_supply_that_the_budget_says():
    feeding = next(net for net, ends in reference().nets.items() if "panel.VSYS" in map(str, ends))
    assert feeding == load("power.toml")["panel"]["pin"]


def test_every_figure_says_where_it_is_from():
    for name, section in load("power.toml").items():
        for part in section.values() if name == "batteries" else [section]:
            assert any(key.endswith("source") and value for key, value in part.items()), name


@pytest.mark.parametrize("name", ["random-01", "random-02", "random-14", "random-25"])
def test_a_turn_takes_about_as_many_presses_as_the_estimate_says(name):
    events = Record.from_text((vectors_folder() / f"{name}.arcana").read_text()).without_undos().events
    _setup, *entered = presses_for(events)
    presses = sum(len(needed) for _, needed in entered)
    turns = sum(event.startswith("play ") for event, _ in entered)
    assert presses / turns == pytest.approx(load("power.toml")["game"]["presses_per_turn"], rel=0.2)


@pytest.mark.parametrize("battery", load("power.toml")["batteries"])
def test_a_battery_lasts_a_weekend_of_games(battery):
    assert 16 < power.hours(battery) < 60


def test_the_panel_goes_off_before_its_inputs_lie_too_far_above_its_supply():
    """Three cells at 1.1, 1.0 and 0.8 V each bring the inputs 0.4, 0.7 and 1.3 V above the supply."""
    assert [round(power.overdrive(3 * volts), 1) for volts in (1.1, 1.0, 0.8)] == [0.4, 0.7, 1.3]
    assert power.overdrive(4.5) == 0
    data = load("power.toml")
    inputs, diode = data["inputs"], data["diode"]["volts"]
    off = PicoPower.EMPTY + diode
    # measured too high by as much as the converter may be wrong
    assert power.overdrive(off - inputs["converter_volts"]) == pytest.approx(inputs["above_supply_volts"])
    for battery in data["batteries"].values():
        assert battery["lowest_volts"] == pytest.approx(off)


def test_a_battery_lasts_for_weeks_if_nobody_presses():
    for battery in load("power.toml")["batteries"]:
        assert 10 < power.idle_days(battery) < 30


def test_most_of_the_energy_goes_into_waiting():
    waiting = load("power.toml")["pico"]["wait_milliwatts"]
    assert waiting < power.milliwatts(3.4) < 1.2 * waiting


def test_the_supply_goes_off_and_naps_begin_when_the_estimate_says():
    data = load("power.toml")
    assert data["game"]["supply_seconds"] * 1000 == app._SUPPLY_MS
    assert data["naps"]["after_seconds"] * 1000 == app._NAP_AFTER_MS


def test_no_turn_takes_more_refreshes_than_presses(tmp_path):
    events = Record.from_text((vectors_folder() / "random-14.arcana").read_text()).without_undos().events
    table = AtThePanel(tmp_path)
    pressed, refreshes = [], table.model.partial_refreshes

    def press(name, kind):
        pressed.append(name)
        table.press(name, kind)

    for _ in Player(table.app, press).play(events):
        pass
    table.close()
    # but for full ones, one now and then, and the pictures that follow by themselves
    assert table.model.partial_refreshes - refreshes + table.model.full_refreshes <= 1.1 * len(pressed)


def test_a_charger_charges_no_faster_than_the_cell_bears():
    data = load("power.toml")
    assert data["charger"]["milliamperes"] <= data["batteries"]["lipo"]["milliampere_hours"] / 2
    charger = next(part for part in parts() if part.id == "charger")
    assert f"{data['charger']['milliamperes']} mA or less" in charger.look_for
