"""The assembled companion as it stands on the table: printed parts and what is in them."""

from build123d import Part

from .components import batteries, components
from .dimensions import Dimensions
from .printed_parts import printed, tilted


def assembly(
    d: Dimensions, battery: str | None = None, parts: dict[str, Part] | None = None
) -> dict[str, Part]:
    """Return every body by name, where it is on the table.

    `battery` is a name of power.toml; `parts` are printed parts that are there already.
    """
    place = tilted(d)
    bodies = dict(parts or printed(d))
    stand = bodies.pop("stand")
    bodies |= components(d)
    if battery:
        bodies |= batteries(d)[battery]
    return {name: place * body for name, body in bodies.items()} | {"stand": stand}
