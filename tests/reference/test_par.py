"""The slow twin of par against callings that were reasoned out."""

from __future__ import annotations

from dataclasses import replace

from kit.tiny import tiny_auction
from manille.solver.deals import parse_deal
from manille.solver.reference.par import Outcome, TriedCalls, contract_points
from manille.solver.rules import Auction, Choice, load
from manille.solver.rules.calls import CallResult

MANILLEN = load("manillen")
THREE = tiny_auction("maniglia-3", "7HK")  # bids from 1 to 44


def drawn(*made: int) -> TriedCalls:
    """The calls where each seat makes so many points as the declarer, whatever the trump."""
    total = THREE.largest_total
    return TriedCalls(
        {(t, seat): (own, total - own) for t in THREE.trumps for seat, own in enumerate(made)}
    )


def test_the_contracts_are_played_out() -> None:
    # one trick of 13 points: whoever has the only trump takes it, at no trump N with the ten
    deal = parse_deal("manillen - N:T... .A.. ..K. ...9")
    found = contract_points(deal)
    assert {trump: points for (trump, _), points in found.items()} == {
        "S": (13, 0),
        "H": (0, 13),
        "D": (13, 0),
        "C": (0, 13),
        "NT": (13, 0),
    }


def test_the_highest_bids_what_it_makes() -> None:
    # 12 and 9 are less: the second seat scores 15, the others lose 7.5 against it
    tried, start = drawn(12, 15, 9), Auction.start(THREE)
    end = tried.outcome(start)
    assert end.result == CallResult(True, "O", 1, 1, 15)
    assert end.score == (15, 0)
    assert [end.worth(THREE, seat) for seat in range(3)] == [(-7.5, 29), (15, 15), (-7.5, 29)]
    # the first one could keep it from playing only by failing with 16
    assert tried.outcomes(start)["16"].worth(THREE, 0) == (-16, 12)


def test_a_bid_that_stands_is_not_driven_up() -> None:
    auction = Auction.start(THREE).call("pass").call("3")
    assert drawn(12, 15, 9).outcome(auction).result.bid == 3
    assert drawn(12, 15, 16).outcome(auction).result == CallResult(True, "O", 2, 2, 16)


def test_nobody_makes_anything() -> None:
    assert drawn(0, 0, 0).outcome(Auction.start(THREE)) == Outcome(CallResult(played=False))
    forced = replace(THREE, all_pass="dealer_forced")
    end = drawn(0, 0, 0).outcome(Auction.start(forced))
    assert (end.result.declarer, end.result.bid, end.score) == (2, 1, (0, 1))


def test_a_choice_goes_back_from_the_dealer() -> None:
    # the dealer would name hearts, so the seat before it does better with spades, the one before
    # that better with hearts, and the first one with spades
    points = {"S": 29, "H": 20, "D": 25, "C": 25, "NT": 28}
    tried = TriedCalls({(trump, None): (own, 61 - own) for trump, own in points.items()})
    ends = [tried.outcome(Choice(MANILLEN, ("pass",) * n)).result for n in range(4)]
    assert [end.trump for end in ends] == ["S", "H", "S", "H"]
    assert [end.chooser for end in ends] == [0, 1, 2, 3]
    # 33 less 30 counts twice at no trump
    score = tried.outcomes(Choice(MANILLEN))["NT"].score
    assert score == (0, 6)
