"""The letters of suits and ranks in six languages.

Letters collide between languages (an R is a king in French and a suit in Dutch), so the language is
always declared and never guessed. Within one language a card is rank then suit; suit then rank is
read too, unless the same two letters then name two different cards: such a card is refused, with
both readings. What :meth:`Letters.format` writes can always be read back: where the letters alone
would be ambiguous, it writes the suit as a symbol.
"""

from __future__ import annotations

from functools import cache

from manille.solver.cards.card import Card
from manille.solver.cards.deck import DECKS, Deck

__all__ = ["LANGUAGES", "Letters", "letters"]

LANGUAGES = ("en", "fr", "nl", "it", "es", "ca")

# For each language and family: the letters of the suits, and of the court ranks (A K Q J T or A K H
# M), in the order of the English ones. The numbers 9 to 2 are the same everywhere.
_LETTERS = {
    ("en", "french"): ("SHDC", "AKQJT"),
    ("fr", "french"): ("PCKT", "ARDVT"),  # pique, coeur, carreau, trèfle; as, roi, dame, valet
    ("nl", "french"): ("SHRK", "AHVBT"),  # schoppen, harten, ruiten, klaveren; heer, vrouw, boer
    ("it", "french"): ("PCQF", "ARDFT"),  # picche, cuori, quadri, fiori; asso, re, donna, fante
    ("es", "french"): ("PCDT", "ARDJT"),  # picas, corazones, diamantes, tréboles; rey, dama, jota
    ("ca", "french"): ("PCDT", "ARDVT"),  # piques, cors, diamants, trèvols; as, rei, dama, valet
    ("en", "latin"): ("OCEB", "AKHM"),
    ("fr", "latin"): ("DCEB", "ARCV"),  # deniers, coupes, épées, bâtons; as, roi, cavalier, valet
    ("nl", "latin"): ("MKZS", "AHRB"),  # munten, kelken, zwaarden, staven; aas, heer, ridder, boer
    ("it", "latin"): ("DCSB", "ARCF"),  # denari, coppe, spade, bastoni; asso, re, cavallo, fante
    ("es", "latin"): ("OCEB", "ARCS"),  # oros, copas, espadas, bastos; as, rey, caballo, sota
    ("ca", "latin"): ("OCEB", "ARCS"),  # oros, copes, espases, bastos; as, rei, cavall, sota
}
_COURT = {"french": "AKQJT", "latin": "AKHM"}
_LONGEST = len("10S")


class Letters:
    """The letters of one language for one family of decks.

    Attributes:
        language: one of :data:`LANGUAGES`.
        deck: the family.
    """

    def __init__(self, language: str, deck: Deck) -> None:
        """Build the tables; ``language`` must be one of :data:`LANGUAGES`."""
        suits, court = _LETTERS[language, deck.name]
        self.language = language
        self.deck = deck
        self._rank_out = dict(zip(_COURT[deck.name], court, strict=True))
        self._suit_out = dict(zip(deck.suits, suits, strict=True))
        self._rank_in = {r: r for r in deck.ranks if r.isdigit()}
        self._rank_in |= {out: rank for rank, out in self._rank_out.items()}
        # A pip card 1 is the ace; a ten is written 10 nearly everywhere, though T is shorter.
        self._rank_in |= {"1": "A", "10": "T"}
        self._suit_in = {out: suit for suit, out in self._suit_out.items()}
        self._suit_in |= dict(zip(deck.symbols, deck.suits, strict=False))
        # Lower case by table: upper() also makes plain letters of others, an S of the long s.
        self._rank_in |= {out.lower(): rank for out, rank in self._rank_in.items()}
        self._suit_in |= {out.lower(): suit for out, suit in self._suit_in.items()}

    def rank(self, text: str) -> str | None:
        """The rank that a text names, or None. Upper and lower case are the same."""
        return self._rank_in.get(text)

    def suit(self, text: str) -> str | None:
        """The suit that a letter or symbol names, or None."""
        return self._suit_in.get(text)

    def readings(self, text: str) -> list[Card]:
        """Every card that a text can be read as: none, one, or two in an ambiguous case."""
        found: list[Card] = []
        if len(text) > _LONGEST:
            return found
        for cut in range(1, len(text)):
            first, second = text[:cut], text[cut:]
            for rank, suit in ((first, second), (second, first)):
                card = Card(self.rank(rank) or "", self.suit(suit) or "")
                if card.rank and card.suit and card not in found:
                    found.append(card)
        return found

    def format_rank(self, rank: str) -> str:
        """The letter of a rank in this language."""
        return self._rank_out.get(rank, rank)

    def format_suit(self, suit: str) -> str:
        """The letter of a suit in this language; NT and an open trump stay as they are."""
        return self._suit_out.get(suit, suit)

    def format(self, card: Card) -> str:
        """The card as text that :meth:`readings` gives back alone."""
        plain = self.format_rank(card.rank) + self.format_suit(card.suit)
        if len(self.readings(plain)) == 1:
            return plain
        return self.format_rank(card.rank) + self.deck.symbols[self.deck.suits.index(card.suit)]

    def describe(self, card: Card) -> str:
        """The card in English words: ``the queen of clubs``."""
        rank = self.deck.rank_names.get(card.rank, card.rank)
        return f"the {rank} of {self.deck.suit_names[self.deck.suits.index(card.suit)]}"


@cache
def letters(language: str, deck: str) -> Letters:
    """The letters of a language for a family of decks, both by name."""
    return Letters(language, DECKS[deck])
