"""An answer as bytes, to be kept outside of this process, and back.

What comes back is data from outside. A value is a version byte, a checksum over the version, the
key of the question and the payload, and the payload; so a value that is damaged, cut short, of
another version or stored under the wrong key is refused. The payload is a fixed layout of plain
numbers and card letters and not a message of a serialization library: it has exactly one reading,
no defaults and no unknown fields, so everything in it can be checked, and is.

All numbers are little-endian:

    version     uint8
    checksum    uint32    CRC-32 of the version, the key and the payload
    nodes       uint64
    time_s      float64
    parts       uint8     1: cards follow, 2: a line follows, 4: lines of the cards follow,
                          8: errors follow
    values      uint8     how many, then of each: low, high  uint16
    cards       uint8     how many, then of each: card, same_as  2 letters each ("--" for none),
                          low, high  uint16
    line        uint8     how many, then of each: card  2 letters
    lines       for each of the cards a line, empty for none
    errors      uint8     how many, then of each: number  uint8, and three lines: the best cards,
                          the better line, the refutation
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

from manille.solver.analysis import Found, FoundCard, FoundError
from manille.solver.cards import DECKS, Card
from manille.solver.results import Bounds

__all__ = ["VERSION", "BadValueError", "decode", "encode", "seal"]

# Raise it with every change of the layout.
VERSION = 2

_HEAD = struct.Struct("<BI")
_EFFORT = struct.Struct("<QdB")
_COUNT = struct.Struct("<B")
_BOUNDS = struct.Struct("<HH")
_CARD = struct.Struct("<2s2sHH")
_LETTERS = struct.Struct("<2s")
_HAS_CARDS, _HAS_LINE, _HAS_LINES, _HAS_ERRORS = 1, 2, 4, 8
_NONE = b"--"

_FAMILIES = [
    {Card(rank, suit) for suit in deck.suits for rank in deck.ranks} for deck in DECKS.values()
]
_LETTERS_OF = {card: str(card).encode() for family in _FAMILIES for card in family}
_CARD_OF = {letters: card for card, letters in _LETTERS_OF.items()}


class BadValueError(ValueError):
    """A value that is not an answer of ours to this question; the message says what is wrong."""


def encode(key: bytes, found: Found) -> bytes:
    """The value of the answer to the question with this key.

    Raises:
        ValueError: the answer is not complete, or the layout has no place for it.
    """
    if not found.complete:
        raise ValueError("only a complete answer may be kept")
    try:
        payload = b"".join(_packed(found))
    except struct.error as error:
        raise ValueError(f"the layout has no place for this answer: {error}") from None
    return seal(key, payload)


def _packed(found: Found) -> Iterator[bytes]:
    """The parts of a payload."""
    lines = any(card.line is not None for card in found.cards or ())
    parts = _HAS_CARDS * (found.cards is not None) + _HAS_LINE * (found.line is not None)
    parts += _HAS_LINES * lines + _HAS_ERRORS * (found.errors is not None)
    yield _EFFORT.pack(found.nodes, found.time_s, parts)
    yield _listed(found.values, (_BOUNDS.pack(*bounds) for bounds in found.values))
    if found.cards is not None:
        yield _listed(found.cards, map(_pack_card, found.cards))
    if found.line is not None:
        yield _pack_line(found.line)
    if lines:
        yield from (_pack_line(card.line or ()) for card in found.cards or ())
    if found.errors is not None:
        yield _listed(found.errors, map(_pack_error, found.errors))


def seal(key: bytes, payload: bytes) -> bytes:
    """The value with this payload: the version and the checksum before it."""
    return _HEAD.pack(VERSION, _checksum(key, payload)) + payload


def _checksum(key: bytes, payload: bytes) -> int:
    return crc32(payload, crc32(key, crc32(bytes((VERSION,)))))


def _listed(items: Sequence[object], packed: Iterable[bytes]) -> bytes:
    return _COUNT.pack(len(items)) + b"".join(packed)


def _pack_card(found: FoundCard) -> bytes:
    same_as = _NONE if found.same_as is None else _letters(found.same_as)
    return _CARD.pack(_letters(found.card), same_as, *found.left)


def _pack_line(line: Sequence[Card]) -> bytes:
    return _listed(line, map(_letters, line))


def _pack_error(error: FoundError) -> bytes:
    lines = map(_pack_line, (error.best, error.better, error.refutation))
    return _COUNT.pack(error.number) + b"".join(lines)


def _letters(card: Card) -> bytes:
    letters = _LETTERS_OF.get(card)
    if letters is None:
        raise ValueError(f"{card} is no card of any deck")
    return letters


def decode(key: bytes, value: bytes) -> Found:
    """The answer to the question with this key, from its value.

    Raises:
        BadValueError: it is none.
    """
    if len(value) < _HEAD.size or value[0] != VERSION:
        raise BadValueError(f"not a value of version {VERSION}")
    payload = value[_HEAD.size :]
    if _HEAD.unpack_from(value)[1] != _checksum(key, payload):
        raise BadValueError(
            "the checksum is wrong: the value is damaged, or belongs to another key"
        )
    try:
        return _read(_Reader(payload))
    except (struct.error, IndexError):
        raise BadValueError("the value ends too early") from None


def _read(reader: _Reader) -> Found:
    """All of a payload; whatever no answer can have is refused."""
    nodes, time_s, parts = reader.fields(_EFFORT)
    if not 0 <= time_s < math.inf:
        raise BadValueError(f"{time_s} is no number of seconds")
    if parts > _HAS_CARDS + _HAS_LINE + _HAS_LINES + _HAS_ERRORS:
        raise BadValueError(f"{parts} stands for no parts")
    values = tuple(_bounds(low, high) for low, high in reader.rows(_BOUNDS))
    cards = _found_cards(reader.rows(_CARD)) if parts & _HAS_CARDS else None
    line = _line(reader) if parts & _HAS_LINE else None
    if parts & _HAS_LINES:
        cards = _with_lines(cards or (), reader)
    errors = tuple(_errors(reader)) if parts & _HAS_ERRORS else None
    if reader.left:
        raise BadValueError("the value goes on after its end")
    found = Found(values, cards, line, nodes, time_s, errors=errors)
    _check_family(_cards_of(found))
    return found


def _cards_of(found: Found) -> Iterator[Card]:
    """Every card that an answer names."""
    yield from found.line or ()
    for one in found.cards or ():
        yield from (one.card, *(one.line or ()))
    for error in found.errors or ():
        yield from (*error.best, *error.better, *error.refutation)


class _Reader:
    """Reads fields from the beginning of a payload on."""

    def __init__(self, payload: bytes) -> None:
        self._payload = payload
        self._at = 0

    @property
    def left(self) -> int:
        """How many bytes are not read yet."""
        return len(self._payload) - self._at

    def fields(self, layout: struct.Struct) -> tuple[Any, ...]:
        """The next fields."""
        fields = layout.unpack_from(self._payload, self._at)
        self._at += layout.size
        return fields

    def rows(self, layout: struct.Struct) -> Iterable[tuple[Any, ...]]:
        """A count, and the fields of as many rows."""
        (count,) = self.fields(_COUNT)
        start, self._at = self._at, self._at + count * layout.size
        if self.left < 0:
            raise IndexError
        return layout.iter_unpack(self._payload[start : self._at])


def _bounds(low: int, high: int) -> Bounds:
    if low > high:
        raise BadValueError(f"at least {low} and at most {high} points cannot be")
    return Bounds(low, high)


def _card(letters: bytes) -> Card:
    card = _CARD_OF.get(letters)
    if card is None:
        raise BadValueError(f"{letters!r} is no card")
    return card


def _found_cards(rows: Iterable[tuple[Any, ...]]) -> tuple[FoundCard, ...]:
    """The legal cards; one that is worth the same as another comes after it."""
    cards: dict[Card, FoundCard] = {}
    for letters, same_letters, low, high in rows:
        card = _card(letters)
        same_as = None if same_letters == _NONE else _card(same_letters)
        if same_as is not None and same_as not in cards:
            raise BadValueError(f"{card} is worth the same as {same_as}, which is not before it")
        if card in cards:
            raise BadValueError(f"{card} stands twice among the legal cards")
        cards[card] = FoundCard(card, _bounds(low, high), same_as)
    return tuple(cards.values())


def _with_lines(cards: tuple[FoundCard, ...], reader: _Reader) -> tuple[FoundCard, ...]:
    """The cards with their lines, of which there is one at least."""
    found = []
    for one in cards:
        line = _line(reader)
        if line and (line[0] != one.card or one.same_as is not None):
            raise BadValueError(f"the line of {one.card} does not belong to it")
        found.append(one._replace(line=line or None))
    if not any(one.line for one in found):
        raise BadValueError("no card has a line")
    return tuple(found)


def _errors(reader: _Reader) -> Iterator[FoundError]:
    """The errors, in the order of the play."""
    (count,) = reader.fields(_COUNT)
    last = -1
    for _ in range(count):
        (number,) = reader.fields(_COUNT)
        best, better, refutation = _line(reader), _line(reader), _line(reader)
        if number <= last:
            raise BadValueError(f"error {number} comes after error {last}")
        if not set(better[:1]) <= set(best):
            raise BadValueError("the better line begins with none of the best cards")
        yield FoundError(number, best, better, refutation)
        last = number


def _line(reader: _Reader) -> tuple[Card, ...]:
    line = tuple(_card(letters) for (letters,) in reader.rows(_LETTERS))
    if len(set(line)) != len(line):
        raise BadValueError("a line plays a card twice")
    return line


def _check_family(cards: Iterable[Card]) -> None:
    """Refuse cards of which no deck has all."""
    used = set(cards)
    if not any(used <= family for family in _FAMILIES):
        raise BadValueError("the cards are of different decks")
