"""One interface, four clients: with and without a server, with and without asyncio.

Everything here runs over all of them. What a server answers comes from a real one over loopback,
and is compared with what the analysis finds in this process.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kit.clients import HARD, KINDS, Blocking, faulty_lines, open_client, without_effort
from kit.grpc_server import serving
from manille.client import Client, RuleSetHead, connect
from manille.solver.analysis import (
    PlayQuestion,
    ReachQuestion,
    SolveQuestion,
    reaches,
    review,
    solve,
    solve_along,
    solve_table,
)
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_ending
from manille.solver.errors import (
    DealError,
    InputError,
    LimitError,
    ManilleError,
    Reason,
    RuleSetError,
)
from manille.solver.limits import Limits
from manille.solver.results import Bounds, Solution
from manille.solver.rules import load, names
from manille.wire.refusals import Cancelled, DeadlinePassed

# N and S take 38 points, W and E 23.
DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
FOUR = "manillen S N:TA... K7... QJ... 98..."
ALONE = "maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1 ; bid=34"

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


@pytest.fixture
def other(client: Client, target: str, request: pytest.FixtureRequest) -> Iterator[Client]:
    """A client of the same kind that a test may spoil."""
    kind = request.node.callspec.params["client"]
    with open_client(kind, target, threads=2) as one:
        yield one
    if isinstance(one, Blocking):
        one.forget()


def endings(name: str, seed: int, count: int, tricks: int = 3) -> list[Deal]:
    return [random_ending(load(name), tricks, seed, number, number % 4) for number in range(count)]


# ------------------------------------------------------------------------------------- the answers


@pytest.mark.parametrize("name", names())
def test_the_answers_are_those_of_the_analysis(client: Client, name: str, seed: int) -> None:
    for deal in endings(name, seed, 4):
        context = f"seed {seed}: {format_deal(deal)}"
        expected = solve(deal)
        assert without_effort(client.solve(deal)) == without_effort(expected), context
        assert without_effort(client.solve(format_deal(deal))) == without_effort(expected), context
        points = (expected.points or (0, 0))[1]
        for wanted in (points, points + 1):
            found = client.reaches(deal, wanted, seat=deal.sides[1][-1].lower())
            assert without_effort(found) == without_effort(reaches(deal, wanted, 1)), context
        assert without_effort(client.review(deal)) == without_effort(review(deal)), context
        values = client.ask(PlayQuestion(deal)).result
        assert without_effort(values) == without_effort(solve_along(deal)), context
        assert client.legal_cards(deal) == Position.of(deal).judge(), context
        unplayed = replace(deal, played=())
        found_table = client.solve_table(unplayed)
        assert without_effort(found_table) == without_effort(solve_table(unplayed)), context


def test_a_play_with_a_card_that_may_not_be_played_is_reviewed(client: Client) -> None:
    text = f"{DEAL} ; played=KH AH QH"
    here = review(parse_deal(text, illegal="keep"))
    assert [card.obligation for card in here.cards] == [None, None, "MUST_BEAT"]
    assert without_effort(client.review(text)) == without_effort(here)
    for ask in client.solve, client.legal_cards:
        with pytest.raises(DealError, match="MUST_BEAT"):
            ask(text)


def test_less_is_asked(client: Client) -> None:
    deal = parse_deal(DEAL)
    for want in (("points",), ("cards",), ("points", "line"), ("lines",)):
        assert without_effort(client.solve(deal, want)) == without_effort(solve(deal, want))
    table = client.solve_table(deal, ["NT", "S"], window=(30, None))
    assert without_effort(table) == without_effort(
        solve_table(deal, ["NT", "S"], window=(30, None))
    )


@pytest.mark.parametrize("text", [DEAL, ALONE, f"{DEAL} ; played=KH AH TH"])
@pytest.mark.parametrize("window", [(20, 30), (40, None), (None, 10), (0, 1000)])
def test_windows_are_about_the_side_of_a_seat(
    client: Client, text: str, window: tuple[int | None, int | None]
) -> None:
    deal = parse_deal(text)
    for side, seats in enumerate(deal.sides):
        expected = without_effort(solve(deal, window=window, side=side))
        for seat in seats:
            found = client.solve(deal, window=window, seat=seat)
            assert without_effort(found) == expected, (seat, window)
    found = client.solve(deal, window=window)
    assert without_effort(found) == without_effort(solve(deal, window=window))


def test_a_hand_at_its_end(client: Client) -> None:
    deal = f"{FOUR} ; played=TS KS QS 8S AS 7S JS 9S"
    found = client.solve(deal)
    assert (found.points, found.cards, found.line) == ((16, 0), (), ())
    assert client.legal_cards(deal) == {}


def test_rules_of_ones_own_travel_whole(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "cafe.toml"
    path.write_text('title = "Our café"\nbase = "manillen"\n[play]\nbeat_plain = "opponent"\n')
    deal = parse_deal(DEAL.replace("manillen", str(path)))
    assert deal.rules != load("manillen")
    assert without_effort(client.solve(deal)) == without_effort(solve(deal))
    assert without_effort(client.solve_all([deal] * 3)[2]) == without_effort(solve(deal))


# -------------------------------------------------------------------------------------- the errors


def test_a_text_that_is_no_deal_is_refused_with_its_faults(client: Client) -> None:
    lines = faulty_lines()
    assert len(lines) > 200
    for text, reason in lines:
        with pytest.raises(DealError) as caught:
            client.solve(text)
        assert caught.value.reason == reason, text
        with pytest.raises(DealError) as parsed:
            parse_deal(text)
        assert caught.value.faults == parsed.value.faults


def faults(client: Client, method: str, *words: object, **options: object) -> ManilleError:
    with pytest.raises(ManilleError) as caught:
        getattr(client, method)(*words, **options)
    return caught.value


@pytest.mark.parametrize(
    ("method", "words", "options", "kind"),
    [
        ("solve", ("manillen S N:TA... ? ? 98...",), {}, DealError),
        ("solve", ("manillen - N:TA... K7... QJ... 98...",), {}, DealError),
        ("solve", ("maniglia-3 O 1:7... A... K...",), {}, DealError),
        ("solve", (FOUR,), {"seat": "X", "window": (1, 2)}, DealError),
        ("solve", (FOUR, ["points", "luck"]), {}, InputError),
        ("solve", (FOUR,), {"window": (9, 4)}, InputError),
        ("solve", (FOUR,), {"timeout_s": -1}, LimitError),
        ("solve", (FOUR,), {"timeout_s": float("nan")}, LimitError),
        ("reaches", (FOUR, 3), {"seat": ""}, DealError),
        ("reaches", ("manillen S N:TA... K7... ? 98...", 3), {}, DealError),
        ("solve_table", (f"{FOUR} ; played=TS",), {}, InputError),
        ("solve_table", (FOUR, ["O"]), {}, DealError),
        ("review", ("manillen S N:TA... K7... ? 98...",), {}, DealError),
        ("legal_cards", ("manillen S N:TA... K7... ? 98...",), {}, DealError),
        ("rule_set", ("no-such-game",), {}, RuleSetError),
    ],
)
def test_what_cannot_be_asked_is_refused_alike(
    client: Client,
    method: str,
    words: tuple[object, ...],
    options: dict[str, object],
    kind: type[ManilleError],
) -> None:
    found = faults(client, method, *words, **options)
    assert type(found) is kind
    with connect("local") as local:
        expected = faults(local, method, *words, **options)
    assert [(fault.reason, fault.field) for fault in found.faults] == [
        (fault.reason, fault.field) for fault in expected.faults
    ]
    assert method == "rule_set" or found.faults == expected.faults


def test_limits_leave_bounds(client: Client) -> None:
    found = client.solve(HARD, limits=Limits(nodes=1000))
    assert (found.exact, found.points, found.line) == (False, None, None)
    assert found.bounds[0].low < found.bounds[0].high
    # what the deal file has proven lies within
    assert found.bounds[0].within(Bounds(45, 53)).low <= 53
    assert client.reaches(HARD, 50, limits=Limits(nodes=100)).answer is None
    assert not client.solve_table(HARD, ["NT"], limits=Limits(nodes=1000)).exact
    (again,) = client.solve_all([HARD], limits=Limits(nodes=1000))
    assert isinstance(again, Solution)
    assert again.bounds == found.bounds


def at_deadline(client: Client, *deals: str) -> list[Solution]:
    """What is known at the deadline; a machine with other work may need a later one to say so."""
    for timeout_s in (0.4, 2, 5):
        found = client.solve_all(
            deals or [HARD], ["points"], timeout_s=timeout_s, bounds_at_deadline=True
        )
        if all(isinstance(one, Solution) for one in found):
            return [one for one in found if isinstance(one, Solution)]
        assert any(isinstance(one, DeadlinePassed) for one in found)
    raise AssertionError(found)


def test_a_deadline(client: Client) -> None:
    with pytest.raises(DeadlinePassed, match=r"not answered within 0\.1 s"):
        client.solve(HARD, timeout_s=0.1)
    (found,) = at_deadline(client)
    assert found.points is None
    assert found.bounds[0].low + found.bounds[1].high == parse_deal(HARD).total
    # what is free again answers at once
    assert client.solve(DEAL).points == (38, 23)


def test_a_deadline_of_many(client: Client) -> None:
    found = client.solve_all([HARD, HARD], ["points"], timeout_s=0.1)
    assert [type(one) for one in found] == [DeadlinePassed, DeadlinePassed]
    assert [one.points for one in at_deadline(client, HARD, HARD)] == [None, None]


def test_the_timeout_of_a_client(target: str) -> None:
    for kind in ("local", "remote"):
        with open_client(kind, target, timeout_s=0.1) as client:
            with pytest.raises(DeadlinePassed):
                client.solve(HARD)
            assert client.solve(HARD, timeout_s=None, limits=Limits(nodes=10)).points is None


# ------------------------------------------------------------------------------------ many of them


def test_many_at_once_in_order_with_their_errors_in_place(client: Client, seed: int) -> None:
    deals: list[object] = [deal for name in names() for deal in endings(name, seed, 3)]
    deals[7] = "manillen S N:TA... K7... QJ... 99..."
    deals[11] = ReachQuestion(parse_deal(DEAL), 31)
    deals[13] = SolveQuestion(parse_deal(DEAL), ("points",))
    deals[17] = "manillen S N:TA... K7... ? 98..."
    mine = ManilleError.of(Reason.BAD_REQUEST, "found faulty before")
    deals[19] = mine
    found = client.solve_all(deals)  # type: ignore[arg-type]
    assert len(found) == len(deals)
    for place, (deal, one) in enumerate(zip(deals, found, strict=True)):
        if isinstance(deal, Deal):
            assert not isinstance(one, Exception)
            assert without_effort(one) == without_effort(solve(deal)), place
    assert [getattr(found[place], "reason", None) for place in (7, 17)] == [
        "CARD_DEALT_TWICE",
        "HAND_HIDDEN",
    ]
    assert getattr(found[11], "answer", None) is True
    assert isinstance(found[13], Solution)
    assert (found[13].points, found[13].cards) == ((38, 23), None)
    assert found[19] is mine
    assert client.solve_all([]) == []


def test_more_than_one_call_takes(client: Client) -> None:
    deal = parse_deal(FOUR)
    found = client.solve_all([deal] * 1001 + ["nonsense"] + [deal] * 1001, ["points"])
    assert len(found) == 2003
    assert {getattr(one, "points", None) for one in found} == {(16, 0), None}
    assert [place for place, one in enumerate(found) if isinstance(one, Exception)] == [1001]


@pytest.mark.parametrize("ordered", [True, False])
def test_a_stream(client: Client, ordered: bool, seed: int) -> None:
    deals: list[Deal | str] = [deal for name in names() for deal in endings(name, seed, 2)]
    deals[5] = "nonsense"
    found = list(client.solve_stream(iter(deals), ordered=ordered))
    places = [place for place, _ in found]
    assert sorted(places) == list(range(len(deals)))
    assert not ordered or places == sorted(places)
    for place, one in found:
        deal = deals[place]
        if isinstance(deal, str):
            assert isinstance(one, DealError)
        else:
            assert not isinstance(one, Exception), one
            assert without_effort(one) == without_effort(solve(deal))
    assert list(client.solve_stream([])) == []


@pytest.mark.parametrize("ordered", [True, False])
def test_a_stream_takes_no_more_than_it_may(client: Client, ordered: bool) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "nonsense" if taken % 5 == 0 else FOUR

    stream = client.solve_stream(endless(), ["points"], ordered=ordered, ahead=4)
    for handed_out in range(1, 40):
        next(stream)
        assert taken <= handed_out + 4
    stream.close()
    closed_at = taken
    assert client.solve(FOUR).points == (16, 0)
    assert taken <= closed_at + 1


def test_a_source_that_fails(client: Client) -> None:
    def failing() -> Iterator[str]:
        yield FOUR
        raise ZeroDivisionError

    stream = client.solve_stream(failing(), ordered=True)
    with pytest.raises(ZeroDivisionError):
        list(stream)


def test_a_deadline_of_a_stream(client: Client) -> None:
    seen: list[object] = []
    try:
        for _, one in client.solve_stream([FOUR, HARD, HARD], ordered=True, timeout_s=0.3):
            seen.append(one)
    except DeadlinePassed as error:  # the whole stream ended at the deadline
        seen.append(error)
    assert isinstance(seen[0], Solution)
    assert isinstance(seen[1], DeadlinePassed)


def test_who_leaves_a_stream_ends_its_searches(other: Client) -> None:
    stream = other.solve_stream([FOUR, HARD, HARD, HARD], ordered=True)
    assert next(stream)[0] == 0
    stream.close()
    # both threads are free again, or the batch would wait for the hard ones
    found = other.solve_all([FOUR, DEAL], ["points"], timeout_s=30)
    assert [getattr(one, "points", one) for one in found] == [(16, 0), (38, 23)]


# --------------------------------------------------------------------------------- where they come


def test_where_an_answer_came_from(client: Client, request: pytest.FixtureRequest) -> None:
    deal = parse_deal("manillen S N:J.9..J A.A..T Q.Q..A 9.8..K")
    client.solve(deal)
    known = client.ask(SolveQuestion(deal))
    remote = request.node.callspec.params["client"].startswith("remote")
    assert known.source == ("memory" if remote else "search")
    # the same deal under other names is the same question
    renamed = parse_deal("manillen H N:T.9..J A.A..7 8.Q..A 9.8..K")
    first, second = client.ask(SolveQuestion(renamed)), client.ask(SolveQuestion(renamed))
    assert without_effort(first.result) == without_effort(second.result)


def test_the_rules(client: Client) -> None:
    assert client.rule_sets() == [RuleSetHead.of(load(name)) for name in names()]
    for name in names():
        rules = client.rule_set(name)
        assert rules == load(name)
        assert (rules.name, rules.title, rules.reference) == (
            name,
            load(name).title,
            load(name).reference,
        )


def test_health(client: Client) -> None:
    assert client.healthy()


def test_a_client_that_is_closed(other: Client) -> None:
    other.close()
    other.close()
    with pytest.raises(Cancelled, match="closed"):
        other.solve(FOUR)
    assert not other.healthy()
    with pytest.raises(Cancelled, match="closed"):
        list(other.solve_stream([FOUR]))
    (one,) = other.solve_all([FOUR])
    assert isinstance(one, Cancelled)
