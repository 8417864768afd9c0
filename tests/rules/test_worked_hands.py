"""The hands of ``tests/data/worked``: played through from the texts, and checked card by card."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.worked import WorkedHand, read_hands, worked_files
from manille.solver.deals import Position
from manille.solver.rules import Obligation, load, names
from manille.solver.rules.scoring import hand_score, turn_up_points

GAMES = [name for name in names() if not load(name).reference]

SMALL = """
deal: manillen S N:A...  K... T... Q...
trick 1
  N AS | any
  W KS | any
  S TS | any
  E QS | any
won by S: cards 14, trick 0, last 1 | N+S 15, W+E 0
points: N+S 15, W+E 0
"""


def _hands() -> list[tuple[Path, WorkedHand]]:
    return [(path, hand) for path in worked_files() for hand in read_hands(path.read_text("utf-8"))]


HANDS = _hands()
each_hand = pytest.mark.parametrize(
    "hand", [pytest.param(hand, id=f"{path.stem}:{hand.line}") for path, hand in HANDS]
)


def _pair(hand: WorkedHand, tally: dict[str, int]) -> tuple[int, int]:
    first, second = hand.sides
    return tally[first], tally[second]


def test_every_game_of_the_family_has_a_worked_hand() -> None:
    assert {path.stem for path in worked_files()} == set(GAMES)


@pytest.mark.parametrize("path", worked_files(), ids=lambda path: path.stem)
def test_a_file_holds_full_hands_of_its_own_game(path: Path) -> None:
    hands = [hand for where, hand in HANDS if where == path]
    assert hands
    for hand in hands:
        assert hand.deal.rules.name == path.stem
        assert hand.deal.tricks == hand.deal.rules.hand_size == len(hand.tricks)
        assert not hand.deal.played


@each_hand
def test_every_legal_set_and_every_reason(hand: WorkedHand) -> None:
    position = Position.start(hand.deal)
    for trick in hand.tricks:
        assert len(trick.cards) == hand.deal.rules.seats, f"line {trick.line}"
        for worked in trick.cards:
            assert position.to_play is not None
            assert hand.deal.seat_names[position.to_play] == worked.seat, f"line {worked.line}"
            said = worked.judged(position.hand)
            assert position.judge() == said, f"line {worked.line}"
            assert position.legal_cards() == [c for c, broken in said.items() if broken is None]
            position = position.play(worked.card)
    assert position.ended


@each_hand
def test_every_trick_and_its_points(hand: WorkedHand) -> None:
    position = Position.start(hand.deal)
    contract = position.contract
    for number, trick in enumerate(hand.tricks, 1):
        cards = tuple(worked.card for worked in trick.cards)
        winner = (position.leader + contract.winner(cards)) % contract.rules.seats
        assert hand.deal.seat_names[winner] == trick.winner, f"line {trick.line}"
        assert sum(contract.points[card] for card in cards) == trick.card_points, trick.line
        assert contract.rules.trick_points == trick.trick_points, f"line {trick.line}"
        last = contract.rules.last_trick_points if number == len(hand.tricks) else 0
        assert last == trick.last_points, f"line {trick.line}"
        for card in cards:
            position = position.play(card)
        assert position.leader == winner
        assert position.points == _pair(hand, trick.running), f"line {trick.line}"
    assert position.points == _pair(hand, hand.points)
    assert sum(position.points) == hand.deal.rules.total(contract.trump)


@each_hand
def test_the_score(hand: WorkedHand) -> None:
    deal = hand.deal
    points = _pair(hand, hand.points)
    assert None in hand.scores
    for bid, tally in hand.scores.items():
        score = hand_score(deal.rules, deal.contract.trump, points, bid or deal.bid)
        assert score == _pair(hand, tally), f"bid {bid or deal.bid}"
    for turned, before, scores in hand.turn_ups:
        assert turned == deal.turned
        assert turn_up_points(deal.rules, turned, before) == scores, f"{turned} with {before}"


@each_hand
def test_what_a_match_counts(hand: WorkedHand) -> None:
    by_points = hand.deal.rules.match_counts == "points"
    counted = hand.points if by_points else hand.scores[None]
    assert hand.match in (None, counted)
    assert hand.match is not None or not by_points


def test_the_hands_show_every_obligation_of_the_family() -> None:
    shown = {
        word
        for _, hand in HANDS
        for trick in hand.tricks
        for worked in trick.cards
        for word in (*worked.verdict.broken.values(), worked.verdict.others)
        if word is not None
    }
    # no game of the family forbids a trump that cannot win
    assert shown == set(Obligation) - {Obligation.MUST_NOT_RUFF}


def test_auction_games_show_a_bid_made_and_a_bid_failed() -> None:
    outcomes = {
        (hand.deal.rules.name, score[0] > 0)
        for _, hand in HANDS
        if hand.deal.rules.hand_score == "bid"
        for score in (_pair(hand, tally) for tally in hand.scores.values())
    }
    made = {name for name, is_made in outcomes if is_made}
    failed = {name for name, is_made in outcomes if not is_made}
    assert made >= {"maniglia-3", "maniglia-5"}
    assert failed == {"maniglia-3", "maniglia-4", "maniglia-5"}


def test_the_parser_reads_a_small_hand() -> None:
    (hand,) = read_hands(SMALL)
    assert hand.sides == ("N+S", "W+E")
    assert [str(worked.card) for worked in hand.tricks[0].cards] == ["AS", "KS", "TS", "QS"]
    assert hand.points == {"N+S": 15, "W+E": 0}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("  W KS | any", "  W KS", "the set of legal cards is left out"),
        ("  W KS | any", "  W KS |", "not a line of a worked hand"),
        ("  W KS | any", "  W KS | any | QS", "is not `CARD CARD WORD`"),
        ("  W KS | any", "  W KS | KS | others MUST_BEAT, QS MUST_BEAT", "follows `others`"),
        ("  W KS | any", "  W 6S | any", "'6S' is not a card of manillen"),
        ("trick 1", "trick 2", "trick 1 is due"),
        ("N+S 15, W+E 0", "N+W 15, S+E 0", "the sides are N\\+S and W\\+E"),
    ],
)
def test_the_parser_refuses(old: str, new: str, why: str) -> None:
    with pytest.raises(ValueError, match=rf"line \d+: .*{why}"):
        read_hands(SMALL.replace(old, new))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("KS", "KC left for `others`"),
        ("KS | KC MUST_FOLLOW, others MUST_FOLLOW", "no card left for `others`"),
        ("KS KC QC", "cards named twice, or not in the hand"),
        ("KS KC | KC MUST_FOLLOW", "cards named twice, or not in the hand"),
    ],
)
def test_no_card_may_be_left_out(line: str, why: str) -> None:
    text = SMALL.replace("A...  K... T... Q...", "A...A K...K T...T Q...Q")
    (hand,) = read_hands(text.replace("  W KS | any", f"  W KS | {line}"))
    position = Position.start(hand.deal)
    position = position.play(hand.tricks[0].cards[0].card)
    with pytest.raises(ValueError, match=f"line 5: {why}"):
        hand.tricks[0].cards[1].judged(position.hand)
