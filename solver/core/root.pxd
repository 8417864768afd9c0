"""A position and the cards that lead on from it, outside the search."""

from manille.solver.core.bits cimport bit
from manille.solver.core.moves cimport legal
from manille.solver.core.types cimport Cards, Layout, Root, Rules, Search, Trick


cdef inline int winner_of(const Layout* layout, const Root* root) noexcept nogil:
    """The place in the trick of the card that is winning it."""
    cdef int n, best = 0
    for n in range(1, root.count):
        if (layout.beat[root.played[best]] >> root.played[n]) & 1:
            best = n
    return best


cdef inline int seat_to_play(const Rules* rules, const Root* root) noexcept nogil:
    """The seat to play."""
    return (root.leader + root.count) % rules.seats


cdef inline bint is_side0(const Rules* rules, int seat) noexcept nogil:
    """Whether a seat is of side 0."""
    return (rules.side0 >> seat) & 1


cdef inline Cards legal_at(const Search* s, const Root* root) noexcept nogil:
    """The cards that may be played now."""
    cdef const Rules* rules = &s.rules
    cdef const Layout* layout = s.layout
    cdef int seat = seat_to_play(rules, root), best, n
    cdef Cards hand = layout.hand[seat] & root.left, marks
    cdef Trick t
    if not root.count:
        return hand
    best = winner_of(layout, root)
    t.led = layout.suit[root.played[0]]
    t.duty = rules.beat_trump if t.led == layout.trump else rules.beat_plain
    t.before = root.left
    for n in range(root.count):
        t.before |= bit(root.played[n])
    return legal(
        rules, layout, &t, hand, root.left, root.played[best],
        is_side0(rules, (root.leader + best) % rules.seats) == is_side0(rules, seat), &marks,
    )


cdef inline int advance(const Search* s, Root* root, int card) noexcept nogil:
    """Play a card; return the points that side 0 takes by it: 0 but at the end of a trick."""
    cdef const Rules* rules = &s.rules
    cdef int n, got
    root.left &= ~bit(card)
    root.played[root.count] = card
    root.count += 1
    if root.count < rules.seats:
        return 0
    got = rules.trick_points + (rules.last_points if root.tricks == 1 else 0)
    for n in range(root.count):
        got += s.layout.points[root.played[n]]
    root.leader = (root.leader + winner_of(s.layout, root)) % rules.seats
    root.count = 0
    root.tricks -= 1
    root.total -= got
    return got if is_side0(rules, root.leader) else 0
