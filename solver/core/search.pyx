"""The search: zero windows over tricks, fail-soft, with one table kept throughout.

Every function answers the question "does side 0 still take at least k points?" with a proven bound
(a ``Result``): a lower one if yes, an upper one if no. ``lead`` is the start of a trick, where the
table is asked; ``follow`` is a seat within a trick; ``finish`` gives a trick to its winner.
"""

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from manille.solver.core.bits cimport above, bit, highest, low_bit, lowest, popcount, single
from manille.solver.core.bounds cimport leader_run, trump_run
from manille.solver.core.moves cimport legal, repeated
from manille.solver.core.order cimport (
    LeadOrder, follow_order, lead_order, next_follow, next_lead,
)
from manille.solver.core.payoff cimport (
    LANE, excess, perhaps_captured, planes_of, surely_captured, to_places,
)
from manille.solver.core.root cimport is_side0, winner_of
from manille.solver.core.table cimport BEST_SHIFT, TRICKS_SHIFT, bucket_of, table_claim
from manille.solver.core.types cimport (
    CARDS, MAX_CARDS, MAX_WORDS, NO_BOUND, NOTHING, STRIDE, SUITS, USE_EQUAL, USE_QUASI, USE_RUNS,
    USE_SIMILARITY, USE_TABLE, VALUE_SHIFT, WAYS, Bucket, Cards, Entry, Result, Root, Rules, Search,
    Trick, uint64_t,
)

cdef enum:
    POLL_NODES = 1024        # a cancelled search stops within this many nodes
    META = 63


cdef inline Result make(int value, Cards union_, Cards sure) noexcept nogil:
    cdef Result r
    r.a = (<uint64_t> value << VALUE_SHIFT) | union_
    r.b = sure
    return r


# ------------------------------------------------------------------------------------------ limits

cdef void check_limits(Search* s) noexcept nogil:
    """Look at the clock, the nodes and the cancel token; once met, the search is void for good."""
    cdef timespec now
    if s.nodes >= s.node_limit or (s.cancelled != NULL and s.cancelled[0]):
        s.stopped = True
    if s.deadline:
        clock_gettime(CLOCK_MONOTONIC, &now)
        if now.tv_sec + now.tv_nsec * 1e-9 >= s.deadline:
            s.stopped = True
    s.next_poll = min(s.nodes + POLL_NODES, s.node_limit)


# ------------------------------------------------------------------------- equal and similar cards

cdef inline Cards group_of(const Rules* rules, Cards one, Cards kept, Cards cards) noexcept nogil:
    """The cards that a kept card stands for, itself included: those up to the next kept one."""
    cdef Cards group = one, suit = rules.suit[lowest(one)], upward
    cdef int n
    for n in range(rules.mergers):
        if one & rules.merger[n]:
            upward = kept & rules.merger[n] & suit & above(one)
            group = cards & rules.merger[n] & suit & (above(one) | one)
            if upward:
                group &= low_bit(upward) - 1
    return group


cdef inline void fold(Result* r, Cards group) noexcept nogil:
    """Any card of a group could have been the one: perhaps captured as one, surely only as all."""
    if r.a & group:
        r.a |= group
    if (r.b & group) != group:
        r.b &= ~group


cdef inline Cards beside(Cards done, Cards foreign, Cards one, Cards suit, bint up) noexcept nogil:
    """The nearest searched card above or below, unless a foreign card lies between; else 0."""
    cdef Cards seen = (done | foreign) & suit
    if up:
        return low_bit(seen & above(one)) & done
    seen &= one - 1
    return bit(highest(seen)) & done if seen else 0


cdef inline bint swap_bound(
    const Rules* rules, Result searched, Cards one, Cards other, bint maximizes, int k,
    Result* found
) noexcept nogil:
    """What the result of ``other`` proves for ``one``, if that refutes it.

    Playing one or the other leads to the same play with the two cards exchanged, so the outcomes
    differ by the difference in points, and only where just one of the two is captured by side 0.
    """
    cdef int c = lowest(one), y = lowest(other)
    cdef int difference = rules.points[c] - rules.points[y]
    cdef bint y_perhaps = (searched.a & other) != 0, y_surely = (searched.b & other) != 0
    cdef bint c_perhaps = (searched.a & one) != 0, c_surely = (searched.b & one) != 0
    cdef int most = -NO_BOUND, least = NO_BOUND, value
    cdef Cards both = one | other, union_ = searched.a & CARDS, sure = searched.b
    if (y_perhaps and c_perhaps) or not (y_surely or c_surely):    # both captured, or neither
        most = max(most, 0)
        least = min(least, 0)
    if y_perhaps and not c_surely:
        most = max(most, difference)
        least = min(least, difference)
    if c_perhaps and not y_surely:
        most = max(most, -difference)
        least = min(least, -difference)
    value = value_of(searched) + (most if maximizes else least)
    if (value >= k) == maximizes:
        return False
    if y_perhaps != c_perhaps:
        union_ ^= both
    if y_surely != c_surely:
        sure ^= both
    found[0] = make(value, union_, sure)
    return True


cdef inline bint similar_bound(
    Search* s, const Result* stored, Cards done, Cards foreign, Cards one, bint maximizes, int k,
    Result* found
) noexcept nogil:
    """Whether a searched neighbor refutes this card; if so, with what result."""
    cdef Cards suit = s.rules.suit[lowest(one)]
    cdef Cards other = beside(done, foreign, one, suit, True)
    if other and swap_bound(s.rules, stored[lowest(other)], one, other, maximizes, k, found):
        return True
    other = beside(done, foreign, one, suit, False)
    return other and swap_bound(s.rules, stored[lowest(other)], one, other, maximizes, k, found)


# --------------------------------------------------------------------------------------- the trick

cdef Result finish(
    Search* s, const Trick* t, Cards left, int winner_ply, bint first_wins, int points
) noexcept nogil:
    """The trick is complete: give it to its winner, who leads the next one."""
    cdef const Rules* rules = s.rules
    cdef int got = points + rules.trick_points, leader = t.leader + winner_ply
    cdef Cards taken
    cdef Result r
    if leader >= rules.seats:
        leader -= rules.seats
    if t.tricks == 1:
        got += rules.last_points
    if not first_wins:
        if t.tricks == 1 or t.k > t.total - got:
            return make(t.total - got, left, left)
        return lead(s, leader, left, t.k, t.total - got, t.tricks - 1)
    taken = t.before ^ left
    if t.tricks == 1 or got >= t.k:
        return make(got, taken, taken)
    r = lead(s, leader, left, t.k - got, t.total - got, t.tricks - 1)
    r.a = (r.a + (<uint64_t> got << VALUE_SHIFT)) | taken
    r.b |= taken
    return r


cdef Result play(
    Search* s, const Trick* t, int ply, Cards left, int winner, int winner_ply, bint first_wins,
    int points, Cards one, bint own
) noexcept nogil:
    """The result of one card of a follower."""
    cdef int card = lowest(one)
    if (s.rules.beat[winner] >> card) & 1:
        winner = card
        winner_ply = ply
        first_wins = own
    return follow(
        s, t, ply + 1, left ^ one, winner, winner_ply, first_wins, points + s.rules.points[card]
    )


cdef Result follow(
    Search* s, const Trick* t, int ply, Cards left, int winner, int winner_ply, bint first_wins,
    int points
) noexcept nogil:
    """A seat within a trick, ``ply`` places after the leader; the trick holds ``points`` so far."""
    cdef const Rules* rules = s.rules
    if ply == rules.seats:
        return finish(s, t, left, winner_ply, first_wins, points)
    count_node(s)
    cdef bint own = (t.side0 >> ply) & 1
    cdef bint own_side_wins = own == first_wins
    cdef Cards hand = t.hand[ply] & left, beat = rules.beat[winner]
    cdef Cards cards = legal(rules, hand, t.led, beat, own_side_wins)
    cdef Cards kept, present, one, winners, losers, foreign, union_ = 0, sure = CARDS, done = 0
    cdef int order, value, best = -1 if own else NO_BOUND
    cdef Result r
    cdef Result stored[MAX_CARDS]
    if single(cards):
        return play(s, t, ply, left, winner, winner_ply, first_wins, points, cards, own)
    present = left | bit(winner)
    kept = cards
    if s.prunings & USE_EQUAL:
        kept &= ~repeated(rules, cards, rules.full & ~present)
    winners = kept & beat
    losers = kept ^ winners
    foreign = present & ~hand
    order = follow_order(
        t, ply, rules.seats, own, own_side_wins, left, beat, rules.beat, winners
    )
    while winners | losers:
        one = next_follow(rules, order, winners, losers)
        winners &= ~one
        losers &= ~one
        if not (
            done and s.prunings & USE_QUASI
            and similar_bound(s, stored, done, foreign, one, own, t.k, &r)
        ):
            r = play(s, t, ply, left, winner, winner_ply, first_wins, points, one, own)
            if (value_of(r) >= t.k) == own or s.stopped:
                return r
            done |= one
            stored[lowest(one)] = r
        if kept != cards:
            fold(&r, group_of(rules, one, kept, cards))
        union_ |= r.a & CARDS
        sure &= r.b
        value = value_of(r)
        best = max(best, value) if own else min(best, value)
    return make(best, union_, sure)


cdef Result last_trick(Search* s, int leader, Cards left, int total) noexcept nogil:
    """One card in each hand: the trick is played out."""
    cdef const Rules* rules = s.rules
    cdef const Cards* hand = s.hand + leader
    cdef int place, winner_place = 0, winner = lowest(left & hand[0])
    cdef Cards card
    for place in range(1, rules.seats):
        card = left & hand[place]
        if card & rules.beat[winner]:
            winner = lowest(card)
            winner_place = place
    count_node(s)
    if ((rules.side0 >> leader) >> winner_place) & 1:
        return make(total, left, left)
    return make(0, 0, 0)


# --------------------------------------------------------------------------------- the trick start

cdef inline uint64_t key_of(const Search* s, int leader, Cards left) noexcept nogil:
    """Who has the cards left of each suit, strong to weak, and who leads: no two alike differ."""
    cdef int ranks = s.rules.ranks, n
    cdef uint64_t key = <uint64_t> leader << (SUITS * STRIDE)
    for n in range(SUITS):
        key |= <uint64_t> s.ids[(n << ranks) + ((left >> (STRIDE * n)) & LANE)] << (STRIDE * n)
    return key


cdef inline int index_of(Cards one, Cards left) noexcept nogil:
    """The number of cards left below one: the same for every position of a key."""
    return popcount(left & (one - 1))


cdef inline Cards card_at(int index, Cards left) noexcept nogil:
    """The card of an index."""
    while index:
        left &= left - 1
        index -= 1
    return low_bit(left)


cdef struct Memory:
    # What the table says of a position.
    int best             # the index of the best lead of the nearest entry, -1 if there is none
    Result found         # a bound that decides the question; a == NOTHING if there is none


cdef inline void recall(
    Search* s, uint64_t key, Cards left, int k, Memory* memory
) noexcept nogil:
    """Ask the table: entries of the same key, with the same points or with similar ones."""
    cdef const Rules* rules = s.rules
    cdef Bucket* bucket = bucket_of(&s.table, key)
    cdef Entry* entry
    cdef uint64_t here[MAX_WORDS]
    cdef uint64_t there[MAX_WORDS]
    cdef bint planes_known = False
    cdef int way, low, high, w, difference, nearest = NO_BOUND
    cdef uint64_t source, source_sure
    cdef Cards all_left = left
    left &= rules.payoff
    memory.best = -1
    memory.found.a = NOTHING
    for way in range(WAYS):
        if bucket.key[way] != key:
            continue
        entry = &bucket.entry[way]
        low = <int> (entry.low >> VALUE_SHIFT)
        high = <int> (entry.high >> VALUE_SHIFT)
        difference = 0
        if entry.left != left:
            if not s.prunings & USE_SIMILARITY:
                continue
            if not planes_known:
                planes_of(rules, left, here)
                planes_known = True
            planes_of(rules, entry.left, there)
            for w in range(rules.words):
                difference += popcount(here[w] ^ there[w])
            if low:
                low += excess(rules, here, there, entry.low_sure & CARDS)
                low -= excess(rules, there, here, entry.low & CARDS)
            if high != NO_BOUND:
                high += excess(rules, here, there, entry.high & CARDS)
                high -= excess(rules, there, here, entry.high_sure & CARDS)
        if difference < nearest:
            nearest = difference
            memory.best = (entry.low_sure >> BEST_SHIFT) & META
        if low >= k:
            source = entry.low
            source_sure = entry.low_sure
            high = low
        elif high < k:
            source = entry.high
            source_sure = entry.high_sure
        else:
            continue
        memory.found = make(
            high,
            perhaps_captured(rules, source & CARDS, all_left),
            surely_captured(rules, source_sure & CARDS, all_left),
        )
        return


cdef inline Entry* same_entry(Search* s, uint64_t key, Cards payoff) noexcept nogil:
    """The entry of a key with exactly these points, NULL if there is none."""
    cdef Bucket* bucket = bucket_of(&s.table, key)
    cdef int way
    for way in range(WAYS):
        if bucket.key[way] == key and bucket.entry[way].left == payoff:
            return &bucket.entry[way]
    return NULL


cdef inline void remember(
    Search* s, uint64_t key, Cards left, int k, int tricks, Cards best, Result r
) noexcept nogil:
    """Store a bound, in the entry with the same points if there is one."""
    cdef const Rules* rules = s.rules
    # looked up anew: since the table was asked, the entry may have moved or been given up
    cdef Entry* entry = same_entry(s, key, left & rules.payoff)
    cdef int value = value_of(r)
    cdef uint64_t bound = <uint64_t> value << VALUE_SHIFT
    cdef uint64_t move = <uint64_t> index_of(best, left) << BEST_SHIFT
    if entry == NULL:
        entry = table_claim(&s.table, key)
        entry.left = left & rules.payoff
        entry.low = 0
        entry.low_sure = 0
        entry.high = <uint64_t> NO_BOUND << VALUE_SHIFT
        entry.high_sure = <uint64_t> tricks << TRICKS_SHIFT
    if value >= k:
        if value > <int> (entry.low >> VALUE_SHIFT):
            entry.low = bound | to_places(rules, r.a, left)
            entry.low_sure = to_places(rules, r.b, left)
    elif value < <int> (entry.high >> VALUE_SHIFT):
        entry.high = bound | to_places(rules, r.a, left)
        entry.high_sure = to_places(rules, r.b, left) | (<uint64_t> tricks << TRICKS_SHIFT)
    entry.low_sure = (entry.low_sure & CARDS) | move


cdef Result lead(Search* s, int leader, Cards left, int k, int total, int tricks) noexcept nogil:
    """The start of a trick: does side 0 take at least k of the ``total`` points left?"""
    cdef Memory memory
    cdef Result r
    cdef uint64_t key = 0
    if tricks == 1:
        return last_trick(s, leader, left, total)
    memory.best = -1
    if s.prunings & USE_TABLE:
        key = key_of(s, leader, left)
        recall(s, key, left, k, &memory)
        if memory.found.a != NOTHING:
            return memory.found
    if s.prunings & USE_RUNS:
        r = trump_run(s, left, k, total)
        if r.a == NOTHING:
            r = leader_run(s, leader, left, k, total, tricks)
        if r.a != NOTHING:
            return r
    count_node(s)
    if s.stopped:
        return make(0, 0, 0)
    return lead_cards(s, leader, left, k, total, tricks, key, &memory)


cdef Result lead_cards(
    Search* s, int leader, Cards left, int k, int total, int tricks, uint64_t key, Memory* memory
) noexcept nogil:
    """Try the cards of the leader, and remember what came of it."""
    cdef const Rules* rules = s.rules
    cdef Cards hand = s.hand[leader] & left, kept = hand, foreign = left ^ hand
    cdef Cards one, best = 0, union_ = 0, sure = CARDS, done = 0
    cdef bint own = (rules.side0 >> leader) & 1
    cdef int value, best_value = -1 if own else NO_BOUND
    cdef Trick t
    cdef LeadOrder order
    cdef Result r
    cdef Result stored[MAX_CARDS]
    start_trick(s, &t, leader, left, k, total, tricks)
    if s.prunings & USE_EQUAL:
        kept &= ~repeated(rules, hand, rules.full & ~left)
    if memory.best >= 0:
        best = remembered(rules, card_at(memory.best, left), kept)
    lead_order(s, leader, left, kept, best, &order)
    while order.first | order.good | order.trumps | order.plain | order.rest:
        one = next_lead(rules, &order)
        if not (
            done and s.prunings & USE_QUASI
            and similar_bound(s, stored, done, foreign, one, own, k, &r)
        ):
            t.led = rules.suit[lowest(one)]
            r = follow(s, &t, 1, left ^ one, lowest(one), 0, own, rules.points[lowest(one)])
            if s.stopped:
                return r
            if (value_of(r) >= k) == own:
                best = one
                break
            done |= one
            stored[lowest(one)] = r
        if kept != hand:
            fold(&r, group_of(rules, one, kept, hand))
        union_ |= r.a & CARDS
        sure &= r.b
        value = value_of(r)
        if (value > best_value) if own else (value < best_value):
            best_value = value
            best = one
    else:
        r = make(best_value, union_, sure)
    if s.prunings & USE_TABLE:
        remember(s, key, left, k, tricks, best, r)
    return r


cdef inline Cards remembered(const Rules* rules, Cards one, Cards kept) noexcept nogil:
    """The kept card that stands for a card, as far as that is the next one at or below it."""
    cdef Cards below = kept & rules.suit[lowest(one)] & (one | (one - 1))
    return bit(highest(below)) if below else 0


cdef inline void start_trick(
    Search* s, Trick* t, int leader, Cards left, int k, int total, int tricks
) noexcept nogil:
    t.leader = leader
    t.k = k
    t.total = total
    t.tricks = tricks
    t.led = 0
    t.before = left
    t.hand = s.hand + leader
    t.side0 = s.rules.side0 >> leader


# ---------------------------------------------------------------------------------------- the root

cdef Result ask(Search* s, const Root* root, int k) noexcept nogil:
    """Does side 0 take at least k of the points left, 1 <= k <= root.total? Not at the end."""
    cdef Trick t
    cdef const Rules* rules = s.rules
    cdef int n, place, points = 0
    if root.count == 0:
        return lead(s, root.leader, root.left, k, root.total, root.tricks)
    start_trick(s, &t, root.leader, root.left, k, root.total, root.tricks)
    t.led = rules.suit[root.played[0]]
    for n in range(root.count):
        t.before |= bit(root.played[n])
        points += rules.points[root.played[n]]
    place = winner_of(rules, root)
    return follow(
        s, &t, root.count, root.left, root.played[place], place,
        is_side0(rules, (root.leader + place) % rules.seats), points,
    )
