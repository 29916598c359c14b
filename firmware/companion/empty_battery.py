"""What the companion does about an empty battery: the panel goes off while there is power enough for that."""

from companion.platform import asyncio


async def wait_for_a_cable(app):
    """Empty the panel, let go of its pins, and wait for a cable, which restarts the companion.

    app: an App whose board measures its supply. The game is on the flash already. Raises PanelError.
    """
    board = app.board
    panel = board.panel
    app.log.note("The battery has only %.2f V, so the panel goes off." % board.power.volts)
    app.canvas.clear()
    await panel.show(app.canvas.buffer, True)
    await panel.rest()
    panel.sleep()
    release(panel)
    while not board.power.revived():
        board.nap()
        await asyncio.sleep(0)
    board.restart()


def release(panel):
    """Drive no pin of a Panel that sleeps any more, so that none lies above a supply that falls."""
    for pin in (panel.cs, panel.dc, panel.rst, panel.busy) + panel.wires:
        pin.init(panel.busy.IN, None)
