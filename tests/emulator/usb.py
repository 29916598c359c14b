"""The host's end of an emulated Pico's USB serial port. It must not know the protocol."""

from __future__ import annotations

from .chip import Chip

# A USB host sends when it has something to send: bytes written close together share a packet.
_GATHER_NANOS = 20_000
_SOF_RD = 0x48  # the register with the number of the last frame
_OPEN_NANOS = 1_000_000
# After the enumeration it takes the desktop a while to create the port. Bytes that came earlier would reach
# MicroPython before it reacts to an interrupt.
_PORT_NANOS = 100_000_000


class SerialPort:
    """The port as a program on the desktop sees it, in emulated time.

    The emulator's own host answers every buffer that the chip arms with an empty packet after 10 us, so the
    chip never sleeps, and everything takes two to three times as long. A real host leaves the buffer armed
    until it has a byte to send, and so does this one.

    chip: the Chip whose port it is.
    host: whether there is a computer at the other end of the cable.
    """

    def __init__(self, chip: Chip, host: bool = True):
        from rp2040py.usb.cdc import USBCDC

        self._chip = chip
        self._usb = chip.mcu.usb_ctrl
        self._cdc = USBCDC(self._usb)
        self._control_read = self._usb.on_endpoint_read
        self._forget_host = self._usb.on_reset
        self._usb.on_endpoint_read = self._armed
        self._usb.on_reset = self._bus_reset
        self._cdc.on_serial_data = self._received
        self._cdc.on_device_connected = self._enumerated
        self._alarm = chip.clock.create_alarm(self._send)
        self._line_alarm = chip.clock.create_alarm(self._set_line)
        self._waiting: list[tuple[int, int]] = []
        self._gathering = False
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._open = True
        self.connected = False
        if not host:
            self._usb.on_usb_enabled = None
            return
        read = self._usb.read_uint32
        # the emulator's own host begins no frames
        self._usb.read_uint32 = lambda offset: self._frame() if offset == _SOF_RD else read(offset)

    def _frame(self) -> int:
        """Return the number of the host's last frame; a frame takes a millisecond."""
        return int(self._chip.clock.micros) // 1000 & 0x7FF

    def write(self, data: bytes) -> None:
        """Queue bytes for the chip, which takes them as it has room."""
        self._outgoing += data
        self._gather()

    def read(self) -> bytes:
        """Return the bytes received from the chip since the last call."""
        data = bytes(self._incoming)
        self._incoming.clear()
        return data

    @property
    def unsent(self) -> int:
        """How many queued bytes the chip has not taken yet."""
        return len(self._outgoing)

    def set_open(self, is_open: bool) -> None:
        """Say whether a program holds the port open (the lines DTR and RTS follow)."""
        if is_open != self._open:
            self._open = is_open
            if self.connected:
                self._line_alarm.schedule(_OPEN_NANOS)

    def _armed(self, endpoint: int, size: int) -> None:
        if endpoint == 0:
            self._control_read(endpoint, size)
            return
        self._waiting.append((endpoint, size))
        self._gather()

    def _gather(self) -> None:
        if self.connected and self._waiting and self._outgoing and not self._gathering:
            self._gathering = True
            self._alarm.schedule(_GATHER_NANOS)

    def _send(self) -> None:
        self._gathering = False
        if not (self._waiting and self._outgoing):
            return
        endpoint, size = self._waiting.pop(0)
        self._usb.endpoint_read_done(endpoint, bytes(self._outgoing[:size]))
        del self._outgoing[:size]
        self._gather()

    def _received(self, data: bytes) -> None:
        self._incoming += data

    def _enumerated(self) -> None:
        self._line_alarm.schedule(_PORT_NANOS)

    def _set_line(self) -> None:
        self.connected = True
        if self._cdc.dtr != self._open:
            self._cdc.set_control_lines(dtr=self._open, rts=self._open)
        self._gather()

    def _bus_reset(self) -> None:
        self._forget_host()
        self._alarm.cancel()
        self._line_alarm.cancel()
        self._gathering = False
        self._waiting.clear()
        self._outgoing.clear()
        self.connected = False
