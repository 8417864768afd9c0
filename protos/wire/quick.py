"""The quick way through the commonest question: a deal before its first card, spelled plainly.

A program that asks about thousands of deals spells them all in one way: letters in upper case, each
suit from strong to weak, nothing but hands and a contract. Whoever knows the answer to such a
question needs none of the values in between, neither deal nor position nor solution: the key is put
together from suits that were read before, and the answer is written as a message at once.

The plain way is :func:`~.questions.question_from_proto` and :func:`~.solutions.solution_to_proto`.
Where this module reads a question it has the same key there, and its answer is the same message;
all else, and all that is faulty, it leaves to them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from manille.solver.analysis import Found, FoundCard
from manille.solver.cards import DECKS, Card
from manille.solver.errors import RuleSetError
from manille.solver.rules import RuleSet, hand_score
from manille.v1 import deal_pb2, solution_pb2
from manille.wire.book import Book, named_book, own_book
from manille.wire.deals import rules_from_proto
from manille.wire.solutions import SOURCES

__all__ = ["QuickQuestion", "read_quick"]


_LINE = re.compile(
    r"(?P<rules>\S+) (?P<trump>\S+) (?P<leader>\w+):(?P<hands>[^ ;?]+(?: [^ ;?:]+)*)"
    r"(?: ; declarer=(?P<declarer>\w+))?(?: ; bid=(?P<bid>\d{1,6}))?",
    re.ASCII,
)
# The wants of a message, and how a key spells them. Lines of every card are no common question.
_WANTS = {
    (): b"pcl",
    (1,): b"p",
    (1, 2): b"pc",
    (1, 2, 3): b"pcl",
    (1, 3): b"pl",
    (2,): b"pc",
    (2, 3): b"pcl",
    (3,): b"pl",
}


class QuickQuestion:
    """A question that was read quickly.

    Attributes:
        key: the same as that of the :class:`~manille.solver.analysis.SolveQuestion`.
    """

    __slots__ = ("_bid", "_book", "_names", "_points", "_tricks", "key")

    def __init__(
        self, key: bytes, book: Book, bid: int | None, names: str, tricks: int, points: int
    ) -> None:
        """Take what :func:`read_quick` has read."""
        self.key, self._book, self._bid = key, book, bid
        # the suits by their own names, in the canonical order; all tricks and points of the deal
        self._names, self._tricks, self._points = names, tricks, points

    def tell(self, found: Found, source: str, into: solution_pb2.Solution) -> None:
        """Write the answer, from what was found for the key, into an empty message.

        Args:
            found: what was found.
            source: where it came from, one of :data:`~.solutions.SOURCES`.
            into: the message; a part of a larger one needs no copy.
        """
        # fields are set one by one and in place, which protobuf does twice as fast as otherwise
        book, (low, high) = self._book, found.values[0]
        names = _card_names(book.deck, self._names)
        into.to_play = book.leader if self._tricks else ""
        into.exact = low == high
        into.fingerprint = book.fingerprint
        first, second = self._scores(low, high)
        _add_side(into, book.sides[0], low, high, first)
        _add_side(into, book.sides[1], self._points - high, self._points - low, second)
        if found.cards is not None:
            self._add_cards(into, found.cards, low, high, names)
        if found.line is not None:
            into.line.extend([names[card] for card in found.line])
        effort = into.effort
        effort.nodes, effort.time_s, effort.source = found.nodes, found.time_s, SOURCES[source]

    def _scores(self, low: int, high: int) -> tuple[int, int] | tuple[None, None]:
        if low != high or self._tricks != self._book.tricks:
            return None, None
        return _score(self._book, low, self._points - low, self._bid) or (None, None)

    def _add_cards(
        self,
        into: solution_pb2.Solution,
        found: tuple[FoundCard, ...],
        low: int,
        high: int,
        names: dict[Card, str],
    ) -> None:
        """Add what each card is worth, in the order of the hand."""
        total, second = self._points, self._book.side_to_play
        best = (total - low if second else low) if low == high else None
        by_suit: dict[str, list[FoundCard]] = {suit: [] for suit in self._book.deck}
        for one in found:
            by_suit[names[one[0]][1]].append(one)
        add = into.cards.add
        for card, (least, most), same_as, _ in chain.from_iterable(by_suit.values()):
            if second:
                least, most = total - most, total - least
            result = add(card=names[card])
            if same_as is not None:
                result.same_as = names[same_as]
            if least != most:
                bounds = result.bounds
                bounds.low, bounds.high = least, most
                continue
            result.points = least
            if best is not None:
                result.loss = best - least


def read_quick(message: solution_pb2.Question) -> QuickQuestion | None:
    """The question of a message, if it is a common one spelled plainly; else None."""
    wants = _WANTS.get(tuple(message.wants))
    if wants is None or message.HasField("window") or message.HasField("reach"):
        return None
    deal = message.deal
    spelled = _of_line(deal) if deal.notation else _of_fields(deal)
    if spelled is None:
        return None
    book, bid, hands = spelled
    if book is None or len(hands) != book.rules.seats:
        return None
    if bid is not None and not _may_bid(book.rules, bid):
        return None
    return _read(hands, book, bid, wants)


_Spelled = tuple[Book | None, int | None, Sequence[str]]  # the contract, the bid, the hands


def _of_fields(deal: deal_pb2.Deal) -> _Spelled | None:
    """The texts of a deal that is given field by field."""
    if deal.played or deal.calls or deal.turned:
        return None
    bid = deal.bid if deal.HasField("bid") else None
    named = deal.rules.name
    if named:
        return named_book(named, deal.trump, deal.leader, deal.declarer), bid, deal.hands
    try:
        rules = rules_from_proto(deal.rules)
    except RuleSetError:
        return None
    return own_book(rules, deal.trump, deal.leader, deal.declarer), bid, deal.hands


def _of_line(deal: deal_pb2.Deal) -> _Spelled | None:
    """The texts of a deal in notation, if the line is one that the program itself would print."""
    found = _LINE.fullmatch(deal.notation)
    if found is None or len(deal.ListFields()) > 1:
        return None
    bid = None if found["bid"] is None else int(found["bid"])
    book = named_book(found["rules"], found["trump"], found["leader"], found["declarer"] or "")
    return book, bid, found["hands"].split(" ")


def _may_bid(rules: RuleSet, bid: int) -> bool:
    return rules.trump_by == "auction" and rules.bid_minimum <= bid <= rules.largest_total


def _read(hands: Sequence[str], book: Book, bid: int | None, wants: bytes) -> QuickQuestion | None:
    """The question, if its hands are sound: equally long, and no card twice."""
    holdings, counts, points = book.holdings, set(), 0
    layouts, seen = [0] * len(holdings), [0] * len(holdings)
    for seat, hand in enumerate(hands, 1):
        suits, count = hand.split("."), 0
        if len(suits) != len(holdings):
            return None
        for n, text in enumerate(suits):
            holding = holdings[n][text]
            if holding is None or holding[0] & seen[n]:
                return None
            layout, value, cards = holding
            seen[n] |= layout
            layouts[n] += seat * layout
            points += value
            count += cards
        counts.add(count)
    (tricks, *others) = counts
    if others or tricks > book.tricks:
        return None
    # equal layouts keep the order of the deck, as everywhere
    trump = book.trump_place
    order = sorted([(n != trump, layout, n) for n, layout in enumerate(layouts)])
    key = b"solve %s %s" % (wants, book.head) + b"".join([one[1].to_bytes(8) for one in order])
    names = "".join([book.deck[one[2]] for one in order])
    points += tricks * book.rules.trick_points + (book.rules.last_trick_points if tricks else 0)
    return QuickQuestion(key, book, bid, names, tricks, points)


@lru_cache(maxsize=64)
def _card_names(suits: str, names: str) -> dict[Card, str]:
    """What the canonical cards are called, where the canonical suits have these names."""
    (deck,) = (deck for deck in DECKS.values() if deck.suits == suits)
    return {
        Card(rank, suit): rank + name
        for suit, name in zip(suits, names, strict=True)
        for rank in deck.ranks
    }


@lru_cache(maxsize=4096)
def _score(book: Book, first: int, second: int, bid: int | None) -> tuple[int, int] | None:
    return hand_score(book.rules, book.trump, (first, second), bid)


def _add_side(
    into: solution_pb2.Solution, seats: Sequence[str], low: int, high: int, score: int | None
) -> None:
    side = into.sides.add()
    side.seats.extend(seats)
    bounds = side.bounds
    bounds.low, bounds.high = low, high
    if low == high:
        side.points = low
    if score is not None:
        side.score = score
