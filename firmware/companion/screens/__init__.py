"""The screens that belong to no game, and the building blocks for the screens of any game.

A screen draws itself on a Canvas and handles presses; it does no I/O of its own and knows the device only as
`app`: `app.session`, `app.settings`, `app.board`, `app.journal`, `app.game_package` (the package of the game
that is played), `app.say(sentence)`, `app.refresh()`. The `Stack` is a screen that contains all others.
"""
