"""The drawing of a sequence diagram: who stands where, and that nothing is left out in silence."""

import re

import pytest

from docs.tools.sequence import SequenceError, draw

DIAGRAM = """
sequenceDiagram
    participant A as Ann
    participant B
    A->>B: play & tell
    Note over B: thinks
    B-->>A: yes
"""


def test_every_word_is_drawn():
    assert re.findall(r"<text[^>]*>([^<]+)", draw(DIAGRAM)) == [
        "Ann",
        "B",
        "play &amp; tell",
        "thinks",
        "yes",
    ]


def test_an_answer_goes_back_and_is_dashed():
    there, back = re.findall(r'<path class="arrow( later)?" d="M(\d+),\d+ H(\d+)"', draw(DIAGRAM))
    assert there[0] == "" and int(there[1]) < int(there[2])
    assert back[0] == " later" and int(back[1]) > int(back[2])


def test_a_long_word_pushes_its_participants_apart():
    def apart(text):
        lives = re.findall(r'class="life" x1="(\d+)"', draw(DIAGRAM.replace("yes", text)))
        return int(lives[1]) - int(lives[0])

    assert apart("yes, and a good deal more than that") > apart("yes")


@pytest.mark.parametrize(
    "line", ["loop every turn", "A->>C: hello", "A->>A: thinks", "A-xB: lost", "Note over C: nobody", "pie"]
)
def test_a_line_that_is_not_known_is_refused(line):
    with pytest.raises(SequenceError, match=re.escape(line)):
        draw(DIAGRAM + line)
    with pytest.raises(SequenceError):
        draw(line)
