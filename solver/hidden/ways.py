"""All ways to place the cards of a problem, counted without being listed.

The groups of cards are dealt out one after the other. What the later ones allow hangs only on the
room that is left in each hand, and on the flags; so the counts form a net of nodes, one for each
group and each such state, and a node has a branch for each way in which its group can be split
among the seats. Every layout is a way through the net and, on each branch, one of the ways to pick
the cards: numbers from 0 to the count name each layout once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from math import comb

from manille.solver.hidden.problem import Group, Problem

__all__ = ["Ways"]

Room = tuple[int, ...]


class _Node:
    """A group that is to be split, in some state.

    Attributes:
        count: in how many ways this group and those after it can be placed.
        branches: for each split how many cards each holder gets, in how many ways they can be
            picked, and the node after it.
        ends: the number of the first layout behind each branch.
    """

    __slots__ = ("branches", "count", "ends")

    def __init__(self, branches: list[tuple[Room, int, _Node]], count: int) -> None:
        self.branches = branches
        self.ends = list(accumulate(ways * node.count for _, ways, node in branches))
        self.count: int = self.ends[-1] if branches else count


class Ways:
    """The ways to place the cards of a problem, each with a number from 0 up.

    Attributes:
        count: how many there are.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._groups = _in_order(problem)
        # how many cards of the groups after each could go to each seat
        self._later = [[0] * len(problem.seats)]
        for group in reversed(self._groups):
            later = list(self._later[0])
            for holder in group.holders:
                later[holder] += len(group.cards)
            self._later.insert(0, later)
        self._exceptions = sum(1 << 2 * number for number in range(problem.exceptions))
        self._nodes: dict[tuple[int, Room, int], _Node] = {}
        self._root = self._node(0, problem.room, problem.flags)
        self.count = self._root.count

    def _node(self, at: int, room: Room, flags: int) -> _Node:
        key = (at, room, flags)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self._new_node(*key)
        return found

    def _new_node(self, at: int, room: Room, flags: int) -> _Node:
        if at == len(self._groups):
            return _Node([], int(not any(room) and not flags & self._exceptions << 1))
        group, branches = self._groups[at], []
        for split in _splits(group, room, self._later[at + 1]):
            node = self._node(at + 1, *self._after(group, split, room, flags))
            if node.count:
                branches.append((split, _picks(split), node))
        return _Node(branches, 0)

    def _after(self, group: Group, split: Room, room: Room, flags: int) -> tuple[Room, int]:
        left = list(room)
        for holder, mark, number in zip(group.holders, group.marks, split, strict=True):
            if number:
                left[holder] -= number
                flags |= mark
        # what an exception excuses need not be remembered
        return tuple(left), flags & ~((flags & self._exceptions) << 1)

    def at(self, number: int) -> list[list[int]]:
        """A layout by its number: the cards that each hidden seat gets, as places in the deck."""
        hands: list[list[int]] = [[] for _ in self._problem.seats]
        node = self._root
        for group in self._groups:
            branch = bisect_right(node.ends, number)
            if branch:
                number -= node.ends[branch - 1]
            split, _, node = node.branches[branch]
            picked, number = divmod(number, node.count)
            _deal_out(group, split, picked, hands)
        return hands

    def shares(self) -> Iterator[tuple[Group, list[int]]]:
        """For each group, over all layouts together, how many of its cards each holder gets."""
        nodes = {self._root: 1}
        for group in self._groups:
            totals = [0] * len(group.holders)
            after: dict[_Node, int] = {}
            for node, before in nodes.items():
                for split, ways, following in node.branches:
                    after[following] = after.get(following, 0) + before * ways
                    layouts = before * ways * following.count
                    totals = [t + layouts * n for t, n in zip(totals, split, strict=True)]
            yield group, totals
            nodes = after


def _in_order(problem: Problem) -> list[Group]:
    """The groups in an order that keeps the net small: seat by seat, so that hands are soon full.

    The seat with the fewest groups goes first.
    """
    groups = [
        sum(n in group.holders for group in problem.groups) for n in range(len(problem.seats))
    ]
    turn = sorted(range(len(problem.seats)), key=groups.__getitem__)
    return sorted(
        problem.groups,
        key=lambda group: (
            len(group.holders) > 1,
            sorted(map(turn.index, group.holders)),
            group.cards,
        ),
    )


def _splits(group: Group, room: Room, later: list[int]) -> Iterator[Room]:
    """Every way to split a group by numbers, such that the hands can still be filled."""
    rooms = [room[holder] for holder in group.holders]
    least = [max(0, room[holder] - later[holder]) for holder in group.holders]
    return _compositions(len(group.cards), least, rooms)


def _compositions(total: int, least: list[int], most: list[int]) -> Iterator[Room]:
    """Every way to write a total as numbers, each within its bounds."""
    if not most:
        if not total:
            yield ()
        return
    low = max(least[0], total - sum(most[1:]))
    high = min(most[0], total - sum(least[1:]))
    for first in range(low, high + 1):
        for others in _compositions(total - first, least[1:], most[1:]):
            yield (first, *others)


def _picks(split: Room) -> int:
    """In how many ways the cards can be picked for a split."""
    ways, left = 1, sum(split)
    for number in split:
        ways *= comb(left, number)
        left -= number
    return ways


def _deal_out(group: Group, split: Room, picked: int, hands: list[list[int]]) -> None:
    """Give each holder its cards of a group, by the number of the way to pick them."""
    cards: tuple[int, ...] | list[int] = group.cards
    for holder, size in zip(group.holders, split, strict=True):
        if size == len(cards):
            hands[holder] += cards
            return
        if size:
            picked, way = divmod(picked, comb(len(cards), size))
            cards = _pick(cards, size, way, hands[holder])


def _pick(cards: tuple[int, ...] | list[int], size: int, way: int, hand: list[int]) -> list[int]:
    """Give ``size`` of the cards to a hand, by the number of the way; returns the others."""
    rest: list[int] = []
    for at, card in enumerate(cards):
        if not size:
            return rest + list(cards[at:])
        with_it = comb(len(cards) - at - 1, size - 1)
        if way < with_it:
            hand.append(card)
            size -= 1
        else:
            way -= with_it
            rest.append(card)
    return rest
