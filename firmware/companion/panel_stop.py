"""Takes the voltages off the glass where no loop runs any more: the program ends, or it failed.

It is imported only then.
"""

from companion.platform import const

_POLL_MS = const(10)
_POLLS = const(100)  # a second, which is longer than a partial refresh takes


def stop(panel):
    """Wait for a refresh that is under way and switch the voltages off; reset a panel that stays busy.

    panel: a Panel; its next picture comes with a full refresh.
    """
    for _ in range(_POLLS):
        if panel._busy() != panel.BUSY:
            break
        panel._sleep_ms(_POLL_MS)
    if panel._busy() == panel.BUSY:
        panel._reset()
    else:
        panel._send(panel._OFF)
    panel.powered = panel._awake = False
    panel._shown = None
