"""The errors of the device, with a sentence for the players."""

from companion.texts import trouble


class DeviceError(ValueError):
    """The device can't carry out a request. args: the key of its message, then the values in it.

    The messages are in the section `[troubles]` of each language; a key that is not there is the message.
    """

    def __str__(self):
        return self.in_words("english")

    def in_words(self, language):
        """Return the message in a language, such as "english"."""
        return trouble(language, *self.args)
