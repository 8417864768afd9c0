"""Questions: one key for whatever differs in names alone, and what one found answers the others."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.renaming import renamed
from kit.strategies import RULE_SETS, examples, open_deals, tell
from manille.solver.analysis import (
    CancelToken,
    Found,
    PlayQuestion,
    ReachQuestion,
    ReviewQuestion,
    SolveQuestion,
    TableQuestion,
    solve,
    solve_table,
)
from manille.solver.deals import Deal, parse_deal, random_deal, random_ending
from manille.solver.errors import InputError
from manille.solver.limits import Limits
from manille.solver.rules import RuleSet

WANTS = [("points",), ("points", "cards"), ("points", "line"), ("points", "cards", "line")]
EVERY = [*WANTS, ("points", "cards", "lines"), ("points", "cards", "line", "lines")]
WINDOWS = [None, (20, None), (None, 30), (25, 35)]


def plain(answer: Any) -> Any:
    """An answer without what it took, which hangs on who asked first."""
    return replace(answer, nodes=0, time_s=0.0)


def rotated(deal: Deal, turn: int) -> Deal:
    """The deal with another seat as the first one; of use where partners play."""
    hands = deal.hands[turn:] + deal.hands[:turn]
    return replace(deal, first=(deal.first + turn) % deal.rules.seats, hands=hands)


@examples(150)
@given(
    open_deals(tricks=st.integers(1, 4)),
    st.sampled_from(EVERY),
    st.sampled_from(WINDOWS),
    st.integers(0, 1),
    st.integers(0, 99),
)
def test_a_position_under_other_names_is_the_same_question(
    deal: Deal, want: tuple[str, ...], window: Any, side: int, seed: int
) -> None:
    other, _ = renamed(deal, Random(seed))
    tell(deal)
    tell(other)
    one, two = (SolveQuestion(each, want, window, side) for each in (deal, other))
    assert one.key == two.key
    found = one.search()
    assert found.complete
    assert plain(one.tell(found)) == plain(solve(deal, want, window=window, side=side))
    assert plain(two.tell(found)) == plain(solve(other, want, window=window, side=side))


@examples(150)
@given(open_deals(tricks=st.integers(1, 4)), st.integers(0, 75), st.integers(0, 1))
def test_a_yes_or_no_question_is_shared_and_told(deal: Deal, points: int, side: int) -> None:
    tell(deal)
    other, _ = renamed(deal, Random(points))
    one, two = (ReachQuestion(each, points, side) for each in (deal, other))
    assert one.key == two.key
    taken = solve(deal, ["points"]).points
    assert taken is not None
    assert two.tell(one.search()).answer is (taken[side] >= points)


@examples(60)
@given(open_deals(tricks=st.integers(1, 3)), st.integers(0, 99))
def test_a_table_is_shared_by_every_leader_and_told(deal: Deal, seed: int) -> None:
    deal = replace(deal, played=(), turned=None)
    tell(deal)
    rng = Random(seed)
    other, _ = renamed(deal, rng)
    if deal.rules.sides == "partners":
        other = rotated(other, rng.randrange(deal.rules.seats))
    one, two = TableQuestion(deal), TableQuestion(other)
    assert one.key == two.key
    assert plain(two.tell(one.search())) == plain(solve_table(other))


@examples(60)
@given(open_deals(tricks=st.integers(1, 4)), st.integers(0, 99))
def test_a_play_is_shared_and_told(deal: Deal, seed: int) -> None:
    tell(deal)
    other, _ = renamed(deal, Random(seed))
    one, two = PlayQuestion(deal), PlayQuestion(other)
    assert one.key == two.key
    values = two.tell(one.search())
    for count in range(len(deal.played) + 1):
        part = replace(other, played=other.played[:count])
        assert values.bounds[count] == solve(part, ["points"]).bounds


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_full_deal_is_told_card_for_card(rules: RuleSet, seed: int) -> None:
    small = rules.hand_size <= 10
    deal = random_deal(rules, seed) if small else random_ending(rules, 6, seed)
    other, _ = renamed(deal, Random(seed))
    found = SolveQuestion(deal).search()
    assert plain(SolveQuestion(other).tell(found)) == plain(solve(other))


def test_what_differs_in_more_than_names_is_another_question() -> None:
    deal = parse_deal("maniglia-5 O 1:.7..2 ..7.3 ...7M ...A4 ...H5 ; declarer=2")
    others = [
        replace(deal, declarer=2),
        replace(deal, trump="C"),
        replace(deal, played=(deal.open_hands[0][0],)),
        replace(deal, hands=deal.hands[1:] + deal.hands[:1]),
    ]
    keys = [SolveQuestion(each).key for each in (deal, *others)]
    keys += [SolveQuestion(deal, want).key for want in WANTS[:3]]
    keys += [SolveQuestion(deal, window=window).key for window in WINDOWS[1:]]
    keys += [ReachQuestion(deal, points).key for points in (1, 2, 3)]
    keys += [TableQuestion(deal).key, TableQuestion(deal, ["O"]).key]
    keys += [TableQuestion(deal, window=(20, None)).key, PlayQuestion(deal).key]
    keys += [PlayQuestion(others[2]).key, ReviewQuestion(deal).key, ReviewQuestion(others[2]).key]
    keys += [SolveQuestion(deal, want).key for want in (("lines",), ("line", "lines"))]
    assert len(set(keys)) == len(keys)


def test_rules_with_another_flag_are_another_question() -> None:
    text = "N:.9..8 ..9.7 ...T9 ...AJ"
    one, two = (
        SolveQuestion(parse_deal(f"{name} S {text}")) for name in ("manillen", "manillen-cafe")
    )
    assert one.key != two.key


def test_what_was_wanted_first_makes_no_difference() -> None:
    deal = parse_deal("manillen S N:.9..8 ..9.7 ...T9 ...AJ")
    assert SolveQuestion(deal, ["line", "cards"]).key == SolveQuestion(deal).key
    assert SolveQuestion(deal, []).key == SolveQuestion(deal, ["points"]).key
    tables = [TableQuestion(deal, trumps) for trumps in (["S", "H"], ["H", "S", "S"])]
    assert tables[0].key == tables[1].key
    found = tables[0].search()
    assert [cell.trump for cell in tables[1].tell(found).cells] == 4 * ["H"] + 4 * ["S"]


@pytest.mark.parametrize(
    "kind",
    [
        SolveQuestion,
        lambda deal: SolveQuestion(deal, ["lines"]),
        lambda deal: ReachQuestion(deal, 20),
        TableQuestion,
        PlayQuestion,
        ReviewQuestion,
    ],
)
def test_what_a_limit_left_open_is_not_complete(kind: Any) -> None:
    question = kind(random_deal(RULE_SETS[2], 3))
    limited = question.search(Limits(nodes=20))
    token = CancelToken()
    token.cancel()
    assert not limited.complete
    assert not question.search(cancel=token).complete
    whole = question.search()
    assert whole.complete
    for part, exact in zip(limited.values, whole.values, strict=True):
        assert part.low <= exact.low <= exact.high <= part.high


def test_beside_a_window_nothing_is_missing() -> None:
    deal = random_deal(RULE_SETS[4], 5)
    found = SolveQuestion(deal, window=(70, None)).search()
    assert found.complete
    assert found.line is None
    assert isinstance(found, Found)


def test_a_question_that_cannot_be_asked_is_refused_when_it_is_made() -> None:
    deal = parse_deal("manillen S N:.9..8 ..9.7 ...T9 ...AJ")
    with pytest.raises(InputError, match="cannot be wanted"):
        SolveQuestion(deal, ["tricks"])
    with pytest.raises(InputError, match="no side 2"):
        ReachQuestion(deal, 3, 2)
    with pytest.raises(InputError, match="before its first card"):
        TableQuestion(replace(deal, played=(deal.open_hands[0][0],)))
