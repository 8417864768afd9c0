"""Tricks that are sure without a search, as bounds with their captured cards and their marks.

Both hold under any duties of the family: whatever else is played, a trump above all trumps of the
other side wins its trick, and a top card wins a trick that nobody can ruff.
"""

from manille.solver.core.bits cimport bit, highest, lowest, popcount
from manille.solver.core.types cimport (
    STRIDE, SUITS, VALUE_SHIFT, Cards, Lane, Layout, Result, Search, uint32_t, uint64_t,
)

cdef enum:
    POINTS_BITS = 12     # points of each seat's runs side by side in a word


cdef inline bint sure(
    bint first, int points, Cards cards, Cards left, int total, int k, Result* r
) noexcept nogil:
    """The bound that a side has from capturing some cards for sure, if it decides the question."""
    if first:
        r.a = (<uint64_t> points << VALUE_SHIFT) | cards
        r.b = cards
        return points >= k
    # side 0 captures at most all the others: a proof of "at most" counts every one of them
    r.b = left & ~cards
    r.a = (<uint64_t> (total - points) << VALUE_SHIFT) | r.b
    return total - points < k


cdef inline bint trump_run(
    Search* s, const Lane* trumps, Cards left, int k, int total, Result* r
) noexcept nogil:
    """The unbeatable trumps of a side: each is captured, in as many tricks as one hand has."""
    cdef int shift = STRIDE * s.layout.trump_suit
    if not trumps.side_run:
        return False
    s.marks = <Cards> trumps.side_mark << shift
    return sure(
        (s.rules.side0 >> trumps.owner) & 1, trumps.side_points,
        <Cards> trumps.side_run << shift, left, total, k, r,
    )


cdef inline bint cashing(
    Search* s, const Lane** lanes, int leader, Cards left, int k, int total, int tricks, Result* r
) noexcept nogil:
    """What a seat of the leader's side takes by playing its tops, as soon as it is on lead.

    A seat that still has a trump follows every round that is counted, so it discards nothing and
    its other suits keep their length; whatever the seats without a trump discard, they cannot ruff.
    """
    cdef bint first = (s.rules.side0 >> leader) & 1
    cdef uint32_t side = s.rules.side0 if first else ~s.rules.side0
    cdef int need = k if first else total - k + 1
    cdef uint64_t points = 0, rounds = 0
    cdef const Lane* lane
    cdef int n, seat
    for n in range(SUITS):
        lane = lanes[n]
        # an empty suit has owner MAX_SEATS, points and rounds 0
        points += <uint64_t> lane.run_points << (POINTS_BITS * lane.owner)
        rounds += <uint64_t> lane.rounds << (8 * lane.owner)
    for seat in range(s.rules.seats):
        if not (side >> seat) & 1:
            continue
        if <int> (rounds >> (8 * seat)) & 255 < tricks and (
            <int> (points >> (POINTS_BITS * seat)) & ((1 << POINTS_BITS) - 1) < need
        ):
            continue
        if cash(s, lanes, leader, seat, left, k, total, tricks, first, need, r):
            return True
    return False


cdef inline bint cash(
    Search* s, const Lane** lanes, int leader, int seat, Cards left, int k, int total, int tricks,
    bint first, int need, Result* r
) noexcept nogil:
    """What one seat takes by playing its tops: trumps first, then suits that nobody can ruff."""
    cdef const Layout* layout = s.layout
    cdef uint32_t others = ~(<uint32_t> 1 << seat), trumpers = 0, ruffers, run
    cdef bint entry = seat == leader
    cdef Cards taken = 0, marks = 0, lowest_taken
    cdef const Lane* lane
    cdef int n, points = 0, cashed = 0, rounds
    if layout.trump_suit >= 0:
        lane = lanes[layout.trump_suit]
        trumpers = lane.holders
        ruffers = trumpers & others
        if lane.owner == seat:
            points = lane.run_points
            cashed = lane.rounds
            taken = <Cards> lane.run << (STRIDE * layout.trump_suit)
            marks = <Cards> lane.run_mark << (STRIDE * layout.trump_suit)
            if (trumpers >> leader) & 1:
                entry = True
            if lane.draws:
                ruffers = 0
    else:
        ruffers = 0
    for n in range(SUITS):
        lane = lanes[n]
        if n == layout.trump_suit or lane.owner != seat:
            continue
        # the leader leads the suit, and nobody can ruff its first round: the seat is on lead
        if (lane.holders >> leader) & 1 and trumpers & others & ~<uint32_t> lane.holders == 0:
            entry = True
        if not ruffers:
            points += lane.run_points
            cashed += lane.rounds
            taken |= <Cards> lane.run << (STRIDE * n)
            marks |= <Cards> lane.run_mark << (STRIDE * n)
            continue
        rounds = followed(lane, ruffers, s.rules.seats)
        run = lane.run
        lowest_taken = 0
        while rounds:
            rounds -= 1
            lowest_taken = bit(STRIDE * n + highest(run))
            taken |= lowest_taken
            points += layout.points[STRIDE * n + highest(run)] + s.rules.trick_points
            run ^= <uint32_t> 1 << highest(run)
            cashed += 1
        marks |= lowest_taken
    if not entry:
        return False
    if cashed >= tricks:           # every trick: all points, the last trick's included
        points = total
        taken = left
    if points < need:
        return False
    s.marks = marks
    return sure(first, points, taken, left, total, k, r)


cdef inline int followed(const Lane* lane, uint32_t ruffers, int seats) noexcept nogil:
    """The rounds of a run in which every seat that could ruff has to follow."""
    cdef int seat, rounds = lane.rounds
    for seat in range(seats):
        if (ruffers >> seat) & 1:
            rounds = min(rounds, <int> ((lane.lengths >> (4 * seat)) & 15))
    return rounds
