"""Whatever is thrown at the parser, it answers with a deal or with faults and their places."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import RULE_SETS, deals, examples, languages, tell
from manille.solver.cards import LANGUAGES
from manille.solver.deals import (
    Deal,
    format_deal,
    format_object,
    parse_deal,
    random_deal,
    random_ending,
)
from manille.solver.errors import DealError, ManilleError, Reason

ODD = [
    *"\0\t\n\r\x0b\x1b\x1f\x7f\x85\xa0 ",
    *"\ufeff\u200b\u200d\u202e\u2028\u3000\ufe0f",
    *"\ud800\udfff\U0001f0a1\U000e0001",
    *"\uff1b\uff1a\uff0e\uff17\u0667\u017f\u0131\u212a\xdf",
    *".:;=,-?^{}[]\"'`\\/#%~$",
    *"♠♥♦♣♤SHDCOEBKNTAQJM0123456789x",
    "NT", "10", "pass", "null", "true", "NaN", "-1", "1e9", "99999999999999999999", "played=",
    "; bid=", "declarer=", " ; ; ", "..", "....", "? ? ? ?", '"hands"', "\\u0000", "\\ud800",
]  # fmt: skip


PATHS = (Reason.UNKNOWN_RULES, Reason.RULES_UNREADABLE)


def answer(text: str, language: str = "en") -> Deal | ManilleError:
    """What the parser makes of a text; anything but a deal or its faults is raised."""
    try:
        deal = parse_deal(text, language=language)
    except ManilleError as error:
        check_faults(error, text)
        return error
    check_deal(deal, language)
    return deal


def check_faults(error: ManilleError, text: str) -> None:
    assert error.faults
    str(error).encode()
    for fault in error.faults:
        assert fault.message.isprintable(), repr(fault.message)
        # a path is shown whole, anything else is cut
        limit = len(text) if fault.reason in PATHS else 0
        assert len(fault.message) < 500 + limit, fault.message
        assert fault.column is None or 1 <= fault.column <= len(text) + 1, str(fault)
        assert (fault.field or "x").isprintable(), repr(fault.field)
        assert fault.line == 1


def check_deal(deal: Deal, language: str) -> None:
    assert parse_deal(format_deal(deal, language), language=language) == deal
    assert parse_deal(format_object(deal, language), language=language) == deal


def seeds() -> list[tuple[str, str]]:
    """Good lines and objects of every rule set, in every language, with their language."""
    found = []
    for number, rules in enumerate(RULE_SETS):
        some = [
            random_deal(rules, 1, number),
            random_ending(rules, 2, 1, number, played=5),
            random_ending(rules, 3, 1, number, played=3),
        ]
        for place, (deal, language) in enumerate(zip(some * 2, LANGUAGES, strict=True)):
            form = format_deal if (number + place) % 3 else format_object
            found.append((form(deal, language), language))
    found += [
        ("manillen - N:? TAK.97.QJ8. ? ? ; calls=pass,pass,S", "en"),
        ("maniglia-3 - 2:? 7AKHM65.3.4.765 ? ; calls=20,30,pass", "en"),
        ("maniglia-5 O 4:7... A... K... H... M... ; declarer=2 ; bid=34 ; played=7O AO", "en"),
        ("maniglia O N:7... A... K... H... ; turned=HO ; played=7O AO KO HO", "en"),
        ('{"rules": "manillen", "trump": "-", "leader": "N", "hands": ["?", "?", "?", "?"], '
         '"calls": ["pass", "NT"], "bid": null}', "en"),
    ]  # fmt: skip
    return found


SEEDS = seeds()


def mutated(text: str, rng: random.Random) -> str:
    """The text with one to four small accidents."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, to = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        near = min(at + rng.randint(1, 3), len(text))
        text = rng.choice(
            (
                text[:at] + text[near:],
                text[:at] + rng.choice(ODD) + text[at:],
                text[:at] + rng.choice(ODD) + text[near:],
                text[:at] + text[near : near + 1] + text[at:near] + text[near + 1 :],
                text[:at] + text[at:near].swapcase() + text[near:],
                text[:at] + text[at:near] * 2 + text[near:],
                text[:at] + rng.choice(SEEDS)[0][at:to] + text[to:],
                text[:at] if rng.random() < 0.3 else text[:at] + text[to:],
            )
        )
    return text


def test_seeds_are_good() -> None:
    for text, language in SEEDS:
        assert isinstance(answer(text, language), Deal), text


@pytest.mark.parametrize("seed", range(16))
def test_mutated_deals_give_a_deal_or_faults(seed: int) -> None:
    rng = random.Random(seed)
    outcomes = {Deal: 0, DealError: 0}
    for _ in range(400):
        text, language = rng.choice(SEEDS)
        text = mutated(text, rng)
        try:
            outcomes[type(answer(text, language))] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, language {language}: {text!r}") from error
    assert min(outcomes.values()) > 20, f"seed {seed} tests only one of the two: {outcomes}"


@examples(300)
@given(st.text(max_size=200), languages())
def test_random_text(text: str, language: str) -> None:
    assert not isinstance(answer(text, language), Deal)


LETTERS = 'manilegNWSEOCBHDTAKQJ0123456789.:;=,-?{}[]" \n'


@examples(300)
@given(st.text(LETTERS, max_size=120), languages())
def test_random_text_of_the_letters_of_the_notation(text: str, language: str) -> None:
    assert not isinstance(answer(text, language), Deal)


words = st.sampled_from(
    ["manillen", "maniglia-3", "S", "NT", "-", "O", "N:", "1:", "N:?", "1:7...", "TA...", "7...",
     "?", "...", "K7..", ";", "declarer=1", "declarer=", "bid=30", "turned=7O", "calls=pass",
     "played=TS", "7O", "TS", "pass", ",", "=", ".", ":"]
)  # fmt: skip


@examples(400)
@given(st.lists(words, max_size=20), st.sampled_from([" ", "", "\t"]))
def test_random_words_of_the_notation(found: list[str], between: str) -> None:
    text = between.join(found)
    if isinstance(answer(text), Deal):
        assert text.lstrip().startswith(("manillen", "maniglia-3"))


keys = st.sampled_from(
    ["rules", "trump", "leader", "hands", "declarer", "bid", "turned", "calls", "played", "N", "1"]
)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["manillen", "S", "N", "-", "?", "TA...", "pass", "TS", "1", "NT"])
)
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(keys | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=20,
)


@examples(150)
@given(st.dictionaries(keys | st.text(max_size=8), values, max_size=10), st.booleans())
def test_random_objects(found: dict, ascii_only: bool) -> None:
    text = json.dumps(found, ensure_ascii=ascii_only)
    assert not isinstance(answer(text), Deal)


@examples(300)
@given(deals(), keys, values)
def test_an_object_with_one_field_replaced(deal: Deal, key: str, value) -> None:
    tell(deal)
    found = answer(json.dumps(json.loads(format_object(deal)) | {key: value}))
    if key in ("N", "1"):
        assert isinstance(found, DealError)
        assert Reason.FIELD_UNKNOWN in {fault.reason for fault in found.faults}


@examples(100)
@given(values)
def test_any_other_json_is_no_deal(value) -> None:
    found = answer(json.dumps(value))
    assert isinstance(found, ManilleError)
    if isinstance(value, list | str):
        assert found.reason is Reason.BAD_JSON


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 10_000_000, id="letters"),
        pytest.param(" " * 10_000_000, id="spaces"),
        pytest.param("manillen S N:" + "." * 9_900, id="points"),
        pytest.param("manillen S N:" + "X" * 9_900, id="no ranks"),
        pytest.param("manillen S N:" + "A " * 4_900, id="hands"),
        pytest.param("manillen S N:" + "? " * 4_900, id="hidden hands"),
        pytest.param("manillen S N:TA... K7... QJ... 98... ; played=" + "TS " * 3_200, id="cards"),
        pytest.param("manillen S N:TA... K7... QJ... 98... ; " + "k" * 9_900 + "=1", id="a key"),
        pytest.param("manillen - N:? ? ? ? ; calls=" + "pass," * 1_900, id="calls"),
        pytest.param("maniglia-3 O 1:7... A... K... ; bid=" + "9" * 9_900, id="digits"),
        pytest.param("maniglia-3 - 1:? ? ? ; calls=" + "9" * 9_900, id="a call of digits"),
        pytest.param("m" * 9_900 + " S N:TA... K7... QJ... 98...", id="a name"),
        pytest.param("{" * 9_900, id="braces"),
        pytest.param("[" * 9_900, id="brackets"),
        pytest.param('{"a":' * 1_900, id="objects"),
        pytest.param('"' + "x" * 9_900, id="a quote"),
        pytest.param("\0" * 9_900, id="zeros"),
        pytest.param("\ud800" * 9_900, id="surrogates"),
    ],
)
def test_huge_input_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    assert isinstance(answer(text), DealError)
    assert time.process_time() - start < 2


def test_many_empty_fields_are_no_fields() -> None:
    line = "manillen S N:TA... K7... QJ... 98..."
    assert parse_deal(line + ";" * 9_900) == parse_deal(line)


LINE = "maniglia-4 O W:7... A... K... H... ; declarer=N ; bid=30 ; calls=pass ; played=7O AO"
OBJECT = (
    '{"rules": "maniglia-4", "trump": "O", "leader": "W", "hands": {"N": "7...", "W": "?", '
    '"S": "K...", "E": "H..."}, "declarer": "N", "bid": 30, "played": ["MO", "KO"]}'
)


@pytest.mark.parametrize("odd", ODD, ids=ascii)
@pytest.mark.parametrize("good", [LINE, OBJECT], ids=["line", "object"])
def test_an_odd_piece_at_every_place(odd: str, good: str) -> None:
    answers = [isinstance(answer(good), Deal)]
    for at in range(len(good) + 1):
        for rest in (good[at:], good[at + 1 :]):
            answers.append(isinstance(answer(good[:at] + odd + rest), Deal))
    assert answers[0]
    assert not all(answers)


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml", "x" * 300 + ".toml"], ids=ascii)
def test_a_path_that_no_system_has(name: str) -> None:
    found = answer(f"{name} S N:TA... K7... QJ... 98...")
    assert isinstance(found, ManilleError)
    assert found.reason is Reason.RULES_UNREADABLE
