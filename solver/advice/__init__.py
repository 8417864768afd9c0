"""What to call and what to play with one hand known: means over layouts of the hidden cards."""

from manille.solver.advice.adviser import Adviser
from manille.solver.advice.bid import BidAdviser, bid_adviser
from manille.solver.advice.goal import OBJECTIVES
from manille.solver.advice.play import PlayAdviser, play_adviser
from manille.solver.advice.refine import (
    advise_bid,
    advise_play,
    refine_bid,
    refine_play,
    refined,
)

__all__ = [
    "OBJECTIVES",
    "Adviser",
    "BidAdviser",
    "PlayAdviser",
    "advise_bid",
    "advise_play",
    "bid_adviser",
    "play_adviser",
    "refine_bid",
    "refine_play",
    "refined",
]
