"""The device's end of the link on the MicroPython virtual machine: the same answers as on CPython."""

import random
from pathlib import Path

from link.bench import SETUP
from link.scene import play
from vm import COMPANION, RULES, needs_vm, on_vm

from shared_rules import protocol

HERE = Path(__file__).resolve().parent

pytestmark = needs_vm

REQUESTS = [
    ("enter", {"event": 0, "text": SETUP}),
    ("enter", {"event": 0, "text": SETUP}),
    ("enter", {"event": 1, "text": "play 3 1"}),
    ("enter", {"event": 1, "text": "play 3 1"}),
    ("enter", {"event": 1, "text": "play 4 1"}),
    ("enter", {"event": 2, "text": "fly \x7f"}),
    ("scratch", {"number": 0, "text": SETUP, "state": True}),
    ("scratch", {"number": 1, "text": "play 7 1", "state": True}),
    ("scratch", {"number": 0, "text": "close"}),
    ("settings", {"set": {"language": "de"}}),
    ("settings", {"set": {"language": 3}}),
    ("clock", {"set": "2026-11-21 20:15:00"}),
    ("clock", {"set": "soon"}),
    ("press", {"button": "a", "number": 0}),
    ("press", {"button": "a", "number": 0}),
    ("confirm", {"game": "0badcafe", "events": 3}),
    ("events", {"game": "0badcafe"}),
    ("creature", {"text": "1:Crab:3x7"}),
    ("creature", {"text": "1:Crab:3x7"}),
    ("creature", {"text": "1:Crab:2x7"}),
    ("creature", {"text": "2:Eel:run4&sum=15"}),
    ("creature", {"text": "1:Crab:3x7", "remove": True}),
    ("creatures", {}),
    ("self_test", {}),
    ("log", {"first": True}),
    ("fly", {}),
]


def chunks():
    dice = random.Random(7)
    sent = []
    for id, (method, params) in enumerate(REQUESTS):
        line = protocol.encode(protocol.request(id, method, params))
        garbage = bytes(dice.randrange(256) for _ in range(dice.randrange(400)))
        sent += [garbage, b"x" * 3000, b"\n", line[: dice.randrange(len(line) - 1)] + b"\n", line]
    return [chunk.decode("latin-1") for chunk in sent]


def messages(lines):
    """Return what lines say; of an error that names no request, only the code."""
    found = [protocol.decode(line) for line in lines]
    return [message if message.get("id") is not None else message["error"]["code"] for message in found]


def test_micropython_answers_as_cpython_does(tmp_path):
    sent = chunks()
    there = messages(line.encode() for line in on_vm(HERE / "scene.py", RULES, COMPANION, HERE, value=sent))
    assert there == messages(play(sent, str(tmp_path)).splitlines())
    assert [message["id"] for message in there if isinstance(message, dict)] == list(range(len(REQUESTS)))
