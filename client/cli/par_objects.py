"""Par as a JSON object. Suits and seats are in English letters there."""

from __future__ import annotations

from typing import Any

from manille.client.cli.objects import table_object
from manille.solver.deals import Deal
from manille.solver.par import CallValue, Par
from manille.solver.results import DoubleDummyTable
from manille.solver.rules.calls import CallResult

__all__ = ["par_object"]

Worth = tuple[tuple[int, int], tuple[int, int] | None]


def par_object(
    deal: Deal,
    par: Par | None,
    table: DoubleDummyTable,
    called: CallResult | None,
    worth: Worth | None,
) -> dict[str, Any]:
    """How a deal should be called, beside what was called and the table that it rests on.

    Args:
        deal: the deal.
        par: how it should be called; None where that is not proven.
        table: the table.
        called: what was called, as far as the deal says so.
        worth: the points and the score of that, where they are known.
    """
    return {
        "par": None if par is None else _par(deal, par),
        "called": None if called is None else _contract(deal, called, worth),
        "table": table_object(deal, table),
    }


def _par(deal: Deal, par: Par) -> dict[str, Any]:
    names = deal.seat_names
    result = CallResult(par.played, par.trump, par.chooser, par.declarer, par.bid)
    calls = [
        {
            "seat": names[step.seat],
            "call": step.call,
            "values": [_value(value, names) for value in step.values],
        }
        for step in par.calls
    ]
    worth = None if par.points is None else (par.points, par.score)
    found = {"calls": calls, **_contract(deal, result, worth)}
    if par.ceilings:
        found["ceilings"] = [
            {"seat": name, "points": ceiling.points, "trump": ceiling.trump}
            for name, ceiling in zip(names, par.ceilings, strict=True)
        ]
    return found


def _value(value: CallValue, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "call": value.call,
        "trump": value.trump,
        "declarer": _name(value.declarer, names),
        "bid": value.bid,
        "points": value.points,
        "score": value.score,
    }


def _contract(deal: Deal, result: CallResult, worth: Worth | None) -> dict[str, Any]:
    """A contract, with the points and the score of each side under the names of its seats."""
    names = deal.seat_names
    points, score = (None, None) if worth is None else worth
    return {
        "played": result.played,
        "trump": result.trump,
        "chooser": _name(result.chooser, names),
        "declarer": _name(result.declarer, names),
        "bid": result.bid,
        "points": _by_side(deal, result, points),
        "score": _by_side(deal, result, score),
    }


def _by_side(deal: Deal, result: CallResult, pair: tuple[int, int] | None) -> dict[str, int] | None:
    if pair is None:
        return None
    names = deal.seat_names
    sides = names[::2], names[1::2]
    if result.declarer is not None:
        declarer = names[result.declarer]
        sides = (declarer,), tuple(name for name in names if name != declarer)
    return {"+".join(side): one for side, one in zip(sides, pair, strict=True)}


def _name(seat: int | None, names: tuple[str, ...]) -> str | None:
    return None if seat is None else names[seat]
