"""Carries out generators that yield steps: a driver that blocks, and a driver that awaits.

A step is a tuple: the name of a method, and its arguments. The generator gets the method's result, or the
ArcanaError that it raises. So code that talks to a device knows neither thread nor loop nor clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.errors import ArcanaError

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TypeVar

    Result = TypeVar("Result")
    Steps = Generator[tuple, Any, Result]


def drive(steps: Steps[Result], does: Any) -> Result:
    """Carry out the steps by the methods of an object; return the generator's result, or raise its error."""
    answer = failure = None
    while True:
        try:
            name, *args = steps.throw(failure) if failure else steps.send(answer)
        except StopIteration as end:
            return end.value
        answer = failure = None
        try:
            answer = getattr(does, name)(*args)
        except ArcanaError as error:
            failure = error


async def drive_awaiting(steps: Steps[Result], does: Any) -> Result:
    """Do the same as `drive`, where the methods are coroutines."""
    answer = failure = None
    while True:
        try:
            name, *args = steps.throw(failure) if failure else steps.send(answer)
        except StopIteration as end:
            return end.value
        answer = failure = None
        try:
            answer = await getattr(does, name)(*args)
        except ArcanaError as error:
            failure = error
