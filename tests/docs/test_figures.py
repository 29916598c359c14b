"""How the figures of benches and long tests come into their page."""

from bench import figures


def rows(page):
    return [line for line in page.read_text().split("\n") if line.startswith("| ") and "---" not in line]


def test_long_tests_replace_their_own_figures_alone(tmp_path, monkeypatch):
    page = tmp_path / "figures.md"
    for lines in (
        ["game: 12 cuts, 3 torn\n", "game: 7 cuts, 2 torn\n", "40 of 211 different flashes started\n"],
        ["2500 presses, none lost\n", "game: 9 cuts, 1 torn\n", "9 passed in 5 s\n"],
    ):
        monkeypatch.setattr(figures, "_noted", {})
        figures.take(lines)
        figures.write(page)
    assert [row for row in rows(page) if row != "| | figure | goal |"] == [
        "| 40 of 211 different flashes started | all recovered |  |",
        "| 2500 presses | none lost |  |",
        "| game: 9 cuts | 1 torn |  |",
    ]


def test_a_bench_that_did_not_run_keeps_its_figures(tmp_path, monkeypatch):
    page = tmp_path / "figures.md"
    for bench, figure in (("heap", "104 KB"), ("flash", "7 s")):
        monkeypatch.setattr(figures, "_noted", {})
        figures.note(bench, "all", "", figure)
        figures.write(page)
    assert "| all | 104 KB |  |" in rows(page) and "| all | 7 s |  |" in rows(page)
