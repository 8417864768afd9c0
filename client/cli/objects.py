"""Answers as JSON objects. Cards, suits and seats are in English letters there."""

from __future__ import annotations

from typing import Any

from manille.solver.deals import Deal, Position, format_deal
from manille.solver.results import CardResult, DoubleDummyTable, ReachResult, Solution, TableCell

__all__ = ["deal_object", "effort_object", "solution_object", "table_object"]


def solution_object(
    deal: Deal, solution: Solution, reached: ReachResult | None = None
) -> dict[str, Any]:
    """A solved deal; with the answer to a yes/no question, where one was asked."""
    seat = Position.of(deal).to_play
    found = {
        **deal_object(deal),
        "trump": deal.trump,
        "sides": deal.sides,
        "to_play": None if seat is None else deal.seat_names[seat],
        "points": solution.points,
        "score": solution.score,
        "exact": solution.exact,
        "bounds": solution.bounds,
        "cards": None if solution.cards is None else [_card(card) for card in solution.cards],
        "line": None if solution.line is None else [str(card) for card in solution.line],
    }
    if reached is not None:
        side = deal.sides[reached.side]
        found["reaches"] = {"points": reached.points, "side": side, "answer": reached.answer}
    return {**found, **effort_object(solution.nodes, solution.time_s)}


def table_object(deal: Deal, table: DoubleDummyTable) -> dict[str, Any]:
    """The double-dummy table of a deal, its cells trump by trump."""
    # without a declarer the sides are the same in every cell, else they hang on it
    alone = deal.rules.sides == "declarer"
    return {
        **deal_object(deal),
        "sides": None if alone else (deal.seat_names[::2], deal.seat_names[1::2]),
        "exact": table.exact,
        "cells": [_cell(deal, cell) for cell in table.cells],
        **effort_object(table.nodes, table.time_s),
    }


def deal_object(deal: Deal) -> dict[str, Any]:
    """What a solved deal is: its notation and its rules."""
    return {
        "deal": format_deal(deal),
        "rules": deal.rules.name,
        "fingerprint": deal.rules.fingerprint,
    }


def effort_object(nodes: int, time_s: float) -> dict[str, Any]:
    """What an answer took."""
    return {"nodes": nodes, "time_s": round(time_s, 6)}


def _card(result: CardResult) -> dict[str, Any]:
    found: dict[str, Any] = {
        "card": str(result.card),
        "points": result.points,
        "loss": result.loss,
        "same_as": None if result.same_as is None else str(result.same_as),
    }
    if result.points is None:
        found["bounds"] = result.bounds
    if result.line is not None:
        found["line"] = [str(card) for card in result.line]
    return found


def _cell(deal: Deal, cell: TableCell) -> dict[str, Any]:
    names = deal.seat_names
    return {
        "trump": cell.trump,
        "leader": names[cell.leader],
        "declarer": None if cell.declarer is None else names[cell.declarer],
        "points": cell.points,
        "bounds": cell.bounds,
        "score": cell.score,
    }
