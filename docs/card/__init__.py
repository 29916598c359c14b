"""The reference card to print: one page, in every language of the companion, as PDF and SVG.

`words` has its sentences, `signs` its pictures; `page` sets text on paper, `sheet` lays the page out. Texts
of the device are taken from the device, so that the card can't contradict it.
"""
