from __future__ import annotations

import grpc
from google.protobuf import json_format

from kit.grpc_server import DEAL, serving, status_of
from manille.solver.deals import Position, parse_deal
from manille.solver.rules import FLAGS, format_rules, load, names, parse_rules
from manille.v1 import deal_pb2
from manille.v1 import rules_service_pb2 as messages
from manille.v1.rules_service_pb2_grpc import RulesServiceStub


def test_all_rule_sets_are_listed() -> None:
    with serving() as server, server.channel() as channel:
        heads = RulesServiceStub(channel).ListRuleSets(messages.ListRuleSetsRequest()).rule_sets
    assert [head.name for head in heads] == sorted(names())
    for head in heads:
        rules = load(head.name)
        assert (head.title, head.seats, head.cards) == (rules.title, rules.seats, len(rules.cards))
        assert (head.points, head.reference) == (rules.largest_total, rules.reference)
        assert head.fingerprint == rules.fingerprint


def test_every_flag_of_every_rule_set_is_told() -> None:
    with serving() as server, server.channel() as channel:
        stub = RulesServiceStub(channel)
        for name in names():
            rules = load(name)
            found = stub.GetRuleSet(messages.GetRuleSetRequest(rules=deal_pb2.Rules(name=name)))
            assert [flag.name for flag in found.flags] == [flag.name for flag in FLAGS]
            for flag, told in zip(FLAGS, found.flags, strict=True):
                value = getattr(rules, flag.name)
                expected = None if value in ("", None) else value
                if isinstance(expected, int) and not isinstance(expected, bool):
                    expected = float(expected)
                if expected is not None and flag.kind == "points":
                    expected = {rank: float(points) for rank, points in expected.items()}
                assert json_format.MessageToDict(told.value) == expected, (name, flag.name)
                assert (told.section, told.meaning) == (flag.section, flag.meaning)
                choices = tuple((choice.word, choice.meaning) for choice in told.choices)
                assert choices == flag.choices
            assert parse_rules(found.toml, name).fingerprint == rules.fingerprint
            assert found.source == rules.source


def test_a_rule_set_of_ones_own_is_checked() -> None:
    text = format_rules(load("manillen")).replace("manillen", "mine")
    with serving() as server, server.channel() as channel:
        stub = RulesServiceStub(channel)
        good = stub.GetRuleSet(messages.GetRuleSetRequest(rules=deal_pb2.Rules(toml=text)))
        assert good.head.fingerprint == load("manillen").fingerprint
        for rules, field in (
            (deal_pb2.Rules(toml="title = 1"), "rules.toml"),
            (deal_pb2.Rules(name="/etc/passwd"), "rules"),
            (deal_pb2.Rules(), "rules"),
        ):
            request = messages.GetRuleSetRequest(rules=rules)
            code, _ = status_of(lambda request=request: stub.GetRuleSet(request))  # type: ignore[misc]
            assert code is grpc.StatusCode.INVALID_ARGUMENT, field


def test_legal_cards_and_what_the_others_break() -> None:
    with serving() as server, server.channel() as channel:
        stub = RulesServiceStub(channel)

        def listed(notation: str) -> messages.ListLegalCardsResponse:
            deal = deal_pb2.Deal(notation=notation)
            found: messages.ListLegalCardsResponse = stub.ListLegalCards(
                messages.ListLegalCardsRequest(deal=deal)
            )
            return found

        notation = f"{DEAL} ; played=KH AH"
        found = listed(notation)
        judged = Position.of(parse_deal(notation)).judge()
        assert found.to_play == "S"
        assert [card.card for card in found.cards] == list(map(str, judged))
        for card, broken in zip(found.cards, judged.values(), strict=True):
            word = messages.Obligation.Name(card.breaks)
            assert word == ("OBLIGATION_" + (broken or "UNSPECIFIED"))
        hidden = "manillen H N:J.K9.A97.J7 ? ? ?"
        code, _ = status_of(lambda: listed(hidden))
        assert code is grpc.StatusCode.INVALID_ARGUMENT
