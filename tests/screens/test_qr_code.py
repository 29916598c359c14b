"""The QR code of a game that is over: made as by another encoder, read back, and what is in it."""

import json
from urllib.parse import unquote

import pytest
import segno
import zxingcpp
from arcana_host.virtual import panel
from companion.screens.qr_code import encode, largest_on, room_in
from panel.conftest import Desk
from PIL import Image
from screens.test_pictures import drawn
from screens.writing import WritingCanvas

from shared_rules.play_link import play_link

VERSIONS = range(7, 19)
CODES = {
    "result-code": ("The Shipwreck Arcana", ["Ann", "Bo"]),
    "island-code": ("Spirit Island", ["Ann", "Bo"]),
    "pad-code": ("Skat", ["Jörg", "Łukasz", "Zoë"]),
}
BUSY = ("title", "pad-of-eight", "lost", "pad-menu", "island-score")


def read(image):
    """The texts of all codes in an image."""
    return [code.text for code in zxingcpp.read_barcodes(image.convert("L"))]


def played(link):
    """The play in a link."""
    address, _, data = link.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    return json.loads(unquote(data, errors="strict"))


def shown(name, size):
    """The picture of a scene."""
    canvas = WritingCanvas(*size)
    drawn(name, canvas)
    return bytes(canvas.buffer)


def as_rows(size, modules):
    return [bytes(modules.pixel(column, row) for column in range(size)) for row in range(size)]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_full_code_is_that_of_another_encoder_module_by_module(version):
    data = bytes((7 * at + version) % 251 for at in range(room_in(version)))
    size, modules = encode(data, VERSIONS[-1])
    other = segno.make_qr(data, error="l", mode="byte", boost_error=False, version=version, mask=2)
    assert as_rows(size, modules) == [bytes(row) for row in other.matrix]
    # nothing more fits into it
    assert encode(data + b"!", VERSIONS[-1])[0] == size + (4 if version < VERSIONS[-1] else 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_code_with_room_left_is_read(version):
    text = "https://" + "x" * (room_in(version) - 40)
    size, modules = encode(text.encode(), version)
    shades = b"".join(bytes(255 * (not module) for module in row) for row in as_rows(size, modules))
    image = Image.new("L", (size + 8, size + 8), 255)
    image.paste(Image.frombytes("L", (size, size), shades), (4, 4))
    assert read(image.resize((3 * size + 24, 3 * size + 24), Image.Resampling.NEAREST)) == [text]


@pytest.mark.parametrize("size", [(264, 176), (296, 128), (400, 300)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", CODES)
def test_the_picture_on_the_panel_is_read_and_says_what_was_played(name, size):
    (link,) = read(panel.picture(panel.inverted(shown(name, size)), size[0]))
    play = played(link)
    assert (play["game"]["name"], [one["name"] for one in play["players"]]) == CODES[name]
    # what has room on more lines
    assert ("sourcePlayId" in play) == (size[1] > 128)


@pytest.mark.parametrize("quick", [False, True], ids=["normal", "quick"])
@pytest.mark.parametrize("name", CODES)
def test_it_is_read_through_the_ghosts_of_many_pictures(name, quick):
    desk = Desk()
    desk.show(panel.inverted(shown("title", (296, 128))), full=True)
    for _ in range(8):
        for before in (*BUSY, name):
            desk.clock.run(desk.panel.show(shown(before, (296, 128)), False, quick))
            desk.clock.run(desk.panel.idle())
    shades = desk.model.shades()
    assert desk.model.partial_refreshes > 40 and len(shades.getcolors()) > 2
    assert [one["name"] for one in played(read(shades)[0])["players"]] == CODES[name][1]


@pytest.mark.parametrize("size", [(296, 128), (264, 176), (400, 300)], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", CODES)
def test_the_warning_that_a_game_is_not_saved_stands_beside_its_code(name, size):
    app = drawn(name, WritingCanvas(*size))
    app.journal.unsaved = True
    canvas = WritingCanvas(*size)
    app.screen.draw(canvas)
    assert "not saved!" in [each[0] for each in canvas.texts] and canvas.faults() == []


def test_the_link_takes_one_field_after_the_other_as_far_as_there_is_room():
    play = ('Pass the "Pigs\\', 432, False, [("Ann", 100, False), ("Jörg", -3, True)])
    more = [("playDate", "2026-11-21 20:15:00"), ("durationMin", 35)]
    links = [play_link(play, "0badcafe", room, {"Ann": "host"}, more) for room in range(150, 800)]
    assert links[0] is None and all(len(link) <= room for room, link in enumerate(links, 150) if link)
    found = sorted({link for link in links if link}, key=len)
    fields = [json.dumps(played(link)) for link in found]
    order = ("name", "winner", "startPlayer", "noPoints", "score", "bggId", "sourcePlayId", "role")
    order += ("playDate", "durationMin")
    assert [[key for key in order if f'"{key}"' in text] for text in fields] == [
        list(order[: count + 1]) for count in range(len(order))
    ]
    assert played(found[-1]) == {
        "game": {"name": 'Pass the "Pigs\\', "highestWins": False, "noPoints": False, "bggId": 432},
        "players": [
            {"name": "Ann", "winner": False, "startPlayer": True, "score": 100, "role": "host"},
            {"name": "Jörg", "winner": True, "startPlayer": False, "score": -3},
        ],
        "sourceName": "Arcana",
        "sourcePlayId": "0badcafe",
        "playDate": "2026-11-21 20:15:00",
        "durationMin": 35,
    }


def test_the_largest_code_leaves_two_pixels_for_each_module_and_four_modules_around():
    for height in (128, 152, 176, 200, 240, 300):
        size = 17 + 4 * largest_on(height) + 8
        assert 2 * size <= height and (largest_on(height) == 18 or 2 * (size + 4) > height)
