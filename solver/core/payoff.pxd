"""Payoff similarity: what a bound for one position says about another that plays the same.

Two positions with one key have the same play; only the points of the cards differ. A proof of "at
least L" stays a proof when the points change, with L less what the captured cards may have lost and
more what surely captured ones have gained; and likewise for "at most". See Furtak and Buro, "Using
payoff-similarity to speed up search", IJCAI 2011.

Captured cards are kept as *places*: in each suit, counted from the strongest card left, as deep as
a card with points can lie. What lies deeper is rounded outward: perhaps captured, never surely.
"""

from manille.solver.core.bits cimport bit, highest, popcount
from manille.solver.core.types cimport MAX_WORDS, STRIDE, SUITS, Cards, Rules, uint64_t

cdef enum:
    LANE = (1 << STRIDE) - 1


cdef inline uint64_t to_places(const Rules* rules, Cards captured, Cards left) noexcept nogil:
    """The places of the captured cards among those left."""
    cdef uint64_t found = 0, place
    cdef Cards suit, taken
    cdef int s, top, _place
    for s in range(SUITS):
        suit = (left >> (STRIDE * s)) & LANE
        taken = captured >> (STRIDE * s)
        place = (<uint64_t> 1 << (rules.offset[s] + rules.depth[s])) >> 1
        for _place in range(rules.depth[s]):
            if not suit:
                break
            top = highest(suit)
            suit ^= bit(top)
            if (taken >> top) & 1:
                found |= place
            place >>= 1
    return found


cdef inline Cards from_places(
    const Rules* rules, uint64_t places, Cards left, bint deeper
) noexcept nogil:
    """The cards left at these places; with ``deeper`` also all that lie below the last place."""
    cdef Cards found = 0, suit, lane
    cdef uint64_t place
    cdef int s, top, _place
    for s in range(SUITS):
        suit = (left >> (STRIDE * s)) & LANE
        lane = 0
        place = (<uint64_t> 1 << (rules.offset[s] + rules.depth[s])) >> 1
        for _place in range(rules.depth[s]):
            if not suit:
                break
            top = highest(suit)
            suit ^= bit(top)
            if places & place:
                lane |= bit(top)
            place >>= 1
        if deeper:
            lane |= suit
        found |= lane << (STRIDE * s)
    return found


cdef inline Cards perhaps_captured(
    const Rules* rules, uint64_t places, Cards left
) noexcept nogil:
    """The union that a stored one stands for: what lies too deep to be stored may be captured."""
    return from_places(rules, places, left, True)


cdef inline Cards surely_captured(
    const Rules* rules, uint64_t places, Cards left
) noexcept nogil:
    """The intersection that a stored one stands for: nothing that lies too deep is sure."""
    return from_places(rules, places, left, False)


cdef inline void planes_of(const Rules* rules, Cards left, uint64_t* words) noexcept nogil:
    """The payoff thresholds of a position."""
    cdef int w, s
    cdef const uint64_t* row
    for w in range(rules.words):
        words[w] = 0
        for s in range(SUITS):
            row = rules.planes + ((w * SUITS + s) << rules.ranks)
            words[w] |= row[(left >> (STRIDE * s)) & LANE]


cdef inline int excess(
    const Rules* rules, const uint64_t* more, const uint64_t* less, uint64_t places
) noexcept nogil:
    """The sum, over some places, of what the first position counts there above the second."""
    cdef uint64_t everywhere = places * rules.repeat
    cdef int found = 0, n, w
    for n in range(rules.terms):
        w = rules.term_word[n]
        found += rules.term_weight[n] * popcount(
            more[w] & ~less[w] & everywhere & rules.term_mask[n]
        )
    return found
