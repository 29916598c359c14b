"""Stands in for the module `uuid`, which MicroPython lacks: names in a namespace, with SHA-1."""

import struct

_MASK = 0xFFFFFFFF


class UUID:
    """An identifier. text: its 32 hex digits, with or without hyphens."""

    def __init__(self, text):
        self._digits = text.replace("-", "")
        self.bytes = bytes.fromhex(self._digits)

    def __str__(self):
        digits = self._digits
        return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


def uuid5(namespace, name):
    """Return the identifier of a name in a namespace."""
    made = bytearray(sha1(namespace.bytes + name.encode())[:16])
    made[6] = made[6] & 0x0F | 0x50
    made[8] = made[8] & 0x3F | 0x80
    return UUID(bytes(made).hex())


def sha1(data):
    """Return the SHA-1 of bytes, as FIPS 180 describes it."""
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    padded = data + b"\x80" + bytes(-(len(data) + 9) % 64) + struct.pack(">Q", 8 * len(data))
    for start in range(0, len(padded), 64):
        words = list(struct.unpack(">16I", padded[start : start + 64]))
        for at in range(16, 80):
            words.append(_rotated(words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16], 1))
        a, b, c, d, e = state
        for at, word in enumerate(words):
            if at < 20:
                mixed, constant = b & c | ~b & d, 0x5A827999
            elif at < 40:
                mixed, constant = b ^ c ^ d, 0x6ED9EBA1
            elif at < 60:
                mixed, constant = b & c | b & d | c & d, 0x8F1BBCDC
            else:
                mixed, constant = b ^ c ^ d, 0xCA62C1D6
            a, b, c, d, e = (_rotated(a, 5) + mixed + e + constant + word) & _MASK, a, _rotated(b, 30), c, d
        state = [(old + new) & _MASK for old, new in zip(state, (a, b, c, d, e))]
    return struct.pack(">5I", *state)


def _rotated(word, count):
    return (word << count | word >> 32 - count) & _MASK
