"""Who searches, who waits and who is turned away; each request in turn."""

from __future__ import annotations

from random import Random

import pytest

from manille.server.desk.admission import Admission


class Room:
    """An admission that notes what has begun, in order."""

    def __init__(self, threads: int, places: int) -> None:
        self.begun: list[str] = []
        self.admission = Admission(threads, places, self.begun.append)

    def end(self, times: int = 1) -> None:
        for _ in range(times):
            self.admission.ended()


def test_as_many_begin_as_there_are_threads_and_the_rest_waits_in_order() -> None:
    room = Room(threads=2, places=3)
    assert [room.admission.enter([name]) for name in "abcdef"] == [True] * 5 + [False]
    assert room.begun == ["a", "b"]
    assert room.admission.queued == 3
    room.end(3)
    assert room.begun == ["a", "b", "c", "d", "e"]
    assert room.admission.queued == 0


def test_a_place_is_free_again_when_its_request_begins() -> None:
    room = Room(threads=1, places=1)
    assert room.admission.enter("a")
    assert room.admission.enter("b")
    assert not room.admission.enter("c")
    room.end()
    assert room.admission.enter("c")
    room.end()
    assert room.begun == ["a", "b", "c"]


def test_without_places_only_free_threads_are_had() -> None:
    room = Room(threads=1, places=0)
    assert room.admission.enter("ab")
    assert room.begun == ["a"]
    assert not room.admission.enter("c")
    room.end()
    assert not room.admission.enter("c")
    room.end()
    assert room.admission.enter("c")
    assert room.begun == ["a", "b", "c"]


def test_a_batch_takes_one_place_and_lets_others_in_between() -> None:
    room = Room(threads=1, places=3)
    batch = [f"batch {number}" for number in range(5)]
    assert room.admission.enter(batch)
    assert room.admission.enter(["one"])
    assert room.admission.enter(["two"])
    assert not room.admission.enter(["three"])
    room.end(6)
    assert room.begun == ["batch 0", "batch 1", "one", "two", "batch 2", "batch 3", "batch 4"]


def test_batches_take_turns() -> None:
    room = Room(threads=2, places=10)
    for name in "abc":
        room.admission.enter([f"{name}{number}" for number in range(3)])
    room.end(7)
    assert room.begun == ["a0", "a1", "a2", "b0", "c0", "b1", "c1", "b2", "c2"]


def test_a_search_that_is_given_up_never_begins_and_frees_its_place() -> None:
    room = Room(threads=1, places=1)
    room.admission.enter("a")
    room.admission.enter(["b", "c"])
    assert room.admission.withdraw("b")
    assert not room.admission.enter("d")
    assert room.admission.withdraw("c")
    assert room.admission.enter("d")
    room.end()
    assert room.begun == ["a", "d"]


def test_only_what_waits_can_be_given_up() -> None:
    room = Room(threads=1, places=1)
    room.admission.enter("a")
    assert not room.admission.withdraw("a")
    assert not room.admission.withdraw("unknown")
    assert room.admission.queued == 0


def test_patient_requests_wait_outside_and_leave_half_of_the_places() -> None:
    room = Room(threads=1, places=4)
    assert all(room.admission.enter([f"patient {number}"], patient=True) for number in range(8))
    assert room.begun == ["patient 0"]
    assert room.admission.enter("a")
    assert room.admission.enter("b")
    assert not room.admission.enter("c")
    room.end(9)
    # those in the queue before the others, those outside as the queue empties
    assert room.begun[:5] == ["patient 0", "patient 1", "patient 2", "a", "b"]
    assert room.begun[5:] == [f"patient {number}" for number in range(3, 8)]


def test_a_patient_request_finds_a_place_even_where_there_are_none() -> None:
    room = Room(threads=1, places=0)
    for name in "abc":
        assert room.admission.enter(name, patient=True)
    room.end(2)
    assert room.begun == ["a", "b", "c"]


def test_a_patient_request_can_be_given_up_outside() -> None:
    room = Room(threads=1, places=1)
    for name in "abcd":
        room.admission.enter(name, patient=True)
    assert room.admission.withdraw("c")
    room.end(3)
    assert room.begun == ["a", "b", "d"]


@pytest.mark.parametrize("number", range(20))
def test_nothing_is_lost_and_nothing_is_too_much(number: int, seed: int) -> None:
    """Random requests, ends and withdrawals: the books always agree."""
    rng = Random(f"{seed}:{number}")
    threads, places = rng.randint(1, 3), rng.randint(0, 4)
    room = Room(threads, places)
    waiting: set[str] = set()
    running: set[str] = set()
    for step in range(300):
        seen = len(room.begun)
        match rng.randrange(4):
            case 0 | 1:
                new = [f"{step}.{part}" for part in range(rng.choice([1, 1, 1, 6]))]
                patient = rng.random() < 0.3
                if room.admission.enter(new, patient):
                    waiting.update(new)
                else:
                    assert not patient
                    assert len(running) == threads
                    assert len(waiting) >= places
            case 2 if running:
                running.remove(rng.choice(sorted(running)))
                room.end()
            case 3 if waiting:
                gone = rng.choice(sorted(waiting))
                assert room.admission.withdraw(gone)
                waiting.remove(gone)
        for begun in room.begun[seen:]:
            waiting.remove(begun)
            running.add(begun)
        assert len(running) <= threads
        assert len(running) == threads or not waiting
        assert room.admission.queued == len(waiting)
