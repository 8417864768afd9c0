"""The rule sets that come with the program, flag by flag against the tables of the design."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from manille.solver.rules import FLAGS, RuleSet, load, names

FOUR_PARTNERS = {"seats": 4, "sides": "partners"}
NO_AUCTION = {"bid_minimum": 0, "all_pass": "redeal"}
NO_TURN_UP = {"turn_up_points": False, "turn_up_limit": 0}
ONE_SUIT_ORDER = {"trump_order": "", "trump_points": None}
IF_OPPONENT = dict.fromkeys(("beat_plain", "beat_trump", "ruff", "overruff"), "opponent")
FOLLOW_ONLY = dict.fromkeys(("beat_plain", "beat_trump", "ruff", "overruff"), "never")

# Every flag of the sets that stand on their own.
BASES: dict[str, dict[str, Any]] = {
    "maniglia": {
        "deck": "latin",
        "order": "7AKHM65432",
        "points": {"7": 5, "A": 4, "K": 3, "H": 2, "M": 1},
        **ONE_SUIT_ORDER,
        **FOUR_PARTNERS,
        **IF_OPPONENT,
        "when_unable": "any",
        "trick_points": 1,
        "last_trick_points": 0,
        "trump_by": "turned",
        "no_trump": False,
        "dealer_must": "any",
        **NO_AUCTION,
        "hand_score": "over_half",
        "half": 35,
        "no_trump_factor": 1,
        "turn_up_points": True,
        "turn_up_limit": 29,
        "match_target": 35,
        "match_counts": "score",
        "double_crossing": "highest",
    },
    "macau-manilla": {
        "deck": "french",
        "order": "7AKJQT9865",
        "points": {"7": 5, "A": 4, "K": 3, "J": 2, "Q": 1},
        **ONE_SUIT_ORDER,
        **FOUR_PARTNERS,
        **IF_OPPONENT,
        "when_unable": "trump",
        "trick_points": 1,
        "last_trick_points": 0,
        "trump_by": "turned",
        "no_trump": False,
        "dealer_must": "any",
        **NO_AUCTION,
        "hand_score": "difference",
        "half": 35,
        "no_trump_factor": 1,
        **NO_TURN_UP,
        "match_target": 70,
        "match_counts": "score",
        "double_crossing": "highest",
    },
    "manillen": {
        "deck": "french",
        "order": "TAKQJ987",
        "points": {"T": 5, "A": 4, "K": 3, "Q": 2, "J": 1},
        **ONE_SUIT_ORDER,
        **FOUR_PARTNERS,
        "beat_plain": "never",
        "beat_trump": "always",
        "ruff": "always",
        "overruff": "always",
        "when_unable": "trump",
        "trick_points": 0,
        "last_trick_points": 1,
        "trump_by": "choice",
        "no_trump": True,
        "dealer_must": "any",
        **NO_AUCTION,
        "hand_score": "over_half",
        "half": 30,
        "no_trump_factor": 2,
        **NO_TURN_UP,
        "match_target": 21,
        "match_counts": "score",
        "double_crossing": "highest",
    },
    "belote": {
        "deck": "french",
        "order": "ATKQJ987",
        "points": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
        "trump_order": "J9ATKQ87",
        "trump_points": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
        **FOUR_PARTNERS,
        "beat_plain": "never",
        "beat_trump": "always",
        "ruff": "opponent",
        "overruff": "opponent",
        "when_unable": "any",
        "trick_points": 0,
        "last_trick_points": 10,
        "trump_by": "given",
        "no_trump": False,
        "dealer_must": "any",
        **NO_AUCTION,
        "hand_score": "none",
        "half": 0,
        "no_trump_factor": 1,
        **NO_TURN_UP,
        "match_target": 0,
        "match_counts": "score",
        "double_crossing": "highest",
    },
    "whist": {
        "deck": "french",
        "order": "AKQJT98765432",
        "points": {},
        **ONE_SUIT_ORDER,
        **FOUR_PARTNERS,
        **FOLLOW_ONLY,
        "when_unable": "any",
        "trick_points": 1,
        "last_trick_points": 0,
        "trump_by": "given",
        "no_trump": True,
        "dealer_must": "any",
        **NO_AUCTION,
        "hand_score": "none",
        "half": 0,
        "no_trump_factor": 1,
        **NO_TURN_UP,
        "match_target": 0,
        "match_counts": "score",
        "double_crossing": "highest",
    },
}

AUCTION = {
    "sides": "declarer",
    "trump_by": "auction",
    "bid_minimum": 20,
    "hand_score": "bid",
    "half": 0,
    **NO_TURN_UP,
    "match_target": 0,
    "double_crossing": "all",
}

# The other sets: the base that each names, and all that differs from it.
PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "maniglia-3": ("maniglia", {**AUCTION, "seats": 3, "order": "7AKHM6543"}),
    "maniglia-4": ("maniglia", AUCTION),
    "maniglia-5": ("maniglia", {**AUCTION, "seats": 5}),
    "manillen-troef": (
        "manillen",
        {"trump_by": "turned", "no_trump": False, "no_trump_factor": 1},
    ),
    "manillen-zonder-troef": ("manillen", {"trump_by": "none"}),
    "manillen-verplicht": ("manillen", {"dealer_must": "no_trump"}),
    "manillen-101": ("manillen", {"match_target": 101, "match_counts": "points"}),
    "manillen-cafe": ("manillen", {**IF_OPPONENT, "when_unable": "any"}),
    "manille": ("manillen-cafe", {"trick_points": 1, "last_trick_points": 0, "half": 34}),
    "botifarra": (
        "maniglia",
        {
            "order": "9AKHM8765432",
            "points": {"9": 5, "A": 4, "K": 3, "H": 2, "M": 1},
            "trump_by": "choice",
            "no_trump": True,
            "half": 36,
            "no_trump_factor": 2,
            **NO_TURN_UP,
            "match_target": 101,
        },
    ),
}

# Cards in the deck, cards each, all points of a hand, and the trumps that can be.
LATIN, FRENCH, NT = ("O", "C", "E", "B"), ("S", "H", "D", "C"), ("NT",)
FIGURES: dict[str, tuple[int, int, int, tuple[str, ...]]] = {
    "maniglia": (40, 10, 70, LATIN),
    "maniglia-3": (36, 12, 72, LATIN),
    "maniglia-4": (40, 10, 70, LATIN),
    "maniglia-5": (40, 8, 68, LATIN),
    "macau-manilla": (40, 10, 70, FRENCH),
    "manillen": (32, 8, 61, FRENCH + NT),
    "manillen-troef": (32, 8, 61, FRENCH),
    "manillen-zonder-troef": (32, 8, 61, NT),
    "manillen-verplicht": (32, 8, 61, FRENCH + NT),
    "manillen-101": (32, 8, 61, FRENCH + NT),
    "manillen-cafe": (32, 8, 61, FRENCH + NT),
    "manille": (32, 8, 68, FRENCH + NT),
    "botifarra": (48, 12, 72, LATIN + NT),
    "belote": (32, 8, 162, FRENCH),
    "whist": (52, 13, 13, FRENCH + NT),
}


def _toml(name: str) -> dict[str, Any]:
    text = files("manille.solver.rules").joinpath("rulesets", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _difference(rules: RuleSet, base: RuleSet) -> dict[str, Any]:
    return {key: value for key, value in rules.flags().items() if value != base.flags()[key]}


def _other_value(rules: RuleSet, name: str) -> Any:
    """A value of a flag that the rule set does not have."""
    value = getattr(rules, name)
    match next(flag for flag in FLAGS if flag.name == name):
        case flag if flag.kind == "word":
            return next(word for word, _ in flag.choices if word != value)
        case flag if flag.kind == "whole":
            return value + 1
        case flag if flag.kind == "yesno":
            return not value
        case flag if flag.kind == "ranks":
            return rules.order[::-1]
        case _:
            return {rules.order[-1]: 7}


def test_these_are_the_rule_sets() -> None:
    assert set(names()) == BASES.keys() | PRESETS.keys()
    assert list(names()) == sorted(names())
    assert FIGURES.keys() == set(names())


@pytest.mark.parametrize("name", BASES)
def test_every_flag_of_a_base(name: str) -> None:
    assert load(name).flags() == BASES[name]
    assert "base" not in _toml(name)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_changes_its_base_in_these_flags_only(name: str) -> None:
    base, changed = PRESETS[name]
    assert _toml(name)["base"] == base
    assert _difference(load(name), load(base)) == changed


@pytest.mark.parametrize("name", names())
def test_figures(name: str) -> None:
    rules = load(name)
    cards, each, total, trumps = FIGURES[name]
    assert len(rules.cards) == len(set(rules.cards)) == cards
    assert rules.hand_size == each
    assert rules.trumps == trumps
    assert {rules.total(trump) for trump in rules.trumps} == {total}
    assert rules.largest_total == total


def test_text_is_followed_word_for_word_where_it_is_unusual() -> None:
    """What the design points out: the one word of Macau, the jack, the manille."""
    maniglia, macau, manillen = map(load, ("maniglia", "macau-manilla", "manillen"))
    play = [flag.name for flag in FLAGS if flag.section == "play"]
    assert {k for k in play if getattr(macau, k) != getattr(maniglia, k)} == {"when_unable"}
    assert macau.order.index("J") < macau.order.index("Q")
    assert manillen.order[:2] == "TA"


@pytest.mark.parametrize("name", names())
def test_only_two_sets_are_references(name: str) -> None:
    assert load(name).reference is (name in ("belote", "whist"))


@pytest.mark.parametrize("name", names())
def test_a_set_tells_its_name_title_and_source(name: str) -> None:
    rules = load(name)
    assert rules.name == name
    assert rules.title == _toml(name)["title"]
    assert rules.source == _toml(name)["source"]


def test_titles_are_distinct() -> None:
    assert len({load(name).title for name in names()}) == len(names())


def test_fingerprints_are_distinct() -> None:
    assert len({load(name).fingerprint for name in names()}) == len(names())


@pytest.mark.parametrize("flag", [flag.name for flag in FLAGS])
def test_every_flag_is_in_the_fingerprint(flag: str) -> None:
    for rules in map(load, names()):
        changed = replace(rules, **{flag: _other_value(rules, flag)})
        assert changed.fingerprint != rules.fingerprint, rules.name
        assert changed != rules


@pytest.mark.parametrize("name", names())
def test_the_fingerprint_does_not_hang_on_names(name: str) -> None:
    rules = load(name)
    renamed = replace(
        rules, name="other", title="Other", source="elsewhere", reference=not rules.reference
    )
    assert renamed.fingerprint == rules.fingerprint
    assert renamed == rules
    assert hash(renamed) == hash(rules)
    assert len(rules.fingerprint) == 16
    assert int(rules.fingerprint, 16) >= 0


def test_the_order_of_the_points_does_not_matter() -> None:
    rules = load("manillen")
    turned_round = dict(reversed(rules.points.items()))
    assert replace(rules, points=turned_round) == rules
