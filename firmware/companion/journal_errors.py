"""What the journal can't do, and why, in a sentence of the language spoken."""

from companion import files


class JournalError(ValueError):
    """Something the journal can't do, by the key of its sentence and the values in it.

    The sentences are the `troubles` of `companion.texts`; one that has no key there stands for itself.
    """

    def __str__(self):
        return self.in_words("english")

    def in_words(self, language):
        """Return the sentence in a language."""
        from companion.texts import trouble

        return trouble(language, *self.args)


class JournalFull(JournalError):
    """The flash has no room left."""


def failure(error):
    """Return the JournalError about an OSError of the flash."""
    if files.is_full(error):
        return JournalFull("full")
    return JournalError("failed", error)
