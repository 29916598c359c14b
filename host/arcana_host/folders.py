"""The folders on this computer: the library, the virtual device, and the ports of virtual devices."""

from pathlib import Path


def data_folder() -> Path:
    """Return our folder in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("arcana-companion", appauthor=False)
