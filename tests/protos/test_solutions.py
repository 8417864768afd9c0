"""Answers as messages, there and back, on the plain way and on the quick one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.renaming import renamed
from kit.strategies import RULE_SETS, examples, open_deals, tell
from manille.solver.analysis import (
    Found,
    ReachQuestion,
    SolveQuestion,
)
from manille.solver.deals import Deal, format_deal, parse_deal, random_deal, random_deals
from manille.solver.limits import Limits
from manille.solver.rules import load, parse_rules
from manille.v1 import solution_pb2
from manille.wire.deals import deal_to_proto
from manille.wire.questions import question_from_proto, question_to_proto
from manille.wire.quick import QuickQuestion, read_quick
from manille.wire.solutions import (
    SOURCES,
    reach_from_proto,
    reach_to_proto,
    solution_from_proto,
    solution_to_proto,
    source_from_proto,
)

WANTS = [("points",), ("points", "cards"), ("points", "line"), ("points", "cards", "line")]
SMALL = st.integers(1, 4)


@examples(150)
@given(
    open_deals(tricks=SMALL),
    st.sampled_from([*WANTS, ("lines",), ("line", "lines")]),
    st.sampled_from([None, (20, None), (5, 12)]),
    st.sampled_from([None, Limits(nodes=3), Limits(nodes=30)]),
    st.sampled_from(list(SOURCES)),
)
def test_a_solution_comes_back(
    deal: Deal, want: tuple, window: tuple, limits: Limits | None, source: str
) -> None:
    tell(deal)
    question = SolveQuestion(deal, want, window)
    answer = question.tell(question.search(limits))
    sent = solution_to_proto(question, answer, source)
    again = solution_pb2.Solution.FromString(sent.SerializeToString())
    assert solution_from_proto(again, question) == answer
    assert source_from_proto(again.effort) == source
    assert again.exact is answer.exact


@examples(100)
@given(open_deals(tricks=SMALL), st.integers(0, 60), st.integers(0, 1), st.integers(1, 50))
def test_a_yes_or_no_answer_comes_back(deal: Deal, points: int, side: int, nodes: int) -> None:
    tell(deal)
    question = ReachQuestion(deal, points, side)
    answer = question.tell(question.search(Limits(nodes=nodes)))
    assert reach_from_proto(reach_to_proto(question, answer, "search")) == answer


# ------------------------------------------------------------------------------- the quick way


def told(quick: QuickQuestion, found: Found, source: str) -> solution_pb2.Solution:
    """What the quick way writes."""
    message = solution_pb2.Solution()
    quick.tell(found, source, message)
    return message


OWN = parse_rules('base = "maniglia-4"\n[cards]\npoints = {A = 9, "7" = 3}\n', "own")


def plain_deals() -> st.SearchStrategy[Deal]:
    """Deals before their first card, some of them endings, some under rules of one's own."""
    rules = st.sampled_from([*RULE_SETS, OWN])
    return open_deals(rules).map(lambda deal: replace(deal, played=(), turned=None))


@examples(400)
@given(plain_deals(), st.sampled_from([*WANTS, ("line", "cards"), ()]), st.integers(0, 99))
def test_the_quick_way_has_the_key_of_the_plain_one(deal: Deal, want: tuple, seed: int) -> None:
    deal, _ = renamed(deal, Random(seed))
    tell(deal)
    message = question_to_proto(SolveQuestion(deal, want))
    key = question_from_proto(message).key
    quick = read_quick(message)
    assert quick is not None
    assert quick.key == key
    if deal.rules is not OWN:
        line = solution_pb2.Question(deal={"notation": format_deal(deal)}, wants=message.wants)
        quick = read_quick(line)
        assert quick is not None
        assert quick.key == key


def test_the_quick_way_leaves_lines_of_every_card_to_the_plain_one() -> None:
    deal = random_deal(load("manillen"), 1)
    for want in ("lines",), ("points", "cards", "line", "lines"):
        message = question_to_proto(SolveQuestion(deal, want))
        assert solution_pb2.WANT_LINES in message.wants
        assert read_quick(message) is None
        assert question_from_proto(message).key == SolveQuestion(deal, want).key


@examples(200)
@given(plain_deals(), st.sampled_from(WANTS), st.sampled_from([None, Limits(nodes=40)]))
def test_the_quick_way_tells_what_the_plain_one_tells(
    deal: Deal, want: tuple, limits: Limits | None
) -> None:
    deal = replace(deal, hands=tuple(hand[-4:] for hand in deal.open_hands))
    tell(deal)
    question = SolveQuestion(deal, want)
    found = question.search(limits)
    quick = read_quick(question_to_proto(question))
    assert quick is not None
    slow = solution_to_proto(question, question.tell(found), "memory")
    assert told(quick, found, "memory") == slow


def test_suits_of_one_layout_keep_the_order_of_the_deck() -> None:
    deal = parse_deal("maniglia-4 C N:A..A. .7A.. .KH.. .M6.. ; declarer=N")
    question = SolveQuestion(deal)
    found = question.search()
    quick = read_quick(question_to_proto(question))
    assert quick is not None
    slow = solution_to_proto(question, question.tell(found), "memory")
    assert told(quick, found, "memory") == slow


def test_the_quick_way_tells_full_deals(seed: int) -> None:
    for name in ("manillen", "maniglia-5", "maniglia-4", "belote"):
        for deal in random_deals(load(name), 20, seed):
            question = SolveQuestion(deal)
            found = question.search()
            quick = read_quick(question_to_proto(question))
            assert quick is not None, f"seed {seed}: {deal}"
            assert told(quick, found, "cache") == solution_to_proto(
                question, question.tell(found), "cache"
            )


def backwards(hand: str) -> str:
    """The hand with each suit from weak to strong, which is read, but not quickly."""
    return ".".join(suit[::-1] for suit in hand.split("."))


def spoiled() -> list[solution_pb2.Question]:
    """Questions that the quick way must leave to the plain one."""
    deal = random_deal(load("maniglia-3"), 1)
    found = []
    for change in (
        lambda m: m.deal.played.append(str(deal.open_hands[0][0])),
        lambda m: m.deal.calls.append("pass"),
        lambda m: setattr(m.deal, "turned", "7S"),
        lambda m: setattr(m.deal, "notation", format_deal(deal)),
        lambda m: setattr(m.deal, "trump", ""),
        lambda m: setattr(m.deal, "trump", "NT"),
        lambda m: setattr(m.deal, "leader", "4"),
        lambda m: setattr(m.deal, "declarer", ""),
        lambda m: setattr(m.deal, "declarer", "4"),
        lambda m: setattr(m.deal, "bid", 0),
        lambda m: setattr(m.deal, "bid", 1000),
        lambda m: m.deal.hands.append("..."),
        lambda m: m.deal.hands.__setitem__(0, m.deal.hands[1]),
        lambda m: m.deal.hands.__setitem__(0, m.deal.hands[0].lower()),
        lambda m: m.deal.hands.__setitem__(0, m.deal.hands[0][1:]),
        lambda m: m.deal.hands.__setitem__(
            0, ".".join(s[::-1] for s in m.deal.hands[0].split("."))
        ),
        lambda m: m.deal.hands.__setitem__(0, m.deal.hands[0] + "."),
        lambda m: m.deal.hands.__setitem__(0, "?"),
        lambda m: setattr(m.deal.rules, "name", "nothing"),
        lambda m: m.deal.ClearField("rules"),
        lambda m: m.wants.append(0),
        lambda m: m.wants.append(7),
        lambda m: m.window.SetInParent(),
        lambda m: m.reach.SetInParent(),
    ):
        message = solution_pb2.Question(deal=deal_to_proto(deal))
        assert read_quick(message) is not None
        change(message)
        found.append(message)
    line = format_deal(deal)
    for notation in (
        f"{line} ; played={deal.open_hands[0][0]}",
        line.replace("maniglia-3", "Maniglia-3"),
        line.replace("maniglia-3", "maniglia.toml"),
        line.replace(" ", "  ", 1),
        line.replace("declarer=", "declarer= "),
        f"{line} ; bid=1000000",
        f"{line} ; bid=1",
        f"{line} ; declarer=1",
        f"{line} ; calls=pass",
        line.partition(":")[0],
        "",
    ):
        found.append(solution_pb2.Question(deal={"notation": notation}))
    return found


@pytest.mark.parametrize("message", spoiled())
def test_the_quick_way_leaves_the_rest_alone(message: solution_pb2.Question) -> None:
    assert read_quick(message) is None
