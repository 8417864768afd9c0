"""Double-dummy tables and par as messages, there and back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.strategies import RULE_SETS, calls, examples, open_deals, tell
from manille.solver.analysis import TableQuestion, par_of, solve_par, solve_table
from manille.solver.deals import Deal, parse_deal, random_deal
from manille.solver.limits import Limits
from manille.solver.rules import RuleSet, load
from manille.v1 import par_pb2, solver_service_pb2
from manille.wire.tables import par_from_proto, par_to_proto, table_from_proto, table_to_proto

CALLED = [rules for rules in RULE_SETS if rules.trump_by in ("auction", "choice")]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_table_comes_back(rules: RuleSet, seed: int) -> None:
    deal = replace(random_deal(rules, seed), turned=None)
    deal = replace(deal, hands=tuple(hand[:3] for hand in deal.open_hands))
    for window in (None, (5, 9)):
        table = solve_table(deal, window=window)
        sent = table_to_proto(TableQuestion(deal, window=window), table, "search")
        assert table_from_proto(sent, deal) == table
        assert sent.exact is table.exact
        assert not sent.HasField("par")


@pytest.mark.parametrize("name", ["manillen", "maniglia-4", "whist"])
def test_the_scores_of_a_whole_hand_come_back(name: str, seed: int) -> None:
    rules = load(name)
    deal = random_deal(rules, seed)
    for bid in (None, 25) if rules.trump_by == "auction" else (None,):
        called = replace(deal, bid=bid)
        table = solve_table(called, rules.trumps[:1], Limits(nodes=200_000))
        sent = table_to_proto(TableQuestion(called, rules.trumps[:1]), table, "memory")
        found = table_from_proto(sent, called)
        assert found == table
        known = name == "manillen" or bid is not None
        for cell, message in zip(found.cells, sent.cells, strict=True):
            scored = known and cell.points is not None
            assert (cell.score is not None) == message.HasField("first_score") == scored


@examples(40)
@given(st.data(), open_deals(st.sampled_from(CALLED), st.integers(1, 3)))
def test_par_comes_back(data: st.DataObject, deal: Deal) -> None:
    deal = replace(deal, calls=data.draw(calls(deal.rules)))
    tell(replace(deal, calls=()))
    par = solve_par(deal)
    assert par is not None
    sent = par_to_proto(par, deal)
    again = par_pb2.Par.FromString(sent.SerializeToString())
    assert par_from_proto(again, deal, par.table) == par
    assert [call.seat for call in sent.calls] == [deal.seat_names[one.seat] for one in par.calls]
    assert len(sent.ceilings) == (deal.rules.seats if deal.rules.trump_by == "auction" else 0)


@pytest.mark.parametrize(
    "line",
    [
        "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8",
        "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; calls=20",
    ],
)
def test_par_stands_beside_its_table(line: str) -> None:
    deal = parse_deal(line)
    table = solve_table(deal)
    sent = table_to_proto(TableQuestion(deal), table, "search", par_of(deal, table))
    again = solver_service_pb2.SolveTableResponse.FromString(sent.SerializeToString())
    found = par_from_proto(again.par, deal, table_from_proto(again, deal))
    assert found == par_of(deal, table)
    assert found.score is not None
    assert again.par.calls[0].values[0].score == found.calls[0].values[0].score


def test_a_hand_that_is_not_played_comes_back() -> None:
    # nobody makes 20 points of an ending of two tricks
    deal = parse_deal("maniglia-4 - N:65... .65.. ..65. ...65")
    par = solve_par(deal)
    assert par is not None
    assert not par.played
    sent = par_to_proto(par, deal)
    assert (sent.played, sent.trump, sent.chooser, sent.HasField("bid")) == (False, "", "", False)
    assert not sent.HasField("first_points")
    assert not sent.calls[0].values[0].HasField("points")
    assert par_from_proto(sent, deal, par.table) == par
