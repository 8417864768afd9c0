"""Tricks that are sure without a search, as bounds with their captured cards.

Both hold under any duties of the family: whatever else is played, a trump above all trumps of the
other side wins its trick, and a top card wins a trick that nobody can ruff.
"""

from manille.solver.core.bits cimport above, bit, highest, popcount
from manille.solver.core.payoff cimport LANE
from manille.solver.core.types cimport (
    NOTHING, STRIDE, SUITS, VALUE_SHIFT, Cards, Result, Rules, Search, uint32_t, uint64_t,
)


cdef inline int points_of(const Rules* rules, Cards cards) noexcept nogil:
    """The points printed on some cards."""
    cdef int found = 0, n
    for n in range(rules.levels - 1):
        found += rules.points[highest(rules.level[n])] * popcount(cards & rules.level[n])
    n = rules.levels - 1
    return found + rules.points[highest(rules.level[n])] * popcount(cards & rules.level[n])


cdef inline Cards top_run(Cards own, Cards others) noexcept nogil:
    """The cards of one's own, of one suit, above all those of others."""
    return own & above(bit(highest(others))) if others else own


cdef inline Result sure(
    bint first, int points, Cards cards, Cards left, int total, int k
) noexcept nogil:
    """The bound that a side has from capturing some cards for sure, if it decides the question."""
    cdef Result r
    r.a = NOTHING
    r.b = 0
    if first and points >= k:
        r.a = (<uint64_t> points << VALUE_SHIFT) | cards
        r.b = cards
    elif not first and total - points < k:
        # side 0 captures at most all the others: a proof of "at most" counts every one of them
        r.a = (<uint64_t> (total - points) << VALUE_SHIFT) | (left & ~cards)
        r.b = left & ~cards
    return r


cdef inline Result trump_run(const Search* s, Cards left, int k, int total) noexcept nogil:
    """The unbeatable trumps of a side: each is captured, in as many tricks as one hand has."""
    cdef const Rules* rules = s.rules
    cdef Cards trumps = left & rules.trump, own = 0, run
    cdef bint first
    cdef int seat, tricks = 0
    cdef Result r
    r.a = NOTHING
    r.b = 0
    if not trumps:
        return r
    for seat in range(rules.seats):
        if (rules.side0 >> seat) & 1:
            own |= s.hand[seat]
    first = (own >> highest(trumps)) & 1
    if not first:
        own = ~own
    run = top_run(trumps & own, trumps & ~own)
    for seat in range(rules.seats):
        tricks = max(tricks, popcount(run & s.hand[seat]))
    return sure(first, points_of(rules, run) + tricks * rules.trick_points, run, left, total, k)


cdef inline Result leader_run(
    const Search* s, int leader, Cards left, int k, int total, int tricks
) noexcept nogil:
    """What the leader takes by playing tops: trumps first, then suits that nobody can ruff.

    A seat that still has a trump follows every round that is counted, so it discards nothing and
    its other suits keep their length; whatever the seats without a trump discard, they cannot ruff.
    """
    cdef const Rules* rules = s.rules
    cdef const Cards* hand = s.hand + leader
    cdef Cards mine = hand[0] & left, others = left & ~mine
    cdef Cards lane, run, taken = 0
    cdef bint first = (rules.side0 >> leader) & 1
    cdef uint32_t ruffers = 0
    cdef int n, place, rounds, longest, cashed = 0, points, _round
    cdef Cards theirs
    if mine & rules.trump or others & rules.trump:
        run = top_run(mine & rules.trump, others & rules.trump)
        rounds = popcount(run)
        longest = 0
        for place in range(1, rules.seats):
            theirs = hand[place] & left & rules.trump
            longest = max(longest, popcount(theirs))
            if theirs:
                ruffers |= <uint32_t> 1 << place
        if rounds >= longest:      # all of theirs are drawn, and the rest of mine are masters
            run = mine & rules.trump
            ruffers = 0
        taken = run
        cashed = popcount(run)
    for n in range(SUITS):
        lane = <Cards> LANE << (STRIDE * n)
        if lane == rules.trump or not mine & lane:
            continue
        run = top_run(mine & lane, others & lane)
        rounds = popcount(run)
        longest = 0
        for place in range(1, rules.seats):
            theirs = hand[place] & left & lane
            if (ruffers >> place) & 1:
                rounds = min(rounds, popcount(theirs))
            longest = max(longest, popcount(theirs))
        if not ruffers and rounds >= longest:   # nobody can follow any more: all are masters
            run = mine & lane
            rounds = popcount(run)
        cashed += rounds
        for _round in range(rounds):
            taken |= bit(highest(run))
            run ^= bit(highest(run))
    points = points_of(rules, taken) + cashed * rules.trick_points
    if cashed >= tricks:           # every trick: all points, the last trick's included
        points = total
        taken = left
    return sure(first, points, taken, left, total, k)
