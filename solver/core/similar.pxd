"""Quasi-symmetry: what the searched cards of a hand say about another of the same suit.

Playing one or the other leads to the same play with the two cards exchanged, as long as no
comparison comes out another way: one can only do so if its higher card lies above the weaker of
the two and not above the stronger. The marks are exchanged with the cards. That a comparison of a
card between the two may have been implied by a mark of the weaker one does no harm: cards are
exchanged for the side that is refuted, whose legal cards can only become fewer by it, and the sure
tricks that a proof counts are the other side's. Kupferschmid and Helmert, "A Skat player based on
Monte-Carlo simulation", 2006.
"""

from manille.solver.core.bits cimport bit, lowest
from manille.solver.core.types cimport (
    CARDS, MAX_CARDS, NO_BOUND, USE_MARKS, VALUE_SHIFT, Cards, Layout, Result, Search, uint64_t,
)


cdef struct Searched:
    # The cards of a hand that have been searched, and their results.
    Cards cards
    Result result[MAX_CARDS]
    Cards marks[MAX_CARDS]


cdef inline Cards swapped(Cards cards, Cards one, Cards other) noexcept nogil:
    """The set with the two cards exchanged."""
    cdef bint same = ((cards & one) != 0) == ((cards & other) != 0)
    return cards if same else cards ^ (one | other)


cdef inline bint swap_bound(
    const Layout* layout, Result searched, Cards one, Cards other, bint maximizes, int k,
    Result* found
) noexcept nogil:
    """What the result of ``other`` proves for ``one``, if that refutes it.

    The outcomes differ by the difference in points, and only where just one of the two is captured
    by side 0.
    """
    cdef int difference = layout.points[lowest(one)] - layout.points[lowest(other)]
    cdef bint y_perhaps = (searched.a & other) != 0, y_surely = (searched.b & other) != 0
    cdef bint c_perhaps = (searched.a & one) != 0, c_surely = (searched.b & one) != 0
    cdef int most = -NO_BOUND, least = NO_BOUND, value
    if (y_perhaps and c_perhaps) or not (y_surely or c_surely):    # both captured, or neither
        most = 0
        least = 0
    if y_perhaps and not c_surely:
        most = max(most, difference)
        least = min(least, difference)
    if c_perhaps and not y_surely:
        most = max(most, -difference)
        least = min(least, -difference)
    value = <int> (searched.a >> VALUE_SHIFT) + (most if maximizes else least)
    if (value >= k) == maximizes:
        return False
    found.a = (<uint64_t> value << VALUE_SHIFT) | swapped(searched.a & CARDS, one, other)
    found.b = swapped(searched.b, one, other)
    return True


cdef inline bint refuted(
    Search* s, const Searched* searched, Cards foreign, int card, bint maximizes, int k,
    Result* found
) noexcept nogil:
    """Whether a searched card of the suit refutes this one; if so, with what result and marks."""
    cdef const Layout* layout = s.layout
    cdef Cards others = searched.cards & layout.suit[card], between, barrier
    cdef int other
    while others:
        other = lowest(others)
        others &= others - 1
        # above the weaker, not above the stronger
        between = (layout.over[card] ^ layout.over[other])
        barrier = searched.marks[other] if s.prunings & USE_MARKS else foreign
        if between & barrier:
            continue
        if swap_bound(
            layout, searched.result[other], bit(card), bit(other), maximizes, k, found
        ):
            s.marks = swapped(searched.marks[other], bit(card), bit(other))
            return True
    return False
