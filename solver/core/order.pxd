"""Which card to try first: the one that most likely decides the question."""

from manille.solver.core.bits cimport bit, highest, low_bit
from manille.solver.core.types cimport STRIDE, SUITS, Cards, Rules, Search, Trick, uint32_t
from manille.solver.core.payoff cimport LANE

cdef enum:
    GIVE = 0     # partner's trick for good: the fattest losers first
    WIN = 1      # the own highest winner cannot be beaten any more: winners from the top
    SAVE = 2     # else: thin losers, then thin winners


cdef struct LeadOrder:
    # The cards of a leader in the order in which they are tried, from the first field on.
    Cards first      # the move that the table remembers
    Cards good       # unruffable plain tops, suits that partner wins or ruffs; fattest first
    Cards trumps     # a top trump, or any where partner has the top one; from the top
    Cards plain      # the other plain cards, thinnest first
    Cards rest       # the other trumps, weakest first


cdef inline Cards fattest(const Rules* rules, Cards cards) noexcept nogil:
    """One of the cards with the most points, the strongest of the last suit."""
    cdef int n = 0
    while not cards & rules.level[n]:
        n += 1
    return bit(highest(cards & rules.level[n]))


cdef inline Cards thinnest(const Rules* rules, Cards cards) noexcept nogil:
    """One of the cards with the fewest points, the weakest of the first suit."""
    cdef int n = rules.levels - 1
    while not cards & rules.level[n]:
        n -= 1
    return low_bit(cards & rules.level[n])


cdef inline int follow_order(
    const Trick* trick, int ply, int seats, bint own, bint own_side_wins, Cards left,
    Cards beat, const Cards* beat_of, Cards winners
) noexcept nogil:
    """How the cards of a follower are ordered. ``own`` is the side of the seat to play."""
    cdef Cards answers = 0, hand
    cdef int n
    for n in range(ply + 1, seats):
        if <bint> ((trick.side0 >> n) & 1) != own:
            hand = trick.hand[n] & left
            answers |= hand & trick.led if hand & trick.led else hand
    if own_side_wins and not answers & beat:
        return GIVE
    if winners and not answers & beat_of[highest(winners)]:
        return WIN
    return SAVE


cdef inline Cards next_follow(
    const Rules* rules, int order, Cards winners, Cards losers
) noexcept nogil:
    """The next card of a follower, 0 when none is left."""
    if order == WIN and winners:
        return bit(highest(winners))
    if losers:
        return fattest(rules, losers) if order == GIVE else thinnest(rules, losers)
    return thinnest(rules, winners) if winners else 0


cdef inline void lead_order(
    const Search* s, int leader, Cards left, Cards cards, Cards remembered, LeadOrder* order
) noexcept nogil:
    """Sort the cards of a leader into the groups of :class:`LeadOrder`."""
    cdef const Rules* rules = s.rules
    cdef const Cards* hand = s.hand + leader
    cdef uint32_t side0 = rules.side0 >> leader
    cdef bint own = side0 & 1
    cdef bint opponent_ruffs, partner_ruffs, partner_tops
    cdef Cards lane, suit, top
    cdef int n, place
    order.first = cards & remembered
    cards ^= order.first
    order.good = order.trumps = 0
    for n in range(SUITS):
        lane = <Cards> LANE << (STRIDE * n)
        suit = left & lane
        if not suit & hand[0]:
            continue
        top = bit(highest(suit))
        opponent_ruffs = partner_ruffs = partner_tops = False
        for place in range(1, rules.seats):
            if <bint> ((side0 >> place) & 1) == own:
                partner_tops |= (hand[place] & top) != 0
                partner_ruffs |= not hand[place] & suit and (hand[place] & left & rules.trump) != 0
            else:
                opponent_ruffs |= not hand[place] & suit and (hand[place] & left & rules.trump) != 0
        if lane == rules.trump:
            order.trumps = cards & (lane if partner_tops else top)
        elif not opponent_ruffs:
            order.good |= cards & (lane if partner_tops or partner_ruffs else top)
    order.rest = cards & rules.trump & ~order.trumps
    order.plain = cards & ~(order.good | order.trumps | order.rest)


cdef inline Cards next_lead(const Rules* rules, LeadOrder* order) noexcept nogil:
    """Take the next card out of the order, 0 when none is left."""
    cdef Cards card
    if order.first:
        card = order.first
        order.first = 0
    elif order.good:
        card = fattest(rules, order.good)
        order.good ^= card
    elif order.trumps:
        card = bit(highest(order.trumps))
        order.trumps ^= card
    elif order.plain:
        card = thinnest(rules, order.plain)
        order.plain ^= card
    else:
        card = low_bit(order.rest)
        order.rest ^= card
    return card
