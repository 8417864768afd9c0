"""The first level: a bounded part of the memory of this process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from sys import getsizeof

from manille.server.cache.base import Cache, Counts
from manille.solver.analysis import Found, FoundCard, FoundError
from manille.solver.cards import DECKS, Card
from manille.solver.results import Bounds

__all__ = ["MemoryCache", "lean", "size_of"]

# One answer may take so much of the whole; a larger one would drive out too many others.
LARGEST_SHARE = 8
# What an entry takes beside its key and its value: the node and the slots of the ordered
# dictionary, the slots being half empty at times. A test compares it with what Python really takes.
ENTRY_BYTES = 200
# The values of the fields of an answer, its numbers included.
FOUND_BYTES = 160

# A number of its own; smaller ones are shared by all of Python.
NUMBER_BYTES = 32
LARGEST_SHARED = 256
# A named tuple has room for one more item than it has, which it does not tell.
SPARE_BYTES = 8

# Every card once. Searches and messages make cards of their own, 72 bytes each.
_SHARED: dict[Card | None, Card] = {
    card: card
    for deck in DECKS.values()
    for card in (Card(rank, suit) for suit in deck.suits for rank in deck.ranks)
}


class MemoryCache(Cache):
    """The answers used last, as many as fit into a number of bytes."""

    def __init__(self, most_bytes: int) -> None:
        """Start empty.

        Args:
            most_bytes: what keys and values may take together, as :func:`size_of` estimates it.
        """
        self.counts = Counts()
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, Found] = OrderedDict()
        self._sizes: dict[bytes, int] = {}

    def peek(self, key: bytes) -> Found | None:
        """What is kept under a key, which is then the last to be given up."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            self.counts.hits += 1
        return found

    async def get_many(self, keys: Sequence[bytes]) -> list[Found | None]:
        """What is kept under each key, without waiting."""
        found = [self.peek(key) for key in keys]
        self.counts.misses += found.count(None)
        return found

    def put_many(self, items: Sequence[tuple[bytes, Found]]) -> None:
        """Keep answers; those used longest ago are given up for them."""
        for key, found in items:
            self._put(key, lean(found))

    def _put(self, key: bytes, found: Found) -> None:
        size = size_of(key, found)
        self._forget(key)
        if size * LARGEST_SHARE > self._most_bytes:
            self.counts.oversized += 1
            return
        self._kept[key] = found
        self._sizes[key] = size
        self.counts.entries += 1
        self.counts.bytes += size
        while self.counts.bytes > self._most_bytes:
            self._forget(next(iter(self._kept)))
            self.counts.evictions += 1

    def _forget(self, key: bytes) -> None:
        if key in self._kept:
            del self._kept[key]
            self.counts.entries -= 1
            self.counts.bytes -= self._sizes.pop(key)

    def levels(self) -> Mapping[str, Counts]:
        """Its one level."""
        return {"memory": self.counts}


def lean(found: Found) -> Found:
    """The same answer with cards that all answers share, about half as large."""
    cards = found.cards and tuple(
        FoundCard(
            _SHARED.get(c.card, c.card),
            c.left,
            _SHARED.get(c.same_as, c.same_as),
            None if c.line is None else _lean_line(c.line),
        )
        for c in found.cards
    )
    errors = found.errors and tuple(
        FoundError(error.number, *map(_lean_line, error[1:])) for error in found.errors
    )
    line = None if found.line is None else _lean_line(found.line)
    return replace(found, cards=cards, line=line, errors=errors)


def _lean_line(line: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([_SHARED.get(card, card) for card in line])


def size_of(key: bytes, found: Found) -> int:
    """The bytes that a lean answer takes under its key; an estimate, rather high than low."""
    size = ENTRY_BYTES + FOUND_BYTES + getsizeof(key) + getsizeof(found) + getsizeof(found.values)
    size += sum(_bounds_bytes(bounds) for bounds in found.values)
    if found.cards:
        size += getsizeof(found.cards)
        size += sum(_tuple_bytes(card) + _bounds_bytes(card.left) for card in found.cards)
        size += sum(getsizeof(card.line) for card in found.cards if card.line)
    if found.errors:
        size += getsizeof(found.errors)
        size += sum(_tuple_bytes(error) + sum(map(getsizeof, error[1:])) for error in found.errors)
    return size + (getsizeof(found.line) if found.line else 0)


def _bounds_bytes(bounds: Bounds) -> int:
    large = sum(number > LARGEST_SHARED for number in bounds)
    return _tuple_bytes(bounds) + large * NUMBER_BYTES


def _tuple_bytes(named: tuple[object, ...]) -> int:
    return getsizeof(named) + SPARE_BYTES
