"""The part of the desktop tool that also runs on MicroPython, in the browser.

It describes a game: its facts, its story, its table, its words. It must not import `arcana_host`.
"""
