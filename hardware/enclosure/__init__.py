"""The printed enclosure of the reference build. It must not know the circuit, the firmware or the host.

`dimensions` has the dimensions that a maker may want to change, and `boards` the dimensions for each board.
From them, `printed_parts` makes the parts to print, and `components` simple bodies of the contents;
`assembly` puts everything together. `export` writes files for printers, `checks` finds misfits and
unprintable shapes, and `pictures` draws the pictures of the assembly guide with `renderer`.

Lengths are in millimetres. Parts are made where they are in the companion, in the coordinates of the base:
x points to the right, y up along the panel, z out of the panel. x and y start at the middle of the panel
module, z at the bottom of the base. Only the stand is made as it is on the table, where z points up from the
tabletop; `assembly` tilts everything else onto it.
"""
