"""The two families of decks: French suits and Latin suits."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DECKS", "NO_TRUMP", "Deck"]

NO_TRUMP = "NT"


@dataclass(frozen=True)
class Deck:
    """A family of decks; a rule set says which of its ranks are dealt.

    Attributes:
        name: ``french`` or ``latin``.
        suits: the four suit letters, in the order in which hands list them.
        symbols: a symbol for each suit, in the same order, or an empty string.
        suit_names: the English name of each suit, in the same order.
        ranks: the letter of every rank that the family has.
        rank_names: the English name of each rank that is not a number.
    """

    name: str
    suits: str
    symbols: str
    suit_names: tuple[str, ...]
    ranks: str
    rank_names: dict[str, str]


DECKS = {
    deck.name: deck
    for deck in (
        Deck(
            "french",
            suits="SHDC",
            symbols="♠♥♦♣",
            suit_names=("spades", "hearts", "diamonds", "clubs"),
            ranks="AKQJT98765432",
            rank_names={"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"},
        ),
        Deck(
            "latin",
            suits="OCEB",
            symbols="",
            suit_names=("oros", "copas", "espadas", "bastos"),
            ranks="AKHM98765432",
            rank_names={"A": "ace", "K": "king", "H": "horse", "M": "maid"},
        ),
    )
}
