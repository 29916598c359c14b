"""What the companion is made of: pins, circuit, parts, drawings and the enclosure.

Data lies here as TOML and CSV; `tools` checks it and makes drawings and tables of it, `enclosure` the printed
parts. Nothing here is needed to run the companion.
"""
