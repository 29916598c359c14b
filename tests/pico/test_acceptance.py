"""The figures that `arcana test` compares a device to are those of the emulated Pico."""

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor.acceptance import EVENT_MS, FREE_HEAP, REQUEST_MS, REQUESTS, TIMED
from arcana_host.doctor.vectors import read_vectors
from pico.handheld import Handheld

pytestmark = pytest.mark.slow


def test_an_event_takes_as_long_as_is_expected_of_a_real_pico(image):
    (vector,) = [vector for vector in read_vectors(vectors_folder()) if vector.name == TIMED]
    handheld = Handheld(image)
    handheld.boot()
    start = handheld.pico.micros
    for number, event in enumerate(vector.events):
        handheld.ask("scratch", number=number, text=event)
    took = (handheld.pico.micros - start) / 1000 / len(vector.events)
    assert took == pytest.approx(EVENT_MS, rel=0.25)


def test_a_request_takes_as_long_and_leaves_as_much_memory_as_is_expected(image):
    handheld = Handheld(image)
    handheld.boot()
    start = handheld.pico.micros
    for _ in range(REQUESTS):
        handheld.ask("clock")
    took = (handheld.pico.micros - start) / 1000 / REQUESTS
    assert took == pytest.approx(REQUEST_MS, rel=0.25)
    assert handheld.ask("info")["free_heap"] == pytest.approx(FREE_HEAP, rel=0.1)
