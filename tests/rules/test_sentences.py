"""The sentences of refusals: each key that the rules name has one, and only who wants to see it reads it."""

import ast
import sys
from pathlib import Path

import pytest

import shared_rules
from shared_rules import games
from shared_rules.errors import RuleError
from shared_rules.shipwreck import Game
from shared_rules.shipwreck.cards import Refusal

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
GAMES = pytest.mark.parametrize("name", games.NAMES)


def keys_of(name):
    sentences = __import__(f"shared_rules.{name}.sentences", fromlist=["SENTENCES"])
    return [line.split("=")[0] for line in sentences.SENTENCES.split("\n") if line and line[0] != "#"]


def texts_in_the_rules(name):
    """Every text in the code of the rules but for the sentences themselves."""
    for path in (Path(shared_rules.__file__).parent / name).rglob("*.py"):
        if path.name != "sentences.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


@GAMES
def test_every_sentence_is_named_once_and_somebody_says_it(name):
    keys = keys_of(name)
    assert len(set(keys)) == len(keys)
    assert set(keys) <= set(texts_in_the_rules(name))


def keys_that_are_refused(name):
    for path in (Path(shared_rules.__file__).parent / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"Refusal": 0, "_tells_nothing": 2}.get(node.func.id)
                if at is not None:
                    for part in ast.walk(node.args[at]):
                        # a number is what a condition asks, no key
                        if isinstance(part, ast.Constant) and not isinstance(part.value, int):
                            yield part.value


@GAMES
def test_every_key_that_the_rules_name_has_a_sentence(name):
    named = set(keys_that_are_refused(name))
    assert named
    assert named <= set(keys_of(name))


def test_a_key_without_a_sentence_is_nobodys_sentence():
    with pytest.raises(KeyError):
        str(Refusal("no-such-key"))


def test_what_somebody_typed_is_said_as_it_is():
    with pytest.raises(RuleError, match=r"^'100%s{card}' is not an event\.$"):
        Game.replay([SETUP, "100%s{card} 3"])


def test_who_asks_what_may_happen_reads_no_sentence(monkeypatch):
    game = Game.replay([SETUP])
    monkeypatch.delitem(sys.modules, "shared_rules.shipwreck.sentences", raising=False)
    assert "play 4 1" in list(game.legal_actions()) and not game.may("play 4 0")
    assert "shared_rules.shipwreck.sentences" not in sys.modules
    assert game.why_not("play 4 0") == "With a 4 there is always a card of the row to play on."
    assert "shared_rules.shipwreck.sentences" in sys.modules
