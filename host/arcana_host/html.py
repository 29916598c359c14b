"""Renders HTML from Jinja2 templates in folders `templates`; values are escaped."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_portable.translation import _, code, language

if TYPE_CHECKING:
    from jinja2 import Environment


def render(folder: Path, name: str, **values: object) -> str:
    """Return a template as HTML.

    folder: of the calling module; the template is in `templates` there, and may extend a shared template.
    values: for the template. Raises jinja2.UndefinedError if a value is missing.
    """
    return _environment(folder).get_template(name).render(values, lang=code(language()))


@lru_cache
def _environment(folder: Path) -> "Environment":
    # slow to import, and rarely needed
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folders = [folder / "templates", Path(__file__).parent / "templates"]
    loader = FileSystemLoader(folders)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals["_"] = _
    return environment
