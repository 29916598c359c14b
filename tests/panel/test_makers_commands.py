"""The commands of the drivers, compared with those of the makers' drivers for the same controllers.

The makers' are in makers.toml; hardware/boards.md lists every other one.
"""

import re
import tomllib
from pathlib import Path

import pytest
from panel.conftest import DESKS, TURNED

PAGE = Path(__file__).resolve().parents[2] / "hardware" / "boards.md"
MAKERS = {
    controller: {int(command, 16): sent for command, sent in commands.items()}
    for controller, commands in tomllib.loads(
        Path(__file__).with_name("makers.toml").read_text(encoding="utf-8")
    ).items()
}


def sent_by(desk):
    """Return {(command, data)} that a driver sends from its start until its panel sleeps."""
    level, sent = 0, []
    dc, write = desk.model.dc, desk.model.write

    def set_dc(new):
        nonlocal level
        level = new
        dc(new)

    def written(data):
        if level:
            sent[-1][1].extend(data)
        else:
            sent.append((data[0], bytearray()))
        write(data)

    desk.model.dc, desk.model.write = set_dc, written
    desk.panel = desk.driver()
    for shade, full, quick in ((0, True, False), (1, False, False), (2, False, True), (3, True, False)):
        desk.clock.run(desk.panel.show(bytes([shade]) * (desk.panel.pages * desk.panel.width), full, quick))
        desk.clock.run(desk.panel.power_off())
    assert desk.panel.sleep()
    return {(command, bytes(data)) for command, data in sent}


def listed_commands(controller):
    """Return {(command, value)} that the page lists for a controller; the value "table" is a waveform."""
    row = rf"^\| {controller} \| 0x([0-9A-F]{{2}}) \| ([^|]+) \|"
    lines = PAGE.read_text(encoding="utf-8")
    return {(int(command, 16), value.strip()) for command, value in re.findall(row, lines, re.MULTILINE)}


def makers_table():
    """Waveshare's partial table for the SSD1680: 153 bytes."""
    rows = [(0, 0x40), (0x80, 0x80), (0x40, 0x40), (0, 0x80), ()]
    groups = [(10, 0, 0, 0, 0, 0, 2), (1,), (1,)] + [()] * 9
    table = b"".join(bytes(row).ljust(12, b"\0") for row in rows)
    return table + b"".join(bytes(group).ljust(7, b"\0") for group in groups) + b"\x22" * 6 + bytes(3)


@pytest.mark.parametrize("controller", MAKERS)
def test_every_command_is_a_maker_s_or_listed_with_its_reason(controller):
    ours = set()
    for name, make in {**DESKS, "ssd1680-turned": TURNED}.items():
        if not name.startswith(controller.lower()):
            continue
        for command, data in sent_by(make()):
            known = MAKERS[controller].get(command, [])
            if known != ["any"] and data.hex(" ") not in known and data != makers_table():
                ours.add((command, data.hex(" ") if len(data) <= 10 else "table"))
        # asked only on a board, whose pins can listen
        ours.add((make().panel.TEMPERATURE, "–"))
    assert ours == listed_commands(controller)
