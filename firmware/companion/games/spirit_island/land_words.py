"""Invader cards, lands and blight cards in words."""

from companion.texts import text


def terrain(code):
    """Return the terrain of an invader card or an extra step, such as "Jungle" or "Jungle + Sands".

    code: such as "2J", "3JS" or "J".
    """
    return " + ".join([text("terrain_" + letter) for letter in code.lstrip("123")])


def short_terrain(code):
    """Return the same in short, such as "Jungle" or "Jung.+Sands"."""
    letters = code.lstrip("123")
    return "+".join([text("short_" + letter) for letter in letters]) if len(letters) > 1 else terrain(code)


def listed(lands):
    """Return lands as one line, board by board: "A3 A8 D2 D6", or "A3,8 D2,6" if there are more than six."""
    if len(lands) <= 6:
        return " ".join(lands)
    words = board = ""
    for land in lands:
        words += "," + land[1] if land[0] == board else " " + land
        board = land[0]
    return words.strip()


def in_words(id):
    """Return the name of a blight card from its id; a number stays as it is."""
    small = ("a", "as", "for", "from", "in", "of", "on", "the", "to", "upon", "and", "its", "is")
    words = [word if word in small else word[0].upper() + word[1:] for word in id.split("-")]
    return words[0][0].upper() + " ".join(words)[1:]
