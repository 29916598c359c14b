"""The screens that belong to no game, and what the screens of any game are made of.

A screen draws itself on a Canvas and answers presses; it has no I/O of its own and knows the device only as
`app`: `app.session`, `app.settings`, `app.board`, `app.journal`, `app.game_package` (the package of the game
that is played), `app.say(sentence)`, `app.refresh()`. The `Stack` is the one screen that holds all others.
"""
