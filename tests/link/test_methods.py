"""The methods for a host; a repeated request has the effect of a single one."""

import importlib
import re
import sys
from base64 import b64decode
from pathlib import Path

import framebuf
import pytest
from arcana_host.games import every
from arcana_portable.link.answers import RESULTS
from arcana_portable.link.glass import PanelFramebuffer
from arcana_portable.link.shapes import KINDS, Named, OrNull
from arcana_portable.virtual.panel import inverted
from companion.canvas import Canvas
from companion.link import METHODS
from companion.settings import DEFAULTS
from link.bench import SETUP, method_names
from link.test_micropython import REQUESTS

from shared_rules import protocol
from shared_rules.shipwreck import Game

OTHER = SETUP.replace("doom=2", "doom=4")
TESTS = Path(__file__).resolve().parents[1]
ONLY_ON_CPYTHON = {"key", "pattern", "panel"}
"""Methods that need a screen and a panel, which tests of the device itself show on MicroPython."""


def finish(bench):
    bench.result("enter", event=0, text=SETUP)
    bench.result("enter", event=1, text="play 3 1")
    bench.result("enter", event=2, text="abandon")


def kinds(shape):
    """The names of kinds in a shape of `link.shapes`."""
    if isinstance(shape, str):
        return {shape}
    parts = [shape.shape] if isinstance(shape, (OrNull, Named)) else shape
    parts = parts.values() if isinstance(parts, dict) else parts
    return set().union(*map(kinds, parts))


def test_every_method_of_the_protocol_is_there():
    of_games = {name for game in every() for name in game.results_of_methods()}
    described = protocol.__doc__.partition("\nMethods ")[2].partition("\nNotifications\n")[0]
    tables = {
        "METHODS in companion/link.py": of_games.union(METHODS),
        "RESULTS in link/answers.py": of_games.union(RESULTS),
        "the docstring of protocol.py": set(re.findall(r"(?m)^    (\w+)", described)),
    }
    wanted = set(method_names())
    for table, names in tables.items():
        assert wanted <= names, f"{table} lacks {sorted(wanted - names)}"
        assert names <= wanted, f"METHODS in protocol.py lacks {sorted(names - wanted)}, which {table} has"
    unknown = {
        name: kinds(shape) - set(KINDS) for name, shape in RESULTS.items() if kinds(shape) - set(KINDS)
    }
    assert not unknown, f"answers.RESULTS has kinds that KINDS of shapes.py lacks: {unknown}"
    asked = {word.partition(":")[2].rstrip("?") for word in protocol.METHODS.split() if ":" in word}
    assert asked <= set(protocol._KINDS), (
        f"protocol.METHODS has unknown kinds: {asked - set(protocol._KINDS)}"
    )
    for name, method in METHODS.items():
        assert callable(method) or callable(getattr(importlib.import_module(method), name))


@pytest.mark.parametrize("name", method_names())
def test_no_method_is_without_a_test(name):
    """Step 4 of the recipe in docs/contributing.md asks for a test."""
    asked = re.compile(rf'(?:result|error|call|ask|request)\((?:\w+, )?"{name}"')
    files = {path for path in TESTS.rglob("*.py") if asked.search(path.read_text(encoding="utf-8"))}
    on_micropython = name in {method for method, _ in REQUESTS} or files & set(TESTS.glob("pico/*.py"))
    assert files, f"no test says what the method {name} does"
    assert bool(on_micropython) != (name in ONLY_ON_CPYTHON), f"no test calls {name} on MicroPython"


def test_info_says_who_is_there(bench):
    info = bench.result("info")
    assert info["protocol"] == protocol.VERSION and info["device"] == bench.app.board.unique_id
    assert (info["game"], info["events"], info["clock"]) == (None, 0, None)


def test_a_game_entered_over_the_link_is_in_the_journal(bench):
    answer = bench.result("enter", event=0, text=SETUP)
    assert (answer["event"], answer["events"]) == (0, 1)
    answer = bench.result("enter", event=1, text="play 3 1")
    game = Game.replay([SETUP, "play 3 1"])
    assert answer == {"event": 1, "events": 2, "digest": game.digest()}
    assert bench.result("state")["state"] == game.state()
    assert bench.app.journal.lines() == [SETUP, "play 3 1"]


def test_an_event_asked_for_again_happens_once(bench):
    first = bench.result("enter", event=0, text=SETUP)
    assert bench.result("enter", event=0, text=SETUP) == first
    first = bench.result("enter", event=1, text="play 3 1")
    assert bench.result("enter", event=1, text="play 3 1") == first
    first = bench.result("enter", event=2, text="undo")
    assert bench.result("enter", event=2, text="undo") == first
    assert bench.app.journal.lines() == [SETUP, "play 3 1", "undo"]


def test_the_last_event_of_a_game_may_be_asked_for_again(bench):
    finish(bench)
    assert bench.result("enter", event=2, text="abandon")["events"] == 3
    assert len(bench.app.journal.names()) == 1


def test_an_event_out_of_step_is_refused_and_changes_nothing(bench):
    bench.result("enter", event=0, text=SETUP)
    assert bench.error("enter", event=2, text="play 3 1")["code"] == protocol.OUT_OF_STEP
    bench.result("enter", event=1, text="play 3 1")
    assert bench.error("enter", event=1, text="play 4 1")["code"] == protocol.OUT_OF_STEP
    assert bench.app.session.game.events == [SETUP, "play 3 1"]


def test_what_follows_by_itself_comes_with_an_event_and_may_be_entered_all_the_same(bench):
    bench.result("enter", event=0, text=SETUP)
    bench.result("enter", event=1, text="play 3 1")
    answer = bench.result("enter", event=2, text="predict hit")
    assert answer["events"] == 4 and bench.app.session.game.events[2:] == ["predict hit", "end"]
    assert bench.result("enter", event=3, text="end") == dict(answer, event=3)
    error = bench.error("enter", event=3, text="play 4 1")
    assert error["code"] == protocol.OUT_OF_STEP and "number 4" in error["message"]
    assert bench.result("enter", event=4, text="undo")["events"] == 6
    assert bench.app.session.game.events == [SETUP, "play 3 1"]


@pytest.mark.parametrize("text", ["play 1 1", "fly", "", "play 3 1 1", "setup", "ö", "end"])
def test_what_the_rules_refuse_is_refused_with_their_sentence(bench, text):
    bench.result("enter", event=0, text=SETUP)
    error = bench.error("enter", event=1, text=text)
    assert error["code"] == protocol.REFUSED and error["message"]
    assert bench.app.session.game.events == [SETUP]


def test_a_running_game_is_not_replaced_by_another_setup(bench):
    bench.result("enter", event=0, text=SETUP)
    assert bench.error("enter", event=0, text=OTHER)["code"] == protocol.REFUSED
    assert bench.app.session.game.events == [SETUP]


def test_after_a_power_cut_the_next_event_is_taken(bench):
    bench.result("enter", event=0, text=SETUP)
    bench.power_on()
    bench.app.session.game = None
    assert bench.result("enter", event=1, text="play 3 1")["events"] == 2


def test_settings_are_set_together_or_not_at_all(bench):
    assert bench.result("settings")["settings"] == {"language": "en", "assist": 1}
    assert bench.result("settings", set={"language": "de"})["settings"]["language"] == "de"
    for wrong in ({"language": "en", "colour": 1}, {"language": 3}, {"assist": "2", "language": "en"}):
        assert bench.error("settings", set=wrong)["code"] == protocol.REFUSED
    assert bench.result("settings")["settings"] == {"language": "de", "assist": 1}


def test_names_are_forgotten_in_every_version_of_the_settings(bench, tmp_path):
    bench.app.settings.learn({"names": ""}, {})
    for names in ("Zoe,Jim", "Zoe,Jim,Lea"):
        bench.result("settings", set={"names": names})
    for name in ("settings.json.damaged", "settings.json.damaged~", "settings.json.new"):
        (tmp_path / name).write_bytes(b'{"names": "Zoe,Jim')
    (tmp_path / "settings.html").write_bytes(b"Zoe")
    assert bench.result("forget_names")["settings"]["names"] == DEFAULTS["names"]
    held = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    assert [name for name, content in held.items() if b"Zoe" in content] == ["settings.html"]
    assert bench.result("forget_names")["settings"]["language"] == "en"


def test_the_clock_is_set_by_a_time_and_nothing_else(bench):
    assert bench.result("clock") == {"clock": None}
    assert bench.result("clock", set="2026-11-21 20:15:00") == {"clock": "2026-11-21 20:15"}
    for wrong in ("", "now", "2026-11-21", "2026-99-21 20:15:00", "2026-11-21 20:15:xx", "9" * 19):
        assert bench.error("clock", set=wrong)["code"] == protocol.REFUSED
    assert bench.result("clock") == {"clock": "2026-11-21 20:15"}


def test_a_press_asked_for_again_is_one_press(bench):
    assert bench.result("press", button="a", number=0) == {"presses": 1}
    assert bench.result("press", button="a", number=0) == {"presses": 1}
    assert bench.result("press", button="b", kind="long", number=1) == {"presses": 2}
    assert bench.error("press", button="a", number=0)["code"] == protocol.OUT_OF_STEP
    assert bench.error("press", button="a", number=3)["code"] == protocol.OUT_OF_STEP
    assert bench.error("press", button="z", number=2)["code"] == protocol.REFUSED
    assert bench.error("press", button="a", kind="hard", number=2)["code"] == protocol.REFUSED
    assert bench.app.board.buttons.presses == [("a", "press"), ("b", "long")]


def test_a_scratch_game_leaves_the_journal_alone(bench):
    game = Game.replay([SETUP, "play 3 1"])
    assert bench.result("scratch", number=0, text=SETUP)["number"] == 1
    answer = bench.result("scratch", number=1, text="play 3 1", state=True)
    assert answer == {"number": 2, "digest": game.digest(), "state": game.state()}
    assert bench.result("scratch", number=1, text="play 3 1", state=True) == answer
    assert bench.error("scratch", number=2, text="play 3 1")["code"] == protocol.REFUSED
    assert bench.error("scratch", number=5, text="end")["code"] == protocol.OUT_OF_STEP
    assert bench.result("scratch", number=0, text="close")["digest"] is None
    assert bench.error("scratch", number=2, text="end")["code"] == protocol.OUT_OF_STEP
    assert bench.app.journal.names() == [] and bench.app.session.game is None


def test_the_modules_of_a_scratch_game_are_dropped_once_it_is_closed(bench):
    methods = bench.app.methods
    bench.result("scratch", number=0, text=SETUP)
    methods._loaded.add("companion.host_methods")
    methods.unload()
    assert methods._loaded and bench.result("scratch", number=1, text="play 3 1")["number"] == 2
    bench.result("scratch", number=0, text="close")
    methods.unload()
    assert not methods._loaded


def test_another_game_drops_the_modules_of_the_scratch_game_before_it(bench):
    methods = bench.app.methods
    bench.result("scratch", number=0, text=SETUP)
    methods._loaded.add("shared_rules.of_the_first_game")
    bench.result("scratch", number=0, text=SETUP.replace("Ann", "Eve"))
    assert "shared_rules.of_the_first_game" in methods._loaded
    bench.result("scratch", number=0, text="setup score-pad players=Ann,Bo goal=50 wins=low rounds=0")
    assert "shared_rules.of_the_first_game" not in methods._loaded


def test_a_scratch_game_leaves_the_modules_that_the_game_on_the_table_uses(bench, monkeypatch):
    unloaded = []
    setup = "setup spirit-island players=Ann spirits=hearth-vigil boards=D blight=card events=no"
    bench.result("enter", event=0, text=setup)
    bench.result("enter", event=1, text="reveal 1M")
    bench.result("enter", event=bench.result("state")["events"], text="land D1 blight=2")
    assert len(bench.app.session.game.idle_modules()) == 1
    monkeypatch.setattr("companion.modules.unload", lambda *names: unloaded.extend(names))
    bench.result("scratch", number=0, text=setup)
    assert not [name for name in unloaded if ".lands." in name]


def test_a_scratch_game_loads_its_module_as_other_seldom_methods_do(bench, monkeypatch):
    monkeypatch.delitem(sys.modules, "companion.host_methods")
    bench.result("scratch", number=0, text=SETUP)
    assert "companion.host_methods" in bench.app.methods._loaded


def test_the_log_comes_in_pages(bench):
    for number in range(20):
        bench.app.log.note(f"line {number}")
    first = bench.result("log")
    second = bench.result("log", first=first["next"])
    assert len(first["lines"] + second["lines"]) == 20 and second["next"] is None


def test_a_creature_sent_again_is_kept_once(bench):
    crab, eel = "1:Crab:3x7", "2:Eel:run4"
    assert bench.result("creatures") == {"creatures": [], "next": None}
    assert bench.result("creature", text=crab) == {"changed": True}
    assert bench.result("creature", text=crab) == {"changed": False}
    assert bench.result("creature", text=eel)["changed"]
    assert bench.result("creatures")["creatures"] == [crab, eel]
    bench.power_on()
    assert bench.result("creature", text=crab, remove=True) == {"changed": True}
    assert bench.result("creature", text=crab, remove=True) == {"changed": False}
    assert bench.result("creatures")["creatures"] == [eel]


@pytest.mark.parametrize(
    "text", ["", "Crab", "1:Crab:9x9", "1:Crab:2x7", "1:Crab:3x7\n1:Eel:2x7", "1:Krähe:3x7"]
)
def test_what_is_no_creature_or_another_of_its_name_is_refused(bench, text):
    bench.result("creature", text="1:Crab:3x7")
    error = bench.error("creature", text=text)
    assert error["code"] == protocol.REFUSED and error["message"].endswith(".")
    assert bench.result("creatures")["creatures"] == ["1:Crab:3x7"]


def test_as_many_creatures_as_there_is_room_for_come_in_pages(bench):
    sent = ["3:" + "C" * 14 + f"{number:02}:1x1&1x2&1x3&1x4&1x5&odd3" for number in range(48)]
    for text in sent:
        bench.result("creature", text=text)
    first = bench.result("creatures")
    second = bench.result("creatures", first=first["next"])
    assert first["creatures"] + second["creatures"] == sent and second["next"] is None


def test_the_self_test_leaves_nothing_behind(bench, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert bench.result("self_test") == {"flash": "ok", "heap": "ok", "panel": "ok"}
    assert sorted(tmp_path.iterdir()) == before
    bench.app.panel_trouble = "The panel is stuck."
    assert bench.result("self_test")["panel"] == "The panel is stuck."


def test_a_letter_typed_counts_as_a_press(bench):
    assert bench.result("press", button="a", number=0) == {"presses": 1}
    assert bench.result("key", text="ö", number=1) == {"presses": 2}
    assert bench.result("key", text="ö", number=1) == {"presses": 2}
    assert bench.error("key", text="e", number=1)["code"] == protocol.OUT_OF_STEP
    assert bench.error("key", text="er", number=2)["message"] == "One letter is typed at a time."
    assert bench.result("key", text="\b", number=2) == {"presses": 3}
    assert bench.app.board.buttons.presses == [("a", "press"), ("key", "ö"), ("key", "\b")]


def test_nobody_is_told_anything_unless_they_watch(bench):
    bench.result("enter", event=0, text=SETUP)
    assert bench.heard() == []


def test_who_watches_sees_the_table_and_every_event(bench):
    bench.result("watch")
    bench.result("enter", event=0, text=SETUP)
    assert [(kind, news["events"]) for kind, news in bench.heard()] == [("state", 0), ("state", 1)]
    bench.app.session.enter("play 3 1")
    bench.app.methods.pressed("b", "press")
    heard = bench.heard()
    assert [kind for kind, _ in heard] == ["button", "state"]
    assert heard[1][1]["state"] == bench.app.session.game.state()


def test_the_picture_comes_whole_first_and_then_only_what_changed(bench):
    bench.app.canvas.buffer[5] = 0x7E
    bench.result("watch", picture=True)
    pages = [news["page"] for kind, news in bench.heard() if kind == "picture"]
    assert pages == list(range(16))
    bench.app.canvas.buffer[3 * bench.app.canvas.width + 1] = 0x0F
    assert bench.heard() == []
    bench.app.session.notify("screen")
    ((kind, news),) = bench.heard()
    assert (kind, news["page"]) == ("picture", 3)
    rows = b64decode(news["data"])
    assert len(rows) == bench.app.canvas.width and rows[1] == 0xF0


def test_every_panel_s_picture_comes_to_the_viewer_in_one_layout(bench):
    for layout in (framebuf.MONO_VLSB, framebuf.MONO_HLSB):
        canvas = bench.app.canvas = Canvas(400, 300, layout)
        canvas.text("Glass", 311, 285)
        canvas.fill(0, 0, 9, 3)
        bench.result("watch", seconds=0)
        bench.result("watch", picture=True)
        glass = PanelFramebuffer(bench.result("info")["panel"])
        for kind, news in bench.heard():
            assert kind != "picture" or glass.store(news["page"], b64decode(news["data"]))
        assert glass.size == (400, 300)
        upright = Canvas(400, 304)
        upright.text("Glass", 311, 285)
        upright.fill(0, 0, 9, 3)
        assert glass.picture == inverted(bytes(upright.buffer))


def test_nobody_watches_for_longer_than_five_minutes_without_asking_again(bench):
    assert bench.result("watch", seconds=301) == {"seconds": 300}


def test_watching_ends_by_itself_and_when_told(bench):
    bench.result("watch", seconds=10)
    bench.heard()
    bench.app.board.milliseconds += 9_000
    bench.result("enter", event=0, text=SETUP)
    assert [news["events"] for _, news in bench.heard()] == [1]
    bench.app.board.milliseconds += 2_000
    bench.app.session.enter("play 3 1")
    assert bench.heard() == []
    bench.result("watch")
    bench.result("watch", seconds=0)
    bench.heard()
    bench.app.session.enter("undo")
    assert bench.heard() == []


class Spoken:
    typed_text = None

    def __init__(self):
        self.top = self

    def draw(self, canvas):
        canvas.text("Menu", 3, 2)
        canvas.text("Go on", 6, 20)


def test_who_watches_the_words_is_told_them_when_they_change_and_nobody_else(bench):
    bench.app.screen, bench.app.message = Spoken(), None
    bench.result("watch", words=True)
    assert [kind for kind, _ in bench.heard()] == ["state", "words"]
    bench.result("watch", words=True)
    assert bench.heard() == []
    bench.app.message = "The memory is full."
    bench.app.session.notify("screen")
    [(kind, words)] = bench.heard()
    assert (kind, words["title"], words["lines"]) == ("words", "", ["The memory is full."])
    bench.result("watch", words=False)
    bench.app.session.notify("screen")
    assert bench.heard() == []


def test_what_is_seldom_called_is_dropped_for_what_is_called_next_and_when_the_link_is_quiet(
    bench, monkeypatch
):
    loaded = bench.app.methods._loaded
    bench.result("info")
    assert not loaded
    for name in ("companion.file_methods", "companion.host_methods"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    bench.result("list")
    assert "companion.file_methods" in loaded
    bench.result("log")
    # a busy host gives no pause
    assert "companion.host_methods" in loaded and "companion.file_methods" not in loaded
    bench.app.methods.unload()
    assert not loaded and bench.result("list")["next"] is None
