"""What is measured: the nodes of the engine, the clock of the thread, values that the twin has."""

from __future__ import annotations

import pytest

from manille.solver.analysis import bench
from manille.solver.analysis.bench import measure, measure_all, signature, warm
from manille.solver.core.engine import Engine
from manille.solver.deals import Deal, Position, parse_deal, random_deals, random_ending
from manille.solver.errors import DealError
from manille.solver.limits import Limits
from manille.solver.reference import card_points, value
from manille.solver.rules import load, names


@pytest.mark.parametrize("name", names())
def test_values_are_those_of_the_slow_twin(name: str) -> None:
    """They are points over the whole hand, cards already played included."""
    rules = load(name)
    for number in range(4):
        deal = random_ending(rules, 3, 5, number, number * (rules.seats - 1))
        position = Position.of(deal)
        found = measure(deal, cards=True)
        assert found.bounds.exact == value(position)[0]
        assert found.cards is not None
        total, seat = sum(value(position)), position.to_play
        own = seat is not None and position.contract.side_of[seat] == 0
        assert {card: bounds.exact for card, bounds in found.cards.items()} == {
            card: points if own else total - points
            for card, points in card_points(position).items()
        }
        assert not found.stopped


def test_nodes_are_those_of_an_engine_with_an_empty_table() -> None:
    for deal in random_deals(load("manillen"), 5, 3):
        position = Position.of(deal)
        engine = Engine(position)
        engine.value()
        assert measure(deal).nodes == engine.nodes
        engine.card_values(position.legal_cards())
        assert measure(deal, cards=True).nodes == engine.nodes
        assert measure(deal).cards is None


def test_the_clock_is_that_of_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([2.0, 2.75])
    monkeypatch.setattr(bench.time, "thread_time", lambda: next(told))
    (deal,) = random_deals(load("manille"), 1, 1)
    assert measure(deal, cards=True).cpu_s == 0.75
    assert next(told, None) is None


def answers(deals: list[Deal], threads: int) -> list[tuple[object, ...]]:
    found = measure_all(deals, True, None, threads)
    return [(one.deal, one.nodes, one.bounds, one.cards) for one in found]


def test_any_number_of_threads_finds_the_same() -> None:
    deals = list(random_deals(load("maniglia-5"), 12, 4))
    expected = answers(deals, 1)
    assert [one[0] for one in expected] == deals
    assert answers(deals, 3) == expected


def test_a_limit_leaves_bounds_and_says_so() -> None:
    stopped = 0
    for deal in random_deals(load("manillen"), 6, 2):
        full, part = measure(deal), measure(deal, limits=Limits(nodes=50))
        assert full.bounds.exact is not None
        assert not full.stopped
        assert part.bounds.low <= full.bounds.exact <= part.bounds.high
        assert (part.bounds.exact is None) == part.stopped
        assert (part.nodes < full.nodes) == part.stopped
        stopped += part.stopped
    assert stopped  # hardly any deal is so easy


def test_a_table_is_as_small_as_it_may_be() -> None:
    (deal,) = random_deals(load("maniglia"), 1, 1)
    large, small = measure(deal), measure(deal, limits=Limits(table_mib=1))
    assert small.bounds == large.bounds


def test_warming_takes_any_deals_and_names_what_is_open() -> None:
    warm(random_deals(load("maniglia-4"), 20, 1))
    warm([])
    with pytest.raises(DealError, match="trump is not named"):
        warm([parse_deal("manillen - N:TA... K7... QJ... 98...")])


def test_the_signature_counts_values_and_cards() -> None:
    rules = load("manille")
    assert signature(rules) == sum(
        measure(deal, cards=True).nodes for deal in random_deals(rules, 10, 1)
    )
