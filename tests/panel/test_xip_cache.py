"""The model of the processor's cache: what it holds, and what makes room."""

from arcana_host.virtual.pico_cache import LINE, SETS, XipCache

WAY = LINE * SETS
"""So many bytes further the same set is used."""


def test_a_half_of_a_line_is_missing_once():
    cache = XipCache()
    reads = [0x10000000, 0x10000002, 0x10000000, 0x10000004, 0x10000007]
    assert [cache.read(address) for address in reads] == [False, True, True, False, True]
    assert cache.misses == 2


def test_two_ways_hold_two_lines_of_a_set_and_the_one_used_longest_ago_makes_room():
    cache = XipCache()
    first, second, third = 0x10000000, 0x10000000 + WAY, 0x10000000 + 2 * WAY
    assert not cache.read(first) and not cache.read(second)
    assert cache.read(first) and cache.read(second) and cache.read(first)
    assert not cache.read(third)
    assert cache.read(first)
    assert not cache.read(second)
    assert not cache.read(third)


def test_16_kilobytes_fit_and_a_flush_forgets_them():
    cache = XipCache()
    addresses = range(0x10000000, 0x10000000 + 2 * WAY, 4)
    assert not any(map(cache.read, addresses))
    assert all(map(cache.read, addresses))
    cache.flush()
    assert not any(map(cache.read, addresses))
