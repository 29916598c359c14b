"""Where the files of an emulated Pico are, and what an image does to files that are somewhere else.

What `arcana flash` makes of that is in tests/host/test_micropython.py.
"""

from pathlib import Path

from arcana_host.install.prompt import Prompt
from arcana_portable.install.file_system import FileSystem, find_file_system, loss
from arcana_portable.install.image import Region, read
from emulator.pico import EmulatedPico

# from the mpconfigboard.h of RPI_PICO and RPI_PICO_W
PICO, PICO_W = Region(0x100A0000, 1408 * 1024), Region(0x1012C000, 848 * 1024)

AS_ON_A_PICO_W = """
import os, rp2
class Flash:
    def __init__(self):
        self.whole = rp2_flash()
    def ioctl(self, operation, argument):
        if operation == 4:
            return 848 * 1024 // 4096
        return self.whole.ioctl(operation, argument + BEFORE if operation == 6 else argument)
    def readblocks(self, number, *more):
        return self.whole.readblocks(number + BEFORE, *more)
    def writeblocks(self, number, *more):
        return self.whole.writeblocks(number + BEFORE, *more)
BEFORE = (0x12C000 - 0xA0000) // 4096
rp2_flash, rp2.Flash = rp2.Flash, Flash
os.umount('/')
os.VfsLfs2.mkfs(Flash())
os.mount(Flash(), '/')
with open('game', 'w') as file:
    file.write('played')
"""
"""Makes a file system where MicroPython for a Pico W has it, and has `rp2.Flash` stand for it."""


def asked(pico, before="pass"):
    """Ask a board at its prompt where its files are. before: code that runs there first."""

    def steps():
        yield "run", before
        return (yield from find_file_system())

    with pico.terminal() as port, Prompt(port.path) as prompt:
        return prompt.do(steps())


def listed(image, flash):
    """Start a board with a flash; return which files it has then."""
    return EmulatedPico(image, flash=bytes(flash)).exec("import os\nprint(os.listdir())")


def test_image_and_board_say_the_same_place(bare, any_image):
    there = asked(bare)
    assert there.region == read(Path(any_image).read_bytes()).files == PICO
    assert there.is_empty
    bare.exec("open('game', 'w').close()")
    assert not asked(bare).is_empty


def test_the_place_of_a_pico_w_is_found_beside_an_older_file_system(bare):
    assert asked(bare, AS_ON_A_PICO_W).region == PICO_W


def test_files_of_a_pico_w_are_lost_with_the_image_of_a_pico_and_that_is_said(bare, any_image):
    bare.exec(AS_ON_A_PICO_W)
    flash = bytearray(bare.cut())
    # where a Pico looks for files, a Pico W has its program
    flash[0xA0000:0x12C000] = bytes(0x12C000 - 0xA0000)
    program = read(Path(any_image).read_bytes())
    assert "it erases the games" in loss(
        program, "Raspberry Pi Pico W with RP2040", FileSystem(PICO_W, is_empty=False)
    )
    assert listed(any_image, flash) == "[]\n"


def test_files_in_the_place_that_the_image_says_stay(any_image):
    before = EmulatedPico(any_image, files={"/game": b"played"})
    program = read(Path(any_image).read_bytes())
    flash = bytearray(before.cut())
    for block in program.blocks:
        at = block.address - 0x10000000
        flash[at : at + len(block.data)] = block.data
    assert loss(program, "Raspberry Pi Pico with RP2040", FileSystem(PICO, is_empty=False)) is None
    assert listed(any_image, flash) == "['game']\n"
