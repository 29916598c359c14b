"""The errors of the journal, each with a message in the players' language."""

from companion import files


class JournalError(ValueError):
    """The journal can't do what it was asked to. args: the key of its message, then the values in it.

    The messages are in `troubles.txt` of each language; a key that is not there is the message itself.
    """

    def __str__(self):
        return self.in_words("english")

    def in_words(self, language):
        """Return the message in a language, such as "english"."""
        from companion.texts import trouble

        return trouble(language, *self.args)


class JournalFull(JournalError):
    """The flash has no room left."""


def failure(error):
    """Return the JournalError for an OSError from the flash."""
    if files.is_full(error):
        return JournalFull("full")
    return JournalError("failed", error)
