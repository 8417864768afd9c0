"""The choice of trump: who speaks, what is legal, and every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manille.solver.errors import CallError, Reason
from manille.solver.rules.calling import calling
from manille.solver.rules.calls import CallResult
from manille.solver.rules.choice import Choice
from manille.solver.rules.loader import load, names

ANY_TRUMP = ("S", "H", "D", "C", "NT")
CHOICES = [name for name in names() if load(name).trump_by == "choice"]


def after(name: str, *calls: str) -> Choice:
    choice = Choice.start(load(name))
    for call in calls:
        choice = choice.call(call)
    return choice


def refused(choice: Choice, call: str) -> CallError:
    with pytest.raises(CallError) as caught:
        choice.call(call)
    assert caught.value.faults[0].field == "calls"
    return caught.value


def test_the_games_that_choose() -> None:
    assert CHOICES == [
        "botifarra",
        "manille",
        "manillen",
        "manillen-101",
        "manillen-cafe",
        "manillen-verplicht",
    ]


@pytest.mark.parametrize("passes", range(4))
@pytest.mark.parametrize("trump", ANY_TRUMP)
def test_the_first_seat_to_choose_ends_it(passes: int, trump: str) -> None:
    open_choice = after("manillen", *["pass"] * passes)
    assert not open_choice.ended
    assert open_choice.to_call == passes
    chosen = open_choice.call(trump)
    assert chosen.ended
    assert chosen.to_call is None
    assert chosen.legal_calls() == ()
    assert chosen.calls == (*["pass"] * passes, trump)
    assert chosen.result == CallResult(True, trump=trump, chooser=passes)
    assert chosen.result.declarer is chosen.result.bid is None


def test_a_state_is_not_changed_by_a_call() -> None:
    start = after("manillen")
    assert start.call("pass").call("S").ended
    assert start == after("manillen")
    assert start.calls == ()


def test_legal_calls() -> None:
    assert after("manillen").legal_calls() == ("pass", *ANY_TRUMP)
    assert after("manillen", "pass", "pass").legal_calls() == ("pass", *ANY_TRUMP)
    assert after("manillen", "pass", "pass", "pass").legal_calls() == ANY_TRUMP
    assert after("botifarra").legal_calls() == ("pass", "O", "C", "E", "B", "NT")


def test_the_dealer_must_choose() -> None:
    error = refused(after("manillen", "pass", "pass", "pass"), "pass")
    assert error.reason is Reason.MUST_CHOOSE
    assert "legal now: S, H, D, C, NT" in str(error)


def test_verplicht_leaves_the_dealer_no_trump_only() -> None:
    dealer = after("manillen-verplicht", "pass", "pass", "pass")
    assert dealer.legal_calls() == ("NT",)
    assert refused(dealer, "pass").reason is Reason.MUST_CHOOSE
    error = refused(dealer, "S")
    assert error.reason is Reason.TRUMP_NOT_ALLOWED
    assert "legal now: NT" in str(error)
    assert dealer.call("nt").result == CallResult(True, trump="NT", chooser=3)
    # the others choose as they like
    assert after("manillen-verplicht").legal_calls() == ("pass", *ANY_TRUMP)
    assert after("manillen-verplicht", "pass", "H").result.trump == "H"


def test_nothing_overcalls() -> None:
    error = refused(after("manillen", "S"), "NT")
    assert error.reason is Reason.CALLING_ENDED
    assert "the trump is chosen, it is S" in str(error)
    assert refused(after("manillen", "NT"), "pass").reason is Reason.CALLING_ENDED


@pytest.mark.parametrize("call", ["", "x", "S H", "S,H", "trump", "-3", "3.5", "O", "٣"])
def test_what_is_no_call(call: str) -> None:
    error = refused(after("manillen"), call)
    assert error.reason is Reason.BAD_CALL
    assert "S, H, D, C, or NT" in str(error)


def test_a_bid_has_no_place_here() -> None:
    error = refused(after("manillen"), "30")
    assert error.reason is Reason.BAD_CALL
    assert "no auction" in str(error)
    assert "legal now: pass, S, H, D, C, NT" in str(error)


@pytest.mark.parametrize(
    ("spelled", "kept"), [(" PASS ", "pass"), ("s", "S"), ("♥", "H"), ("nt", "NT"), ("c ", "C")]
)
def test_spellings(spelled: str, kept: str) -> None:
    assert after("manillen", spelled).calls == (kept,)


def test_the_result_needs_the_end() -> None:
    with pytest.raises(CallError, match="legal now: pass, S") as caught:
        _ = after("manillen", "pass").result
    assert caught.value.reason is Reason.CALLING_OPEN


@given(st.sampled_from(CHOICES), st.data())
def test_every_sequence_of_legal_calls_ends(name: str, data: st.DataObject) -> None:
    state = calling(load(name))
    seats = []
    while not state.ended:
        assert state.to_call is not None
        seats.append(state.to_call)
        state = state.call(data.draw(st.sampled_from(state.legal_calls())))
    assert seats == list(range(len(seats)))
    assert 1 <= len(seats) <= 4
    assert state.result.played
    assert state.result.chooser == seats[-1]
    assert state.result.trump in load(name).trumps


@given(st.sampled_from(CHOICES), st.lists(st.sampled_from(["pass", "S", "O", "NT", "7"])))
def test_legal_calls_are_those_that_are_not_refused(name: str, calls: list[str]) -> None:
    state = Choice.start(load(name))
    for call in calls:
        if call in state.legal_calls():
            state = state.call(call)
        else:
            refused(state, call)
