"""The QR code of a game that is over: made as by another encoder, read back, and what is in it."""

import json
from random import Random
from urllib.parse import unquote

import pytest
import segno
import zxingcpp
from arcana_portable.virtual import panel
from companion.files import Log
from companion.journal import Journal
from companion.screens.qr_code import encode, largest_on, room_in
from companion.session import Session
from PIL import Image
from screens.scenes import at_table, press
from screens.test_pictures import drawn
from screens.writing import WritingCanvas

from shared_rules.errors import RuleError
from shared_rules.play_link import MAX_PAGE, is_page, packed_plays, play_link, unpack

VERSIONS = range(7, 19)
CODES = {
    "result-code": ("The Shipwreck Arcana", ["Ann", "Bo"]),
    "island-code": ("Spirit Island", ["Ann", "Bo"]),
    "pad-code": ("Skat", ["Jörg", "Łukasz", "Zoë"]),
}


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
    larger = encode(data + b"!", VERSIONS[-1])
    assert larger[0] == size + 4 if version < VERSIONS[-1] else larger is None


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


# --- our own link, where that of BG Stats has no room

PAGE = "https://somebody-with-a-long-name.github.io/boardgames-more/"
PANELS = [(296, 128), (264, 176), (400, 300)]


def eight(letters):
    """A finished game of eight players with names of twelve letters, points of seven digits, a long title."""
    names = ["".join(letters[(seat + at) % len(letters)] for at in range(12)) for seat in range(8)]
    title = "".join(letters[at % len(letters)] for at in range(20))
    points = [-9999999, 9999999, 0, 1, -1, 1234567, -7654321, 42]
    setup = f"setup score-pad players={','.join(names)} goal=0 wins=high rounds=1 title={title} bgg=9999999"
    return names, points, title, setup


@pytest.mark.parametrize("size", PANELS, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("letters", ["Maximiliana8", "ŁŻŐșȚßÿŸĲŒæÅ"], ids=["ascii", "beyond"])
def test_eight_players_of_twelve_letters_have_a_code_on_every_panel(size, letters):
    assert len(PAGE.encode()) == MAX_PAGE and is_page(PAGE)
    names, points, title, setup = eight(letters)
    app = at_table(setup, "round " + ",".join(map(str, points)), page=PAGE)
    canvas = app.canvas = WritingCanvas(*size)
    press(app, "c").screen.draw(canvas)
    assert app.said == [] and canvas.faults() == []
    (link,) = read(panel.picture(panel.inverted(bytes(canvas.buffer)), size[0]))
    address, _, digits = link.partition("#")
    if not digits:
        # the names have room in the link of BG Stats, which comes first
        assert size[1] > 128 and letters.isascii()
        assert [one["name"] for one in played(link)["players"]] == names
        return
    assert address == PAGE
    players = [(name, total, total == 9999999) for name, total in zip(names, points, strict=True)]
    assert unpack(digits) == ((title, 9999999, True, players), "0badcafe", None)


def test_the_date_is_that_of_the_record_not_of_now(tmp_path):
    log = Log()
    journal = Journal(str(tmp_path), log, clock=lambda: "2026-11-22 01:00")
    app = at_table(eight("Maximiliana8")[3], "round 1,2,3,4,5,6,7,8", page=PAGE)
    app.journal = journal
    session = Session(journal, log, lambda: [("Device", "a"), ("Date", "2026-11-21 20:15")])
    for event, enter in zip(app.session.game.events[:2], (session.begin, session.enter), strict=True):
        enter(event)
    app.canvas = WritingCanvas(296, 128)
    press(app, "c").screen.draw(app.canvas)
    (link,) = read(panel.picture(panel.inverted(bytes(app.canvas.buffer)), 296))
    assert unpack(link.partition("#")[2])[2] == "2026-11-21 20:15"


def test_without_a_page_the_companion_says_why_there_is_no_code():
    for page, sentence in (("", "no page for a shorter link is set"), (PAGE, None)):
        app = at_table(eight("Maximiliana8")[3], "round 1,2,3,4,5,6,7,8", page=page)
        press(app, "c")
        assert [sentence in said for said in app.said] == ([True] if sentence else [])


def test_the_link_of_bg_stats_stays_where_it_has_room():
    app = at_table("setup score-pad players=Ann,Bo goal=0 wins=high rounds=1", "round 1,2", page=PAGE)
    canvas = WritingCanvas(296, 128)
    press(app, "c").screen.draw(canvas)
    (link,) = read(panel.picture(panel.inverted(bytes(canvas.buffer)), 296))
    assert [one["name"] for one in played(link)["players"]] == ["Ann", "Bo"]


# 286 digits end with a byte, after which that encoder has another one of zeros
@pytest.mark.parametrize("count", [*range(280, 286), *range(800, 803)])
def test_bytes_with_digits_are_those_of_another_encoder_module_by_module(count):
    address, digits = b"https://example.org/#", ("1234567890" * 81)[:count]
    size, modules = encode(address, VERSIONS[-1], digits)
    parts = [(address, segno.consts.MODE_BYTE), (digits, segno.consts.MODE_NUMERIC)]
    other = segno.make_qr(parts, error="l", boost_error=False, mask=2)
    assert as_rows(size, modules) == [bytes(row) for row in other.matrix]


def test_any_play_comes_out_as_it_went_in():
    dice = Random(7)
    letters = "Az09-_é×ŁſȘț".replace("×", "")
    for _ in range(300):
        names = ["".join(dice.choices(letters, k=dice.randint(1, 12))) for _ in range(dice.randint(1, 8))]
        scores = [None if dice.random() < 0.2 else dice.randint(-9999999, 9999999) for _ in names]
        players = [(name, score, dice.random() < 0.5) for name, score in zip(names, scores, strict=True)]
        title = "".join(dice.choices(letters + ' ~!"', k=dice.randint(1, 20)))
        play = (title, dice.randint(0, 9999999), dice.random() < 0.5, players)
        date = dice.choice([None, "2026-11-21 20:15", "2099-12-31 23:59", "2000-01-01 00:00"])
        id = f"{dice.randrange(1 << 32):08x}"
        assert unpack(next(packed_plays(play, id, date))) == (play, id, date)


def test_of_too_many_players_the_title_is_cut_first_and_the_names_last():
    play = ("A title of 20 letters", 0, True, [("Maximilianus", None, True)] * 30)
    seen = [unpack(digits)[0] for digits in packed_plays(play, "0badcafe", None)]
    assert [(title, players[0][0]) for title, _, _, players in seen] == [
        ("A title of 20 lette…", "Maximilianus"),
        ("A title…", "Maximilianus"),
        ("A title…", "Maximili…"),
        ("A title…", "Maxim…"),
        ("A title…", "Max…"),
    ]


def test_digits_that_are_no_result_are_refused():
    digits = next(packed_plays(("Skat", 0, True, [("Jörg", 3, True)]), "0badcafe", None))
    damaged = [digits[:-1], digits[1:], digits + "0", digits[:9] + str(9 - int(digits[9])) + digits[10:]]
    for text in [*damaged, "", "0", "1", "-1", "1e5", "٣", "9" * 2001, str(997 * 1 + 1)]:
        with pytest.raises(RuleError):
            unpack(text)


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org",
        "http://example.org",
        "http://",
        "https://",
        "https:///arcana",
        "https://:443",
        "https://exämple.org",
        "https://a b",
        "https://a#b",
        "https://" + "a" * 53,
    ],
)
def test_an_address_that_no_page_has_is_no_setting(address):
    assert not is_page(address)
