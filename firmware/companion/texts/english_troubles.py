"""What goes wrong with the flash and the buttons, as players and hosts read it: a key, "=", the sentence."""

TROUBLES = """
no-game=There is no game %s on this device.
no-file=This game is no longer on the device; perhaps a computer has fetched it.
running=A game is still running: finish it or stop it first.
unfinished=Game %s is not finished; it stays on the device.
other-length=Game %s has %d lines, not %d; it stays on the device.
other-lines=Game %s differs from the computer's copy; it stays on the device.
damaged=Game %s is damaged. Its file was kept as games/%s, and a new game can begin.
damaged-there=Game %s is damaged, and its file could not be moved. A new game can begin.
damaged-runs=The file of game %s is damaged. The game goes on, but it can't be fetched.
no-number=The numbers for games have run out: fetch the games with `arcana sync`, then a new one can begin.
no-folder=What lay in the place of the games was kept as %s. There are no games now.
full=The memory is full, so this was not entered. Fetch the games with `arcana sync`.
failed=The flash did not take this, so it was not entered (%r).
no-room=The memory is full: fetch the games with `arcana sync`. No new game can start until then.
little-room=The memory is nearly full (%d KB left): fetch the games with `arcana sync`.
unkept=The memory takes nothing more. The game goes on, but what you enter now is lost when the power \
goes. `arcana sync` saves it.
settings=The settings were damaged and have been reset.
settings-long=The settings have room for %d letters and no more.
creatures-long=%s is too long to be changed here: shorten it on a computer.
not-read=The flash did not give back %s (%r).
creature-there=There is a %s already: %s.
creatures-most=There is room for %d creatures and no more.
creature-failed=The flash did not take the creature (%r).
button=The button %s is stuck; the others work.
"""
