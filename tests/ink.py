"""A model of e-ink: the shade that each pixel of a panel's model gets from its refreshes.

It is simple, and not based on measurements. A pixel approaches a colour exponentially while it is driven
towards it, so one that is driven too briefly stays grey; a pixel that a refresh does not drive drifts towards
grey.
"""

import math

from arcana_portable.virtual.panel import picture

# Volts times microseconds in which the distance to a colour shrinks to 1/e; the maker's 600 ms leave 2 %.
_TIME_CONSTANT = 15 * 150_000

_DRIFT = 0.01
"""How far a refresh moves the shade of a pixel that it does not drive towards grey: assumed."""


class Ink:
    """The ink on the glass of a `PanelModel`, from now on; its next refresh is a full one."""

    def __init__(self, model):
        self._model = model
        self._partial, self._full = model._after_partial_refresh, model._after_full_refresh
        model._after_partial_refresh, model._after_full_refresh = self._drive, self._fill

    def shades(self):
        """Return the glass at rest as a grey-scale Pillow image."""
        shades = self._shades.crop((0, 0, self._model.width, self._model.height))
        return shades.point(lambda shade: shade * -255 + 255).convert("L")

    def _fill(self, glass):
        self._shades = self._mask(glass).convert("F").point(lambda shade: shade / 255)
        return self._full(glass)

    def _drive(self, pushes, previous, new):
        was_black, black = previous ^ self._model._all, new ^ self._model._all
        rows = (was_black & black, was_black & new, previous & black, previous & new)
        before = self._shades.copy()
        for row, push in zip(rows, pushes, strict=True):
            left = math.exp(-abs(push) / _TIME_CONSTANT) if push else 1 - _DRIFT
            towards = (push > 0) if push else 0.5
            after = before.point(lambda shade, a=left, b=towards * (1 - left): shade * a + b)
            self._shades.paste(after, None, self._mask(row))
        return self._partial(pushes, previous, new)

    def _mask(self, pixels):
        """Return pixels in the order of the glass as a Pillow image of mode 1."""
        model = self._model
        return picture(model._bytes(pixels ^ model._all), model.width).convert("1")
