"""Answers without a search, for what keeps and carries them."""

from __future__ import annotations

from hypothesis import strategies as st

from manille.solver.analysis import Found, FoundCard, FoundError
from manille.solver.cards import DECKS, Card
from manille.solver.results import Bounds

__all__ = ["founds", "some_found"]

POINTS = st.integers(0, 2000)


def some_found(number: int = 0, line: int = 20) -> Found:
    """An answer of the usual size; another one for each number."""
    deck = DECKS["french"]
    cards = [Card(rank, suit) for suit in deck.suits for rank in deck.ranks]
    start = number % len(cards)
    cards = cards[start:] + cards[:start]
    legal = tuple(FoundCard(card, Bounds(n, n), None) for n, card in enumerate(cards[:8]))
    same = FoundCard(cards[8], Bounds(3, 3), cards[3])
    return Found(
        (Bounds(number, number),), (*legal, same), tuple(cards[:line]), 1000 + number, 0.25
    )


def _bounds() -> st.SearchStrategy[Bounds]:
    return st.tuples(POINTS, POINTS).map(lambda pair: Bounds(min(pair), max(pair)))


@st.composite
def founds(draw: st.DrawFn) -> Found:
    """Any complete answer."""
    deck = DECKS[draw(st.sampled_from(sorted(DECKS)))]
    every = [Card(rank, suit) for suit in deck.suits for rank in deck.ranks]
    cards: list[FoundCard] | None = None
    if draw(st.booleans()):
        cards = []
        for card in draw(st.lists(st.sampled_from(every), unique=True, max_size=13)):
            same = draw(st.sampled_from([None, *(before.card for before in cards)]))
            rest = draw(st.none() | lines(every, 6)) if same is None else None
            line = None if rest is None else (card, *(one for one in rest if one != card))
            cards.append(FoundCard(card, draw(_bounds()), same, line))
    return Found(
        values=tuple(draw(st.lists(_bounds(), max_size=60))),
        cards=None if cards is None else tuple(cards),
        line=draw(st.none() | lines(every)),
        nodes=draw(st.integers(0, 2**64 - 1)),
        time_s=draw(st.floats(0, allow_nan=False, allow_infinity=False)),
        errors=draw(st.none() | _errors(every)),
    )


def lines(cards: list[Card], most: int = 60) -> st.SearchStrategy[tuple[Card, ...]]:
    """Some of the cards, in any order, none twice."""
    return st.lists(st.sampled_from(cards), unique=True, max_size=most).map(tuple)


@st.composite
def _errors(draw: st.DrawFn, cards: list[Card]) -> tuple[FoundError, ...]:
    found = []
    for number in sorted(draw(st.sets(st.integers(0, 255), max_size=4))):
        better = draw(lines(cards, 6))
        best = (*better[:1], *(card for card in draw(lines(cards, 3)) if card not in better[:1]))
        found.append(FoundError(number, best, better, draw(lines(cards, 6))))
    return tuple(found)
