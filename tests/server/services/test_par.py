"""Par beside the table of a real server."""

from __future__ import annotations

import pytest

from kit.grpc_server import serving
from manille.solver.analysis import par_of, solve_table
from manille.solver.deals import parse_deal
from manille.v1 import deal_pb2, solution_pb2
from manille.v1 import solver_service_pb2 as messages
from manille.v1.solver_service_pb2_grpc import SolverServiceStub
from manille.wire.tables import par_from_proto, table_from_proto

CHOICE = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
AUCTION = "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4"


def ask(*requests: messages.SolveTableRequest) -> list[messages.SolveTableResponse]:
    with serving() as server, server.channel() as channel:
        stub = SolverServiceStub(channel)
        return [stub.SolveTable(request) for request in requests]


def request(notation: str, **fields: object) -> messages.SolveTableRequest:
    return messages.SolveTableRequest(deal=deal_pb2.Deal(notation=notation), **fields)


@pytest.mark.parametrize("notation", [CHOICE, f"{CHOICE} ; calls=pass,pass,pass", AUCTION])
def test_par_stands_beside_the_table(notation: str) -> None:
    deal = parse_deal(notation)
    found, again = ask(request(notation), request(notation))
    table = table_from_proto(found, deal)
    assert table.cells == solve_table(deal).cells
    assert par_from_proto(found.par, deal, table) == par_of(deal, table)
    assert found.par.calls
    assert again.effort.source == solution_pb2.SOURCE_MEMORY
    assert again.par == found.par


def test_the_calls_of_the_deal_tell_where_par_goes_on() -> None:
    first, second = ask(request(AUCTION), request(f"{AUCTION} ; calls=20"))
    # one search, and still each has the par of its own calls
    assert second.effort.source == solution_pb2.SOURCE_MEMORY
    assert [call.call for call in first.par.calls] == ["37", "pass", "pass", "B"]
    assert [call.call for call in second.par.calls] == ["pass", "pass", "B"]
    assert (first.par.first_score, second.par.first_score) == (37, 20)


def test_the_bid_of_the_deal_is_scored_in_the_cells() -> None:
    named = AUCTION.replace(" - ", " B ") + " ; declarer=1 ; bid=34"
    (found,) = ask(request(named))
    scores = {(one.trump, one.declarer): (one.first_score, one.second_score) for one in found.cells}
    assert scores["B", "1"] == (34, 0)
    assert scores["O", "1"] == (0, 34)


def test_where_there_is_no_par() -> None:
    limited = request(CHOICE, limits=solution_pb2.Limits(nodes=50))
    whist = request("whist - N:AK... QJ... T9... 87...")
    some = request(CHOICE, trumps=["S", "H"])
    window = request(CHOICE, window=solution_pb2.Window(low=60))
    for found in ask(limited, whist, some, window):
        assert found.cells
        assert not found.HasField("par")
