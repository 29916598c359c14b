"""Change the rules in one place after the other, and see whether a hand-written test of the rules fails.

usage: python tests/mutants/run.py [--seed SEED] [WORD]...

WORD: a part of a module's path; only the mutants in these modules are tried. README.md says more.
"""

import argparse
import ast
import hashlib
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import NamedTuple

import hypothesis  # noqa: F401 (here, so that not every process takes the time)
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import String

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPORT = ROOT / "build" / "mutants.txt"
KNOWN = HERE / "README.md"

COUNT = 400
GOAL = 95
SEED = "1"
"""Of the sample whose survivors README.md lists."""

PROCESSES = 2
SECONDS = 60
"""Of the processor for one mutant; one that takes longer never ends."""
BYTES = 4 << 30

LEFT_OUT = ("device_files.py", "protocol.py", "games.py", "play_link.py", "sentences.py")
"""They are not rules, but links, the names of games and files, and words; each has tests of its own."""

# by the beginning of a module's path, the tests that must find its mutants, the fastest first. Vectors are
# not among them, nor tests in which random games only find that something is wrong, but not which rule
TESTS = {
    "shipwreck/": """rules/test_game rules/test_sources rules/test_creatures rules/test_modes
        rules/test_cards rules/test_useful_powers rules/test_events rules/test_creature
        rules/test_possible""",
    "spirit_island/": """rules/test_spirit_island rules/test_spirit_island_effects rules/test_lands
        rules/test_island rules/test_otherwise rules/test_spirit_island_scenarios
        games/test_rulings rules/test_spirit_island_facts
        rules/test_spirit_island_random::test_a_blight_card_that_does_something_at_once_says_so_when_it_turns
        rules/test_spirit_island_random::test_every_reminder_comes_at_its_moment_in_the_order_in_which_rules_are_carried_out
        rules/test_spirit_island_ravage_by_brute_force""",
    "score_pad/": "rules/test_score_pad",
    "": """rules/test_events rules/test_game
        games/test_contract::test_a_game_gives_what_the_table_says_of_it
        games/test_contract::test_no_two_games_share_the_word_of_a_setup
        games/test_contract::test_what_begins_no_game_is_refused_with_all_that_does
        games/test_contract::test_a_game_that_was_left_out_is_refused_in_a_sentence
        rules/test_modes rules/test_score_pad rules/test_spirit_island""",
}


class Mutant(NamedTuple):
    """A module with one line changed. module: its path in shared_rules. code: all of it."""

    module: str
    old: str
    new: str
    code: str

    def __str__(self):
        return f"`{self.module}`: `{self.old}` → `{self.new}`"


class TableNumber(Operator):
    """Raises a number in a text by 1, as many rules are rows of a table in a text."""

    @staticmethod
    def _numbers(node):
        is_docstring = node.type == "string" and node.parent.type == "simple_stmt"
        if not isinstance(node, String) or is_docstring:
            return []
        return list(re.finditer(r"(?<![\\\w])\d+", node.value))

    def mutation_positions(self, node):
        for number in self._numbers(node):
            above = node.value[: number.start()].split("\n")
            line = node.start_pos[0] + len(above) - 1
            column = len(above[-1]) + (node.start_pos[1] if len(above) == 1 else 0)
            yield (line, column), (line, column + len(number[0]))

    def mutate(self, node, index):
        number = self._numbers(node)[index]
        node.value = f"{node.value[: number.start()]}{int(number[0]) + 1}{node.value[number.end() :]}"
        return node

    @classmethod
    def examples(cls):
        return ()


def operators():
    """Return [(family, operator)], TableNumber and those of cosmic-ray that need no arguments.

    `==` doesn't become `is`: whether that makes a difference is an accident of the interpreter.
    """
    found = [("TableNumber", TableNumber())]
    for name in operator_names():
        name_only = name.split("/")[1]
        if not re.match("Variable|.*Eq_Is", name_only):
            family = re.match(r"Replace(?:Binary|Comparison|Unary)Operator|\w+", name_only)[0]
            found.append((family, get_operator(name)()))
    return found


def for_the_type_checker(code):
    """Return [(first, last)] in (line, column) of what only the type checker reads."""
    spans = []
    for node in ast.walk(ast.parse(code)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.If) and isinstance(node.test, ast.Constant):
            parts.append(node)
        spans += [
            ((part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)) for part in parts if part
        ]
    return spans


def changes(code):
    """Yield (family, (line, column), a callable that returns the changed code) for the operators' changes."""
    nodes = list(ast_nodes(get_ast(code)))
    for family, operator in operators():
        found = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, start in enumerate(found):
            yield family, start, partial(mutate_code, code, operator, occurrence)


def places(module, code, seed):
    """Return [(rank, [callable])], all ways to mutate each place of a module.

    The rank is random, but the same as long as the line with the place stays as it is.
    """
    lines = code.split("\n")
    spans = for_the_type_checker(code)
    ways = defaultdict(list)
    for family, start, way in changes(code):
        if not any(first <= start < last for first, last in spans):
            ways[family, start].append(way)
    alike = Counter()
    ranked = []
    for (family, start), choices in ways.items():
        words = (seed, module, family, lines[start[0] - 1].strip())
        alike[words] += 1
        ranked.append((hashlib.sha256(repr((*words, alike[words])).encode()).hexdigest(), choices))
    return ranked


def mutant_of(module, code, rank, choices):
    """Return the Mutant of a place, one of the ways to mutate it."""
    changed = choices[int(rank[:8], 16) % len(choices)]()
    for old, new in zip(code.split("\n"), changed.split("\n"), strict=False):
        if old != new:
            new = new if code.count("\n") == changed.count("\n") else ""
            return Mutant(module, *(" ".join(line.split()) for line in (old, new)), changed)
    raise AssertionError(f"{module}: {choices} change nothing")


def sample(seed):
    """Return COUNT mutants.

    A module has as large a share of them as of the places that can be mutated.
    """
    found = []
    for path in sorted((ROOT / "shared_rules").rglob("*.py")):
        module = path.relative_to(ROOT / "shared_rules").as_posix()
        if path.name not in LEFT_OUT:
            code = path.read_text()
            found += [(rank, module, code, choices) for rank, choices in places(module, code, seed)]
    found.sort(key=lambda place: place[0])
    return [mutant_of(module, code, rank, choices) for rank, module, code, choices in found[:COUNT]]


class FirstFailure:
    """A plugin of pytest that remembers the first test that failed."""

    name = None

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.name = self.name or report.nodeid

    def pytest_collectreport(self, report):
        if report.failed:
            self.name = self.name or f"{report.nodeid} (import)"


def _too_long(*_):
    raise KeyboardInterrupt


def killer_of(mutant):
    """Return the test that fails with a mutant, None if none does. It takes a process of its own."""
    words = next(words for beginning, words in TESTS.items() if mutant.module.startswith(beginning))
    with tempfile.TemporaryDirectory() as folder:
        for path in ROOT.iterdir():
            if path.name not in ("shared_rules", ".hypothesis"):
                (Path(folder) / path.name).symlink_to(path)
        shutil.copytree(ROOT / "shared_rules", Path(folder, "shared_rules"))
        mutated = Path(folder, "shared_rules", mutant.module)
        mutated.write_text(mutant.code)
        # older than what was compiled
        os.utime(mutated, (1, 1))
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        first = FirstFailure()
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        options = "-x -q -p no:cacheprovider -p no:xdist --hypothesis-seed=0"
        files = [word.partition("::") for word in words.split()]
        tests = [f"tests/{file}.py{colons}{test}" for file, colons, test in files]
        tests.append(f"shared_rules/{mutant.module}")
        status = pytest.main([*options.split(), *tests], plugins=[first])
        os.chdir(ROOT)
    if status == pytest.ExitCode.INTERRUPTED and not first.name:
        return "(it never ends)"
    return first.name or (None if status == 0 else f"(pytest ends with {status!r})")


def try_one(mutant):
    return mutant, killer_of(mutant)


def known_survivors():
    """Return {mutant as a text: "equivalent" or "survivors"} as README.md lists them."""
    known, heading = {}, ""
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].lower()
        elif line.startswith("- "):
            known[line[2:]] = heading
    return known


def main(words):
    """Try the sample, write build/mutants.txt, print what README.md does not list; return the exit status."""
    parser = argparse.ArgumentParser(description="Try mutants of the rules.")
    parser.add_argument("--seed", default=SEED, help="of another sample than that of README.md")
    parser.add_argument("word", nargs="*", help="a part of the paths of the modules to try")
    given = parser.parse_args(words)
    mutants = [
        mutant
        for mutant in sample(given.seed)
        if not given.word or any(word in mutant.module for word in given.word)
    ]
    for file, _, test in [word.partition("::") for words in TESTS.values() for word in words.split()]:
        assert f"def {test}" in (ROOT / f"tests/{file}.py").read_text(), (
            f"TESTS names {test}, which is not there"
        )
    known = known_survivors()
    survivors, surprises = [], 0
    REPORT.parent.mkdir(exist_ok=True)
    context = multiprocessing.get_context("fork")
    with REPORT.open("w", encoding="utf-8") as report, context.Pool(PROCESSES, maxtasksperchild=1) as pool:
        for mutant, killer in pool.imap(try_one, mutants, 1):
            print(f"{mutant}: {killer or 'survives'}", file=report, flush=True)
            if not killer:
                survivors.append(str(mutant))
            if (killer is None) != (str(mutant) in known):
                surprises += 1
                print(f"{mutant}: {f'listed, but killed by {killer}' if killer else 'survives'}", flush=True)
    equivalent = len([mutant for mutant in survivors if known.get(mutant) == "equivalent"])
    killed, able = len(mutants) - len(survivors), len(mutants) - equivalent
    print(f"{len(mutants)} mutants, {equivalent} equivalent; {killed} of {able} killed: {killed / able:.1%}.")
    return 1 if surprises or 100 * killed < GOAL * able else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
