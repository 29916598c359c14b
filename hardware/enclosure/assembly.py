"""The assembled companion as it stands on the table: the printed parts and what is in them."""

from build123d import Part

from .components import make_batteries, make_components
from .dimensions import Dimensions
from .printed_parts import locate_base, make_printed_parts


def assemble(
    d: Dimensions, battery: str | None = None, parts: dict[str, Part] | None = None
) -> dict[str, Part]:
    """Return every body by name, where it is on the table.

    d: the dimensions of the enclosure. battery: one of `make_batteries`, such as "aaa", or None. parts: the
    printed parts by name, if they have been made already.
    Raises KeyError for an unknown battery.
    """
    location = locate_base(d)
    bodies = dict(parts or make_printed_parts(d))
    stand = bodies.pop("stand")
    bodies |= make_components(d)
    if battery:
        bodies |= make_batteries(d)[battery]
    return {name: location * body for name, body in bodies.items()} | {"stand": stand}
