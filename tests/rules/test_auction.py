"""The auction: turns, ends, both ways of all passing, and every refusal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manille.solver.errors import CallError, Reason
from manille.solver.rules.auction import Auction
from manille.solver.rules.calling import calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.loader import load, names
from manille.solver.rules.ruleset import RuleSet

NAMES = ["maniglia-3", "maniglia-4", "maniglia-5"]
THREE = load("maniglia-3")
FORCED = replace(THREE, all_pass="dealer_forced")


def after(rules: RuleSet, text: str = "") -> Auction:
    auction = Auction.start(rules)
    for call in text.split():
        auction = auction.call(call)
    return auction


def refused(auction: Auction, call: str) -> CallError:
    with pytest.raises(CallError) as caught:
        auction.call(call)
    assert caught.value.faults[0].field == "calls"
    return caught.value


@pytest.mark.parametrize(
    ("calls", "to_call"),
    [
        ("", 0),
        ("20", 1),
        ("pass", 1),
        ("20 pass", 2),
        ("20 pass 21", 0),  # seat 1 has passed for good
        ("20 pass 21 22", 2),
        ("20 21 22", 0),
        ("20 21 pass", 0),
        ("20 21 pass 22", 1),
        ("pass pass", 2),  # nobody has bid yet: the last seat still speaks
        ("pass pass 20", 2),  # and, having won, names the trump
        ("20 pass pass", 0),
        ("pass pass pass", None),
        ("20 pass pass O", None),
    ],
)
def test_turns(calls: str, to_call: int | None) -> None:
    auction = after(THREE, calls)
    assert auction.to_call == to_call
    assert auction.ended == (to_call is None)
    assert auction.calls == tuple(calls.split())


@pytest.mark.parametrize(
    ("calls", "seat", "bid", "trump"),
    [
        ("20 pass pass O", 0, 20, "O"),
        ("pass 33 pass c", 1, 33, "C"),
        ("pass pass 72 E", 2, 72, "E"),
        ("20 21 22 23 pass 24 pass B", 2, 24, "B"),
        ("72 pass pass B", 0, 72, "B"),
    ],
)
def test_the_winner_names_the_trump(calls: str, seat: int, bid: int, trump: str) -> None:
    *bidding, last = calls.split()
    won = after(THREE, " ".join(bidding))
    assert won.won
    assert not won.ended
    assert won.to_call == won.bidder == seat
    assert won.legal_calls() == ("O", "C", "E", "B")
    ended = won.call(last)
    assert ended.legal_calls() == ()
    assert ended.result == CallResult(True, trump, chooser=seat, declarer=seat, bid=bid)


@pytest.mark.parametrize(
    ("name", "highest"), [("maniglia-3", 72), ("maniglia-4", 70), ("maniglia-5", 68)]
)
def test_legal_calls(name: str, highest: int) -> None:
    auction = after(load(name))
    assert auction.legal_calls() == ("pass", *(str(n) for n in range(20, highest + 1)))
    auction = auction.call("40")
    assert auction.legal_calls() == ("pass", *(str(n) for n in range(41, highest + 1)))
    # all points of the hand: the others can only pass, but they do speak
    auction = auction.call(str(highest))
    assert not auction.won
    assert auction.legal_calls() == ("pass",)


def test_all_pass_and_the_hand_is_not_played() -> None:
    auction = after(THREE, "pass pass pass")
    assert auction.legal_calls() == ()
    assert auction.result == CallResult(played=False)
    assert refused(auction, "20").reason is Reason.CALLING_ENDED


def test_all_pass_and_the_dealer_is_forced() -> None:
    auction = after(FORCED, "pass pass pass")
    assert auction.to_call == auction.bidder == 2
    assert auction.legal_calls() == ("O", "C", "E", "B")
    assert refused(auction, "pass").reason is Reason.MUST_CHOOSE
    assert auction.call("E").result == CallResult(True, "E", chooser=2, declarer=2, bid=20)


def test_a_forced_dealer_may_bid_freely_before() -> None:
    assert after(FORCED, "pass pass 25 O").result.bid == 25


def test_a_state_is_not_changed_by_a_call() -> None:
    auction = after(THREE, "20")
    auction.call("30")
    assert auction == after(THREE, "20")
    assert auction.bid == 20


@pytest.mark.parametrize(
    ("calls", "call", "reason", "words"),
    [
        ("", "19", Reason.BID_TOO_LOW, "below the lowest bid, 20; legal now: pass, or a bid from"),
        ("", "0", Reason.BID_TOO_LOW, "a bid from 20 to 72"),
        ("30", "30", Reason.BID_TOO_LOW, "does not exceed the last bid, 30"),
        ("30", "29", Reason.BID_TOO_LOW, "a bid from 31 to 72"),
        ("71", "71", Reason.BID_TOO_LOW, "legal now: pass, or 72"),
        ("72", "72", Reason.BID_TOO_LOW, "legal now: pass"),
        ("", "73", Reason.BID_TOO_HIGH, "only 72 points"),
        ("72", "73", Reason.BID_TOO_HIGH, "legal now: pass"),
        ("", "O", Reason.BAD_CALL, "names the trump, after the auction"),
        ("", "NT", Reason.BAD_CALL, "legal now: pass, or a bid"),
        ("20", "S", Reason.BAD_CALL, "a call is pass, a whole number"),  # a French suit
        ("20", "+30", Reason.BAD_CALL, "is no call"),
        ("20", "30.5", Reason.BAD_CALL, "is no call"),
        ("20", "", Reason.BAD_CALL, "is no call"),
        ("20", "٣٠", Reason.BAD_CALL, "is no call"),
        ("20", "9" * 5000, Reason.BID_TOO_HIGH, "999999999: a hand has only 72 points"),
        ("20 pass pass", "30", Reason.BAD_CALL, "is won with 20"),
        ("20 pass pass", "pass", Reason.MUST_CHOOSE, "must name the trump"),
        ("20 pass pass", "NT", Reason.TRUMP_NOT_ALLOWED, "legal now: O, C, E, B"),
        ("20 pass pass O", "C", Reason.CALLING_ENDED, "has ended"),
        ("20 pass pass O", "pass", Reason.CALLING_ENDED, "has ended"),
    ],
)
def test_refusals(calls: str, call: str, reason: Reason, words: str) -> None:
    error = refused(after(THREE, calls), call)
    assert error.reason is reason
    assert words in str(error)


def test_no_trump_where_a_house_rule_allows_it() -> None:
    auction = after(replace(THREE, no_trump=True), "20 pass pass nt")
    assert auction.result.trump == "NT"


def test_leading_zeros_do_not_count() -> None:
    assert after(THREE, "0030").calls == ("30",)
    assert refused(after(THREE), "000").reason is Reason.BID_TOO_LOW


def test_the_result_needs_the_end() -> None:
    for calls, words in (("20", "from 21 to 72"), ("20 pass pass", "legal now: O, C, E, B")):
        with pytest.raises(CallError, match=words) as caught:
            _ = after(THREE, calls).result
        assert caught.value.reason is Reason.CALLING_OPEN


@given(st.sampled_from(NAMES), st.sampled_from(["redeal", "dealer_forced"]), st.data())
def test_every_sequence_of_legal_calls_ends(name: str, all_pass: str, data: st.DataObject) -> None:
    rules = replace(load(name), all_pass=all_pass)
    state = Auction.start(rules)
    spoken: list[tuple[int, str]] = []
    while not state.ended:
        assert state.to_call is not None
        # low bids more often than not, so that auctions go round
        legal = data.draw(st.sampled_from([state.legal_calls()[:3], state.legal_calls()]))
        call = data.draw(st.sampled_from(legal))
        spoken.append((state.to_call, call))
        state = state.call(call)
    bids = [(int(call), seat) for seat, call in spoken if call.isdigit()]
    assert bids == sorted(bids)
    passed = [seat for seat, call in spoken if call == "pass"]
    assert len(passed) == len(set(passed))  # a pass is final
    for at, (seat, call) in enumerate(spoken):
        later = {s for s, c in spoken[at + 1 :] if c == "pass" or c.isdigit()}
        assert call != "pass" or seat not in later
    result = state.result
    if bids:
        assert (result.bid, result.declarer) == max(bids)
        assert set(passed) == set(range(rules.seats)) - {result.declarer}
    elif all_pass == "redeal":
        assert result == CallResult(played=False)
    else:
        assert (result.bid, result.declarer) == (20, rules.seats - 1)
    assert result.chooser == result.declarer
    assert result.played == (result.trump in rules.trumps)


CALLS = st.sampled_from(["pass", "19", "20", "21", "40", "72", "73", "O", "NT", "x"])


@given(st.lists(CALLS, max_size=12), st.sampled_from([THREE, FORCED]))
def test_legal_calls_are_those_that_are_not_refused(calls: list[str], rules: RuleSet) -> None:
    state = Auction.start(rules)
    for call in calls:
        if call in state.legal_calls():
            state = state.call(call)
        else:
            refused(state, call)


@pytest.mark.parametrize("name", names())
def test_calling_follows_the_rule_set(name: str) -> None:
    rules = load(name)
    kinds = {"auction": Auction, "choice": Choice}
    if rules.trump_by in kinds:
        state = calling(rules)
        assert isinstance(state, kinds[rules.trump_by])
        assert state.to_call == 0
        assert state.calls == ()
    else:
        with pytest.raises(CallError, match=f"nothing is called in {name}: ") as caught:
            calling(rules)
        assert caught.value.reason is Reason.BAD_REQUEST
