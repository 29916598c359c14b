"""`make wiring`: updates the wiring drawings and the tables of hardware/README.md and boards.md."""

from . import batteries, bootsel, breadboard, schematic, soldered, tables

DRAWINGS = (schematic, breadboard, soldered, batteries, bootsel)


def main() -> None:
    for drawing in DRAWINGS:
        drawing.FILE.parent.mkdir(exist_ok=True)
        drawing.FILE.write_text(drawing.draw(), encoding="utf-8")
    for page, wanted in tables.FILES.items():
        page.write_text(tables.with_tables(page.read_text(encoding="utf-8"), wanted), encoding="utf-8")


if __name__ == "__main__":
    main()
