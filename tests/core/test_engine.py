"""The engine: questions, limits, cancelling, and what it refuses."""

from __future__ import annotations

import threading
import time

import pytest

from manille.solver.core.cancel import CancelToken
from manille.solver.core.engine import Engine
from manille.solver.deals import Position, random_deal, random_ending
from manille.solver.limits import Limits
from manille.solver.rules import load


def position_of(name: str, number: int = 0) -> Position:
    return Position.of(random_deal(load(name), 1, number))


def test_reaches_agrees_with_the_value() -> None:
    for number in range(5):
        position = position_of("manillen", number)
        value = Engine(position).value().exact
        assert value is not None
        engine = Engine(position)
        questions = range(-1, position.points_left + 2)
        assert [engine.reaches(k) for k in questions] == [k <= value for k in questions]


def test_end_of_the_hand() -> None:
    position = Position.of(random_ending(load("manillen"), 2, 1, played=8))
    engine = Engine(position)
    assert position.ended
    assert engine.value() == (0, 0)
    assert engine.line() == []
    assert engine.perft(3) == 1


def test_a_limit_in_nodes_gives_true_bounds_every_time() -> None:
    position = position_of("maniglia", 21)
    value = Engine(position).value().exact
    assert value is not None
    widths = []
    for nodes in (1, 1000, 5000, 20_000, 80_000, 10_000_000):
        engine = Engine(position, Limits(nodes=nodes))
        bounds = engine.value()
        assert bounds.low <= value <= bounds.high
        assert engine.nodes <= nodes + 4  # the trick under way is played to its end
        assert bounds == Engine(position, Limits(nodes=nodes)).value()
        assert engine.stopped == (bounds.exact is None)
        widths.append(bounds.high - bounds.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1] == 0


def test_cards_of_a_stopped_search_have_true_bounds() -> None:
    position = position_of("maniglia", 21)
    cards = position.legal_cards()
    whole = Engine(position)
    whole.value()
    value_nodes = whole.nodes
    exact = whole.card_values(cards)
    engine = Engine(position, Limits(nodes=(value_nodes + whole.nodes) // 2))
    engine.value()
    found = engine.card_values(cards)
    assert engine.stopped
    assert engine.line() is None
    assert engine.perft(2) is None
    assert any(bounds.exact is None for bounds in found)
    for bounds, true in zip(found, exact, strict=True):
        assert true.exact is not None
        assert bounds.low <= true.exact <= bounds.high


def test_a_time_limit_stops_the_search() -> None:
    engine = Engine(position_of("botifarra"), Limits(time_s=0.001))
    bounds = engine.value()
    assert engine.stopped
    assert bounds.exact is None


def test_cancelling_from_another_thread_stops_the_search_and_leaves_others_usable() -> None:
    token = CancelToken()
    position = position_of("botifarra", 5)
    engine = Engine(position, cancel=token)
    other = Engine(position_of("manillen"))
    timer = threading.Timer(0.05, token.cancel)
    timer.start()
    bounds = engine.value()
    timer.join()
    assert token.cancelled
    assert engine.stopped
    assert bounds.exact is None
    assert engine.reaches(bounds.low) is True
    assert engine.reaches(bounds.low + 1) is None
    assert other.value().exact is not None


def test_a_token_that_is_cancelled_before_the_start_stops_at_once() -> None:
    token = CancelToken()
    token.cancel()
    engine = Engine(position_of("manillen"), cancel=token)
    assert engine.value() == (0, 61)
    assert engine.nodes == 0


def test_the_interpreter_goes_on_while_a_search_runs() -> None:
    """The lock is released: this thread counts while another searches."""
    token = CancelToken()
    engine = Engine(position_of("botifarra", 5), cancel=token)
    worker = threading.Thread(target=engine.value)
    worker.start()
    ticks = 0
    while ticks < 50:
        assert worker.is_alive()
        time.sleep(0.0005)
        ticks += 1
    with pytest.raises(RuntimeError, match="searching already"):
        engine.value()
    token.cancel()
    worker.join()
    assert engine.stopped


def test_a_large_table_is_not_taken_before_it_is_needed() -> None:
    engine = Engine(position_of("manillen"), Limits(table_mib=1024))
    engine.value()
    assert engine.table_bytes < 8 << 20


def test_a_position_that_no_play_leads_to_is_refused() -> None:
    position = position_of("manillen")
    contract, hands = position.contract, position.hands
    for wrong in (
        Position(contract, hands[:3]),
        Position(contract, hands * 2),
        Position(contract, hands, leader=4),
        Position(contract, hands, trick=tuple(hand[0] for hand in hands)),
        Position(contract, (hands[0][:3], *hands[1:])),
        Position(contract, (hands[0], hands[0], *hands[2:])),
    ):
        with pytest.raises(ValueError, match=r"position of 4 seats|unequal"):
            Engine(wrong)


def test_only_legal_cards_have_a_value() -> None:
    position = position_of("manillen")
    with pytest.raises(ValueError, match="legal"):
        Engine(position).card_values(position.hands[1][:1])
