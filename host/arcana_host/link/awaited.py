"""A device for code that waits for it with `await`, as the link of the page in the browser has to be.

What both do with a device is written once, as a coroutine that takes either of them.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from arcana_portable.errors import DeviceRefused

from arcana_host.link.device import Device

Result = TypeVar("Result")


class AwaitedDevice:
    """A Device in the shape of the page's CompanionLink. Its methods raise what those of the Device do."""

    def __init__(self, device: Device):
        self._device = device

    async def call(self, method: str, **params: Any) -> dict:
        """Return the result of a method."""
        return self._device.call(method, **params)

    async def pages(self, method: str, part: str) -> list:
        """Return all entries of a method that answers in pages. part: of the result, which has them."""
        return [entry for page in self._device.pages(method) for entry in page[part]]

    async def read_file(self, name: str) -> bytes:
        """Return the content of a file."""
        return self._device.read_file(name)

    async def read_files(
        self, names: Iterable[str], on_file: Callable[[str, bytes | DeviceRefused], None]
    ) -> None:
        """Read files; call on_file(name, content, or why the device refuses to read it) for each."""
        for name, content in self._device.read_files(names):
            on_file(name, content)


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that waits for nothing but an AwaitedDevice, and return its result."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise RuntimeError("The coroutine waits for something else.")
