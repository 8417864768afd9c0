"""The slow twin against endings that were reasoned out, and against minimax without a memory.

Points are for the two sides in the order of the deal: first the side of the seat before the colon
(or the declarer), then the others. Every ending begins with the seat N, so the play passes N W S E.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from manille.solver.cards import Card
from manille.solver.deals import Deal, Position, format_deal, parse_deal, random_ending
from manille.solver.reference import card_points, value
from manille.solver.rules import RuleSet, load, names


def _position(text: str) -> Position:
    return Position.of(parse_deal(text))


def _cards(position: Position) -> dict[str, int]:
    return {str(card): points for card, points in card_points(position).items()}


# one trick: nothing to choose


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        # the ten is the highest: S takes 4 + 3 + 5 + 0, and 1 for the last trick
        ("manillen S N:A... K... T... 9...", (13, 0)),
        # nobody follows and there is no trump: the nine wins 5 + 4 + 3 + 1
        ("manillen NT N:..9. T... A... K...", (13, 0)),
        # the lowest trump wins 5 + 0 + 4 + 3 + 1
        ("manillen S N:.T.. 7... .A.. .K..", (0, 13)),
        # and is beaten by a higher one of the other side
        ("manillen S N:.T.. 7... 8... .K..", (9, 0)),
        # 5 + 4 + 3 + 2 and 1 for the trick; nothing for the last
        ("macau-manilla S N:7... A... K... J...", (15, 0)),
        # the nine of trumps is above the ace, and counts 14 there: 11 + 14 + 4 + 0, and 10
        ("belote S N:A... 9... K... 8...", (0, 39)),
        # of a plain suit the ace is above, and the nine counts nothing: 11 + 0 + 4 + 0, and 10
        ("belote D N:A... 9... K... 8...", (25, 0)),
        # a trick counts 1, whatever is in it
        ("whist NT N:A... K... Q... J...", (1, 0)),
        # the declarer is W: his side comes first, and N, S and E are the others
        ("maniglia-4 O N:.7.. .A.. .K.. .H.. ; declarer=W", (0, 15)),
        ("maniglia-4 O N:.A.. .7.. .K.. .H.. ; declarer=W", (15, 0)),
    ],
)
def test_one_trick(deal: str, points: tuple[int, int]) -> None:
    position = _position(deal)
    assert value(position) == points
    (played,) = _cards(position).values()
    assert played == points[position.contract.side_of[0]]


# two tricks


def test_the_ten_is_kept_for_the_last_trick() -> None:
    """All spades, no duty to beat, 16 points.

    N leads the ten: W keeps the ace and gives the king, E gives the jack, so N takes 5 + 3 + 1 = 9.
    Then W's ace beats the nine. 9 for N.
    N leads the nine: W takes it with the ace, E gives the queen to it (6), and then leads the king
    under the ten: N takes 3 + 0 + 1 + 5, and the last trick, 10. With the king first W would take
    less (5 at most) and lose the ace to the ten. 10 for N.
    """
    position = _position("manillen NT N:T9... AK... 87... QJ...")
    assert _cards(position) == {"TS": 9, "9S": 10}
    assert value(position) == (10, 6)


def test_the_duty_to_beat_changes_the_best_card_and_the_value() -> None:
    """All spades, 16 points; N K9, W T7, S A8, E QJ.

    N leads the king. W takes it with the ten; E gives the queen, S the eight: 10 for W. Then S
    takes the seven with the ace: 4 + 1 + 0 and 1. 6 for N and S. (W's seven would let S take the
    king with the ace, and get 8.)
    N leads the nine, and nobody has to beat: W ducks with the seven. If S left the trick to E,
    W's ten would take all that is left; so S takes it with the ace, E gives the jack: 5. Then W
    takes the eight, the queen and the king with the ten. 5 for N and S.
    N leads the nine, and W has to beat it: the ten takes 7 with E's queen, S keeps the ace, and
    takes 0 + 4 + 1 + 3 and 1 in the last trick. 9 for N and S.
    """
    deal = "N:K9... T7... A8... QJ..."
    free, bound = _position(f"manillen NT {deal}"), _position(f"manillen-cafe NT {deal}")
    assert _cards(free) == {"KS": 6, "9S": 5}
    assert value(free) == (6, 10)
    assert _cards(bound) == {"KS": 6, "9S": 9}
    assert value(bound) == (9, 7)


def test_a_useless_trump_that_is_due_is_missing_later() -> None:
    """Spades are trump, 13 points; N KH 9D, W AS KD, S 6S 5D, E QH TD.

    N leads the king of hearts, W ruffs it with the ace (he has to), and S is void too.
    In Macau S must throw the six of trumps under it: W takes 3 + 4 + 0 + 1 and 1, then the king of
    diamonds takes the rest, 3 and 1. Nothing for N and S.
    If any card will do, S throws the diamond and ruffs the king of diamonds: 3 and 1.
    N leads the nine of diamonds: W takes it with the king, then the ace of trumps takes the rest.
    """
    position = _position("macau-manilla S N:.K.9. A..K. 6..5. .Q.T.")
    assert _cards(position) == {"KH": 0, "9D": 0}
    assert value(position) == (0, 13)
    rules = replace(position.contract.rules, when_unable="any")
    other = replace(position, contract=replace(position.contract, rules=rules))
    assert _cards(other) == {"KH": 4, "9D": 0}
    assert value(other) == (4, 9)


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        # W has to play before S: over the king S plays the ace, else the queen, and takes both
        ("whist NT N:32... K4... AQ... 65...", (2, 0)),
        # E plays after S: the king takes the queen, or stays over it
        ("whist NT N:32... 65... AQ... K4...", (1, 1)),
    ],
)
def test_a_finesse(deal: str, points: tuple[int, int]) -> None:
    assert value(_position(deal)) == points


def test_defenders_play_together() -> None:
    """All oros, 16 points; 1 has 7 3, the declarer 2 has A K, 3 has H 4.

    1 leads the seven: the declarer keeps the ace, 3 adds the horse: 5 + 3 + 2 and 1. Then the ace
    takes the three and the four: 4 and 1. 5 for the declarer.
    1 leads the three: the declarer has to beat it. With the ace he takes 4 and 1, and loses the
    king to the seven; with the king only 3 and 1. 5 for the declarer as well.
    """
    position = _position("maniglia-3 C 1:73... AK... H4... ; declarer=2")
    assert value(position) == (5, 11)
    assert _cards(position) == {"7O": 11, "3O": 11}  # for the side of 1, who leads


# three tricks


def test_trumps_are_drawn_first() -> None:
    """Spades are trump, 27 points; N has TS AS TH, W one trump, E the high diamonds.

    Once W's trump has fallen under the ten or the ace, N's cards are all high: everything.
    With the ten of hearts first W ruffs, and E throws the ten of diamonds on it: 10 for W. N, who
    has to ruff whatever comes next, takes the rest with two trumps: 5 + 4, the ace and the king of
    diamonds, and the last trick.
    """
    position = _position("manillen S N:TA.T.. 8..7.7 .9..98 ..TAK.")
    assert _cards(position) == {"TS": 27, "AS": 27, "TH": 17}
    assert value(position) == (27, 0)


def test_the_order_of_high_cards_does_not_matter() -> None:
    """No trump: N takes the ace and the king, W the queen, in whatever order they are led."""
    position = _position("whist NT N:AK2... QJT... .432.. ..432.")
    assert _cards(position) == {"AS": 2, "KS": 2, "2S": 2}
    assert value(position) == (2, 1)


# on the way, and at the end


def test_points_already_taken_are_included() -> None:
    """The first ending of two tricks, after the nine, the ace, the eight and the queen: W has 6."""
    position = _position("manillen NT N:T9... AK... 87... QJ... ; played=9S AS 8S QS")
    assert position.points == (0, 6)
    assert value(position) == (10, 6)
    assert _cards(position) == {"KS": 6}  # for W, who leads


def test_within_a_trick() -> None:
    """The same after the nine: W's ace keeps it at 10 for N, the king gives N 11.

    After the king E gives the queen (5), and the ace falls to the ten: 4 + 0 + 1 + 5 and 1.
    """
    position = _position("manillen NT N:T9... AK... 87... QJ... ; played=9S")
    assert _cards(position) == {"AS": 6, "KS": 5}
    assert value(position) == (10, 6)


def test_at_the_end_there_is_nothing_to_play() -> None:
    position = _position("manillen S N:A... K... T... 9... ; played=AS KS TS 9S")
    assert value(position) == (13, 0)
    assert card_points(position) == {}


# random endings


def _plain(position: Position) -> int:
    """The points of side 0 at the end, by minimax without a memory."""
    if position.to_play is None:
        return position.points[0]
    results = [_plain(position.play(card)) for card in position.legal_cards()]
    return max(results) if position.contract.side_of[position.to_play] == 0 else min(results)


def _endings(rules: RuleSet, seed: int, effort: float) -> list[Deal]:
    tricks = {3: 3, 4: 3, 5: 2}[rules.seats]
    return [
        random_ending(rules, tricks, seed, number, played=number % (2 * rules.seats - 1))
        for number in range(max(2, int(12 * effort)))
    ]


@pytest.mark.parametrize("name", names())
def test_random_endings(name: str, seed: int, effort: float) -> None:
    for deal in _endings(load(name), seed, effort):
        position = Position.of(deal)
        shown = f"seed {seed}: {format_deal(deal)}"
        won = value(position)
        assert sum(won) == deal.total, shown
        assert won == (_plain(position), deal.total - _plain(position)), shown
        assert min(won) >= 0, shown
        _check_cards(position, won, shown)


def _check_cards(position: Position, won: tuple[int, int], shown: str) -> None:
    """The best card leads to the value, and each card to the value after it."""
    assert position.to_play is not None
    side = position.contract.side_of[position.to_play]
    found: dict[Card, int] = card_points(position)
    assert list(found) == position.legal_cards(), shown
    assert max(found.values()) == won[side], shown
    for card, points in found.items():
        assert value(position.play(card))[side] == points, f"{shown}: {card}"
