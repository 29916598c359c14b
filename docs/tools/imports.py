"""Draws which part of the code imports which, from the imports themselves.

    python -m docs.tools.imports

writes docs/pictures/imports-host.svg and docs/pictures/imports-device.svg. Each part is a package, or a
module outside all packages; the packages of the games count as a single part. An arrow is not drawn if other
arrows lead to the same part by way of a third part.
"""

import ast
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from functools import cache
from pathlib import Path

from docs.tools.firmware import ROOT
from hardware.tools.svg import Drawing

FOLDER = ROOT / "docs" / "pictures"
_HOST = ("arcana_host", "arcana_portable", "shipwreck_coach")
SOURCES = {**dict.fromkeys(_HOST, ROOT / "host"), "companion": ROOT / "firmware", "shared_rules": ROOT}
DRAWINGS = {"host": "arcana_host", "device": "companion"}

Arrows = dict[str, set[str]]

_GAMES = {path.name for path in (ROOT / "shared_rules").iterdir() if (path / "game.py").is_file()}
_BASE, _RULES, _GAME = "shared_rules", "the rules of a game", "games/<game>"
_PACKAGES = {_BASE, _RULES, _GAME} | {
    path.parent.name
    for package, folder in SOURCES.items()
    for path in (folder / package).glob("*/__init__.py")
}
_MANY = 4
_WIDTH, _HEIGHT, _APART, _BELOW = 122, 24, 12, 44
_INK, _GOLD = "#2f5866", "#f4e7c6"


def part_of(module: str) -> str:
    """Return the part to which a module belongs, such as "link" for `arcana_host.link.device`."""
    package, *names = module.split(".")
    if package in _HOST[1:]:
        return package
    for name in names:
        if name in _GAMES:
            return _RULES if package == _BASE else _GAME
    if package == _BASE:
        return package
    return names[0] if names else package


def modules(*packages: Path) -> dict[str, Path]:
    """Return {name, as it is imported: path} of all modules in these folders."""
    found = {}
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def runs(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node's descendants that are run, without code for the type checker only."""
    for child in ast.iter_child_nodes(node):
        # `if False:` or `if TYPE_CHECKING:`
        if not (isinstance(child, ast.If) and ast.unparse(child.test) in ("False", "TYPE_CHECKING")):
            yield child
            yield from runs(child)


def imports(path: Path, known: Container[str] = (), at_the_top: bool = False, package: str = "") -> set[str]:
    """Return the names of the modules that a module imports, names in `known` exactly as they stand there.

    package: the name of its package, from which relative imports start.
    """
    tree = parsed(path)
    return imported(tree.body if at_the_top else runs(tree), known, package)


def imported(nodes: Iterable[ast.AST], known: Container[str] = (), package: str = "") -> set[str]:
    """Return the names of the modules that these nodes import, as `imports` does."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = ".".join(filter(None, (package if node.level else "", node.module)))
            whole = [f"{source}.{alias.name}" for alias in node.names]
            found |= {name if name in known else source for name in whole}
    return found


def arrows(package: str) -> Arrows:
    """Return {part: the parts that it imports} of a package and of the rules."""
    known = modules(*[SOURCES[each] / each for each in (*(_HOST if package in _HOST else (package,)), _BASE)])
    found: Arrows = {}
    for name, path in known.items():
        part = part_of(name)
        found.setdefault(part, set())
        within = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for target in imports(path, known, package=within):
            if target in known:
                found[part].add(part_of(target))
        found[part].discard(part)
    return found


def split(found: Arrows) -> tuple[Arrows, list[str]]:
    """Return the arrows except to modules that many use and that use no package, and these modules' names."""
    uses = Counter(target for targets in found.values() for target in targets)
    basics = {
        part
        for part in found.keys() - _PACKAGES
        if uses[part] >= _MANY and not _reached(found, part) & _PACKAGES - {_BASE}
    }
    return {part: found[part] - basics for part in found if part not in basics}, sorted(basics)


def reduced(found: Arrows) -> Arrows:
    """Return the arrows without the arrows that a longer way replaces."""
    return {
        part: {to for to in targets if not any(to in _reached(found, other) for other in targets - {to})}
        for part, targets in found.items()
    }


def _reached(found: Arrows, part: str) -> set[str]:
    return {part}.union(*(_reached(found, target) for target in found[part]))


def rows(found: Arrows) -> list[list[str]]:
    """Return the parts row by row: each above all that it imports. Raises RecursionError for a circle."""

    def height(part: str) -> int:
        return 1 + max(map(height, found[part]), default=-1)

    heights = {part: height(part) for part in found}
    return [
        sorted(part for part in found if heights[part] == row) for row in range(max(heights.values()), -1, -1)
    ]


def _ordered(lines: list[list[str]], found: Arrows) -> list[list[str]]:
    """Return the rows with each part near the parts that import it."""
    done = [lines[0]]
    for line in lines[1:]:
        above = {part: place / max(1, len(row) - 1) for row in done for place, part in enumerate(row)}

        def place(part: str, above: dict[str, float] = above) -> float:
            places = [above[user] for user in above if part in found[user]]
            return sum(places) / len(places) if places else 0.5

        done.append(sorted(line, key=place))
    return done


def drawing(package: str) -> Drawing:
    """Return the drawing of a package."""
    found, basics = split(arrows(package))
    found = reduced(found)
    lines = _ordered(rows(found), found)
    width = max(map(len, lines)) * (_WIDTH + _APART) + _APART
    height = len(lines) * (_HEIGHT + _BELOW)
    drawn = Drawing(width, height, f"Which part of {package} imports which")
    middles = {}
    for number, line in enumerate(lines):
        space = width / len(line)
        for place, part in enumerate(line):
            middles[part] = (space * (place + 0.5), _APART + number * (_HEIGHT + _BELOW))
    for part, (x, y) in middles.items():
        for target in sorted(found[part]):
            to, top = middles[target]
            drawn.path([(x, y + _HEIGHT), (to, top - 3)], stroke=_INK, stroke_width=1.2, opacity=0.6)
            drawn.circle((to, top - 3), 2.5, fill=_INK)
    for part, (x, y) in middles.items():
        rule = part in (_BASE, _RULES)
        drawn.rect((x - _WIDTH / 2, y), _WIDTH, _HEIGHT, rx=4, fill=_GOLD if rule else "#fff", stroke=_INK)
        drawn.text((x, y + 16), part, 11, text_anchor="middle", fill=_INK)
    drawn.text((_APART, height - 14), "Many also import: " + ", ".join(basics), 11, fill=_INK)
    return drawn


if __name__ == "__main__":
    for name, package in DRAWINGS.items():
        (FOLDER / f"imports-{name}.svg").write_text(str(drawing(package)), encoding="utf-8")
