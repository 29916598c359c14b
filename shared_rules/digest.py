"""A short digest, so that two places can tell whether they are in the same state."""

from binascii import crc32


def digest(text: str) -> str:
    """Return the CRC-32 of a text as eight hex digits.

    text: ASCII or Unicode text, taken as UTF-8.

    >>> digest("The Shipwreck Arcana")
    '2f3b6e1a'
    """
    return "%08x" % (crc32(text.encode()) & 0xFFFFFFFF)
