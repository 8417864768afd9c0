"""Deals and rule sets as messages: there and back, and every fault at its field."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from deals.test_faults import read_deals
from hypothesis import given

from kit.strategies import RULE_SETS, deals, examples, tell
from manille.solver.deals import Deal, format_deal, parse_deal, to_object
from manille.solver.errors import ManilleError, Reason
from manille.solver.rules import RuleSet, format_rules, parse_rules
from manille.v1 import deal_pb2
from manille.wire.deals import deal_from_proto, deal_to_proto, rules_from_proto, rules_to_proto

DEAL = "manillen H N:J.K9.A97.J7 AK7.AJ.TQ.T TQ8.TQ..AQ9 9.87.KJ8.K8"
CAFE = 'title = "Our café"\nbase = "manillen"\n[play]\nbeat_plain = "opponent"\n'


def message(**changes: object) -> deal_pb2.Deal:
    """The message of a sound deal, with some fields changed."""
    found = deal_to_proto(parse_deal(DEAL))
    for name, value in changes.items():
        found.ClearField(name)
        if isinstance(value, list):
            getattr(found, name).extend(value)
        elif value is not None:
            setattr(found, name, value)
    return found


def faults(broken: deal_pb2.Deal) -> list[tuple[str, str | None]]:
    """Reason and field of all that is wrong with a message."""
    with pytest.raises(ManilleError) as refused:
        deal_from_proto(broken, "question.deal")
    return [(fault.reason.value, fault.field) for fault in refused.value.faults]


@examples(400)
@given(deals())
def test_a_deal_comes_back_as_it_was(deal: Deal) -> None:
    tell(deal)
    sent = deal_pb2.Deal.FromString(deal_to_proto(deal).SerializeToString())
    assert deal_from_proto(sent) == deal


@examples(100)
@given(deals())
def test_a_deal_in_notation_is_read(deal: Deal) -> None:
    tell(deal)
    assert deal_from_proto(deal_pb2.Deal(notation=format_deal(deal))) == deal


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_rule_set_comes_back_by_name_and_as_a_text(rules: RuleSet) -> None:
    assert rules_to_proto(rules).WhichOneof("kind") == "name"
    assert rules_from_proto(rules_to_proto(rules)) == rules
    assert rules_from_proto(deal_pb2.Rules(toml=format_rules(rules))) == rules


def test_rules_of_ones_own_go_whole() -> None:
    rules = parse_rules(CAFE, "cafe.toml")
    sent = rules_to_proto(rules)
    assert sent.WhichOneof("kind") == "toml"
    assert rules_from_proto(sent) == rules
    deal = replace(parse_deal(DEAL), rules=rules)
    assert deal_from_proto(deal_to_proto(deal)) == deal


def test_rules_that_took_the_name_of_others_go_whole_too() -> None:
    rules = parse_rules(CAFE, "manillen")
    assert rules_from_proto(rules_to_proto(rules)) == rules


def test_no_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cafe.toml"
    path.write_text(CAFE)
    for rules in (deal_pb2.Rules(name=str(path)), deal_pb2.Rules(toml=f'base = "{path}"')):
        with pytest.raises(ManilleError):
            rules_from_proto(rules)
    text = DEAL.replace("manillen", str(path))
    assert faults(deal_pb2.Deal(notation=text)) == [("UNKNOWN_RULES", "question.deal.notation")]


@pytest.mark.parametrize(
    ("broken", "reason", "field"),
    [
        (deal_pb2.Deal(), "FIELD_MISSING", "rules"),
        (message(rules=None), "FIELD_MISSING", "rules"),
        (message(leader=None), "FIELD_MISSING", "leader"),
        (message(hands=[]), "FIELD_MISSING", "hands"),
        (message(trump="X"), "UNKNOWN_TRUMP", "trump"),
        (message(leader="Q"), "UNKNOWN_SEAT", "leader"),
        (message(declarer="N"), "FIELD_UNEXPECTED", "declarer"),
        (message(bid=30), "FIELD_UNEXPECTED", "bid"),
        (message(turned="7S"), "FIELD_UNEXPECTED", "turned"),
        (message(hands=["A...", "K...", "Q..."]), "HAND_COUNT", "hands[2]"),
        (message(hands=["A..."] * 9), "HAND_COUNT", "hands"),
        (message(hands=["A...", "K...", "A...", "J..."]), "CARD_DEALT_TWICE", "hands[2]"),
        (message(hands=["A...", "K..", "Q...", "J..."]), "SUIT_COUNT", "hands[1]"),
        (message(hands=["A...", "K...", "Q...", "J..." * 99]), "BAD_SYNTAX", "hands"),
        (message(played=["KH", "AD"]), "CARD_NOT_HELD", "played[1]"),
        (message(played=["KH", "7S"]), "ILLEGAL_CARD", "played[1]"),
        (message(played=["KH", ""]), "UNKNOWN_CARD", "played[1]"),
        (message(played=["KH"] * 65), "BAD_SYNTAX", "played"),
        (message(calls=["pass", "30"]), "BAD_CALL", "calls[1]"),
        (message(trump="S" * 300), "BAD_SYNTAX", "trump"),
        (message(notation=DEAL), "FIELD_UNEXPECTED", "rules"),
        (deal_pb2.Deal(notation="manillen"), "BAD_SYNTAX", "notation"),
        (deal_pb2.Deal(rules=deal_pb2.Rules(name="manilen")), "UNKNOWN_RULES", "rules.name"),
        (deal_pb2.Deal(rules=deal_pb2.Rules(toml="x = [")), "RULES_SYNTAX", "rules.toml"),
        (deal_pb2.Deal(rules=deal_pb2.Rules(toml="#" * 70000)), "RULES_SYNTAX", "rules.toml"),
    ],
)
def test_a_fault_names_its_field(broken: deal_pb2.Deal, reason: str, field: str) -> None:
    found = faults(broken)[0]
    assert found[0] == reason
    assert str(found[1]).startswith(f"question.deal.{field}")


@pytest.mark.parametrize("faulty", read_deals(), ids=lambda faulty: faulty.where)
def test_what_is_no_deal_in_notation_is_none_in_a_message(faulty: object) -> None:
    if faulty.language != "en":  # type: ignore[attr-defined]
        return
    with pytest.raises(ManilleError) as refused:
        deal_from_proto(deal_pb2.Deal(notation=faulty.text or " "))  # type: ignore[attr-defined]
    fault = refused.value.faults[0]
    assert fault.reason in Reason
    assert fault.field == "deal.notation"


def test_the_words_are_those_of_the_json_object() -> None:
    deal = parse_deal("maniglia-3 B 1:7AHM.A5.A3.AKH3 K3.7KH6.KM6.765 654.M43.7H54.M4 ; declarer=1")
    sent, written = deal_to_proto(deal), to_object(deal)
    assert (sent.trump, sent.leader, sent.declarer) == (
        written["trump"],
        written["leader"],
        written["declarer"],
    )
    assert list(sent.hands) == list(written["hands"].values())
