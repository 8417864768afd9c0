"""The slow twin's counts of lines of play: small ones by reasoning, and all perft files."""

from __future__ import annotations

import pytest

from kit.perft import Case, cases, deals
from manille.solver.cards import NO_TRUMP
from manille.solver.deals import Position, parse_deal
from manille.solver.reference import perft
from manille.solver.rules import load, names

CASES = list(cases())


def _counts(deal: str, depth: int) -> list[int]:
    position = Position.of(parse_deal(deal))
    return [perft(position, cards) for cards in range(1, depth + 1)]


@pytest.mark.parametrize(
    ("deal", "counts"),
    [
        # one card each: one line, and no longer one than the hand
        ("manillen S N:A... K... Q... J...", [1, 1, 1, 1, 1, 1]),
        # all of one suit, and whist asks only to follow it: every order of two cards each
        ("whist NT N:AK... QJ... T9... 87...", [2, 4, 8, 16, 16, 16, 16, 16]),
        # in the café W has to beat N, and with the ten and the ace both cards do; S can beat
        # neither with king or queen, so both may be played; E's partner is winning: both
        ("manillen-cafe NT N:98... TA... KQ... J7...", [2, 4, 8, 16]),
        # W's ace beats both the king and the nine, the eight beats neither: only the ace is left
        ("manillen-cafe NT N:K9... A8... QJ... T7...", [2, 2, 4, 8]),
        # where no beating is due both are: all orders again
        ("manillen NT N:K9... A8... QJ... T7...", [2, 4, 8, 16]),
        # after the nine of trumps the ten has to, S throws either heart, E follows: 2 lines;
        # after the ace of hearts W ruffs with either trump, S follows with either heart, E with his
        # one: 4 lines; and after that everybody has one card
        ("manillen S N:9.A.. T7... .87.. 8.J..", [2, 3, 6, 6, 6, 6, 6, 6]),
    ],
)
def test_counts_by_reasoning(deal: str, counts: list[int]) -> None:
    assert _counts(deal, len(counts)) == counts


def test_no_cards_are_one_line() -> None:
    position = Position.of(parse_deal("manillen S N:A... K... Q... J..."))
    assert perft(position, 0) == 1


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_twin_counts_the_lines_of_the_files(case: Case) -> None:
    position = Position.of(case.deal)
    assert case.counts == tuple(perft(position, n + 1) for n in range(len(case.counts)))


@pytest.mark.parametrize("name", names())
def test_a_file_has_the_deals_that_the_module_draws(name: str) -> None:
    assert [case.deal for case in CASES if case.rules == name] == deals(load(name))


def test_every_rule_set_has_a_file_and_no_other_has() -> None:
    assert {case.rules for case in CASES} == set(names())
    assert all(case.deal.rules.name == case.rules for case in CASES)


@pytest.mark.parametrize("name", names())
def test_a_file_has_full_deals_and_endings_at_the_lead_and_within_a_trick(name: str) -> None:
    rules = load(name)
    shapes = set()
    for case in cases(name):
        full = case.deal.tricks == rules.hand_size
        within = len(case.deal.played) % rules.seats > 0
        shapes.add((full, within))
        left = rules.seats * case.deal.tricks - len(case.deal.played)
        assert full or len(case.counts) == left, "an ending goes on to the last card"
        assert len(case.counts) >= 4
    assert shapes == {(True, False), (True, True), (False, False), (False, True)}


def test_the_files_have_every_trump() -> None:
    for deck in ("french", "latin"):
        of_deck = [case.deal for case in CASES if case.deal.rules.deck == deck]
        suits = set(of_deck[0].rules.family.suits)
        assert {deal.trump for deal in of_deck} == suits | {NO_TRUMP}
    for name in names():
        trumps = {case.deal.trump for case in CASES if case.rules == name}
        assert len(trumps) == min(4, len(load(name).trumps))
