# The search: zero windows over tricks, fail-soft, with one table kept throughout.
#
# Every function answers the question "does side 0 still take at least k points?" with a proven
# bound (a ``Result``): a lower one if yes, an upper one if no. ``lead`` is the start of a trick,
# where the table is asked; ``follow`` is a seat within a trick; ``finish`` gives a trick to its
# winner. Each leaves the marks of its proof in ``Search.marks``.
#
# This text is compiled twice, see search_portable.pyx and search_bmi2.pyx.

from manille.solver.core.bits cimport (
    Mask, bit, compress, expand, highest, low_bit, lowest, popcount, prepare, single,
)
from manille.solver.core.bounds cimport cashing, trump_run
from manille.solver.core.layout cimport lane_of
from manille.solver.core.moves cimport legal
from manille.solver.core.order cimport (
    LeadOrder, follow_order, lead_order, next_follow, next_lead, put_first,
)
from manille.solver.core.payoff cimport Points, carried, points_of
from manille.solver.core.root cimport winner_of
from manille.solver.core.similar cimport Searched, refuted
from manille.solver.core.table cimport (
    DEEP_SHIFT, LAYOUT_SHIFT, LOWER_SHIFT, NUMBER_SHIFT, Slot, head_of, table_claim,
)
from manille.solver.core.types cimport (
    CARDS, LANE, NO_BOUND, STRIDE, SUITS, USE_EQUAL, USE_MARKS, USE_QUASI, USE_RUNS,
    USE_SIMILARITY, USE_TABLE, VALUE_SHIFT, Block, Cards, Entry, Lane, Layout, Result, Root,
    Search, Trick, uint32_t, uint64_t,
)
from manille.solver.core.watch cimport count_node

cdef enum:
    # The state of a trick in one word: the winning card, whose place in the trick, points so far
    PLACE_SHIFT = 8
    POINTS_SHIFT = 16
    OWNERS_BITS = 16         # of a suit in the owners of an entry
    ALL_OWNERS = 0xFFFF      # of one suit: alike to its end
    NUMBER_BITS = 10         # of a suit's lengths in a key


cdef inline int value_of(Result result) noexcept nogil:
    """The bound that a result proves."""
    return <int> (result.a >> VALUE_SHIFT)


cdef inline Cards cards_against(const Layout* layout, bint first) noexcept nogil:
    """The cards of the other side, as dealt."""
    return ~layout.side0_cards if first else layout.side0_cards


cdef inline Result make(int value, Cards union_, Cards sure) noexcept nogil:
    cdef Result r
    r.a = (<uint64_t> value << VALUE_SHIFT) | union_
    r.b = sure
    return r


cdef inline void fold(Search* s, Result* r, Cards group) noexcept nogil:
    """Any card of a group could have been the one: perhaps captured as one, surely only as all."""
    if r.a & group:
        r.a |= group
    if (r.b & group) != group:
        r.b &= ~group
    if s.marks & group:
        s.marks |= group


cdef inline Cards group_of(
    const Layout* layout, Cards one, Cards kept, Cards cards
) noexcept nogil:
    """The cards that a kept card stands for, itself included: those up to the next kept one."""
    cdef Cards upward = kept & layout.suit[lowest(one)] & ~(one | (one - 1))
    cdef Cards group = cards & layout.suit[lowest(one)] & ~(one - 1)
    if upward:
        group &= low_bit(upward) - 1
    return group


# --------------------------------------------------------------------------------------- the trick

cdef Result finish(Search* s, const Trick* t, Cards left, uint64_t state) noexcept nogil:
    """The trick is complete: give it to its winner, who leads the next one."""
    cdef const Layout* layout = s.layout
    cdef int winner = state & 63, place = (state >> PLACE_SHIFT) & 7
    cdef int got = <int> (state >> POINTS_SHIFT) + s.rules.trick_points
    cdef int leader = t.leader + place
    cdef bint first = (t.side0 >> place) & 1
    cdef Cards taken = t.before ^ left, beaten = taken & layout.suit[winner]
    cdef Cards marks
    cdef Result r
    if leader >= s.rules.seats:
        leader -= s.rules.seats
    if t.tricks == 1:
        got += s.rules.last_points
    if t.tricks == 1 or (got >= t.k if first else t.k > t.total - got):
        # which of the side's cards wins does not matter any more
        s.marks = bit(winner) if beaten & cards_against(layout, first) else 0
        return decided(s, t, left, taken, got, first)
    marks = 0 if single(beaten) else bit(winner)
    r = lead(s, leader, left, t.k - got if first else t.k, t.total - got, t.tricks - 1)
    s.marks |= marks
    if first:
        r.a = (r.a + (<uint64_t> got << VALUE_SHIFT)) | taken
        r.b |= taken
    return r


cdef inline Result decided(
    Search* s, const Trick* t, Cards left, Cards taken, int got, bint first
) noexcept nogil:
    """The trick decides the question. Its side is given its sure trumps too: a bound that says more
    than was asked serves more positions."""
    cdef const Layout* layout = s.layout
    cdef const Lane* trumps
    cdef Cards run = 0
    if t.tricks > 1 and layout.trump_suit >= 0 and s.prunings & USE_RUNS:
        trumps = lane_of(layout, layout.trump_suit, left)
        if trumps.side_run and <bint> ((s.rules.side0 >> trumps.owner) & 1) == first:
            s.marks |= <Cards> trumps.side_mark << (STRIDE * layout.trump_suit)
            run = <Cards> trumps.side_run << (STRIDE * layout.trump_suit)
            got += trumps.side_points
    if first:
        return make(got, taken | run, taken | run)
    return make(t.total - got, left ^ run, left ^ run)


cdef inline Result play(
    Search* s, const Trick* t, const int ply, Cards left, uint64_t state, Cards one
) noexcept nogil:
    """The result of one card of a follower."""
    cdef int card = lowest(one)
    if (s.layout.beat[state & 63] >> card) & 1:
        state = (state >> POINTS_SHIFT << POINTS_SHIFT) | (ply << PLACE_SHIFT) | card
    state += <uint64_t> s.layout.points[card] << POINTS_SHIFT
    left ^= one
    if ply + 1 == s.rules.seats:
        return finish(s, t, left, state)
    if ply == 1:
        return follow_2(s, t, left, state)
    if ply == 2:
        return follow_3(s, t, left, state)
    return follow_4(s, t, left, state)


cdef inline Result follow(
    Search* s, const Trick* t, const int ply, Cards left, uint64_t state
) noexcept nogil:
    """A seat within a trick, ``ply`` places after the leader."""
    cdef const Layout* layout = s.layout
    cdef int winner = state & 63, order, value, card
    cdef bint own = (t.side0 >> ply) & 1
    cdef bint own_side_wins = own == <bint> (
        (t.side0 >> ((state >> PLACE_SHIFT) & 7)) & 1
    )
    cdef Cards hand = t.hand[ply] & left, legal_marks
    cdef Cards cards = legal(
        &s.rules, layout, t, hand, left, winner, own_side_wins, &legal_marks
    )
    cdef Cards one, winners, losers, foreign, beat
    cdef Cards union_ = 0, sure = CARDS, marks = legal_marks
    cdef int best = -1 if own else NO_BOUND
    cdef Result r
    cdef Searched searched
    count_node(s)
    if single(cards):
        r = play(s, t, ply, left, state, cards)
        s.marks |= marks
        return r
    beat = layout.beat[winner]
    winners = cards & beat
    losers = cards ^ winners
    # the card that is winning stands between others though it is in no hand
    foreign = (left ^ hand) | bit(winner)
    searched.cards = 0
    order = follow_order(
        layout, t, ply, s.rules.seats, own, own_side_wins, left, beat, winners
    )
    while winners | losers:
        one = next_follow(layout, order, winners, losers)
        winners &= ~one
        losers &= ~one
        card = lowest(one)
        if not (
            searched.cards and s.prunings & USE_QUASI
            and refuted(s, &searched, foreign, card, own, t.k, &r)
        ):
            r = play(s, t, ply, left, state, one)
            if (value_of(r) >= t.k) == own or s.stopped:
                s.marks |= legal_marks
                return r
            searched.cards |= one
            searched.result[card] = r
            searched.marks[card] = s.marks
        union_ |= r.a & CARDS
        sure &= r.b
        marks |= s.marks
        value = value_of(r)
        best = max(best, value) if own else min(best, value)
    s.marks = marks
    return make(best, union_, sure)


# The place in the trick as a constant: the compiler makes a function of its own for each.
cdef Result follow_1(Search* s, const Trick* t, Cards left, uint64_t state) noexcept nogil:
    return follow(s, t, 1, left, state)


cdef Result follow_2(Search* s, const Trick* t, Cards left, uint64_t state) noexcept nogil:
    return follow(s, t, 2, left, state)


cdef Result follow_3(Search* s, const Trick* t, Cards left, uint64_t state) noexcept nogil:
    return follow(s, t, 3, left, state)


cdef Result follow_4(Search* s, const Trick* t, Cards left, uint64_t state) noexcept nogil:
    return follow(s, t, 4, left, state)


cdef Result last_trick(Search* s, int leader, Cards left, int total) noexcept nogil:
    """One card in each hand: the trick is played out."""
    cdef const Layout* layout = s.layout
    cdef const Cards* hand = layout.hand + leader
    cdef int place, winner_place = 0, winner = lowest(left & hand[0])
    cdef Cards card, beaten
    cdef bint first
    for place in range(1, s.rules.seats):
        card = left & hand[place]
        if card & layout.beat[winner]:
            winner = lowest(card)
            winner_place = place
    count_node(s)
    first = ((s.rules.side0 >> leader) >> winner_place) & 1
    beaten = left & layout.suit[winner]
    s.marks = bit(winner) if beaten & cards_against(layout, first) else 0
    return make(total, left, left) if first else make(0, 0, 0)


# --------------------------------------------------------------------------------- the trick start

cdef struct Memory:
    # What the table is asked about, and what it says.
    uint64_t key
    uint64_t owners
    int best             # the number of the best lead of the nearest entry, -1 if there is none
    uint32_t block[2]    # where a bound of this very position stands, an upper and a lower one
    int n[2]


cdef inline void identify(const Lane** lanes, int leader, Memory* memory) noexcept nogil:
    """The key: how many cards each seat has of each suit, and who leads. And the owners."""
    cdef int n
    memory.key = leader
    memory.owners = 0
    memory.best = -1
    memory.block[0] = memory.block[1] = 0
    memory.n[0] = memory.n[1] = 0
    for n in range(SUITS):
        memory.key = (memory.key << NUMBER_BITS) | lanes[n].number
        memory.owners |= <uint64_t> (lanes[n].sequence >> OWNERS_BITS) << (OWNERS_BITS * n)


cdef inline bint recall(
    Search* s, const Lane** lanes, Cards left, int k, Memory* memory, Result* found
) noexcept nogil:
    """Ask the table for a bound that decides the question."""
    cdef uint32_t number = s.table.heads[head_of(&s.table, memory.key)], at
    cdef Block* block
    cdef Block* newer = NULL     # the block of the key before this one
    cdef Points here
    cdef Mask mask
    cdef bint known = False
    cdef int n, value
    # what tells the points of an entry from those here: cards, and the layout that counted them
    cdef uint64_t here_left = left | (layout_number(s) << LAYOUT_SHIFT)
    cdef uint64_t alike_mask = s.layout.payoff | (<uint64_t> 1 << LAYOUT_SHIFT)
    while number:
        block = &s.table.blocks[number]
        at = number
        number = block.next
        if block.key != memory.key:
            continue
        n = block.count
        while n:
            n -= 1
            if (block.owners[n] ^ memory.owners) & block.depth[n]:
                continue
            if (block.entry[n].marks >> DEEP_SHIFT) & 1 and not alike(
                s.layout, lanes, block.depth[n], block.entry[n].left
            ):
                continue
            if memory.best < 0:
                memory.best = (block.entry[n].b >> NUMBER_SHIFT) & 63
            value = <int> (block.entry[n].a >> VALUE_SHIFT)
            if block.entry[n].left == here_left:
                memory.block[block.entry[n].marks >> LOWER_SHIFT] = at
                memory.n[block.entry[n].marks >> LOWER_SHIFT] = n
            if (block.entry[n].left ^ here_left) & alike_mask:
                if not s.prunings & USE_SIMILARITY:
                    continue
                if not known:
                    mask = prepare(left)
                    points_of(s.layout, &mask, &here)
                    known = True
                value += gained(s, &block.entry[n], &here)
            if (value >= k) == <bint> (block.entry[n].marks >> LOWER_SHIFT):
                take_over(s, &block.entry[n], left, value, found)
                if newer != NULL:
                    advance_entry(newer, block, n)
                return True
        newer = block
    return False


cdef inline void advance_entry(Block* newer, Block* block, int n) noexcept nogil:
    """Let an entry that served change places with one of the block before: nearer to the head."""
    cdef int m = min(n, newer.count - 1)
    cdef uint64_t owners = newer.owners[m], depth = newer.depth[m]
    cdef Entry entry = newer.entry[m]
    newer.owners[m] = block.owners[n]
    newer.depth[m] = block.depth[n]
    newer.entry[m] = block.entry[n]
    block.owners[n] = owners
    block.depth[n] = depth
    block.entry[n] = entry


cdef inline bint alike(
    const Layout* layout, const Lane** lanes, uint64_t depth, Cards left
) noexcept nogil:
    """Whether the suits that an entry needs in full have the same owners to their ends."""
    cdef int n
    for n in range(SUITS):
        if ((depth >> (OWNERS_BITS * n)) & ALL_OWNERS) == ALL_OWNERS:
            if lane_of(layout, n, left & CARDS).sequence != lanes[n].sequence:
                return False
    return True


cdef inline uint64_t layout_number(const Search* s) noexcept nogil:
    return s.layout != &s.layouts[0]


cdef inline int gained(Search* s, const Entry* entry, const Points* here) noexcept nogil:
    """What a bound gains by the points here."""
    cdef Points there
    cdef Mask mask = prepare(entry.left & CARDS)
    points_of(&s.layouts[(entry.left >> LAYOUT_SHIFT) & 1], &mask, &there)
    return carried(
        s.layout.planes, &there, here, entry.marks >> LOWER_SHIFT, entry.a & CARDS,
        entry.b & CARDS,
    )


cdef inline void take_over(
    Search* s, const Entry* entry, Cards left, int value, Result* found
) noexcept nogil:
    """The proof of an entry, for the cards here."""
    cdef Mask mask = prepare(left)
    found[0] = make(value, expand(&mask, entry.a & CARDS), expand(&mask, entry.b & CARDS))
    s.marks = expand(&mask, entry.marks & CARDS)


cdef inline void remember(
    Search* s, const Memory* memory, Cards left, int k, int tricks, Cards best, Result r
) noexcept nogil:
    """Store a bound."""
    cdef const Layout* layout = s.layout
    cdef bint lower = value_of(r) >= k
    cdef uint64_t here_left = left | (layout_number(s) << LAYOUT_SHIFT)
    cdef Slot slot
    cdef Entry* entry
    cdef Mask mask = prepare(left)
    cdef Cards needed = s.marks, marks = s.marks
    cdef uint64_t depth = 0, deep = 0
    cdef int n, bits
    slot.block = &s.table.blocks[memory.block[lower]]
    slot.n = memory.n[lower]
    if not (
        memory.block[lower] and slot.block.key == memory.key and slot.n < slot.block.count
        and slot.block.entry[slot.n].left == here_left
        and <bint> (slot.block.entry[slot.n].marks >> LOWER_SHIFT) == lower
    ):
        slot = table_claim(&s.table, memory.key, tricks)
    entry = &slot.block.entry[slot.n]
    if not s.prunings & USE_MARKS:
        needed = left
    while marks:
        needed |= layout.over[lowest(marks)]
        marks &= marks - 1
    needed &= left
    for n in range(SUITS):
        bits = popcount((needed >> (STRIDE * n)) & LANE) * layout.owner_bits
        if bits >= OWNERS_BITS:
            bits = OWNERS_BITS
            deep = 1
        depth |= (
            (<uint64_t> ALL_OWNERS << (OWNERS_BITS - bits)) & ALL_OWNERS
        ) << (OWNERS_BITS * n)
    slot.block.owners[slot.n] = memory.owners
    slot.block.depth[slot.n] = depth
    entry.a = (r.a & ~CARDS) | compress(&mask, r.a & CARDS)
    entry.b = compress(&mask, r.b) | (<uint64_t> popcount(left & (best - 1)) << NUMBER_SHIFT)
    entry.marks = compress(&mask, s.marks) | (deep << DEEP_SHIFT)
    if lower:
        entry.marks |= <uint64_t> 1 << LOWER_SHIFT
    entry.left = here_left


cdef Result lead(Search* s, int leader, Cards left, int k, int total, int tricks) noexcept nogil:
    """The start of a trick: does side 0 take at least k of the ``total`` points left?"""
    cdef Memory memory
    cdef Result r
    cdef const Lane* lanes[SUITS]
    cdef int n
    if tricks == 1:
        return last_trick(s, leader, left, total)
    for n in range(SUITS):
        lanes[n] = lane_of(s.layout, n, left)
    if s.prunings & USE_RUNS and s.layout.trump_suit >= 0:
        if trump_run(s, lanes[s.layout.trump_suit], left, k, total, &r):
            return r
    memory.best = -1
    if s.prunings & USE_TABLE:
        identify(lanes, leader, &memory)
        if recall(s, lanes, left, k, &memory, &r):
            return r
    if s.prunings & USE_RUNS:
        if cashing(s, lanes, leader, left, k, total, tricks, &r):
            return r
    count_node(s)
    if s.stopped:
        return make(0, 0, 0)
    return lead_cards(s, lanes, leader, left, k, total, tricks, &memory)


cdef Result lead_cards(
    Search* s, const Lane** lanes, int leader, Cards left, int k, int total, int tricks,
    Memory* memory
) noexcept nogil:
    """Try the cards of the leader, and remember what came of it."""
    cdef const Layout* layout = s.layout
    cdef Cards hand = layout.hand[leader] & left, kept = hand, foreign = left ^ hand
    cdef Cards one, best = 0, union_ = 0, sure = CARDS, marks = 0, kept_later
    cdef bint own = (s.rules.side0 >> leader) & 1
    cdef int value, best_value = -1 if own else NO_BOUND, n, card
    cdef Trick t
    cdef LeadOrder order
    cdef Result r
    cdef Searched searched
    start_trick(s, &t, leader, left, k, total, tricks)
    if s.prunings & USE_EQUAL:
        for n in range(SUITS):
            kept &= ~(<Cards> lanes[n].joined << (STRIDE * n))
    kept_later = kept
    searched.cards = 0
    order.count = 0
    if memory.best >= 0:
        one = standing_for(layout, memory.best, left, kept)
        if one:
            put_first(&order, lowest(one))
            kept_later ^= one
    while True:
        if not order.count:
            # the others are put in order once the remembered card has not been enough
            if not kept_later:
                r = make(best_value, union_, sure)
                s.marks = marks
                break
            lead_order(s, lanes, leader, kept_later, tricks, &order)
            kept_later = 0
        card = next_lead(&order)
        one = bit(card)
        if not (
            searched.cards and s.prunings & USE_QUASI
            and refuted(s, &searched, foreign, card, own, k, &r)
        ):
            lead_suit(s, &t, card)
            r = follow_1(s, &t, left ^ one, (<uint64_t> layout.points[card] << POINTS_SHIFT) | card)
            if s.stopped:
                return r
            if (value_of(r) >= k) == own:
                best = one
                break
            searched.cards |= one
            searched.result[card] = r
            searched.marks[card] = s.marks
        if kept != hand:
            fold(s, &r, group_of(layout, one, kept, hand))
        union_ |= r.a & CARDS
        sure &= r.b
        marks |= s.marks
        value = value_of(r)
        if (value > best_value) if own else (value < best_value):
            best_value = value
            best = one
    if s.prunings & USE_TABLE:
        remember(s, memory, left, k, tricks, best, r)
    return r


cdef inline Cards standing_for(
    const Layout* layout, int number, Cards left, Cards kept
) noexcept nogil:
    """The kept card that stands for the card of a number, as far as it is the next one down."""
    cdef Mask mask = prepare(left)
    cdef Cards one = expand(&mask, bit(number))
    cdef Cards below = kept & layout.suit[lowest(one)] & (one | (one - 1))
    return bit(highest(below)) if below else 0


cdef inline void start_trick(
    Search* s, Trick* t, int leader, Cards left, int k, int total, int tricks
) noexcept nogil:
    t.leader = leader
    t.k = k
    t.total = total
    t.tricks = tricks
    t.before = left
    t.hand = s.layout.hand + leader
    t.side0 = s.rules.side0 >> leader


cdef inline void lead_suit(Search* s, Trick* t, int card) noexcept nogil:
    """What hangs on the suit led."""
    t.led = s.layout.suit[card]
    t.duty = s.rules.beat_trump if t.led == s.layout.trump else s.rules.beat_plain


# ---------------------------------------------------------------------------------------- the root

cdef Result search(Search* s, const Root* root, int k) noexcept nogil:
    """Does side 0 take at least k of the points left, 1 <= k <= root.total? Not at the end."""
    cdef Trick t
    cdef const Layout* layout = s.layout
    cdef int n, place, points = 0
    cdef uint64_t state
    if root.count == 0:
        return lead(s, root.leader, root.left, k, root.total, root.tricks)
    start_trick(s, &t, root.leader, root.left, k, root.total, root.tricks)
    lead_suit(s, &t, root.played[0])
    for n in range(root.count):
        t.before |= bit(root.played[n])
        points += layout.points[root.played[n]]
    place = winner_of(layout, root)
    state = (<uint64_t> points << POINTS_SHIFT) | (place << PLACE_SHIFT) | root.played[place]
    if root.count == 1:
        return follow_1(s, &t, root.left, state)
    if root.count == 2:
        return follow_2(s, &t, root.left, state)
    if root.count == 3:
        return follow_3(s, &t, root.left, state)
    return follow_4(s, &t, root.left, state)
