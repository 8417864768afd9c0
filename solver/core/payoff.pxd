"""Payoff similarity: what a bound for one position says about another that plays the same.

Two positions that an entry fits have the same play; only the points of the cards differ. A proof of
"at least L" stays a proof when the points change, with L less what the captured cards may have lost
and more what surely captured ones have gained; and likewise for "at most". See Furtak and Buro,
"Using payoff-similarity to speed up search", IJCAI 2011.

The points are compared card by card, all cards at once, bit by bit of the points.
"""

from manille.solver.core.bits cimport Mask, compress, popcount
from manille.solver.core.types cimport CARDS, MAX_PLANES, Cards, Layout, uint64_t


cdef struct Points:
    # The points of the cards left, compressed: plane n holds the bit n of each.
    uint64_t plane[MAX_PLANES]


cdef inline void points_of(const Layout* layout, const Mask* left, Points* points) noexcept nogil:
    """The points of the cards left."""
    cdef int n
    for n in range(layout.planes):
        points.plane[n] = compress(left, layout.plane[n])


cdef inline int carried(
    int planes, const Points* there, const Points* here, bint lower, Cards union_, Cards sure
) noexcept nogil:
    """What a bound proven there gains here, mostly a loss.

    A lower bound loses where a card that may be captured counts less here, and gains where one that
    surely is counts more; an upper bound the other way round.
    """
    cdef uint64_t more = 0, less = 0, equal = CARDS, differ, counted
    cdef int n, found = 0
    for n in range(planes - 1, -1, -1):
        differ = equal & (there.plane[n] ^ here.plane[n])
        more |= differ & here.plane[n]
        less |= differ & there.plane[n]
        equal ^= differ
    counted = (less & union_) | (more & sure) if lower else (more & union_) | (less & sure)
    for n in range(planes):
        found += (1 << n) * (
            popcount(here.plane[n] & counted) - popcount(there.plane[n] & counted)
        )
    return found
