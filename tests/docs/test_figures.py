"""The page of figures: it names the goals that the benches have, and figures come into it."""

from pathlib import Path

from bench import figures

PAGE = Path(__file__).resolve().parents[2] / "docs" / "figures.md"


def rows(page, bench):
    return figures.tables(page.read_text(encoding="utf-8")).get(figures.BENCH + bench, [])


def test_the_page_has_the_goals_of_the_benches():
    for bench, goals in figures.GOALS.items():
        there = {what: goal for what, _, _, goal in rows(PAGE, bench) if goal}
        assert there == {what: str(goal) for what, goal in goals.items()}


def test_a_figure_is_held_against_its_goal(monkeypatch):
    monkeypatch.setattr(figures, "_noted", {})
    assert figures.note("link", "nothing changed", 1.6, with_misses=2.0)
    assert not figures.note("link", "one changed file", 3.0)
    assert not figures.note("memory", "the largest free block, middle of a game", 8.0)
    assert figures.note("memory", "the largest free block, middle of a game", 7.9)
    assert not figures.note("link", "something else", 1e9)


def test_a_figure_without_a_goal_has_a_unit_of_its_own(tmp_path, monkeypatch):
    page = tmp_path / "figures.md"
    monkeypatch.setattr(figures, "_noted", {})
    block = "the largest free block, middle of a game, MicroPython 1.24"
    figures.note("memory", block, 4.6)
    figures.note("memory", "folders on the device", 13)
    figures.note("pico", "each event more of the running game", 4.0, with_misses=6.9)
    figures.write(page)
    assert rows(page, "memory")[:2] == [
        (block, "4.6 KB", "", ""),
        ("folders on the device", "13 folders", "", str(figures.GOALS["memory"]["folders on the device"])),
    ]
    assert rows(page, "pico")[0] == ("each event more of the running game", "4.0 ms", "6.9 ms", "")


def test_long_tests_replace_their_own_figures_alone(tmp_path, monkeypatch):
    page = tmp_path / "figures.md"
    for lines in (
        ["game: 12 cuts, 3 torn\n", "game: 7 cuts, 2 torn\n", "40 of 211 different flashes started\n"],
        ["2500 presses, none lost\n", "game: 9 cuts, 1 torn\n", "9 passed in 5 s\n"],
    ):
        monkeypatch.setattr(figures, "_noted", {})
        figures.take(lines)
        figures.write(page)
    there = figures.tables(page.read_text())["pytest --soak -rP tests/pico tests/wasm"]
    assert there == [
        ("40 of 211 different flashes started", "all recovered", "", ""),
        ("2500 presses", "none lost", "", ""),
        ("game: 9 cuts", "1 torn", "", ""),
    ]


def test_a_bench_that_did_not_run_keeps_its_figures(tmp_path, monkeypatch):
    page = tmp_path / "figures.md"
    for bench, figure in (("presses", "5"), ("waits", "7 s")):
        monkeypatch.setattr(figures, "_noted", {})
        figures.note(bench, "all", figure)
        figures.write(page)
    assert rows(page, "presses") == [("all", "5", "", "")] and rows(page, "waits") == [("all", "7 s", "", "")]
