"""Advice as JSON objects. Cards, calls and seats are in English letters there."""

from __future__ import annotations

from typing import Any

from manille.solver.advised import Advice, BidAdvice, CallOption, Mean, PlayOption, Points
from manille.solver.deals import Deal, format_deal

__all__ = ["advice_object"]

DIGITS = 6  # behind the point: more than any number of layouts can tell


def advice_object(deal: Deal, advice: Advice, seed: int) -> dict[str, Any]:
    """The advice on a deal, and what it rests on."""
    state = advice.state
    auction = deal.rules.trump_by == "auction"
    return {
        "seat": state.seat,
        "advice": _choice(advice),
        "samples": state.samples,
        "objective": state.objective,
        "options": [_option(option, auction) for option in advice.options],
        "reach": state.reach,
        "layouts": state.layouts,
        "clear": state.clear,
        "final": state.final,
        "seed": seed,
        "deal": format_deal(deal),
        "rules": deal.rules.name,
        "fingerprint": deal.rules.fingerprint,
        "nodes": state.nodes,
        "time_s": round(state.time_s, DIGITS),
    }


def _choice(advice: Advice) -> dict[str, Any]:
    if not isinstance(advice, BidAdvice):
        return {"card": str(advice.card)}
    if advice.bid is None:
        return {"call": advice.call}
    return {"call": advice.call, "bid": advice.bid, "highest": advice.highest}


def _option(option: CallOption | PlayOption, auction: bool) -> dict[str, Any]:
    if isinstance(option, PlayOption):
        return {"card": str(option.card), **_outcome(option), "behind": _mean(option.behind)}
    found = {"call": option.call, **_outcome(option)}
    if auction:
        found["bids"] = [
            {"bid": one.bid, "make": _rounded(one.make), "mean": _rounded(one.mean)}
            for one in option.bids
        ]
        found["bid"] = option.bid
    return {**found, "behind": _mean(option.behind)}


def _outcome(option: CallOption | PlayOption) -> dict[str, Any]:
    return {
        **(_mean(option.objective) or {}),
        "make": _rounded(option.make),
        "points": _points(option.points),
    }


def _points(points: Points | None) -> dict[str, Any] | None:
    if points is None:
        return None
    return {
        "mean": _rounded(points.mean),
        "p10": points.p10,
        "p50": points.p50,
        "p90": points.p90,
        "histogram": {str(value): points.histogram[value] for value in sorted(points.histogram)},
    }


def _mean(mean: Mean | None) -> dict[str, Any] | None:
    if mean is None:
        return None
    return {
        "mean": _rounded(mean.mean),
        "low": _rounded(mean.low),
        "high": _rounded(mean.high),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
