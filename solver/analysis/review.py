"""Reviewing a played hand: what each card gave away, what was better, what was not allowed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from manille.solver.analysis.along import values_along
from manille.solver.analysis.equivalent import equivalent_cards
from manille.solver.analysis.found import Found, FoundError
from manille.solver.analysis.renamed import Renamed
from manille.solver.analysis.scored import known_score
from manille.solver.cards import Card
from manille.solver.core.engine import CancelToken, Engine
from manille.solver.deals import Deal, Position
from manille.solver.limits import Limits
from manille.solver.results import Bounds
from manille.solver.reviewed import Moment, Review, ReviewedCard, Totals
from manille.solver.rules.foreseen import net_score
from manille.solver.rules.legality import Obligation
from manille.solver.rules.ruleset import RuleSet

__all__ = ["ReviewQuestion", "review", "review_of"]


def review(deal: Deal, limits: Limits | None = None, cancel: CancelToken | None = None) -> Review:
    """What a hand was worth after each card of its play, and what each card gave away.

    Beside the values along the play there is, for each card that gave something away, what would
    have been better and a line that shows the loss. Cards that broke an obligation are reviewed
    too: values before such a card hold for legal play, and those after it for legal play from there
    on, with the cards that are then held.

    Args:
        deal: the deal with the cards played, to the end of the hand or not; trump, all hands and,
            in auction games, the declarer must be known. A parser reads cards that broke an
            obligation if it is told to keep them: ``parse_deal(text, illegal="keep")``.
        limits: where the search ends with the bounds proven so far; none by default. The last
            moments are searched first, so it is the first ones that a limit leaves open, and after
            them the lines.
        cancel: a token to end it likewise from another thread.

    Raises:
        DealError: something about the deal that must be known is not.
        IllegalCardError: a card played is not held.
    """
    question = ReviewQuestion(deal)
    return question.tell(question.search(limits, cancel))


class ReviewQuestion:
    """What a play gave away: the question of :func:`review`, for a search that may be shared.

    Attributes:
        deal: the deal with the cards played.
    """

    def __init__(self, deal: Deal) -> None:
        """Take what :func:`review` takes, and refuse what it refuses."""
        self.deal = deal
        positions, self._broken = _course(deal)
        self._renamed = Renamed(positions[0])

    @cached_property
    def key(self) -> bytes:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        played = "".join(map(str, self._played))
        return b"review " + played.encode() + b" " + self._renamed.key

    @cached_property
    def _played(self) -> list[Card]:
        return list(map(self._renamed.there.card, self.deal.played))

    def search(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> Found:
        """See :class:`~manille.solver.analysis.question.Asked`."""
        started = time.perf_counter()
        positions = [self._renamed.position]
        for card in self._played:
            positions.append(positions[-1].play_legal(card))
        engine = Engine(positions[0], limits, cancel)
        # what breaks an obligation does so under any names
        values = values_along(engine, positions, [broken is None for broken in self._broken])
        errors = list(_errors(engine, positions, values))
        return Found(
            values=tuple(values),
            nodes=engine.nodes,
            time_s=time.perf_counter() - started,
            complete=all(value.exact is not None for value in values) and None not in errors,
            errors=tuple(error for error in reversed(errors) if error is not None),
        )

    def tell(self, found: Found) -> Review:
        """The answer in the names of this deal."""
        back = self._renamed.back.card
        errors = [
            FoundError(number, *(tuple(map(back, cards)) for cards in lists))
            for number, *lists in found.errors or ()
        ]
        # nothing is taken before the first card: what is left there is the whole hand
        bounds = tuple(map(self._renamed.sides, found.values))
        return review_of(self.deal, bounds, errors, found.nodes, found.time_s)


def _course(deal: Deal) -> tuple[list[Position], list[Obligation | None]]:
    """The position before the first card and after each, and what each card broke.

    Raises:
        DealError: something about the deal that must be known is not.
        IllegalCardError: a card played is not held.
    """
    positions, broken = [Position.start(deal)], []
    for card in deal.played:
        broken.append(positions[-1].broken_by(card))
        positions.append(positions[-1].play_legal(card))
    return positions, broken


# ------------------------------------------------------------------------------------- the search


def _errors(
    engine: Engine, positions: Sequence[Position], values: Sequence[Bounds]
) -> Iterator[FoundError | None]:
    """What would have been better than each card that is proven to have given something away.

    The last card comes first. None where a limit was met before it was found.
    """
    for number in reversed(range(len(positions) - 1)):
        position = positions[number]
        before, after = values[number].exact, values[number + 1].exact
        if before is None or after is None or position.to_play is None:
            continue
        first = position.contract.side_of[position.to_play] == 0
        if (before > after) if first else (before < after):
            yield _error(engine, positions, number, before)


def _error(
    engine: Engine, positions: Sequence[Position], number: int, value: int
) -> FoundError | None:
    position = positions[number]
    engine.turn_to(position)
    best = _best_cards(engine, position, value - position.points[0])
    better = engine.line()
    engine.turn_to(positions[number + 1])
    refutation = engine.line()
    if engine.stopped or better is None or refutation is None:
        return None
    return FoundError(number, tuple(best), tuple(better), tuple(refutation))


def _best_cards(engine: Engine, position: Position, left: int) -> list[Card]:
    """The legal cards after which side 0 still takes as much as before; all, if a limit is met."""
    same, only = equivalent_cards(position), (left, left)
    engine.value(only)  # what guides the search of each card
    firsts = list(dict.fromkeys(same.values()))
    values = dict(zip(firsts, engine.card_values(firsts, only), strict=True))
    return [card for card, first in same.items() if values[first].low <= left <= values[first].high]


# ------------------------------------------------------------------------------------- the answer


def review_of(
    deal: Deal,
    bounds: Sequence[tuple[Bounds, Bounds]],
    errors: Iterable[FoundError],
    nodes: int,
    time_s: float,
) -> Review:
    """The review of a deal, from what a search has found, in the names of the deal.

    Args:
        deal: the deal with the cards played.
        bounds: the points of both sides before the first card and after each.
        errors: what would have been better than the cards that gave something away.
        nodes: seats to play that were looked at.
        time_s: seconds of wall time.
    """
    positions, broken = _course(deal)
    moments = [Moment(pair, known_score(deal, pair)) for pair in bounds]
    better = {error.number: error for error in errors}
    cards = tuple(
        _reviewed(deal, positions[n], moments[n], moments[n + 1], broken[n], n, better.get(n))
        for n in range(len(deal.played))
    )
    scored = any(moment.score is not None for moment in moments)
    side_of = deal.contract.side_of
    first, second = (
        _totals([card for card in cards if side_of[card.seat] == side], scored) for side in (0, 1)
    )
    seats = tuple(
        _totals([card for card in cards if card.seat == seat], scored)
        for seat in range(deal.rules.seats)
    )
    return Review(moments[0], cards, seats, (first, second), nodes, time_s)


def _reviewed(
    deal: Deal,
    position: Position,
    before: Moment,
    after: Moment,
    broken: Obligation | None,
    number: int,
    error: FoundError | None,
) -> ReviewedCard:
    seat, rules = position.to_play, deal.rules
    assert seat is not None
    side = position.contract.side_of[seat]
    worth, left = before.bounds[side].exact, after.bounds[side].exact
    best, better, refutation = ((), (), ()) if error is None else error[1:]
    return ReviewedCard(
        card=deal.played[number],
        seat=seat,
        trick=number // rules.seats + 1,
        after=after,
        loss=None if worth is None or left is None else worth - left,
        score_loss=_score_loss(rules, before.score, after.score, side),
        obligation=None if broken is None else broken.value,
        turning_point=_turns(rules, before, after),
        best=tuple(card for card in position.hand if card in best),
        better=better,
        refutation=refutation,
    )


def _score_loss(
    rules: RuleSet, before: tuple[int, int] | None, after: tuple[int, int] | None, side: int
) -> float | None:
    if before is None or after is None:
        return None
    return net_score(rules, before, side) - net_score(rules, after, side)


def _turns(rules: RuleSet, before: Moment, after: Moment) -> bool:
    """Whether the hand goes to another side after a card than before it, as far as is known."""
    one, other = _winner(rules, before), _winner(rules, after)
    return one is not None and other is not None and one != other


def _winner(rules: RuleSet, moment: Moment) -> int | None:
    """Above 0 for side 0, below for side 1, 0 for nobody; None where it is not known."""
    pair = moment.points if rules.hand_score == "none" else moment.score
    if pair is None:
        return None
    return (pair[0] > pair[1]) - (pair[0] < pair[1])


def _totals(cards: Sequence[ReviewedCard], scored: bool) -> Totals:
    legal = [card for card in cards if card.obligation is None]
    return Totals(
        loss=sum(card.loss or 0 for card in legal),
        cards=sum(card.erred for card in legal),
        score_loss=sum(card.score_loss or 0.0 for card in legal) if scored else None,
        illegal=len(cards) - len(legal),
    )
