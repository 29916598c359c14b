"""The companion's hardware: pins, circuit, parts, drawings and the enclosure.

The data is in TOML and CSV files. `tools` checks it, and makes drawings and tables from it; `enclosure` makes
the printed parts. Nothing here is needed to run the companion.
"""
