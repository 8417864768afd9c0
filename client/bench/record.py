"""The JSON object of a run, written and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from manille.client.bench.results import DealResult, Figures, Run, SetResult
from manille.solver.errors import Fault, InputError, Reason
from manille.solver.results import Bounds

__all__ = ["FORMAT", "from_object", "read_run", "to_object"]

FORMAT = 1  # goes up when a reader of the object before would misunderstand it
REMEDY = "make one with `manille bench --json FILE`"

T = TypeVar("T")


def to_object(run: Run) -> dict[str, Any]:
    """A run as a JSON object."""
    sets = [_set_object(one) for one in run.sets]
    return {"format": FORMAT, **run.machine, "options": run.options, "sets": sets}


def _set_object(one: SetResult) -> dict[str, Any]:
    return {
        "rules": one.rules,
        "fingerprint": one.fingerprint,
        "deals": len(one.deals),
        "stopped": one.stopped,
        "nodes": _figures(one.nodes),
        "cpu_ms": _figures(one.cpu_ms),
        "nodes_per_s": round(one.nodes_per_s),
        "signature": one.signature,
        "values": one.values,
        "slowest": one.slowest.deal,
        "results": [_deal_object(deal) for deal in one.deals],
    }


def _figures(figures: Figures) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figures._asdict().items()}


def _deal_object(deal: DealResult) -> dict[str, Any]:
    found: dict[str, Any] = {
        "deal": deal.deal,
        "nodes": deal.nodes,
        "cpu_ms": deal.cpu_ms,
        "value": deal.bounds.exact,
    }
    if deal.bounds.exact is None:
        found["bounds"] = deal.bounds
    if deal.cards is not None:
        found["cards"] = {c: b if b.exact is None else b.exact for c, b in deal.cards.items()}
    if deal.stopped:
        found["stopped"] = True
    return found


def read_run(path: str) -> Run:
    """The run that a file holds.

    Raises:
        InputError: the file cannot be read, or is not what this version writes.
    """
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise _refused(Reason.FILE_UNREADABLE, path, f"cannot be read: {why}") from None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise _refused(Reason.BAD_JSON, path, f"is not valid JSON; {REMEDY}") from None
    return from_object(value, path)


def from_object(value: Any, name: str) -> Run:
    """The run that a JSON object describes; ``name`` is what errors call it.

    Raises:
        InputError: it is not what :func:`to_object` makes.
    """
    if not isinstance(value, dict) or "format" not in value:
        what = f"is not a result of `manille bench` (it has no format); {REMEDY}"
        raise _refused(Reason.BAD_TYPE, name, what)
    if value["format"] != FORMAT:
        what = f"has the format {value['format']!r}, and this version reads {FORMAT}; {REMEDY}"
        raise _refused(Reason.BAD_TYPE, name, what)
    try:
        options = _get(value, "options", dict)
        timed = options.get("time_s") is not None
        sets = tuple(_read_set(one, timed) for one in _get(value, "sets", list))
        return Run(options, {k: v for k, v in value.items() if k not in _NOT_MACHINE}, sets)
    except (ValueError, TypeError) as error:
        what = f"is damaged: {error}; {REMEDY}"
        raise _refused(Reason.BAD_TYPE, name, what) from None


_NOT_MACHINE = ("format", "options", "sets")


def _read_set(value: Any, timed: bool) -> SetResult:
    deals = tuple(map(_read_deal, _get(value, "results", list)))
    rules = _get(value, "rules", str)
    if not deals:
        raise ValueError(f"the set of {rules} has no deals")
    return SetResult(rules, _get(value, "fingerprint", str), deals, timed)


def _read_deal(value: Any) -> DealResult:
    cards = _get(value, "cards", dict) if "cards" in value else None
    exact = value.get("value")
    return DealResult(
        deal=_get(value, "deal", str),
        nodes=_get(value, "nodes", int),
        cpu_ms=float(_get(value, "cpu_ms", (int, float))),
        bounds=_bounds(value.get("bounds") if exact is None else exact),
        cards=None if cards is None else {card: _bounds(one) for card, one in cards.items()},
        stopped=value.get("stopped", False) is True,
    )


def _bounds(value: Any) -> Bounds:
    """Bounds from a value, or from a list of both."""
    match value:
        case int():
            return Bounds(value, value)
        case [int(low), int(high)]:
            return Bounds(low, high)
    raise ValueError(f"{value!r} is neither a value nor bounds")


def _get(value: Any, key: str, kind: type[T] | tuple[type, ...]) -> T:
    if not isinstance(value, dict) or key not in value:
        raise ValueError(f"{key!r} is missing")
    found = value[key]
    if not isinstance(found, kind):
        raise ValueError(f"{key!r} is {found!r}")
    return found  # type: ignore[return-value]


def _refused(reason: Reason, name: str, what: str) -> InputError:
    return InputError(Fault(reason, f"{name} {what}", field="compare"))
