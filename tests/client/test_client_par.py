"""How a deal should be called, asked of every kind of client."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kit.clients import HARD, KINDS, Blocking, open_client
from kit.grpc_server import serving
from manille.client import Client
from manille.solver.analysis import ParQuestion, par_of, solve_par
from manille.solver.deals import format_deal, parse_deal, random_ending
from manille.solver.errors import CallError, DealError
from manille.solver.limits import Limits
from manille.solver.par import Par
from manille.solver.rules import load, names

CHOICE = "manillen - N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
AUCTION = "maniglia-3 - 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4"

pytestmark = pytest.mark.xdist_group("clients")


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with serving(log_level="error") as server:
        yield server.target


@pytest.fixture(scope="module", params=KINDS)
def client(request: pytest.FixtureRequest, target: str) -> Iterator[Client]:
    with open_client(request.param, target, threads=2) as client:
        yield client
    if isinstance(client, Blocking):
        client.forget()


def plain(par: Par | None) -> Par:
    """Par without what it took to search the table."""
    assert par is not None
    return replace(par, table=replace(par.table, nodes=0, time_s=0.0))


@pytest.mark.parametrize("name", [n for n in names() if load(n).trump_by in ("auction", "choice")])
def test_par_is_that_of_the_analysis(client: Client, name: str, seed: int) -> None:
    for number in range(3):
        deal = random_ending(load(name), 3, seed, number)
        context = f"seed {seed}: {format_deal(deal)}"
        assert plain(client.par(deal)) == plain(solve_par(deal)), context


@pytest.mark.parametrize(
    "line", [CHOICE, f"{CHOICE} ; calls=pass pass", AUCTION, f"{AUCTION} ; calls=pass 20"]
)
def test_whole_deals(client: Client, line: str) -> None:
    line = line.replace("pass pass", "pass,pass").replace("pass 20", "pass,20")
    assert plain(client.par(line)) == plain(solve_par(parse_deal(line)))


def test_what_was_played_makes_no_difference(client: Client) -> None:
    played = CHOICE.replace(" - ", " H ") + " ; played=KH AH TH 7H"
    assert plain(client.par(played)) == plain(client.par(CHOICE))


def test_par_is_not_known_where_a_limit_was_met(client: Client) -> None:
    assert client.par(HARD.replace(" NT ", " - "), limits=Limits(nodes=1000)) is None
    answer = client.ask(ParQuestion(parse_deal(AUCTION)))
    assert answer.result is not None
    assert answer.source in ("search", "memory")
    assert answer.result == par_of(parse_deal(AUCTION), answer.result.table)


def test_what_has_no_par_is_refused_alike(client: Client) -> None:
    with pytest.raises(CallError, match="nothing is called in whist"):
        client.par("whist S N:AK... QJ... T9... 87...")
    with pytest.raises(DealError, match="the hand of W is hidden"):
        client.par("manillen - N:TA... ? QJ... 98...")
