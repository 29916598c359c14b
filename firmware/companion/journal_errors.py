"""The errors of the journal, each with a sentence in the players' language."""

from companion import files


class JournalError(ValueError):
    """Something that the journal can't do. args: the key of its sentence, then the values in the sentence.

    The sentences are in `troubles.txt` of each language; a key that is not there is the sentence itself.
    """

    def __str__(self):
        return self.in_words("english")

    def in_words(self, language):
        """Return the sentence in a language, such as "english"."""
        from companion.texts import trouble

        return trouble(language, *self.args)


class JournalFull(JournalError):
    """The flash has no room left."""


def failure(error):
    """Return the JournalError for an OSError from the flash."""
    if files.is_full(error):
        return JournalFull("full")
    return JournalError("failed", error)
