"""The reference card to print: one page, in every language of the companion, as PDF and SVG.

`words` has its sentences, `signs` its pictures, `page` says how text is set on paper, `sheet` what stands
where. What the device says or shows is taken from the device, so that the card can't say anything else.
"""
