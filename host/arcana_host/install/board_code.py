"""The code that `prompt` runs on a board: it inspects, writes, copies and removes files.

INSPECTING is run first; of the other parts, each needs WRITING at most. Every byte that is sent takes a board
8 us, so `minify` removes comments and names are short.
"""

import re

INSPECTING = """
import sys
# otherwise an import of a built-in module searches all folders first
sys.path[:] = ['.frozen']
import os
from binascii import crc32

buffer = bytearray(12288)
part = memoryview(buffer)
paths = []

def check(path):
    found = 0
    try:
        with open(path, 'rb') as stream:
            length = stream.readinto(part)
            while length:
                found = crc32(part[:length], found)
                length = stream.readinto(part)
    except OSError:
        return -1
    return found

def walk(*folders):
    folders = list(folders)
    found = []
    for folder in folders:
        files = []
        found.append((folder, files))
        try:
            for entry in os.ilistdir(folder):
                path = folder + '/' + entry[0]
                if entry[1] == 0x4000:
                    folders.append(path)
                else:
                    paths.append(path)
                    files.append((entry[0], entry[3]))
        except OSError:
            pass
    return found

about = sys.implementation
mpy = getattr(about, '_mpy', getattr(about, 'mpy', None))
print((tuple(about.version[:3]), os.uname().machine, mpy, os.listdir('/')))
"""

WRITING = """
def make(path):
    try:
        return open(path, 'wb')
    except OSError:
        at = path.find('/', 1)
        while at > 0:
            try:
                os.mkdir(path[:at])
            except OSError:
                pass
            at = path.find('/', at + 1)
        return open(path, 'wb')

def put(path, content):
    with open(path, 'wb') as stream:
        stream.write(content)
    return check(path)

def receive(*files):
    for path, blocks in files:
        with make(path) as stream:
            for length, stand_in in blocks:
                block = part[:length]
                sys.stdout.write('.')
                sys.stdin.buffer.readinto(block)
                # Ctrl-C is sent as another byte, as it would interrupt this
                at = buffer.find(stand_in, 0, length)
                while at >= 0:
                    buffer[at] = 3
                    at = buffer.find(stand_in, at + 1, length)
                stream.write(block)
    print([check(path) for path, _ in files])
"""

UNPACKING = """
window = bytearray(65536)
seen = memoryview(window)
place = 0

# Undoes in place the escaping by `packing`.
# r0: the data, r1: their length, r2: the key, r3: the mark. Returns the length of the result.
@micropython.asm_thumb
def unescape(r0, r1, r2, r3):
    add(r1, r1, r0)
    # r4: the next byte to read, r5: where the next one goes
    mov(r4, r0)
    mov(r5, r0)
    mov(r7, 128)
    b(TEST)
    label(NEXT)
    ldrb(r6, [r4, 0])
    add(r4, r4, 1)
    cmp(r6, r3)
    bne(PLAIN)
    ldrb(r6, [r4, 0])
    add(r4, r4, 1)
    eor(r6, r7)
    label(PLAIN)
    eor(r6, r2)
    strb(r6, [r5, 0])
    add(r5, r5, 1)
    label(TEST)
    cmp(r4, r1)
    bcc(NEXT)
    sub(r0, r5, r0)

# Unpacks an LZ4 block, with bounds checks: no block can write outside of the window.
# r0: the offset in the window, r1: the window of 64 KB, r2: the block, r3: its length
@micropython.asm_thumb
def unpack(r0, r1, r2, r3):
    # r0: where the next byte goes, r2: the next to read, r3: the end of those, r7: the end of the window
    add(r0, r0, r1)
    add(r3, r3, r2)
    label(SEQUENCE)
    cmp(r2, r3)
    bcs(END)
    # the token: the lengths of the literals and of the match
    ldrb(r4, [r2, 0])
    add(r2, r2, 1)
    lsr(r5, r4, 4)
    cmp(r5, 15)
    bne(LITERALS)
    label(MORE_LITERALS)
    cmp(r2, r3)
    bcs(END)
    ldrb(r7, [r2, 0])
    add(r2, r2, 1)
    add(r5, r5, r7)
    cmp(r7, 255)
    beq(MORE_LITERALS)
    label(LITERALS)
    mov(r7, 1)
    lsl(r7, r7, 16)
    add(r7, r7, r1)
    add(r6, r0, r5)
    cmp(r6, r7)
    bhi(END)
    # r6: the end of the literals
    add(r6, r2, r5)
    cmp(r6, r3)
    bhi(END)
    b(LITERAL_TEST)
    label(LITERAL)
    ldrb(r5, [r2, 0])
    strb(r5, [r0, 0])
    add(r2, r2, 1)
    add(r0, r0, 1)
    label(LITERAL_TEST)
    cmp(r2, r6)
    bcc(LITERAL)
    cmp(r2, r3)
    bcs(END)
    # r6: the start of the match, which may be after r0, as the window is a ring buffer
    ldrb(r6, [r2, 1])
    lsl(r6, r6, 8)
    ldrb(r5, [r2, 0])
    orr(r6, r5)
    add(r2, r2, 2)
    sub(r6, r0, r6)
    cmp(r6, r1)
    bcs(INSIDE)
    mov(r5, 1)
    lsl(r5, r5, 16)
    add(r6, r6, r5)
    label(INSIDE)
    mov(r5, 15)
    and_(r5, r4)
    cmp(r5, 15)
    bne(MATCH)
    label(MORE_MATCH)
    cmp(r2, r3)
    bcs(END)
    ldrb(r4, [r2, 0])
    add(r2, r2, 1)
    add(r5, r5, r4)
    cmp(r4, 255)
    beq(MORE_MATCH)
    label(MATCH)
    # r5: the end of the match's copy
    add(r5, r5, 4)
    add(r5, r5, r0)
    cmp(r5, r7)
    bhi(END)
    label(COPY)
    ldrb(r4, [r6, 0])
    strb(r4, [r0, 0])
    add(r0, r0, 1)
    add(r6, r6, 1)
    cmp(r6, r7)
    bne(GO_ON)
    mov(r6, r1)
    label(GO_ON)
    cmp(r0, r5)
    bne(COPY)
    b(SEQUENCE)
    label(END)

def receive_packed(key, mark, *files):
    global place
    for path, parts in files:
        with make(path) as stream:
            for size, length in parts:
                block = part[:size]
                sys.stdout.write('.')
                sys.stdin.buffer.readinto(block)
                unpack(place, window, buffer, unescape(buffer, len(block), key, mark))
                stream.write(seen[place:place + length])
                place = place + length & 65535
    print([check(path) for path, _ in files])
"""

COPYING = """
def copy(source, path):
    with open(source, 'rb') as old, make(path) as new:
        length = old.readinto(part)
        while length:
            new.write(part[:length])
            length = old.readinto(part)
    return check(path)
"""

REMOVING = """
def remove(path):
    os.remove(path)
    # an empty folder would be imported in place of a module with its name
    path = path[:path.rfind('/')]
    while path and not os.listdir(path):
        os.rmdir(path)
        path = path[:path.rfind('/')]
"""

PRE_ERASING = """
# littlefs erases each block of 4 KB separately, which takes 45 ms. Erasing sixteen at once takes 150 ms, and
# blank ones need no erasing: flashrom skips them, too. A block that was being erased when the power failed
# may read as blank without being erased, so blocks only count as blank if sixteen together are, and each is
# read again before littlefs gets it.
# To find the free blocks, and the order in which littlefs will use them, every block that it asks for is
# reported as damaged, which changes nothing on the flash. Afterwards littlefs uses the flash through an
# object that skips erasing blocks that are ready.
def pre_erase(count, folders, path):
    try:
        import io
        from rp2 import Flash
        flash = Flash()
        ones = b'\\xff' * 4096
        seen = bytearray(4096)
        class Keys(io.IOBase):
            def readinto(self, keys):
                keys[0] = 3
                return 1
        class Disk:
            pass
        disk = Disk()
        disk.readblocks = flash.readblocks
        disk.writeblocks = flash.writeblocks
        free = []
        ready = set()
        is_looking = False
        def is_blank(block):
            flash.readblocks(block, seen)
            return seen == ones
        def erase(block, many):
            # After erasing, the driver handles pending events and then programs 256 pages of ones, which
            # takes another 100 ms. A pending Ctrl-C makes it skip that.
            try:
                before = os.dupterm(Keys())
                try:
                    os.dupterm_notify(None)
                    flash.writeblocks(block, many)
                    for _ in ones:
                        pass
                except KeyboardInterrupt:
                    pass
                os.dupterm(before)
            except AttributeError:
                pass
            if not is_blank(block):
                flash.writeblocks(block, many)
        def ioctl(what, block):
            if what == 6:
                # LFS_ERR_CORRUPT: littlefs skips the block and asks for the next one
                if is_looking:
                    free.append(block)
                    return -84
                if block in ready:
                    ready.remove(block)
                    free.remove(block)
                    if is_blank(block):
                        return 0
                # some are no longer free: of the two blocks that a new folder uses, only one is erased
                elif len(ready) > folders and block in free:
                    return -84
            return flash.ioctl(what, block)
        disk.ioctl = ioctl
        files = os.VfsLfs2(disk, progsize=256)
    except Exception:
        return
    os.umount('/')
    os.mount(files, '/')
    with open(path, 'wb') as stream:
        is_looking = True
        try:
            stream.write(part)
        except OSError:
            pass
        is_looking = False
    os.remove(path)
    coming = free
    free = set(free)
    end = flash.ioctl(4, 0)
    count += 2 * folders
    many = b''
    for erases in (False, True):
        for block in coming:
            group = range(block, block + 16)
            # the end of the flash is a multiple of 64 KB
            if count > 3 and (end - block) % 16 == 0 and free.issuperset(group) and block not in ready:
                try:
                    if erases:
                        many = many or ones * 16
                        erase(block, many)
                except MemoryError:
                    return
                if erases or all(is_blank(each) for each in group):
                    ready.update(group)
                    count -= 16
"""


def minify(code: str) -> str:
    """Return code without comments and empty lines, indented with tabs."""
    return re.sub(r"^ *#.*\n|^\n", "", code, flags=re.MULTILINE).replace("    ", "\t")
