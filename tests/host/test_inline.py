"""What is compiled for a Pico has the values of constants in place of their names."""

import pytest
from arcana_host.install.inline import inline

SIZES = "from micropython import const\nWIDE = const(30)\nLEFT, RIGHT = range(2)\nBACK = 'back'\n"


def test_a_constant_is_its_value_in_every_module_and_nowhere_a_name():
    new = inline(
        {
            "box.sizes": SIZES,
            "box.two": "from box.sizes import WIDE, RIGHT, open\ndef say():\n    return WIDE * RIGHT\n",
            "box.three": "from box import sizes\nprint(sizes.LEFT, sizes.BACK, sizes.WIDE - 40)\n",
            "box.four": "from box.sizes import WIDE\nHALF = (WIDE - 40) * 3\nTALL = [HALF]\n",
            "box.five": "from box.sizes import WIDE\nLESS = -WIDE\nENDING = '.card'\nprint(LESS, ENDING)\n",
        }
    )
    assert new["box.sizes"] == "from micropython import const\npass\npass\npass\n"
    assert new["box.two"] == "from box.sizes import open\ndef say():\n    return 30 * 1\n"
    assert new["box.three"] == "from box import sizes\nprint(0, 'back', 30 - 40)\n"
    assert new["box.four"] == "pass\npass\nTALL = [(-30)]\n"
    assert new["box.five"] == "pass\npass\npass\nprint((-30), '.card')\n"


@pytest.mark.parametrize(
    "asking",
    [
        "from box import sizes\nprint(getattr(sizes, 'WIDE'))\n",
        "def width(pins):\n    return pins.WIDE\n",
        "from box.sizes import WIDE\nprint(f'{WIDE}')\n",
        "from box.again import WIDE\nprint(WIDE)\n",
    ],
)
def test_the_definition_of_a_constant_stays_where_something_may_ask_for_it(asking):
    again = "from box.sizes import WIDE\n"
    new = inline({"box.sizes": SIZES, "box.again": again, "box.asking": asking})
    assert new["box.asking"] == asking
    assert "WIDE = const(30)" in new["box.sizes"] or new["box.again"] == again


@pytest.mark.parametrize(
    "source",
    [
        "COUNT = 1\ndef more():\n    global COUNT\n    COUNT += 1\n",
        "COUNT = 1\nCOUNT = 2\n",
        "COUNT = [1]\n",
        "COUNT = 1.5\n",
        "COUNT = -1.5\n",
        "COUNT = 'log.txt.old'\n",
        "COUNT = 'a text that is longer than most names are'\n",
        "COUNT = other = 1\n",
        "class Row:\n    COUNT = 1\n",
        "COUNT = 1\ndef say(COUNT):\n    pass\n",
    ],
)
def test_what_is_no_constant_stays(source):
    asking = "from box.one import COUNT\nprint(COUNT)\n"
    assert inline({"box.one": source, "box.two": asking}) == {"box.one": source, "box.two": asking}


def test_a_module_without_a_package_keeps_what_others_rely_on():
    given = {"starter": "PLACE = 'a'\nprint(PLACE)\n", "damaged": "PLACE = 1\n"}
    assert inline(given) == given
    assert inline({**given, "damaged": "PLACE = (\n"})["damaged"] == "PLACE = (\n"


def test_an_import_over_several_lines_leaves_their_numbers():
    two = "from box.sizes import (\n    LEFT,\n    open,\n)\nprint(LEFT)\n"
    assert inline({"box.sizes": SIZES, "box.two": two})["box.two"] == (
        "from box.sizes import open\n\n\n\nprint(0)\n"
    )
