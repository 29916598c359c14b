"""HTML made from Jinja2 templates, which lie in folders `templates`. What they show is escaped."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from arcana_host.translation import _, code, language

if TYPE_CHECKING:
    from jinja2 import Environment


def render(folder: Path, name: str, **values: object) -> str:
    """Return a template as HTML.

    folder: the folder of the module that asks. The template is in `templates` there, and may extend one that
    all modules share. values: what it shows. Raises jinja2.UndefinedError when one is missing.
    """
    return _environment(folder).get_template(name).render(values, lang=code(language()))


@lru_cache
def _environment(folder: Path) -> "Environment":
    # seldom needed, and slow to import
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folders = [folder / "templates", Path(__file__).parent / "templates"]
    loader = FileSystemLoader(folders)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals["_"] = _
    return environment
