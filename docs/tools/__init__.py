"""The sources of the pages besides their text: framed pictures, the commands, the card, the animation.

It may use the firmware's pictures and the host's command line; nothing else in the project may know it.
"""
