"""Which cards may be played: the rules of ``legality.py`` as masks."""

from manille.solver.core.types cimport Cards, Rules


cdef inline Cards legal(
    const Rules* rules, Cards hand, Cards led, Cards beat, bint own_side_wins
) noexcept nogil:
    """The legal cards of a seat that does not lead.

    ``beat`` holds the cards that take the trick from the card that is winning it. A duty is two
    bits: the one at ``own_side_wins`` says whether it binds now.
    """
    cdef Cards following = hand & led
    cdef Cards trumps, winners
    cdef int duty
    if following:
        duty = rules.beat_trump if led == rules.trump else rules.beat_plain
        winners = following & beat
        return winners if winners and (duty >> own_side_wins) & 1 else following
    trumps = hand & rules.trump
    if not trumps or not (rules.ruff >> own_side_wins) & 1:
        return hand
    winners = trumps & beat
    if winners:
        return winners if (rules.overruff >> own_side_wins) & 1 else trumps
    if rules.when_unable == 1:
        return trumps
    if rules.when_unable == 2 and hand != trumps:
        return hand ^ trumps
    return hand


cdef inline Cards repeated(const Rules* rules, Cards cards, Cards gone) noexcept nogil:
    """The cards that play like a weaker card of the same hand: equal points, nothing between.

    Only a card of another hand, or the card that is winning the trick, can stand between: a carry
    started at a card runs up through the cards that are gone and the hand's own ones, and stops
    at the first other. ``gone`` must not hold the card that is winning the trick.
    """
    cdef Cards passing = gone | cards
    cdef Cards starts, found = 0
    cdef int n
    for n in range(rules.mergers):
        starts = cards & rules.merger[n]
        # the addition of each suit by itself: no carry may leave its strongest card
        found |= starts & (
            ((passing & ~rules.tops) + (starts & ~rules.tops))
            ^ ((passing ^ starts) & rules.tops)
        )
    return found
