"""Which cards may be played: the rules of ``legality.py`` as masks, and what the answer hung on.

The marks of an answer are the higher cards of all comparisons of strength that decided it: while
those comparisons come out the same, other cards make the same plays legal.
"""

from manille.solver.core.bits cimport bit, low_bit, single
from manille.solver.core.types cimport Cards, Layout, Rules, Trick


cdef inline Cards contested(
    const Layout* layout, const Trick* t, Cards left, int winner
) noexcept nogil:
    """The card that is winning the trick, if the other side has played to its suit."""
    cdef Cards played = (t.before ^ left) & layout.suit[winner]
    cdef bint first = (layout.side0_cards >> winner) & 1
    return bit(winner) if played & (~layout.side0_cards if first else layout.side0_cards) else 0


cdef inline Cards versus(Cards own, Cards winners, int winner) noexcept nogil:
    """The marks of comparing one's cards of a suit with the winning one: which of them beat it?

    That it is the winning one, among those played of its suit, needs no mark of its own: either it
    is marked here, or all of one's cards are above it and the weakest of them is marked; and the
    others played are below that one as well.
    """
    return low_bit(winners) | (bit(winner) if own != winners else 0)


cdef inline Cards legal(
    const Rules* rules, const Layout* layout, const Trick* t, Cards hand, Cards left, int winner,
    bint own_side_wins, Cards* marks
) noexcept nogil:
    """The legal cards of a seat that does not lead.

    A duty is two bits: the one at ``own_side_wins`` says whether it binds now.
    """
    cdef Cards following = hand & t.led
    cdef Cards trumps, winners
    cdef bint overruff
    marks[0] = 0
    if following:
        # when the trick is ruffed nothing beats it, whoever is winning
        if not t.duty or single(following) or layout.suit[winner] != t.led:
            return following
        if not (t.duty >> own_side_wins) & 1:
            marks[0] = contested(layout, t, left, winner)
            return following
        winners = following & layout.beat[winner]
        marks[0] = versus(following, winners, winner)
        return winners if winners else following
    trumps = hand & layout.trump
    if not trumps or not rules.ruff or single(hand):
        return hand
    if rules.ruff != 3 or rules.overruff == 1:
        marks[0] = contested(layout, t, left, winner)
    if not (rules.ruff >> own_side_wins) & 1:
        return hand
    overruff = (rules.overruff >> own_side_wins) & 1
    if layout.suit[winner] != layout.trump or (not overruff and rules.when_unable == 1):
        return trumps
    winners = trumps & layout.beat[winner]
    marks[0] |= versus(trumps, winners, winner)
    if winners:
        return winners if overruff else trumps
    if rules.when_unable == 1:
        return trumps
    if rules.when_unable == 2 and hand != trumps:
        return hand ^ trumps
    return hand
