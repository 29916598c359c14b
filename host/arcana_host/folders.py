"""The folders on this computer: the library, the virtual device, and the ports of virtual devices."""

from pathlib import Path

_NAME = "shipwreck-companion"
"""The name from the time of a single game, kept so that existing libraries are found."""


def data_folder() -> Path:
    """Return our folder in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path(_NAME, appauthor=False)
