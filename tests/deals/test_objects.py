"""Deals as JSON objects."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from kit.strategies import RULE_SETS, deals, examples, languages, tell
from manille.solver.cards import LANGUAGES
from manille.solver.deals import (
    Deal,
    format_deal,
    format_object,
    parse_deal,
    random_deal,
    to_object,
)
from manille.solver.errors import DealError, Reason


@examples(400)
@given(deals(), languages())
def test_deal_is_read_back(deal: Deal, language: str) -> None:
    tell(deal)
    text = format_object(deal, language)
    assert "\n" not in text
    assert json.loads(text) == to_object(deal, language)
    assert parse_deal(text, language=language) == deal


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_line_and_object_are_the_same_deal(rules, language: str) -> None:
    for number in range(5):
        deal = random_deal(rules, 3, number)
        line = parse_deal(format_deal(deal, language), language=language)
        assert line == parse_deal(format_object(deal, language), language=language) == deal


def test_object_has_the_fields_of_the_notation() -> None:
    deal = parse_deal("maniglia-3 O 2:7H... A.4.. K...M ; declarer=1 ; bid=34 ; played=7O")
    assert to_object(deal) == {
        "rules": "maniglia-3",
        "trump": "O",
        "leader": "2",
        "hands": {"2": "7H...", "3": "A.4..", "1": "K...M"},
        "declarer": "1",
        "bid": 34,
        "played": ["7O"],
    }
    deal = parse_deal("manillen - N:? TA... ? ? ; calls=pass")
    assert to_object(deal, "fr") == {
        "rules": "manillen",
        "trump": "-",
        "leader": "N",
        "hands": {"N": "?", "W": "TA...", "S": "?", "E": "?"},
        "calls": ["pass"],
    }


PLAIN = "manillen S W:TA... K7... QJ... 98... ; played=TS"


def spelled(**changes) -> str:
    """The object of the plain deal with some fields changed."""
    return json.dumps(to_object(parse_deal(PLAIN)) | changes)


@pytest.mark.parametrize(
    "text",
    [
        spelled(),
        spelled(leader="w"),
        spelled(leader=" W "),
        spelled(trump="s"),
        spelled(trump="♠"),
        spelled(hands=["TA...", "K7...", "QJ...", "98..."]),
        spelled(hands=["10A.-.-.-", "k7...", "JQ...", "89..-."]),
        spelled(hands={"E": "QJ...", "N": "98...", "S": "K7...", "W": "T1..."}),
        spelled(played=["10S"]),
        spelled(played=["♠t"]),
        spelled(declarer=None, bid=None, turned=None, calls=None),
        spelled(calls=[]),
        " \t\r\n" + spelled() + "\r\n",
        "\ufeff" + spelled(),
        json.dumps(json.loads(spelled()), indent=2),
        json.dumps(json.loads(spelled()), ensure_ascii=True, sort_keys=True),
        spelled().replace("manillen", "\\u006danillen"),
    ],
)
def test_spelling_means_the_same(text: str) -> None:
    assert parse_deal(text) == parse_deal(PLAIN)


def test_fields_that_have_no_meaning_may_be_null_or_empty_lists() -> None:
    plain = "maniglia O N:7... A... K... H..."
    empty = dict.fromkeys(("declarer", "bid", "turned"), None) | {"calls": [], "played": []}
    assert parse_deal(json.dumps(to_object(parse_deal(plain)) | empty)) == parse_deal(plain)


def test_place_of_a_fault_is_the_hand_the_card_or_the_call() -> None:
    fields = to_object(parse_deal(PLAIN)) | {"played": ["TS", "KS", "QS", "9S", "XX"]}
    fields["hands"]["E"] = "QX..."
    with pytest.raises(DealError) as caught:
        parse_deal(json.dumps(fields), line=4)
    assert [(fault.line, fault.column, fault.field) for fault in caught.value.faults] == [
        (4, None, "hands.E"),
        (4, None, "played[4]"),
    ]
    assert str(caught.value).startswith("line 4, hands.E: 'X' is no rank")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"x": ' + "[" * 4_000 + "]" * 4_000 + "}", id="lists"),
        pytest.param('{"x": ' + '{"x":' * 1_900, id="objects without an end"),
        pytest.param('{"bid": ' + "9" * 5_000 + "}", id="digits"),
        pytest.param('{"bid": -' + "9" * 5_000 + "}", id="digits below zero"),
        pytest.param('{"bid": 1' + "0" * 9_000 + "}", id="zeros"),
    ],
)
def test_depth_and_digits_without_end(text: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_deal(text)
    assert caught.value.reason in (Reason.BAD_JSON, Reason.FIELD_MISSING)


@pytest.mark.parametrize("depth", range(100, 1_200, 50))
def test_a_value_of_any_depth_is_refused(depth: int) -> None:
    value = "[" * depth + "]" * depth
    for field in ("rules", "hands", "played", "bid", "unknown"):
        with pytest.raises(DealError):
            parse_deal(f'{{"{field}": {value}}}')


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999", "true", "{}", "0.5"])
def test_numbers_that_are_none(constant: str) -> None:
    text = '{"rules": "maniglia-3", "trump": "O", "leader": "1", "hands": ["7...", "A...", "K..."]'
    with pytest.raises(DealError) as caught:
        parse_deal(f'{text}, "bid": {constant}}}')
    assert [(f.reason, f.field) for f in caught.value.faults] == [(Reason.BAD_TYPE, "bid")]


def test_messages_can_be_printed_whatever_the_keys_are() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal('{"\\ud800": 1, "a\\nb": 2, "' + "k" * 5_000 + '": 3, "\\u202e": 4, "": 5}')
    text = str(caught.value)
    assert len(text.encode()) < 2_000
    assert len(text.splitlines()) == len(caught.value.faults) == 9
