"""What is compiled for a Pico has names that MicroPython knows, in place of the short ones."""

from arcana_host.install.known_names import KNOWN, with_known_names


def test_a_name_of_several_modules_is_the_same_known_one_and_none_that_stands_anywhere():
    given = {
        "box.one": "def _b0():\n    return abs(1)\n",
        "box.two": "from box.one import _b0\nprint(_b0(), 'all', thing._a0)\n",
        "box.any": "",
    }
    new = with_known_names(given)
    shared = new["box.one"].split("def ")[1].split("(")[0]
    assert shared in KNOWN and shared not in ("abs", "all", "any", "print")
    own = new["box.two"].rpartition("thing.")[2].rstrip(")\n")
    assert own in KNOWN and own not in ("abs", "all", "any", "print", shared)
    assert new["box.two"] == f"from box.one import {shared}\nprint({shared}(), 'all', thing.{own})\n"


def test_a_name_of_one_module_is_one_that_it_does_not_have_and_no_text():
    used = ", ".join(KNOWN[:-2])
    one, text = f"_0 = _1 = _2 = 3\nprint({used})\n", f"'{KNOWN[0]}'\n"
    new = with_known_names({"one": one, "two": "_0 = 1\n", "three": text})
    assert new["one"].split("\n")[0] == f"{KNOWN[-2]} = {KNOWN[-1]} = _2 = 3"
    assert new["two"] == f"{KNOWN[1]} = 1\n"


def test_what_has_no_short_name_stays_as_it_is():
    given = {"one": "_name, __a0__, b_0 = 1, 2, 3\n", "damaged": "_name = (\n"}
    assert with_known_names(given) == given
