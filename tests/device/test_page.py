"""The page of the virtual device, as a browser talks to it, or does not."""

import asyncio
import errno
import json
import re
import socket
import struct
from base64 import b64decode
from socket import gethostname
from urllib.parse import unquote

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestClient, TestServer
from arcana_host.page import reviews, server
from arcana_host.page.guide import LANGUAGES
from arcana_host.page.server import Page, served
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.errors import ArcanaError
from arcana_portable.page.messages import PageMessages
from arcana_portable.record import Record
from arcana_portable.translation import speaking
from arcana_portable.virtual.page_device import VirtualPageDevice
from companion.games.score_pad.points import Points
from companion.screen_reader import words
from companion.screens import Stack
from device.look import Look
from device.waiting import until
from memory_app import MemoryApp
from yarl import URL

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


@pytest.fixture
async def browser(counter, device):
    async with TestClient(
        TestServer(Page(VirtualPageDevice(device)).application(), host="127.0.0.1")
    ) as client:
        yield client


def black(known):
    """How many bytes of the picture have ink."""
    return sum(map(bool, b64decode(known.get("picture", ""))))


async def test_a_long_press_is_judged_by_the_device(browser, device, counter):
    async with browser.ws_connect("/device") as socket:
        await until(lambda: device.panel.full_refreshes)
        await socket.send_json({"down": "b"})
        await until(lambda: counter.pressed == [("b", "long")])
        for contact in ("up", "down", "up"):
            await socket.send_json({contact: "b"})
        await until(lambda: counter.pressed == [("b", "long"), ("b", "press")])


async def test_with_three_buttons_the_page_presses_up_and_down_as_chords(counter, tmp_path):
    async with HostDevice(tmp_path, speed=1000, board="pico-inky-pack") as device:
        server = TestServer(Page(VirtualPageDevice(device)).application(), host="127.0.0.1")
        async with TestClient(server) as client:
            async with client.ws_connect("/device") as socket:
                await until(lambda: device.panel.full_refreshes)
                for name in ("up", "down", "down", "a", "b", "up"):
                    await socket.send_json({"down": name})
                    await socket.send_json({"up": name})
                await until(lambda: len(counter.pressed) == 6)
                assert [name for name, _ in counter.pressed] == ["up", "down", "down", "a", "b", "up"]
                await socket.send_json({"down": "up"})
                await until(lambda: len(counter.pressed) == 7)
            # who closes the page takes both fingers off
            await until(device.app.board.buttons.rest)


@pytest.mark.parametrize("language", ["english", "german"])
async def test_points_are_not_asked_for_while_the_panel_corrects_a_round(language):
    app, device = MemoryApp("score_pad", language=language), Film()
    session = app.session
    session.begin("setup score-pad players=Ann,Bo goal=0 wins=high rounds=0")
    session.enter("points Ann 1", "points Bo 2")
    entered, messages = [], PageMessages(device)
    device.offers, device.enter = ("map",), lambda events: asyncio.sleep(0, entered.append(events))
    device.look = lambda: {
        "picture": b"",
        "note": None,
        "state": app.session.game.state(),
        "words": words(app),
    }
    for turn, event, taken in ((0, "points Ann", 1), (1, None, 1), (0, "points Ann", 2)):
        app.screen = Stack(app, game=not turn, first=Points(app, turn) if turn else None)
        messages.news()
        assert messages.all()["entry"] == event and ("Ann" in messages.all()["#entry-name"]) == (not turn)
        await messages.handle({"points": "25"}, set())
        assert len(entered) == taken


async def test_who_closes_the_page_takes_the_fingers_off(browser, device, counter):
    await until(lambda: device.panel.full_refreshes)
    async with browser.ws_connect("/device") as socket:
        await socket.send_json({"down": "b"})
        await asyncio.sleep(0.05)
    await until(lambda: counter.pressed == [("b", "press")])


async def test_the_plug_is_pulled_and_put_in_again(browser, device):
    async with browser.ws_connect("/device") as socket:
        look = Look(socket)
        device.app.session.begin(SETUP)
        await look.until(lambda known: "Ann plays" in known.get("#status", ""))
        # not held for long, which would press again
        await socket.send_json({"down": "a"})
        await socket.send_json({"up": "a"})
        await look.until(lambda known: black(known) == 16)
        await socket.send_json({"plug": False})
        await look.until(lambda known: known["plugged"] is False)
        assert look.known["#status"] == "The plug is pulled."
        assert black(look.known) == 16, "electronic paper keeps its picture without power"
        await socket.send_json({"plug": True})
        await look.until(lambda known: "Ann plays" in known["#status"])


async def test_a_full_refresh_is_announced_while_it_lasts(counter, tmp_path):
    async with HostDevice(tmp_path, speed=5) as device:
        server = TestServer(Page(VirtualPageDevice(device)).application(), host="127.0.0.1")
        async with TestClient(server) as client, client.ws_connect("/device") as socket:
            look = Look(socket)
            await look.until(lambda known: known.get("flicker") is True)
            await look.until(lambda known: known["flicker"] is False)


async def test_nonsense_from_a_browser_changes_nothing(browser, device, counter):
    async with browser.ws_connect("/device") as socket:
        for text in (
            "",
            "{",
            "[]",
            "7",
            '{"down": "power"}',
            '{"up": ["a"]}',
            '{"plug": 0}',
            "\x00" * 2000,
            "[" * 99999,
        ):
            await socket.send_str(text)
        await socket.send_bytes(b"\xff" * 100)
        await socket.send_str(json.dumps({"down": "up"}))
        await until(lambda: counter.pressed[:1] == [("up", "press")])
        assert device.plugged


async def test_a_page_that_goes_while_it_joins_and_one_that_sends_nonsense_are_no_faults(device, caplog):
    async with served(VirtualPageDevice(device)) as url:
        host = url[7:-1]
        handshake = (
            f"GET /device HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode()
        nonsense = b"\x16\x03\x01\x00", b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n"
        for sent in (handshake, handshake[:-2], handshake + b"\xff" * 20, *nonsense) * 10:
            _, leaving = await asyncio.open_connection("127.0.0.1", int(host.partition(":")[2]))
            leaving.write(sent)
            leaving.transport.abort()
        async with ClientSession() as session, session.ws_connect(url + "device") as socket:
            await Look(socket).until(lambda known: known.get("plugged"))
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_port_that_needs_root_is_refused_in_the_words_of_the_user(device, monkeypatch):
    async def start(site):
        raise PermissionError(errno.EACCES, "error while attempting to bind on address: permission denied")

    monkeypatch.setattr(server.web.TCPSite, "start", start)
    with pytest.raises(ArcanaError, match=r"^You may not use port 80: .*--http-port"):
        async with served(VirtualPageDevice(device), port=80):
            pass


async def test_the_games_are_handed_out_as_they_are_exported(browser, device):
    device.app.session.begin(SETUP)
    for event in ("play 4 1", "predict 3 hit"):
        device.app.session.enter(event)
    device.app.session.undo()
    ((name, title, _),) = await (await browser.get("/games")).json()
    assert title.endswith("Ann, Bo")
    record = await (await browser.get(f"/games/{name}")).text()
    assert Record.from_text(record).events == [SETUP, "play 4 1"]
    for other in ("none.arcana", "..%2fsettings.json", "%2e%2e/settings.json"):
        assert (await browser.get(f"/games/{other}")).status == 404


async def test_a_game_on_the_page_offers_its_review(browser, device):
    device.app.session.begin(SETUP)
    for event in ("play 4 1", "predict 3 hit"):
        device.app.session.enter(event)
    ((name, _, _),) = await (await browser.get("/games")).json()
    answer = await browser.get(f"/games/{name}/review")
    html = await answer.text()
    assert answer.status == 200 and "<h1>Ann, Bo: not finished</h1>" in html
    # nothing but what is in the page may be loaded
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert device.app.session.game.score == 1
    assert (await browser.get("/games/none.arcana/review")).status == 404


async def test_the_games_on_the_page_offer_their_puzzles(browser, device):
    # doom is one below the end, The Mirror fades: whoever predicts nothing loses
    device.app.session.begin(
        "setup standard doom=6 sets=base players=Ann,Bo row=the-mirror,dawn,the-key,midnight"
    )
    for event in ("play 7 1", "end"):
        device.app.session.enter(event)
    answer = await browser.get("/puzzles")
    html = await answer.text()
    assert (
        answer.status == 200
        and html.count("<details>") == 1
        and "You predicted nothing. Predicting 7" in html
    )
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_without_numpy_a_page_says_so_in_its_language(monkeypatch):
    monkeypatch.setattr("arcana_host.games.shipwreck.extra.has_numpy", lambda: False)
    with speaking("english"):
        html = reviews._explained("german", reviews._puzzles, {}).decode()
    assert html.startswith("<!DOCTYPE html>") and '<html lang="de">' in html and "numpy" in html


async def test_a_record_that_is_saved_says_when_its_game_ended(browser, device):
    device.app.board.set_clock((2026, 11, 21, 22, 40, 0))
    device.app.session.begin(SETUP)
    device.app.session.enter("abandon")
    ((name, _, _),) = await (await browser.get("/games")).json()
    record = Record.from_text(await (await browser.get(f"/games/{name}")).text())
    assert record.tag("Ended") == "2026-11-21 22:40"


async def test_the_guide_is_there_in_both_languages_with_its_pictures(browser):
    for name, language in LANGUAGES.items():
        answer = await browser.get(f"/guide/{name}.html")
        page = await answer.text()
        assert answer.content_type == "text/html" and f'<html lang="{language}">' in page
        anchors = re.findall(r'id="([^"]+)"', page)
        links = re.findall(r'(?:href|src)="([^"]+)"', page)
        assert len(links) > 60
        for link in set(links):
            path, _, anchor = link.partition("#")
            assert not anchor or path or unquote(anchor) in anchors, link
            if path:
                found = await browser.get(str(answer.url.join(URL(path)).relative()))
                assert found.status == 200, link
    assert (await browser.get("/guide/host.html")).status == 404


async def test_the_rulings_are_searched_on_a_page_as_by_the_command(browser):
    page = await (await browser.get("/guide/rulings-german.html?q=Schatten")).text()
    assert page.index("Shadows: Welcher Wert") < page.index("Gilt Shadows auch danach?")
    near = await (await browser.get("/guide/rulings-english.html?q=vitallity<b>")).text()
    assert "No ruling has vitallity&lt;b&gt;; these have similar words:" in near and "Vitality stops" in near
    answer = await browser.get("/guide/rulings-english.html")
    assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
    assert "Does Shadows last?" in await answer.text()


async def test_another_site_can_not_press_the_buttons(browser):
    for headers in ({"Origin": "http://example.org"}, {"Host": "example.org"}):
        answer = await browser.get("/device", headers=headers)
        assert answer.status == 403


FROM_ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
BY_A_LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
IN_A_FRAME = {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}


@pytest.fixture
def routes(browser, device, monkeypatch):
    """An address for each route of the page, and for one that is missing."""

    async def made_elsewhere(*words):
        return b"<p>a review</p>"

    monkeypatch.setattr(server, "review_page", made_elsewhere)
    monkeypatch.setattr(server, "puzzles_page", made_elsewhere)
    device.app.session.begin(SETUP)
    (name,) = VirtualPageDevice(device).journals()
    resources = [resource.canonical for resource in browser.server.app.router.resources()]
    files = {"": "/page.js", "/guide/pictures": "/guide/pictures/title.png"}
    known = [
        files.get(path) or path.replace("/guide/{name}", "/guide/player").replace("{name}", name)
        for path in resources
    ]
    return [*known, "/nowhere"]


async def test_every_answer_is_safe_from_other_sites(browser, routes):
    for path in routes:
        for headers in ({}, FROM_ELSEWHERE):
            answer = await browser.get(path, headers=headers)
            assert answer.status in ({403} if headers else {200, 400, 404}), path
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path
            assert answer.headers["Referrer-Policy"] == "no-referrer", path


async def test_the_page_may_connect_to_its_own_host_only(browser):
    answer = await browser.get("/")
    own = f"{browser.server.host}:{browser.server.port}"
    assert f"connect-src 'self' ws://{own};" in answer.headers["Content-Security-Policy"]


async def test_a_link_on_another_site_opens_the_page_and_the_guide_but_starts_no_work(browser, routes):
    opened = {path for path in routes if (await browser.get(path, headers=BY_A_LINK)).status == 200}
    assert opened == {"/", "/guide/player.html", "/guide/pictures/title.png"}
    for path in routes:
        assert (await browser.get(path, headers=IN_A_FRAME)).status == 403, path


async def test_reviews_are_worked_out_one_after_the_other(browser, monkeypatch):
    working, most = 0, 0

    async def work(records):
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.01)
        working -= 1
        return b""

    monkeypatch.setattr(server, "puzzles_page", work)
    await asyncio.gather(*(browser.get("/puzzles") for _ in range(5)))
    assert most == 1


@pytest.mark.parametrize(
    ("served_at", "named", "status"),
    [
        ("127.0.0.1", "127.0.0.1:8000", 200),
        ("127.0.0.1", "localhost:8000", 200),
        ("127.0.0.1", "[::1]:8000", 200),
        ("127.0.0.1", "192.168.1.7:8000", 403),
        ("127.0.0.1", "[fe80::7]:8000", 403),
        ("127.0.0.1", f"{gethostname()}:8000", 403),
        ("0.0.0.0", "192.168.1.7:8000", 200),
        ("0.0.0.0", "192.168.1.7", 200),
        ("::", "[fe80::7]:8000", 200),
        ("0.0.0.0", f"{gethostname()}:8000", 200),
        ("0.0.0.0", f"{gethostname()}.local:8000", 200),
        ("0.0.0.0", "example.org:8000", 403),
        ("attic.example", "attic.example:8000", 200),
    ],
)
async def test_who_may_look_is_told_by_the_address(device, served_at, named, status):
    page = Page(VirtualPageDevice(device), served_at)
    async with TestClient(TestServer(page.application(), host="127.0.0.1")) as client:
        answer = await client.get("/", headers={"Host": named})
        assert answer.status == status
        assert status == 403 or "default-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_who_comes_later_gets_everything(browser, device):
    device.app.session.begin(SETUP)
    for _ in range(2):
        async with browser.ws_connect("/device") as socket:
            look = Look(socket)
            await look.until(lambda known: {"picture", "#lying", "#status"} <= set(known))
            await look.until(lambda known: "Ann plays" in known["#status"])
            assert look.known["offers"] == ["buttons", "plug", "flicker", "words", "records", "map"]


# a browser that stops reading costs the others nothing

MANY = 150
"""Pictures of 57 KB, which fit into no buffer of a socket."""
SOON = 15
"""Seconds. A browser that reads has a picture many times a second; the limits of the server are longer."""


class Film:
    """A device whose panel shows something new whenever it is looked at."""

    offers = ("buttons",)
    ended, command = "", "arcana"

    def __init__(self):
        self.number = 0
        self.held = set()

    def look(self):
        self.number += 1
        picture = struct.pack(">I", self.number) * 10_700
        return {"picture": picture, "plugged": True, "note": None, "state": None}

    async def press(self, name):
        self.held.add(name)

    async def release(self, name):
        self.held.discard(name)


class DeafBrowser:
    """A connection to the page that reads nothing after the handshake. url: of the page."""

    def __init__(self, url):
        host = url[7:-1]
        self._host = host
        name, _, port = host.partition(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.setblocking(False)
        self._address = name, int(port)

    async def __aenter__(self):
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self._socket, self._address)
        handshake = (
            f"GET /device HTTP/1.1\r\nHost: {self._host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await loop.sock_sendall(self._socket, handshake.encode())
        assert (await loop.sock_recv(self._socket, 12)) == b"HTTP/1.1 101"
        return self

    async def __aexit__(self, *_):
        self._socket.close()

    async def say(self, message):
        """Send a message of fewer than 126 bytes, masked with zeros."""
        text = json.dumps(message).encode()
        frame = bytes([0x81, 0x80 | len(text)]) + bytes(4) + text
        await asyncio.get_running_loop().sock_sendall(self._socket, frame)


@pytest.fixture
async def session():
    async with ClientSession() as session:
        yield session


@pytest.fixture
def patient(monkeypatch):
    monkeypatch.setattr(server, "READ_WITHIN", 1000.0)


def number_of(known):
    """Return the number of a picture of the Film."""
    return int.from_bytes(b64decode(known.get("picture", ""))[:4])


async def test_a_browser_that_does_not_read_holds_up_no_other(session, patient):
    async with served(Film()) as url, DeafBrowser(url), session.ws_connect(url + "device") as reading:
        await Look(reading, patience=SOON).until(lambda known: number_of(known) > MANY)


async def test_a_browser_that_does_not_read_is_cut_off_and_its_buttons_are_released(session, monkeypatch):
    monkeypatch.setattr(server, "READ_WITHIN", 0.2)
    film = Film()
    async with served(film) as url, DeafBrowser(url) as deaf, session.ws_connect(url + "device") as reading:
        await deaf.say({"down": "b"})
        await until(lambda: film.held == {"b"})
        async with asyncio.timeout(SOON):
            await until(lambda: film.held == set())
        before = film.number
        await Look(reading, patience=SOON).until(lambda known: number_of(known) > before)


async def test_the_page_ends_while_a_browser_does_not_read(patient):
    film = Film()
    async with asyncio.timeout(SOON):
        async with served(film) as url, DeafBrowser(url):
            await until(lambda: film.number > MANY)
