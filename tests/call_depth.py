"""The stack of a Pico, 8 KB, that the calls of a draw and of a press would take, reckoned on CPython.

Measured on the emulated Pico with `micropython.stack_use` of MicroPython 1.28: 2,260 bytes are in use where
the app calls `Stack.draw` and `Stack.look_again`, 1,680 where it calls `Stack.press`. A call takes 240 to
280 more, one that makes an object 380, and an import 610 up to the first line of the module; before that,
900 more while its file is read. Only a process of its own has modules that are not in memory yet. What does
not fit is a RuntimeError. From Python 3.12 on, comprehensions are no calls, and this module reckons 270
bytes too few for each.
"""

import sys
from functools import cache

DRAW, PRESS = 8190 - 2260, 8190 - 1680
"""Bytes for the calls of a draw and of a press."""

_BYTES = {"<module>": 610, "__init__": 380}
_A_CALL = 270
_READING = 900


@cache
def _is_ours(code):
    return "/companion/" in code.co_filename or "/shared_rules/" in code.co_filename


def limit(monkeypatch, stack, name, most):
    """Let a method of the class Stack raise RuntimeError where its calls take more than `most` bytes."""
    method = getattr(stack, name)

    def limited(self, *params):
        calls, left = [], most

        def profile(frame, event, _):
            nonlocal left
            code = frame.f_code
            if event == "call" and _is_ours(code):
                calls.append(code)
                left -= _BYTES.get(code.co_name, _A_CALL)
                if left < (_READING if code.co_name == "<module>" else 0):
                    sys.setprofile(None)
                    path = " > ".join(call.co_name for call in calls)
                    raise RuntimeError(f"more than a Pico's stack: {path}")
            elif event == "return" and calls and code is calls[-1]:
                calls.pop()
                left += _BYTES.get(code.co_name, _A_CALL)

        sys.setprofile(profile)
        try:
            return method(self, *params)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(stack, name, limited)
