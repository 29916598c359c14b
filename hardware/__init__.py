"""The companion's hardware: pins, circuit, parts, drawings and the enclosure.

The data is in TOML and CSV files, the drawings are SVG files. `tools` checks the data, and makes tables from
it; `enclosure` makes the printed parts. Nothing here is needed to run the
companion.
"""
