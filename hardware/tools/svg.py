"""Makes drawings as SVG text; the same drawing gives the same bytes."""

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]


class Drawing:
    """A drawing on white, whose SVG text is `str(drawing)`. width, height: in pixels.

    Every shape takes SVG attributes, with _ for -. Points are in pixels from the upper left corner.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="DejaVu Sans, Verdana, sans-serif">',
            f"<title>{escape(title)}</title>",
        ]
        self.rect((0, 0), width, height, fill="#fff")

    def rect(self, corner: Point, width: float, height: float, **attributes: object) -> None:
        """Draw a rectangle. corner: its upper left corner."""
        x, y = corner
        self._add("rect", {"x": x, "y": y, "width": width, "height": height} | attributes)

    def circle(self, centre: Point, radius: float, **attributes: object) -> None:
        """Draw a circle."""
        self._add("circle", {"cx": centre[0], "cy": centre[1], "r": radius} | attributes)

    def path(self, points: Iterable[Point], **attributes: object) -> None:
        """Draw straight lines from point to point."""
        text = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._add("polyline", {"points": text, "fill": "none"} | attributes)

    def wire(self, points: Iterable[Point], colour: str, **attributes: object) -> None:
        """Draw a wire with a white edge, so that it visibly passes over others, and a dot at each end."""
        points = list(points)
        self.path(points, stroke="#fff", stroke_width=6, stroke_linejoin="round")
        self.path(points, stroke=colour, stroke_width=3, stroke_linejoin="round", **attributes)
        for end in (points[0], points[-1]):
            self.circle(end, 3.5, fill=colour)

    def text(
        self, at: Point, words: str, size: float = 11, turned: bool = False, **attributes: object
    ) -> None:
        """Write words. at: the left end of their baseline. turned: whether they run upwards."""
        placed: dict[str, object] = {"x": at[0], "y": at[1], "font_size": size}
        if turned:
            placed["transform"] = f"rotate(-90 {at[0]:g} {at[1]:g})"
        self._add("text", placed | attributes, words)

    def __str__(self) -> str:
        return "\n".join([*self._lines, "</svg>", ""])

    def _add(self, name: str, attributes: dict, words: str | None = None) -> None:
        text = "".join(
            f' {key.rstrip("_").replace("_", "-")}="{_number(value)}"' for key, value in attributes.items()
        )
        end = "/>" if words is None else f">{escape(words, quote=False)}</{name}>"
        self._lines.append(f"<{name}{text}{end}")


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else escape(str(value))
