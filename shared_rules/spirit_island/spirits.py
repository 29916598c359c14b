"""The names of the spirits, by box. Data."""

_BOXES = """
core=Lightning's Swift Strike,River Surges in Sunlight,Vital Strength of the Earth,\
Shadows Flicker Like Flame,Thunderspeaker,A Spread of Rampant Green,Ocean's Hungry Grasp,\
Bringer of Dreams and Nightmares
branch-and-claw=Sharp Fangs Behind the Leaves,Keeper of the Forbidden Wilds
feather-and-flame=Heart of the Wildfire,Serpent Slumbering Beneath the Island,\
Downpour Drenches the World,Finder of Paths Unseen
jagged-earth=Stone's Unyielding Defiance,Shifting Memory of Ages,Grinning Trickster Stirs Up Trouble,\
Lure of the Deep Wilderness,Many Minds Move as One,Volcano Looming High,Shroud of Silent Mist,\
Vengeance as a Burning Plague,Starlight Seeks Its Form,Fractured Days Split the Sky
nature-incarnate=Hearth-Vigil,Towering Roots of the Jungle,Ember-Eyed Behemoth,\
Relentless Gaze of the Sun,Wandering Voice Keens Delirium,Wounded Waters Bleeding,\
Breath of Darkness Down Your Spine,Dances Up Earthquakes
horizons=Devouring Teeth Lurk Underfoot,Eyes Watch From the Trees,Fathomless Mud of the Swamp,\
Rising Heat of Stone and Sand,Sun-Bright Whirlwind
"""


def id_of(name: str) -> str:
    """Return a spirit's id from its name.

    >>> id_of("Ocean's Hungry Grasp")
    'oceans-hungry-grasp'
    """
    return name.lower().replace("'", "").replace(" ", "-")


def boxes() -> list[tuple[str, list[str]]]:
    """Return (box, names of its spirits) for each box."""
    rows = [line.split("=") for line in _BOXES.strip().split("\n")]
    return [(box, names.split(",")) for box, names in rows]


def names() -> dict[str, str]:
    """Return {id: name} of all spirits."""
    return {id_of(name): name for _, names in boxes() for name in names}
