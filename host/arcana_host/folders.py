"""The folders on this computer: the library, the virtual device, and the ports of virtual devices."""

from pathlib import Path

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _


def data_folder() -> Path:
    """Return our folder in the user's data folder. Raises ArcanaError if the user has no such folder."""
    from platformdirs import user_data_path

    try:
        return user_data_path("arcana-companion", appauthor=False)
    except RuntimeError as error:
        raise ArcanaError(
            _("You have no home folder on this computer: set the variable HOME to a folder of yours.")
        ) from error
