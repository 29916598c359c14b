"""The extra `coach`, with which numpy comes: whether it is there, and what to do where it is not."""

from importlib.util import find_spec

from arcana_host.errors import ArcanaError
from arcana_host.translation import _


def has_numpy() -> bool:
    """Return whether chances to win can be worked out here."""
    return find_spec("numpy") is not None


def without_numpy() -> str:
    """Return the sentence that says what adds numpy."""
    from arcana_host.installation import install_extra

    return _(
        "The chances to win are worked out with numpy, which is missing: `{command}` adds it.",
        command=install_extra("coach"),
    )


def need_numpy() -> None:
    """Raise ArcanaError, with what adds it, where numpy is missing."""
    if not has_numpy():
        raise ArcanaError(without_numpy())
