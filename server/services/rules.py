"""``RulesService``: the rule sets, their flags, and what may be played."""

# ruff: noqa: N802 (rpcs have the names of the contract)

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import grpc
from google.protobuf import json_format, struct_pb2

from manille.server.services.asker import below
from manille.solver.deals import Position
from manille.solver.errors import ManilleError
from manille.solver.rules import FLAGS, Flag, Obligation, RuleSet, format_rules, load, names
from manille.v1 import rules_service_pb2 as messages
from manille.v1.rules_service_pb2_grpc import RulesServiceServicer
from manille.wire.deals import deal_from_proto, rules_from_proto

__all__ = ["RulesService"]

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class RulesService(RulesServiceServicer):
    """Answers from what the program knows, without any search."""

    async def ListRuleSets(
        self, request: messages.ListRuleSetsRequest, context: Context
    ) -> messages.ListRuleSetsResponse:
        """All rule sets, by name."""
        found = [_head(load(name)) for name in sorted(names())]
        return messages.ListRuleSetsResponse(rule_sets=found)

    async def GetRuleSet(
        self, request: messages.GetRuleSetRequest, context: Context
    ) -> messages.GetRuleSetResponse:
        """Every flag of one."""
        rules = rules_from_proto(request.rules)
        return messages.GetRuleSetResponse(
            head=_head(rules),
            source=rules.source,
            flags=[_flag(flag, rules) for flag in FLAGS],
            toml=format_rules(rules),
        )

    async def ListLegalCards(
        self, request: messages.ListLegalCardsRequest, context: Context
    ) -> messages.ListLegalCardsResponse:
        """What the seat to play may play, and what the other cards would break."""
        deal = deal_from_proto(request.deal)
        try:
            position = Position.of(deal)
        except ManilleError as error:
            raise below(error, "deal") from None
        seat = position.to_play
        return messages.ListLegalCardsResponse(
            to_play="" if seat is None else deal.seat_names[seat],
            cards=[
                messages.JudgedCard(card=str(card), breaks=_obligation(broken))
                for card, broken in position.judge().items()
            ],
        )


def _head(rules: RuleSet) -> messages.RuleSetHead:
    return messages.RuleSetHead(
        name=rules.name,
        title=rules.title,
        seats=rules.seats,
        cards=len(rules.cards),
        points=rules.largest_total,
        reference=rules.reference,
        fingerprint=rules.fingerprint,
    )


def _flag(flag: Flag, rules: RuleSet) -> messages.Flag:
    return messages.Flag(
        section=flag.section,
        name=flag.name,
        value=_value(getattr(rules, flag.name)),
        meaning=flag.meaning,
        choices=[messages.FlagChoice(word=word, meaning=text) for word, text in flag.choices],
    )


def _value(value: Any) -> struct_pb2.Value:
    """A flag's value as protobuf has values: a number is a double, nothing is null."""
    if value == "" or value is None:
        return struct_pb2.Value(null_value=struct_pb2.NULL_VALUE)
    plain = dict(value) if isinstance(value, Mapping) else value
    return json_format.ParseDict(plain, struct_pb2.Value())


def _obligation(broken: Obligation | None) -> messages.Obligation:
    """The obligation as the contract numbers it."""
    if broken is None:
        return messages.OBLIGATION_UNSPECIFIED
    number: messages.Obligation = getattr(messages, f"OBLIGATION_{broken.value}")
    return number
