"""Laying out a deal: a bit for every card, and what each set of cards left of a suit means.

The lanes are filled from small sets to large ones: a set is its strongest card on top of the set of
the others, whose lane is known.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from manille.solver.core.bits cimport bit, leading_zeros, low_bit, lowest, popcount
from manille.solver.core.types cimport (
    LANE, MAX_CARDS, MAX_PLANES, MAX_SEATS, STRIDE, SUITS, Cards, Lane, Layout, Rules, int8_t,
    uint16_t, uint32_t, uint64_t,
)

cdef enum:
    SEQUENCE_BITS = 32
    WIDE_SEATS = 5           # from here on an owner takes three bits instead of two


cdef struct Suit:
    # A suit while its lanes are filled; sets are bits of the suit.
    int count
    int seat[STRIDE]
    int strength[STRIDE]
    int points[STRIDE]
    uint16_t hand[MAX_SEATS]
    uint16_t weight[MAX_SEATS]   # of a card of this seat in the number of the lengths
    uint16_t* block              # by set: its strongest cards, as far as one hand has them
    uint16_t* side_low           # by set: the weakest of the strongest cards of one side


cdef bint layout_open(
    Layout* layout, const Rules* rules, int trump_suit, const int8_t* seat_of, const int* points
) noexcept nogil:
    """Lay out the cards of a deal; False if there is no memory for it.

    Cards come as their numbers, suit * 13 + strength: the seat of each, -1 for those not dealt, and
    their points.
    """
    cdef Suit suit
    cdef int n
    cdef bint good = True
    memset(layout, 0, sizeof(Layout))
    layout.trump_suit = trump_suit
    layout.trump = <Cards> LANE << (STRIDE * trump_suit) if trump_suit >= 0 else 0
    layout.owner_bits = 3 if rules.seats >= WIDE_SEATS else 2
    for n in range(SUITS):
        take_suit(layout, rules, n, seat_of, points, &suit)
        place_suit(layout, rules, n, &suit)
        good = good and fill_lanes(layout, rules, n, &suit)
    for n in range(rules.seats):
        layout.hand[n + rules.seats] = layout.hand[n]
        if (rules.side0 >> n) & 1:
            layout.side0_cards |= layout.hand[n]
    fill_points(layout)
    return good


cdef void layout_close(Layout* layout) noexcept nogil:
    """Give the memory back."""
    cdef int n
    for n in range(SUITS):
        free(layout.lane[n])
        layout.lane[n] = NULL


cdef void take_suit(
    Layout* layout, const Rules* rules, int n, const int8_t* seat_of, const int* points, Suit* suit
) noexcept nogil:
    """The cards of a suit in the order of their bits: by seat, of a seat from the weakest on."""
    cdef int seat, strength, number
    suit.count = 0
    for seat in range(rules.seats):
        suit.hand[seat] = 0
        for strength in range(STRIDE):
            number = STRIDE * n + strength
            if seat == 0:
                layout.bit_of[number] = -1
            if seat_of[number] == seat:
                layout.bit_of[number] = STRIDE * n + suit.count
                layout.number_of[STRIDE * n + suit.count] = number
                suit.seat[suit.count] = seat
                suit.strength[suit.count] = strength
                suit.points[suit.count] = points[number]
                suit.hand[seat] |= 1 << suit.count
                suit.count += 1


cdef void place_suit(Layout* layout, const Rules* rules, int n, Suit* suit) noexcept nogil:
    """What the search asks about each card of a suit."""
    cdef int i, j, c, seat, weight = 1
    for i in range(suit.count):
        c = STRIDE * n + i
        for j in range(i, -1, -1):
            # a card of the hand counts if it has points, or if a weaker one has
            if suit.seat[j] == suit.seat[i] and suit.points[j]:
                layout.payoff |= bit(c)
        layout.hand[suit.seat[i]] |= bit(c)
        layout.points[c] = suit.points[i]
        layout.strength[c] = suit.strength[i]
        layout.suit[c] = <Cards> LANE << (STRIDE * n)
        for j in range(suit.count):
            if suit.strength[j] > suit.strength[i]:
                layout.over[c] |= bit(STRIDE * n + j)
        layout.beat[c] = layout.over[c]
        if n != layout.trump_suit:
            layout.beat[c] |= layout.trump
    for seat in range(rules.seats):
        suit.weight[seat] = weight
        weight *= popcount(suit.hand[seat]) + 1


cdef void fill_points(Layout* layout) noexcept nogil:
    """The cards by their points, and by the bits of their points."""
    cdef Cards cards = 0, same = 0
    cdef int n, c, most
    for n in range(MAX_SEATS):
        cards |= layout.hand[n]
    for c in range(MAX_CARDS):
        for n in range(MAX_PLANES):
            if (cards >> c) & 1 and (layout.points[c] >> n) & 1:
                layout.plane[n] |= bit(c)
                layout.planes = max(layout.planes, n + 1)
    while cards:
        most = -1
        for c in range(MAX_CARDS):
            if (cards >> c) & 1 and layout.points[c] >= most:
                same = same | bit(c) if layout.points[c] == most else bit(c)
                most = layout.points[c]
        layout.level[layout.levels] = same
        layout.levels += 1
        cards &= ~same


cdef bint fill_lanes(Layout* layout, const Rules* rules, int n, Suit* suit) noexcept nogil:
    """A lane for every set of cards of a suit."""
    cdef size_t sets = <size_t> 1 << suit.count, cards
    layout.lane[n] = <Lane*> calloc(sets, sizeof(Lane))
    suit.block = <uint16_t*> calloc(2 * sets, sizeof(uint16_t))
    layout.bytes += sets * sizeof(Lane)
    if layout.lane[n] == NULL or suit.block == NULL:
        free(suit.block)
        return False
    suit.side_low = suit.block + sets
    layout.lane[n].owner = MAX_SEATS
    for cards in range(1, sets):
        fill_lane(layout.lane[n], rules, suit, cards, n == layout.trump_suit)
    free(suit.block)
    return True


cdef void fill_lane(
    Lane* lanes, const Rules* rules, Suit* suit, uint32_t cards, bint trump
) noexcept nogil:
    """The lane of a set whose smaller sets have theirs."""
    cdef int bits = 3 if rules.seats >= WIDE_SEATS else 2
    cdef Lane* lane = &lanes[cards]
    cdef int top = 31 - leading_zeros32(cards), second
    cdef uint32_t others = cards ^ (1 << top)
    if others:
        second = lowest(lanes[others].top)
        if suit.strength[second] > suit.strength[top]:
            top = second
            others = cards ^ (1 << top)
    cdef const Lane* under = &lanes[others]
    cdef int seat = suit.seat[top]
    cdef bint same = under.owner == seat
    lane.top = 1 << top
    lane.owner = seat
    lane.sequence = (<uint32_t> seat << (SEQUENCE_BITS - bits)) | (under.sequence >> bits)
    lane.lengths = under.lengths + (<uint32_t> 1 << (4 * seat))
    lane.number = under.number + suit.weight[seat]
    lane.holders = under.holders | (1 << seat)
    suit.block[cards] = lane.top | (suit.block[others] if same else 0)
    lane.joined = under.joined
    if same and suit.points[lowest(under.top)] == suit.points[top]:
        lane.joined |= lane.top
    fill_run(lane, rules, suit, cards)
    if trump:
        fill_side(lane, under, rules, suit, cards, others)


cdef void fill_run(Lane* lane, const Rules* rules, const Suit* suit, uint32_t cards) noexcept nogil:
    """The sure winners of the hand that has the strongest card."""
    cdef int seat, longest = 0, n
    cdef uint32_t run = suit.block[cards], rest
    n = popcount(run)
    for seat in range(rules.seats):
        if seat != lane.owner:
            longest = max(longest, (lane.lengths >> (4 * seat)) & 15)
    if longest:
        rest = run
        while n > longest:
            rest &= rest - 1
            n -= 1
        lane.run_mark = low_bit(rest)
    lane.draws = n >= longest
    if lane.draws:
        run = cards & suit.hand[lane.owner]
    lane.run = run
    lane.rounds = popcount(run)
    lane.run_points = lane.rounds * rules.trick_points + points_of(suit, run)


cdef void fill_side(
    Lane* lane, const Lane* under, const Rules* rules, const Suit* suit, uint32_t cards,
    uint32_t others
) noexcept nogil:
    """The strongest cards of the side that has the strongest one."""
    cdef int side0 = rules.side0
    cdef bint first = (side0 >> lane.owner) & 1
    cdef int seat, tricks = 0
    cdef bint same = others and ((side0 >> under.owner) & 1) == first
    lane.side_run = lane.top | (under.side_run if same else 0)
    suit.side_low[cards] = suit.side_low[others] if same else lane.top
    for seat in range(rules.seats):
        if ((side0 >> seat) & 1) != first and (lane.holders >> seat) & 1:
            lane.side_mark = suit.side_low[cards]
        tricks = max(tricks, popcount(lane.side_run & suit.hand[seat]))
    lane.side_points = points_of(suit, lane.side_run) + tricks * rules.trick_points


cdef inline int points_of(const Suit* suit, uint32_t cards) noexcept nogil:
    cdef int found = 0
    while cards:
        found += suit.points[lowest(cards)]
        cards &= cards - 1
    return found


cdef inline int leading_zeros32(uint32_t word) noexcept nogil:
    return leading_zeros(<uint64_t> word) - 32
