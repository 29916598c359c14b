"""What is compiled for a Pico asks objects for the same as the source, by shorter names."""

import ast
import re

import pytest
from arcana_host.install.attributes import short_attributes
from host.test_shorten import sources

BASE = "class Screen:\n    def __init__(self):\n        self._base = 1\n"
HEIR = "from shelf import screen\nclass Heir(screen.Screen):\n    def __init__(self):\n        self.own = 2\n"
ONE = "class One:\n    size = 1\n    twice = size\n    def lift(self, size=size):\n        self.high = size\n"


def short(**sources):
    new = short_attributes({f"shelf.{name}": source for name, source in sources.items()})
    return {name.partition(".")[2]: source for name, source in new.items()}


def attributes(source):
    return {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}


def names(source):
    return set(re.findall(r"\w+", source))


def test_only_attributes_change_and_they_do_wherever_they_are_asked_for():
    new = short(one=ONE, two="def lift_all(things, high):\n    return [each.high for each in things]\n")
    size, twice, lift = (line.split("def ")[-1].split("(")[0].strip() for line in new["one"].split("\n")[1:4])
    size, twice = size.split(" ")[0], twice.split(" ")[0]
    (high,) = attributes(new["two"])
    assert len({size, twice, lift, high, "size", "twice", "lift", "high"}) == 8
    assert new["one"] == (
        f"class One:\n    {size} = 1\n    {twice} = {size}\n"
        f"    def {lift}(self, size={size}):\n        self.{high} = size\n"
    )
    assert new["two"] == f"def lift_all(things, high):\n    return [each.{high} for each in things]\n"


def test_an_heirs_attributes_differ_from_those_it_inherits_and_siblings_share_theirs():
    new = short(screen=BASE, menu=HEIR, list=HEIR.replace("own", "other"))
    base, menu, other = (attributes(new[name]) - {"Screen"} for name in ("screen", "menu", "list"))
    assert base != menu == other


def test_what_an_object_gets_from_outside_differs_from_all_others():
    far = "class Far:\n    def __init__(self):\n        self.distance = 3\n"
    give = "def give(thing):\n    thing.distance = 4\n"
    apart, given = short(one=ONE, two=far), short(one=ONE, two=far, three=give)
    assert attributes(apart["two"]) < names(apart["one"])
    assert attributes(given["two"]).isdisjoint(names(given["one"]))


@pytest.mark.parametrize(
    "other",
    [
        "print('lift')\n",
        "def lift():\n    pass\n",
        "from shelf.any import lift\n",
        "print(f'{thing.lift}')\n",
    ],
)
def test_what_is_more_than_an_attribute_stays(other):
    assert "def lift(self" in short(one=ONE, other=other)["one"]


def test_what_a_module_without_a_package_asks_for_stays():
    new = short_attributes({"shelf.one": ONE, "main": "thing.lift()\n"})
    assert "def lift(self" in new["shelf.one"] and new["main"] == "thing.lift()\n"


def test_what_objects_of_python_have_stays():
    source = "class One:\n    def append(self, pixel):\n        self.pixel = self.read = pixel\n"
    assert short(one=source)["one"] == source


def test_an_attribute_that_a_text_is_completed_to_stays():
    going = "class A:\n    def go(self, to):\n        getattr(self, '_go_' + to)()\n"
    new = short(one=going + "    def _go_up(self):\n        self._gone = 1\n")["one"]
    assert "_go_up" in new and "_gone" not in new


def test_a_module_that_does_not_compile_stays_for_the_compiler_to_tell():
    given = {"shelf.one": "def (\n"}
    assert short_attributes(given) == given


def test_no_class_has_several_bases_as_its_objects_would_share_attributes():
    several = [
        (path, node.name)
        for path, source in sources().items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and len(node.bases) > 1
    ]
    assert several == []


def test_no_two_attributes_of_the_companion_that_one_class_has_become_one():
    new = short_attributes(sources())
    for name, source in sources().items():
        for before, after in zip(_classes(source), _classes(new[name]), strict=True):
            assert len(before) == len(after), name


def _classes(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            inside = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
            yield {part.attr for part in inside if getattr(part.value, "id", "") == "self"}
