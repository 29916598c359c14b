"""`make wiring`: updates the tables of hardware/README.md and boards.md."""

from . import tables

if __name__ == "__main__":
    for page, wanted in tables.FILES.items():
        page.write_text(tables.with_tables(page.read_text(encoding="utf-8"), wanted), encoding="utf-8")
