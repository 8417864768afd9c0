"""Answers as bytes: there and back, and nothing that is damaged, foreign or senseless is taken."""

from __future__ import annotations

import math
import struct
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kit.founds import founds, some_found
from kit.plays import played_anyhow
from manille.server.cache.codec import VERSION, BadValueError, decode, encode, seal
from manille.server.cache.keys import ANSWER_REVISION, store_key
from manille.solver.analysis import (
    Asked,
    Found,
    FoundCard,
    FoundError,
    PlayQuestion,
    ReachQuestion,
    ReviewQuestion,
    SolveQuestion,
    TableQuestion,
)
from manille.solver.cards import Card
from manille.solver.deals import random_ending
from manille.solver.results import Bounds
from manille.solver.rules import load, names

KEY = b"a question"
EFFORT = struct.pack("<QdB", 5, 0.5, 0)


@given(st.binary(max_size=400), founds())
def test_there_and_back(key: bytes, found: Found) -> None:
    assert decode(key, encode(key, found)) == found


@pytest.mark.parametrize("name", names())
def test_real_answers_go_there_and_back(name: str, seed: int) -> None:
    """Those of every kind of question, in every game."""
    deal = random_ending(load(name), 3, seed, played=2)
    start = random_ending(load(name), 2, seed)
    questions: list[Asked] = [
        SolveQuestion(deal),
        SolveQuestion(deal, want=("points",), window=(1, 3)),
        ReachQuestion(deal, 3),
        SolveQuestion(deal, want=("lines",)),
        PlayQuestion(deal),
        ReviewQuestion(played_anyhow(start, Random(seed), 0.5)),
        TableQuestion(start),
    ]
    for question in questions:
        found = question.search()
        assert found.complete
        assert decode(question.key, encode(question.key, found)) == found, question


def test_every_bit_counts() -> None:
    value = encode(KEY, some_found())
    for bit in range(len(value) * 8):
        damaged = bytearray(value)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadValueError):
            decode(KEY, bytes(damaged))


def test_every_byte_is_needed_and_no_other() -> None:
    value = encode(KEY, some_found())
    for size in range(len(value)):
        with pytest.raises(BadValueError):
            decode(KEY, value[:size])
    with pytest.raises(BadValueError):
        decode(KEY, value + b"\0")


@given(st.binary(max_size=300))
@example(b"")
@example(bytes((VERSION,)))
def test_random_bytes_are_refused(value: bytes) -> None:
    with pytest.raises(BadValueError):
        decode(KEY, value)


@given(founds(), st.binary(max_size=50), st.binary(max_size=50))
def test_the_value_of_another_question_is_refused(found: Found, key: bytes, other: bytes) -> None:
    if key != other:
        with pytest.raises(BadValueError, match="checksum"):
            decode(other, encode(key, found))


@given(st.binary(max_size=60))
@example(EFFORT + b"\0")
def test_a_payload_is_one_that_is_written_or_refused(payload: bytes) -> None:
    """Also where the checksum is right: what is taken is written in the same way again."""
    value = seal(KEY, payload)
    try:
        found = decode(KEY, value)
    except BadValueError:
        return
    assert encode(KEY, found) == value


@given(founds(), st.data())
def test_a_mutated_payload_is_one_that_is_written_or_refused(
    found: Found, data: st.DataObject
) -> None:
    payload = bytearray(encode(KEY, found)[5:])
    at = data.draw(st.integers(0, len(payload) - 1))
    payload[at] = data.draw(st.integers(0, 255))
    value = seal(KEY, bytes(payload))
    try:
        taken = decode(KEY, value)
    except BadValueError:
        return
    assert encode(KEY, taken) == value


def payload(parts: int = 0, values: bytes = b"\0", time_s: float = 0.5, rest: bytes = b"") -> bytes:
    return struct.pack("<QdB", 5, time_s, parts) + values + rest


def card(letters: str, same_as: str = "--", low: int = 0, high: int = 0) -> bytes:
    return letters.encode() + same_as.encode() + struct.pack("<HH", low, high)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (payload(time_s=-1.0), "no number of seconds"),
        (payload(time_s=math.inf), "no number of seconds"),
        (payload(time_s=math.nan), "no number of seconds"),
        (payload(parts=16), "stands for no parts"),
        (payload(parts=4), "no card has a line"),
        (payload(parts=5, rest=b"\1" + card("AS") + b"\0"), "no card has a line"),
        (payload(parts=5, rest=b"\1" + card("AS") + b"\1KS"), "does not belong to it"),
        (
            payload(parts=5, rest=b"\2" + card("AS") + card("KS", "AS") + b"\1AS\1KS"),
            "does not belong to it",
        ),
        (payload(parts=5, rest=b"\1" + card("AS") + b"\2ASAS"), "plays a card twice"),
        (payload(parts=5, rest=b"\1" + card("AS") + b"\2ASAO"), "different decks"),
        (payload(parts=8, rest=b"\1\5\1AS\1KS\1QS"), "none of the best cards"),
        (payload(parts=8, rest=b"\2\5\1AS\1AS\1QS\5\1AS\1AS\1QS"), "comes after error 5"),
        (payload(parts=8, rest=b"\1\5\1AS\1AS\1AO"), "different decks"),
        (payload(parts=8, rest=b"\1\5\1AS\1AS"), "ends too early"),
        (payload(values=b"\1" + struct.pack("<HH", 4, 3)), "at least 4 and at most 3"),
        (payload(values=b"\2" + struct.pack("<HH", 3, 4)), "ends too early"),
        (payload(parts=1), "ends too early"),
        (payload(parts=1, rest=b"\1" + card("1S")), "no card"),
        (payload(parts=1, rest=b"\1" + card("SA")), "no card"),
        (payload(parts=1, rest=b"\1" + card("as")), "no card"),
        (payload(parts=1, rest=b"\1" + card("--")), "no card"),
        (payload(parts=1, rest=b"\1" + card("AS", low=2, high=1)), "at least 2 and at most 1"),
        (payload(parts=1, rest=b"\2" + card("AS") + card("AS")), "stands twice"),
        (payload(parts=1, rest=b"\1" + card("AS", "AS")), "not before it"),
        (payload(parts=1, rest=b"\2" + card("AS", "KS") + card("KS")), "not before it"),
        (payload(parts=1, rest=b"\2" + card("AS") + card("AO")), "different decks"),
        (payload(parts=2, rest=b"\2ASAS"), "plays a card twice"),
        (payload(parts=2, rest=b"\2ASAO"), "different decks"),
        (payload(parts=3, rest=b"\1" + card("QS") + b"\1HB"), "different decks"),
        (payload(parts=2, rest=b"\1ASKS"), "goes on after its end"),
        (payload(rest=b"\0"), "goes on after its end"),
    ],
)
def test_what_no_answer_can_have_is_refused(wrong: bytes, reason: str) -> None:
    with pytest.raises(BadValueError, match=reason):
        decode(KEY, seal(KEY, wrong))


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Found((), complete=False), "complete"),
        (Found((Bounds(0, 70_000),)), "no place"),
        (Found((Bounds(-1, 0),)), "no place"),
        (Found((Bounds(0, 0),) * 256), "no place"),
        (Found((), nodes=2**64), "no place"),
        (Found((), line=(Card("AA", "S"),)), "no card"),
    ],
)
def test_what_cannot_be_read_back_is_not_written(found: Found, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        encode(KEY, found)


def test_another_version_is_refused() -> None:
    value = encode(KEY, some_found())
    with pytest.raises(BadValueError, match="version"):
        decode(KEY, bytes((VERSION + 1,)) + value[1:])


def test_the_effort_is_kept() -> None:
    found = replace(some_found(), nodes=2**63, time_s=1 / 3)
    assert decode(KEY, encode(KEY, found)) == found


def test_the_layout_is_what_this_version_wrote() -> None:
    """Fails where the layout changes without a new version."""
    ace, ten = Card("A", "S"), Card("T", "C")
    cards = (FoundCard(ace, Bounds(1, 2), None, (ace, ten)), FoundCard(ten, Bounds(1, 2), ace))
    errors = (FoundError(7, (ace,), (ace, ten), (ten,)),)
    found = Found((Bounds(1, 2),), cards, (ace, ten), 3, 0.5, errors=errors)
    assert VERSION == 2
    assert encode(b"k", found).hex() == (
        "02957488210300000000000000000000000000e03f0f01010002000241532d2d0100020054434153"
        "01000200024153544302415354430001070141530241535443015443"
    )


def test_names_are_printable_and_tell_questions_apart() -> None:
    name = store_key("manille", bytes(range(256)))
    assert name.isascii()
    assert name.isprintable()
    assert name.startswith(f"manille:{ANSWER_REVISION}:")
    every = {store_key("manille", b"%d" % number) for number in range(1000)}
    every |= {store_key("other", b"0"), store_key("manille", b"")}
    assert len(every) == 1002
