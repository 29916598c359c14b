"""The errors of the desktop, each with a sentence for the user, and the exit statuses."""

from enum import IntEnum


class Status(IntEnum):
    """The exit statuses, each with its meaning for the help."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> "Status":
        status = int.__new__(cls, number)
        status._value_ = number
        status.meaning = meaning
        return status

    DONE = 0, "done"
    FAILED = 1, "not done, or something is not as it should be"
    WRONG_INPUT = 2, "the command line or a record makes no sense"
    BROKEN = 70, "a fault of arcana itself"
    STOPPED = 130, "stopped by Ctrl-C"
    NOT_READ = 141, "whatever read the output has closed it"


class ArcanaError(Exception):
    """A failure. `str(error)` is a sentence with the fault and the advice.

    status: the exit status of the command.
    """

    status = Status.FAILED


class NoDevice(ArcanaError):
    """No companion is connected, or several are and the user named none."""


class DeviceError(ArcanaError):
    """Communication with a device has failed."""


class DeviceLost(DeviceError):
    """The port is gone, or can't be opened."""


class DeviceSilent(DeviceError):
    """The port is there, but no companion answers on it."""


class DeviceFaulty(DeviceError):
    """Something answers, but not like a companion."""


class DeviceRefused(ArcanaError):
    """The device refused a request. code: a code in `shared_rules.protocol`."""

    def __init__(self, code: int, sentence: str):
        super().__init__(sentence)
        self.code = code


class FlashError(ArcanaError):
    """The companion could not be installed."""


class LibraryError(ArcanaError):
    """The library can't be read or written, or a record conflicts with it."""


class NothingToReview(ArcanaError):
    """A game that has no review."""


class OtherGame(LibraryError):
    """The library has another game under a record's id."""


class OtherVersion(LibraryError):
    """The library's record of a game is no longer the record that was corrected."""


class RecordError(ArcanaError):
    """A record that can't be read or replayed; the sentence has the line's number and text."""

    status = Status.WRONG_INPUT


class WordsError(ArcanaError):
    """The words of the command line make no sense together."""

    status = Status.WRONG_INPUT
