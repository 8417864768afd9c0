"""Advice as messages, and back."""

from __future__ import annotations

from manille.solver.advised import (
    BidAdvice,
    BidOption,
    CallOption,
    Mean,
    PlayAdvice,
    PlayOption,
    Points,
    Refinement,
)
from manille.solver.cards import Card
from manille.v1 import advice_pb2, solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.wire.refusals import Broken
from manille.wire.solutions import SOURCES

__all__ = [
    "OBJECTIVE_NUMBERS",
    "OBJECTIVE_WORDS",
    "bid_advice_from_proto",
    "bid_advice_to_proto",
    "play_advice_from_proto",
    "play_advice_to_proto",
]

OBJECTIVE_NUMBERS: dict[str, advice_pb2.Objective] = {
    "score": advice_pb2.OBJECTIVE_SCORE,
    "points": advice_pb2.OBJECTIVE_POINTS,
    "reach": advice_pb2.OBJECTIVE_REACH,
}
OBJECTIVE_WORDS = {number: word for word, number in OBJECTIVE_NUMBERS.items()}


def bid_advice_to_proto(advice: BidAdvice, source: str) -> messages.AdviseBidResponse:
    """Advice on a call; ``source`` is one of :data:`~manille.wire.solutions.SOURCES`."""
    return messages.AdviseBidResponse(
        call=advice.call,
        bid=advice.bid,
        highest=advice.highest,
        options=map(_call_option, advice.options),
        state=_state(advice.state, source),
    )


def play_advice_to_proto(advice: PlayAdvice, source: str) -> messages.AdvisePlayResponse:
    """Advice on a card, likewise."""
    options = [
        advice_pb2.PlayOption(card=str(option.card), outcome=_outcome(option))
        for option in advice.options
    ]
    return messages.AdvisePlayResponse(
        card=str(advice.card), options=options, state=_state(advice.state, source)
    )


def _call_option(option: CallOption) -> advice_pb2.CallOption:
    bids = [advice_pb2.BidOption(bid=n, make=make, mean=mean) for n, make, mean in option.bids]
    return advice_pb2.CallOption(
        call=option.call, outcome=_outcome(option), bid=option.bid, bids=bids
    )


def _outcome(option: CallOption | PlayOption) -> advice_pb2.Outcome:
    return advice_pb2.Outcome(
        objective=_mean(option.objective),
        behind=None if option.behind is None else _mean(option.behind),
        make=option.make,
        points=None if option.points is None else _points(option.points),
    )


def _mean(mean: Mean) -> advice_pb2.Mean:
    return advice_pb2.Mean(mean=mean.mean, low=mean.low, high=mean.high)


def _points(points: Points) -> advice_pb2.Points:
    histogram = [
        advice_pb2.PointsCount(points=number, layouts=layouts)
        for number, layouts in points.histogram.items()
    ]
    return advice_pb2.Points(
        mean=points.mean, p10=points.p10, p50=points.p50, p90=points.p90, histogram=histogram
    )


def _state(state: Refinement, source: str) -> advice_pb2.AdviceState:
    effort = solution_pb2.Effort(nodes=state.nodes, time_s=state.time_s, source=SOURCES[source])
    return advice_pb2.AdviceState(
        seat=state.seat,
        objective=OBJECTIVE_NUMBERS[state.objective],
        reach=state.reach,
        samples=state.samples,
        layouts=state.layouts,
        clear=state.clear,
        final=state.final,
        effort=effort,
    )


def bid_advice_from_proto(message: messages.AdviseBidResponse) -> BidAdvice:
    """The advice on a call that a message holds."""
    return BidAdvice(
        call=message.call,
        bid=message.bid if message.HasField("bid") else None,
        highest=message.highest if message.HasField("highest") else None,
        options=tuple(map(_read_call_option, message.options)),
        state=_read_state(message.state),
    )


def play_advice_from_proto(message: messages.AdvisePlayResponse) -> PlayAdvice:
    """The advice on a card that a message holds."""
    options = tuple(map(_read_play_option, message.options))
    return PlayAdvice(_read_card(message.card), options, _read_state(message.state))


def _read_call_option(message: advice_pb2.CallOption) -> CallOption:
    outcome = message.outcome
    return CallOption(
        call=message.call,
        objective=_read_mean(outcome.objective),
        behind=_read_mean(outcome.behind) if outcome.HasField("behind") else None,
        make=outcome.make if outcome.HasField("make") else None,
        points=_read_points(outcome.points) if outcome.HasField("points") else None,
        bid=message.bid if message.HasField("bid") else None,
        bids=tuple(BidOption(one.bid, one.make, one.mean) for one in message.bids),
    )


def _read_play_option(message: advice_pb2.PlayOption) -> PlayOption:
    outcome = message.outcome
    return PlayOption(
        card=_read_card(message.card),
        objective=_read_mean(outcome.objective),
        behind=_read_mean(outcome.behind) if outcome.HasField("behind") else None,
        make=outcome.make if outcome.HasField("make") else None,
        points=_read_points(outcome.points),
    )


def _read_card(text: str) -> Card:
    return Card(text[:-1], text[-1:])


def _read_mean(message: advice_pb2.Mean) -> Mean:
    return Mean(message.mean, message.low, message.high)


def _read_points(message: advice_pb2.Points) -> Points:
    histogram = {one.points: one.layouts for one in message.histogram}
    return Points(message.mean, message.p10, message.p50, message.p90, histogram)


def _read_state(message: advice_pb2.AdviceState) -> Refinement:
    if message.objective not in OBJECTIVE_WORDS:
        text = f"the server names objective {message.objective}, which this client does not know"
        raise Broken(f"{text}; update it")
    return Refinement(
        seat=message.seat,
        objective=OBJECTIVE_WORDS[message.objective],
        reach=message.reach if message.HasField("reach") else None,
        samples=message.samples,
        layouts=message.layouts,
        clear=message.clear,
        final=message.final,
        nodes=message.effort.nodes,
        time_s=message.effort.time_s,
    )
