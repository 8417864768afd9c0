"""The two families of decks."""

from __future__ import annotations

import pytest

from manille.solver.cards import DECKS, NO_TRUMP, Card, Deck


@pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
def test_four_suits_each_with_a_name_and_perhaps_a_symbol(deck: Deck) -> None:
    assert len(set(deck.suits)) == len(set(deck.suit_names)) == 4
    assert len(set(deck.symbols)) in (0, 4)
    assert NO_TRUMP not in deck.suits


@pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
def test_every_rank_that_is_no_number_has_a_name(deck: Deck) -> None:
    assert len(set(deck.ranks)) == len(deck.ranks)
    assert {rank for rank in deck.ranks if not rank.isdigit()} == set(deck.rank_names)


def test_families_are_those_of_the_notation() -> None:
    assert DECKS["french"].suits == "SHDC"
    assert DECKS["french"].ranks == "AKQJT98765432"
    assert DECKS["latin"].suits == "OCEB"
    assert DECKS["latin"].ranks == "AKHM98765432"


def test_card_is_a_value_written_rank_then_suit() -> None:
    assert str(Card("T", "S")) == "TS"
    assert Card("T", "S") == Card(rank="T", suit="S") == ("T", "S")
    assert len({Card("T", "S"), Card("T", "S"), Card("S", "T")}) == 2
