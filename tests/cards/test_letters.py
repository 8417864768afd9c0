"""The letters of six languages, read and written."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import examples, languages
from manille.solver.cards import DECKS, LANGUAGES, Card, letters

TONGUES = [letters(language, deck) for language, deck in product(LANGUAGES, DECKS)]
every_tongue = pytest.mark.parametrize(
    "tongue", TONGUES, ids=lambda tongue: f"{tongue.language}-{tongue.deck.name}"
)


def cards_of(tongue) -> list[Card]:
    return [Card(rank, suit) for suit, rank in product(tongue.deck.suits, tongue.deck.ranks)]


def short(tongue, card: Card) -> str:
    """The card by its letters, whether or not they can be misread."""
    return tongue.format_rank(card.rank) + tongue.format_suit(card.suit)


@every_tongue
def test_what_is_written_is_read_back_alone(tongue) -> None:
    for card in cards_of(tongue):
        text = tongue.format(card)
        assert tongue.readings(text) == [card], text
        assert tongue.readings(text.lower()) == [card], text


@every_tongue
def test_ranks_and_suits_are_read_back(tongue) -> None:
    for rank in tongue.deck.ranks:
        assert tongue.rank(tongue.format_rank(rank)) == rank
        assert tongue.rank(tongue.format_rank(rank).lower()) == rank
    for suit in tongue.deck.suits:
        assert tongue.suit(tongue.format_suit(suit)) == suit
        assert tongue.suit(tongue.format_suit(suit).lower()) == suit


@every_tongue
def test_no_two_cards_are_written_alike(tongue) -> None:
    cards = cards_of(tongue)
    assert len({tongue.format(card) for card in cards}) == len(cards)


@every_tongue
def test_suit_then_rank_is_the_same_card_or_refused(tongue) -> None:
    for card in cards_of(tongue):
        turned = short(tongue, card)[::-1]
        readings = tongue.readings(turned)
        assert card in readings, turned
        assert len(readings) == 1 or turned in AMBIGUOUS[tongue.language, tongue.deck.name]


# Where the letters of two cards are the same: the queen of clubs and the ten of diamonds.
AMBIGUOUS = {(tongue.language, tongue.deck.name): set() for tongue in TONGUES} | {
    ("es", "french"): {"DT", "TD"},
    ("ca", "french"): {"DT", "TD"},
}


@every_tongue
def test_only_these_cards_are_ambiguous(tongue) -> None:
    signs = {tongue.format_rank(rank) for rank in tongue.deck.ranks}
    signs |= {tongue.format_suit(suit) for suit in tongue.deck.suits}
    found = {a + b for a, b in product(signs, signs) if len(tongue.readings(a + b)) > 1}
    assert found == AMBIGUOUS[tongue.language, tongue.deck.name]


def test_an_ambiguous_card_has_both_readings_and_is_written_with_a_symbol() -> None:
    spanish = letters("es", "french")
    ten, queen = Card("T", "D"), Card("Q", "C")
    assert spanish.readings("TD") == [ten, queen]
    assert spanish.readings("DT") == [queen, ten]
    assert [spanish.format(card) for card in (ten, queen)] == ["T♦", "D♣"]
    assert spanish.format(Card("T", "S")) == "TP"


@pytest.mark.parametrize(
    ("language", "deck", "spoken", "ranks", "suits"),
    [
        ("en", "french", "QC", "AKQJT98", "SHDC"),
        ("fr", "french", "DT", "ARDVT98", "PCKT"),
        ("nl", "french", "VK", "AHVBT98", "SHRK"),
        ("it", "french", "DF", "ARDFT98", "PCQF"),
        ("es", "french", "D♣", "ARDJT98", "PCDT"),
        ("ca", "french", "D♣", "ARDVT98", "PCDT"),
        ("en", "latin", "HE", "AKHM987", "OCEB"),
        ("fr", "latin", "CE", "ARCV987", "DCEB"),
        ("nl", "latin", "RZ", "AHRB987", "MKZS"),
        ("it", "latin", "CS", "ARCF987", "DCSB"),
        ("es", "latin", "CE", "ARCS987", "OCEB"),
        ("ca", "latin", "CE", "ARCS987", "OCEB"),
    ],
)
def test_letters_stay_as_they_are(language, deck, spoken, ranks, suits) -> None:
    tongue = letters(language, deck)
    card = Card("Q", "C") if deck == "french" else Card("H", "E")
    assert tongue.format(card) == spoken
    assert "".join(map(tongue.format_rank, DECKS[deck].ranks[:7])) == ranks
    assert "".join(map(tongue.format_suit, DECKS[deck].suits)) == suits


@every_tongue
def test_one_is_the_ace_and_ten_a_ten(tongue) -> None:
    suit = tongue.deck.suits[0]
    letter = tongue.format_suit(suit)
    for text in (f"1{letter}", f"{letter}1"):
        assert tongue.readings(text) == [Card("A", suit)]
    for text in (f"10{letter}", f"{letter}10", f"10{letter}".lower()):
        assert tongue.readings(text) == [Card("T", suit)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_symbols_are_read_in_every_language(language: str) -> None:
    tongue = letters(language, "french")
    for symbol, suit in zip("♠♥♦♣", "SHDC", strict=True):
        assert tongue.suit(symbol) == suit
        assert tongue.readings(f"7{symbol}") == tongue.readings(f"{symbol}7") == [Card("7", suit)]
        assert letters(language, "latin").suit(symbol) is None


@pytest.mark.parametrize(
    "text",
    ["", "S", "7", "77", "SS", "S7S", "07S", "7 S", " 7S", "7S ", "\uff17S", "7\u017f", "7s\u0307",
     "10", "S01", "7ß", "7\uff33", "\u0661S", "7S7S", "NT", "-", "?", "\ud800S", "7\x00"],
)  # fmt: skip
def test_what_is_no_card(text: str) -> None:
    assert letters("en", "french").readings(text) == []


def test_a_text_of_any_length_is_no_work() -> None:
    start = time.process_time()
    assert letters("en", "french").readings("7S" * 500_000) == []
    assert time.process_time() - start < 1


@examples(300)
@given(languages(), st.sampled_from(list(DECKS)), st.text(max_size=5))
def test_any_text_has_at_most_two_readings_each_a_card_of_the_deck(language, deck, text) -> None:
    tongue = letters(language, deck)
    readings = tongue.readings(text)
    assert len(readings) <= 2
    for card in readings:
        assert card.suit in tongue.deck.suits
        assert card.rank in tongue.deck.ranks + "T"
        assert len(text) == 2 or "10" in text


def test_no_trump_and_the_open_trump_are_written_as_they_are() -> None:
    for tongue in TONGUES:
        assert tongue.format_suit("NT") == "NT"
        assert tongue.format_suit("-") == "-"
        assert tongue.suit("NT") is tongue.suit("-") is tongue.suit("") is None


def test_cards_are_described_in_english() -> None:
    assert letters("nl", "french").describe(Card("Q", "C")) == "the queen of clubs"
    assert letters("ca", "latin").describe(Card("7", "O")) == "the 7 of oros"
    assert letters("en", "latin").describe(Card("M", "B")) == "the maid of bastos"
