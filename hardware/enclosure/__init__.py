"""The printable enclosure of the reference build. It must not know the circuit, the firmware or the host.

`dimensions` has every measure, `printed_parts` makes the printed parts of them and `components` what goes
inside, `assembly` puts all in its place, `pictures` draws it. Lengths are millimetres. In the assembled
companion x goes to the right, y up along the panel and z out of it, from the middle of the panel module and
the bottom of the base.
"""
