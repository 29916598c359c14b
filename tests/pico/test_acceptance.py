"""The figures that `arcana test` compares a device to hold on the emulated Pico, with room for a real one."""

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor.acceptance import EVENT_MS, LEAST_HEAP, REQUEST_MS, REQUESTS, TIMED
from arcana_host.doctor.vectors import read_vectors
from pico.handheld import Handheld

pytestmark = pytest.mark.slow


def test_an_event_leaves_a_real_pico_room_for_cache_misses(image):
    (vector,) = [vector for vector in read_vectors(vectors_folder()) if vector.name == TIMED]
    handheld = Handheld(image)
    handheld.boot()
    start = handheld.pico.micros
    for number, event in enumerate(vector.events):
        handheld.ask("scratch", number=number, text=event)
    took = (handheld.pico.micros - start) / 1000 / len(vector.events)
    # they cost half as much again at most
    assert 1.5 * took <= EVENT_MS


def test_a_request_takes_as_long_as_is_expected_and_leaves_enough_memory_for_a_game(image):
    handheld = Handheld(image)
    handheld.boot()
    handheld.pico.charge_cache_misses()
    start = handheld.pico.micros
    for _ in range(REQUESTS):
        handheld.ask("clock")
    took = (handheld.pico.micros - start) / 1000 / REQUESTS
    assert took == pytest.approx(REQUEST_MS, rel=0.25)
    assert handheld.ask("info")["free_heap"] >= LEAST_HEAP
