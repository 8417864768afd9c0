"""Which card to try first: the one that most likely decides the question."""

from manille.solver.core.bits cimport bit, highest, low_bit, lowest
from manille.solver.core.types cimport (
    LANE, MAX_HAND, STRIDE, SUITS, Cards, Lane, Layout, Search, Trick, uint32_t,
)

cdef enum:
    GIVE = 0     # partner's trick for good: the fattest losers first
    WIN = 1      # the own highest winner cannot be beaten any more: winners from the top
    SAVE = 2     # else: thin losers, then thin winners


cdef enum:
    # Scores of the cards of a leader. They were tuned by node counts over random deals of every
    # game; values near them do nearly as well.
    GOOD = 50
    GOOD_POINT = 4
    TOP_TRUMP = 28
    TRUMP = 22
    PLAIN = 15
    PLAIN_POINT = 2
    REPLY = 11               # what one doubling of the answers costs
    LOG_UNIT = 8             # of the logarithms

cdef extern from *:
    """
    /* 8 times the binary logarithm */
    static const unsigned char manille_logarithm[18] =
        {0, 0, 8, 13, 16, 19, 21, 22, 24, 25, 27, 28, 29, 30, 30, 31, 32, 33};
    """
    const unsigned char logarithm "manille_logarithm"[18]


cdef struct LeadOrder:
    # The cards of a leader, and how promising each is.
    int count
    int score[MAX_HAND]
    int card[MAX_HAND]


cdef inline Cards fattest(const Layout* layout, Cards cards) noexcept nogil:
    """One of the cards with the most points, the strongest of the last suit."""
    cdef int n = 0
    while not cards & layout.level[n]:
        n += 1
    return bit(highest(cards & layout.level[n]))


cdef inline Cards thinnest(const Layout* layout, Cards cards) noexcept nogil:
    """One of the cards with the fewest points, the weakest of the first suit."""
    cdef int n = layout.levels - 1
    while not cards & layout.level[n]:
        n -= 1
    return low_bit(cards & layout.level[n])


cdef inline int follow_order(
    const Layout* layout, const Trick* t, int ply, int seats, bint own, bint own_side_wins,
    Cards left, Cards beat, Cards winners
) noexcept nogil:
    """How the cards of a follower are ordered. ``own`` is the side of the seat to play."""
    cdef Cards answers = 0, hand
    cdef int n
    if not own_side_wins and not winners:
        return SAVE
    for n in range(ply + 1, seats):
        if <bint> ((t.side0 >> n) & 1) != own:
            hand = t.hand[n] & left
            answers |= hand & t.led if hand & t.led else hand
    if own_side_wins and not answers & beat:
        return GIVE
    if winners and not answers & layout.beat[highest(winners)]:
        return WIN
    return SAVE


cdef inline Cards next_follow(
    const Layout* layout, int order, Cards winners, Cards losers
) noexcept nogil:
    """The next card of a follower, 0 when none is left."""
    if order == WIN and winners:
        return bit(highest(winners))
    if losers:
        return fattest(layout, losers) if order == GIVE else thinnest(layout, losers)
    return thinnest(layout, winners) if winners else 0


cdef inline void lead_order(
    const Search* s, const Lane** lanes, int leader, Cards cards, int tricks,
    LeadOrder* order
) noexcept nogil:
    """Give every card of a leader a score."""
    cdef const Layout* layout = s.layout
    cdef bint own = (s.rules.side0 >> leader) & 1
    cdef uint32_t side = s.rules.side0 if own else ~s.rules.side0
    cdef uint32_t ruffers, trumpers = 0
    cdef const Lane* lane
    cdef Cards suit, top
    cdef int n, width
    cdef bint partner, safe
    order.count = 0
    if layout.trump_suit >= 0:
        trumpers = lanes[layout.trump_suit].holders
    for n in range(SUITS):
        lane = lanes[n]
        suit = cards & ((<Cards> LANE) << (STRIDE * n))
        if not suit:
            continue
        width = REPLY * replies(s, lanes, lane, side, tricks) // LOG_UNIT
        partner = lane.owner != leader and (side >> lane.owner) & 1
        ruffers = trumpers & ~<uint32_t> lane.holders
        safe = n == layout.trump_suit or ruffers & ~side == 0
        if partner or (n != layout.trump_suit and ruffers):
            top = suit if safe else 0
        else:
            top = <Cards> lane.top << (STRIDE * n) if safe else 0
        if n == layout.trump_suit:
            score(order, suit, top, layout.strength, TOP_TRUMP - width, 1, TRUMP - width, 1)
        else:
            score(
                order, suit, top, layout.points,
                GOOD - width, GOOD_POINT, PLAIN - width, PLAIN_POINT,
            )


cdef inline int replies(
    const Search* s, const Lane** lanes, const Lane* lane, uint32_t side, int tricks
) noexcept nogil:
    """How many ways the other side can answer a suit, as a logarithm: small proofs come first."""
    cdef int seat, count, found = 0
    for seat in range(s.rules.seats):
        if (side >> seat) & 1:
            continue
        count = (lane.lengths >> (4 * seat)) & 15
        if not count and s.layout.trump_suit >= 0:
            count = (lanes[s.layout.trump_suit].lengths >> (4 * seat)) & 15
        found += logarithm[count if count else tricks]
    return found


cdef inline void score(
    LeadOrder* order, Cards suit, Cards good, const int* worth, int high, int up, int low, int down
) noexcept nogil:
    """Score the cards of a suit: good ones the higher the more they are worth, others the lower.

    Good are tops that nobody ruffs, and a suit that partner wins or ruffs.
    """
    cdef int card
    while suit:
        card = lowest(suit)
        suit &= suit - 1
        order.card[order.count] = card
        if (good >> card) & 1:
            order.score[order.count] = high + up * worth[card]
        else:
            order.score[order.count] = low - down * worth[card]
        order.count += 1


cdef inline void put_first(LeadOrder* order, int card) noexcept nogil:
    """Put the card that the table remembers into an empty order."""
    order.card[0] = card
    order.score[0] = 0
    order.count = 1


cdef inline int next_lead(LeadOrder* order) noexcept nogil:
    """Take the most promising card out of the order; there must be one."""
    cdef int n, best = 0, card
    for n in range(1, order.count):
        if order.score[n] > order.score[best]:
            best = n
    card = order.card[best]
    order.count -= 1
    order.card[best] = order.card[order.count]
    order.score[best] = order.score[order.count]
    return card
