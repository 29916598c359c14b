"""A USB cable that is pulled out of a computer and plugged in again."""

import os

from arcana_host.virtual.cable import TerminalCable


class LooseCable:
    """The device's end of a cable; while it is plugged in, `port` is what programs open.

    Raises OSError where there are no pseudo-terminals.
    """

    def __init__(self, port):
        self.port = port
        self._cable = None
        self.plug_in(port)

    def plug_in(self, port):
        self.port = port
        self._cable = TerminalCable(port)

    def pull(self):
        cable, self._cable = self._cable, None
        if cable:
            cable.close()

    def read(self):
        return self._cable.read() if self._cable else b""

    def write(self, data):
        return self._cable.write(data) if self._cable else len(data)

    @property
    def path(self):
        """The target of the port's link."""
        return os.path.realpath(self.port)
