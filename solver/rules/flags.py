"""Every flag of a rule set: its section in the file, what it may be, and what it means.

This table is the only list of the flags. The loader checks files against it, the fingerprint runs
over it and ``manille rules NAME`` explains from it: a new house rule is a line here, a field of
:class:`~manille.solver.rules.ruleset.RuleSet` and the code that obeys it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["FLAGS", "REQUIRED", "SECTIONS", "Flag"]

REQUIRED = object()


@dataclass(frozen=True)
class Flag:
    """One flag.

    Attributes:
        name: the key in the file and the field of the rule set.
        section: the section of the file in which it stands.
        kind: ``word`` (one of ``choices``), ``whole`` (a whole number from ``low`` to ``high``),
            ``yesno``, ``ranks`` (rank letters, strong to weak) or ``points`` (points by rank).
        meaning: a sentence for people.
        default: the value of a file that leaves it out, or :data:`REQUIRED`.
        choices: what a word may be, with the meaning of each.
        low, high: the range of a whole number.
    """

    name: str
    section: str
    kind: str
    meaning: str
    default: Any = REQUIRED
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 1000


_DUTY = (
    ("never", "no duty"),
    ("opponent", "while an opponent is winning the trick"),
    ("always", "also while a partner is winning it"),
)

FLAGS: tuple[Flag, ...] = (
    Flag(
        "deck",
        "cards",
        "word",
        "the family of the deck",
        choices=(("french", "suits S H D C"), ("latin", "suits O C E B")),
    ),
    Flag("order", "cards", "ranks", "the ranks of every suit, strong to weak"),
    Flag("points", "cards", "points", "the points of the ranks that have any"),
    Flag(
        "trump_order",
        "cards",
        "ranks",
        "the ranks of the trump suit, strong to weak, where its order differs",
        default="",
    ),
    Flag(
        "trump_points",
        "cards",
        "points",
        "the points of the trump suit, where they differ",
        default=None,
    ),
    Flag("seats", "seats", "whole", "how many play", low=3, high=5),
    Flag(
        "sides",
        "seats",
        "word",
        "who plays against whom",
        choices=(
            ("partners", "every other seat: first and third against second and fourth"),
            ("declarer", "the declarer alone against all others"),
        ),
    ),
    Flag(
        "beat_plain",
        "play",
        "word",
        "following a plain suit: must a higher card of it be played, if one is held?",
        choices=_DUTY,
    ),
    Flag(
        "beat_trump",
        "play",
        "word",
        "following a trump lead: must a higher trump be played, if one is held?",
        choices=_DUTY,
    ),
    Flag(
        "ruff",
        "play",
        "word",
        "void in the suit led: must a trump be played, if one is held?",
        choices=_DUTY,
    ),
    Flag(
        "overruff",
        "play",
        "word",
        "a ruff is due and a trump is winning: must the trump be higher, if one is held?",
        choices=_DUTY,
    ),
    Flag(
        "when_unable",
        "play",
        "word",
        "a ruff is due, but no trump held beats the winning trump",
        choices=(
            ("any", "any card"),
            ("trump", "a trump all the same"),
            ("not_trump", "any card but a trump, if one is held"),
        ),
    ),
    Flag("trick_points", "tricks", "whole", "points for each trick won", high=100),
    Flag("last_trick_points", "tricks", "whole", "points for winning the last trick", high=100),
    Flag(
        "trump_by",
        "trump",
        "word",
        "how the trump is found",
        choices=(
            ("turned", "the suit of the dealer's last card, turned up"),
            ("auction", "named by the winner of the auction"),
            ("choice", "chosen or passed in turn from the dealer's right; the dealer must choose"),
            ("none", "there is never a trump"),
            ("given", "from outside: the rule set does not say"),
        ),
    ),
    Flag("no_trump", "trump", "yesno", "may a hand be played without trump?", default=False),
    Flag(
        "dealer_must",
        "trump",
        "word",
        "what the dealer may choose when all others have passed",
        default="any",
        choices=(
            ("any", "any suit, or no trump where that is allowed"),
            ("no_trump", "no trump only"),
        ),
    ),
    Flag("bid_minimum", "auction", "whole", "the lowest bid; 0: no auction", default=0),
    Flag(
        "all_pass",
        "auction",
        "word",
        "what follows when every seat passes in the auction",
        default="redeal",
        choices=(
            ("redeal", "the hand is not played"),
            ("dealer_forced", "the dealer plays for the lowest bid"),
        ),
    ),
    Flag(
        "hand_score",
        "score",
        "word",
        "what a hand scores",
        choices=(
            ("over_half", "the side over half: its points less half"),
            ("difference", "the side over half: its points less those of the other side"),
            ("bid", "bid made: the declarer scores it; else each other seat scores it"),
            ("none", "nothing: the points are the result"),
        ),
    ),
    Flag("half", "score", "whole", "a side scores with more points than this", default=0),
    Flag(
        "no_trump_factor",
        "score",
        "whole",
        "the hand score at no trump is multiplied by this",
        default=1,
        low=1,
        high=10,
    ),
    Flag(
        "turn_up_points",
        "score",
        "yesno",
        "does the dealer's side score the points of the turned-up card before play?",
        default=False,
    ),
    Flag(
        "turn_up_limit",
        "score",
        "whole",
        "turn-up points only for a side whose score before the hand is at most this",
        default=0,
    ),
    Flag(
        "match_target",
        "match",
        "whole",
        "the score that ends a match; 0: agreed beforehand",
        default=0,
        high=100000,
    ),
    Flag(
        "match_counts",
        "match",
        "word",
        "what is added up over a match",
        default="score",
        choices=(
            ("score", "the hand scores"),
            ("points", "the points that each side took"),
        ),
    ),
    Flag(
        "double_crossing",
        "match",
        "word",
        "several reach the target in one hand",
        default="highest",
        choices=(
            ("highest", "the highest total wins; if level, another hand is played"),
            ("all", "all of them have won"),
        ),
    ),
)

SECTIONS = tuple(dict.fromkeys(flag.section for flag in FLAGS))
