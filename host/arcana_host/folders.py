"""The folders on this computer: the library, the virtual device, and the ports of virtual devices."""

from pathlib import Path

_NAME = "shipwreck-companion"
"""It stays what it was when there was one game: nobody is to look for an evening in another folder."""


def data_folder() -> Path:
    """Return the folder in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path(_NAME, appauthor=False)
