"""Running an adviser in this process, its layouts on several threads."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from threading import Event, Thread
from typing import Any, TypeVar

from manille.solver.advice.adviser import Adviser
from manille.solver.advice.bid import bid_adviser
from manille.solver.advice.play import play_adviser
from manille.solver.advised import BidAdvice, PlayAdvice
from manille.solver.analysis.batch import answer_all
from manille.solver.analysis.found import Found
from manille.solver.analysis.question import Asked
from manille.solver.core.engine import CancelToken
from manille.solver.deals import Deal
from manille.solver.errors import Fault, LimitError, Reason
from manille.solver.limits import AdviceLimits, Limits

__all__ = ["advise_bid", "advise_play", "refine_bid", "refine_play", "refined"]

Said = TypeVar("Said", BidAdvice, PlayAdvice)

WATCH_S = 0.005  # how often it is looked whether the caller has cancelled


def advise_bid(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
    threads: int = 1,
    cancel: CancelToken | None = None,
) -> BidAdvice:
    """What a seat that sees its own cards alone should call.

    Layouts of the hidden cards are drawn, each as likely as any other that fits what the seat
    knows, and each is solved with all cards known; every call is held against the same ones. So it
    takes everybody for knowing all cards from the first lead on: it does not see the worth of
    hiding or of finding out where cards lie, and it makes guesses look safer than they are. After a
    pass the others choose or bid as if they knew all cards too. Nothing is read out of the calls of
    others.

    Args:
        deal: the deal as the seat sees it: its own hand, the calls so far, the trump open. Other
            hands that it shows are not looked at.
        seat: the name of the seat that asks; None for the seat to call. Another one is refused.
        objective: ``score`` for the net score (see
            :func:`~manille.solver.rules.foreseen.net_score`), ``points``, or ``reach`` for the
            chance to take at least ``reach`` points; None for the score where the rules score
            anything. In auctions points and reach compare the trumps, as the declarer.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine.
        threads: how many layouts are solved at once, at least 1; no part of the answer.
        cancel: a token to end it early from another thread, with the advice so far.

    Raises:
        CallError: nothing is called in this game.
        DealError: the hand of the seat is hidden, or no layout fits what it knows.
        InputError: the calling has ended, another seat is to call, or there is no such objective.
        LimitError: not one layout was solved within the limits.
    """
    return _last(refine_bid(deal, seat, objective, reach, limits, threads, cancel))


def advise_play(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
    threads: int = 1,
    cancel: CancelToken | None = None,
) -> PlayAdvice:
    """Which card a seat that sees its own cards alone should play.

    The method is that of :func:`advise_bid`, and so are the arguments. What follows from the
    obligations is known: a seat that did not beat or ruff when it had to could not.

    Args:
        deal: the deal as the seat sees it: its own hand before the first card, trump, declarer and
            the cards played so far.
        seat: the name of the seat that asks; None for the seat to play. Another one is refused.
        objective: as for :func:`advise_bid`; None for the score where it follows from the points.
        reach: the points to be reached, where that is the objective.
        limits: how long to refine.
        threads: how many layouts are solved at once, at least 1; no part of the answer.
        cancel: a token to end it early from another thread, with the advice so far.

    Raises:
        DealError: something about the deal that must be known is not, or no layout fits.
        InputError: all cards are played, another seat is to play, or there is no such objective.
        LimitError: not one layout was solved within the limits.
    """
    return _last(refine_play(deal, seat, objective, reach, limits, threads, cancel))


def refine_bid(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
    threads: int = 1,
    cancel: CancelToken | None = None,
) -> Generator[BidAdvice, None, None]:
    """What :func:`advise_bid` does, each refinement as it comes; the last one is final."""
    return refined(bid_adviser(deal, seat, objective, reach, limits), threads, cancel)


def refine_play(
    deal: Deal,
    seat: str | None = None,
    objective: str | None = None,
    reach: int | None = None,
    limits: AdviceLimits | None = None,
    threads: int = 1,
    cancel: CancelToken | None = None,
) -> Generator[PlayAdvice, None, None]:
    """What :func:`advise_play` does, each refinement as it comes; the last one is final."""
    return refined(play_adviser(deal, seat, objective, reach, limits), threads, cancel)


def refined(
    adviser: Adviser[Any, Said], threads: int = 1, cancel: CancelToken | None = None
) -> Generator[Said, None, None]:
    """The advice of an adviser as it is refined; closing the generator ends the searches.

    Raises:
        LimitError: not one layout was solved within the limits.
    """
    started, limit_s = time.perf_counter(), adviser.limits.time_s
    token = CancelToken()

    def search(question: Asked, _: CancelToken) -> Found:
        left_s = None if limit_s is None else limit_s - (time.perf_counter() - started)
        if left_s is not None and left_s <= 0:
            return Found((), complete=False)
        return question.search(Limits(left_s), token)

    answers = answer_all(map(adviser.question, range(adviser.most)), search, threads)
    with closing(answers), _cancelling(token, cancel):
        while wanted := len(adviser.next_questions()):
            found = list(_complete(answers, wanted))
            time_s = time.perf_counter() - started
            if not found and not adviser.done:
                raise _nothing(limit_s)
            yield adviser.refine(found, time_s, last=len(found) < wanted)


@contextmanager
def _cancelling(token: CancelToken, cancel: CancelToken | None) -> Iterator[None]:
    """Cancel a token at the end, and as soon as another one is cancelled.

    The other one is the caller's, who may go on to use it: so it is only looked at.
    """
    ended = Event()

    def watch(other: CancelToken) -> None:
        while not ended.wait(WATCH_S):
            if other.cancelled:
                token.cancel()
                return

    if cancel is not None:
        Thread(target=watch, args=(cancel,), name="advice", daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        token.cancel()


def _complete(answers: Iterator[Found], wanted: int) -> Iterator[Found]:
    """The next answers, up to the first one that a limit has cut short."""
    for _ in range(wanted):
        found = next(answers)
        if not found.complete:
            return
        yield found


def _nothing(limit_s: float | None) -> LimitError:
    what = "before it was cancelled" if limit_s is None else f"within {limit_s:g} s"
    message = f"not one layout was solved {what}; give it more time"
    return LimitError(Fault(Reason.BAD_LIMIT, message, field="time_s"))


def _last(advice: Iterator[Said]) -> Said:
    *_, last = advice
    return last
