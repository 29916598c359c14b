"""The extra `coach`, which brings numpy: whether it is installed, and how to install it."""

from importlib.util import find_spec

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import N_, _

NUMPY_IS_MISSING = N_("The chances to win are worked out with numpy, which was missing here.")


def has_numpy() -> bool:
    """Return whether numpy is installed."""
    return find_spec("numpy") is not None


def numpy_is_missing() -> str:
    """Return the sentence that says how to install numpy."""
    from arcana_host.installation import install_extra

    return _(
        "The chances to win are worked out with numpy, which is missing: `{command}` adds it.",
        command=install_extra("coach"),
    )


def need_numpy() -> None:
    """Raise ArcanaError, which says how to install it, if numpy is missing."""
    if not has_numpy():
        raise ArcanaError(numpy_is_missing())
