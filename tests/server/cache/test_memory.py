"""The memory: bounded in bytes, the oldest given up first, an honest estimate of what it takes."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest

from kit.founds import some_found
from manille.server.cache import MemoryCache
from manille.server.cache.memory import lean, size_of
from manille.solver.analysis import Found, FoundCard, FoundError, SolveQuestion
from manille.solver.cards import Card
from manille.solver.deals import random_ending
from manille.solver.results import Bounds
from manille.solver.rules import load

NUMBER = 2000


def key_of(number: int) -> bytes:
    return b"a key of the usual length " * 4 + b"%d" % number


def plain(number: int) -> Found:
    return Found((Bounds(number, number),), None, None, number, number / 7)


def table(number: int) -> Found:
    values = tuple(Bounds(300 + n, 300 + n + number % 5) for n in range(20))
    return Found(values, None, None, 10**6 + number, number / 7)


def full(number: int) -> Found:
    """With cards of its own, as a search makes them."""
    found = some_found(number, line=52)
    own = {card: Card(card.rank, card.suit) for card in found.line or ()}
    assert found.cards
    cards = tuple(
        FoundCard(own[c.card], Bounds(*c.left), c.same_as and own[c.same_as]) for c in found.cards
    )
    return replace(found, cards=cards, line=tuple(own.values()), time_s=number / 7)


def reviewed(number: int) -> Found:
    """With errors, and a line for each card."""
    found = full(number)
    assert found.cards
    line = found.line or ()
    cards = tuple(c if c.same_as else c._replace(line=(c.card, *line[:20])) for c in found.cards)
    errors = tuple(FoundError(n, line[:2], line[n:], line[n + 1 :]) for n in range(0, 20, 5))
    return replace(found, cards=cards, errors=errors)


@pytest.mark.parametrize("make", [plain, table, full, reviewed])
def test_the_estimate_is_what_python_really_takes(make: Callable[[int], Found]) -> None:
    """At most a tenth less, at most half as much again."""
    cache = MemoryCache(1 << 30)
    cache.put_many([(key_of(-1), make(0))])  # what is made once, is made now
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(NUMBER):
            cache.put_many([(key_of(number), make(number))])
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert cache.counts.entries == NUMBER + 1
    assert taken / 1.1 < cache.counts.bytes < taken * 1.5, taken / cache.counts.bytes


def test_it_never_takes_more_than_it_may() -> None:
    most = 100_000
    cache = MemoryCache(most)
    for number in range(500):
        cache.put_many([(key_of(number), full(number))])
        assert cache.counts.bytes <= most
    counts = cache.counts
    assert counts.entries + counts.evictions == 500
    assert counts.bytes == counts.entries * size_of(key_of(499), lean(full(499)))
    # full, but for less than one more
    assert counts.bytes + size_of(key_of(0), lean(full(0))) > most


def test_what_was_not_used_for_longest_is_given_up() -> None:
    size = size_of(key_of(10), lean(full(10)))
    cache = MemoryCache(size * 10 + 5)
    for number in range(10, 20):
        cache.put_many([(key_of(number), full(number))])
    assert cache.peek(key_of(10)) == full(10)
    cache.put_many([(key_of(20), full(20))])
    assert cache.peek(key_of(11)) is None
    assert [cache.peek(key_of(number)) is None for number in (10, 12, 20)] == [False] * 3


def test_an_answer_that_would_drive_out_too_many_is_not_kept() -> None:
    cache = MemoryCache(size_of(b"k", lean(full(0))) * 4)
    cache.put_many([(b"small", plain(1)), (b"k", full(0))])
    assert cache.peek(b"k") is None
    assert cache.peek(b"small") == plain(1)
    assert (cache.counts.oversized, cache.counts.evictions) == (1, 0)


def test_nothing_is_kept_in_no_memory() -> None:
    cache = MemoryCache(0)
    cache.put_many([(b"k", plain(1))])
    assert cache.peek(b"k") is None
    assert (cache.counts.entries, cache.counts.bytes) == (0, 0)


def test_the_same_key_is_kept_once() -> None:
    cache = MemoryCache(1 << 20)
    cache.put_many([(b"k", full(1)), (b"k", plain(2))])
    assert cache.peek(b"k") == plain(2)
    assert cache.counts.entries == 1
    assert cache.counts.bytes == size_of(b"k", lean(plain(2)))


def test_it_counts_hits_and_misses() -> None:
    cache = MemoryCache(1 << 20)
    cache.put_many([(b"k", plain(1))])

    async def run() -> None:
        assert await cache.get_many([b"k", b"unknown"]) == [plain(1), None]

    asyncio.run(run())
    assert cache.peek(b"k") == plain(1)
    # a look into the memory that finds nothing comes before a lookup that counts it
    assert cache.peek(b"unknown") is None
    assert (cache.counts.hits, cache.counts.misses) == (2, 1)


def test_what_is_kept_is_what_was_found(seed: int) -> None:
    """Cards are shared, and nothing else changes; a card of no deck is kept as it is."""
    question = SolveQuestion(random_ending(load("botifarra"), 4, seed))
    found = question.search()
    cache = MemoryCache(1 << 20)
    cache.put_many([(question.key, found)])
    kept = cache.peek(question.key)
    assert kept == found
    assert kept is not None
    assert kept.line
    again = lean(replace(found, line=tuple(Card(*card) for card in found.line or ())))
    assert all(one is other for one, other in zip(kept.line, again.line or (), strict=True))
    odd = replace(found, line=(Card("?", "?"),))
    assert lean(odd) == odd
