"""Switches the panel's voltages off when the program ends or fails; imported only then."""

from companion.platform import const

_POLL_US = const(10000)
_POLLS = const(100)  # a second, which is longer than a partial refresh takes


def stop(panel):
    """Wait for the end of a refresh and switch the voltages off; reset a panel that stays busy.

    panel: a Panel; its next refresh is a full one.
    """
    for _ in range(_POLLS):
        if panel.busy() != panel.BUSY:
            break
        panel.sleep_us(_POLL_US)
    if panel.busy() == panel.BUSY:
        panel.reset()
    else:
        panel.send(panel.OFF)
    panel.powered = panel.awake = False
    panel.shown = None
