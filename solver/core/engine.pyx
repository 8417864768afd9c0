"""Where domain values leave the kernel: one search effort over one position.

An :class:`Engine` keeps its table, its node count and its limits over all its questions, so that
each makes the next one cheaper. The interpreter lock is released while it searches.
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from manille.solver.core.bits cimport bit, lowest
from manille.solver.core cimport cancel as cancel_type
from manille.solver.core.payoff cimport perhaps_captured, surely_captured, to_places
from manille.solver.core.perft cimport count_lines
from manille.solver.core.root cimport advance, is_side0, legal_at, seat_to_play
from manille.solver.core.ruletable cimport RuleTable
from manille.solver.core.search cimport ask, check_limits, value_of
from manille.solver.core.table cimport table_close, table_open
from manille.solver.core.types cimport (
    MAX_CARDS, NO_BOUND, STRIDE, SUITS, USE_ALL, USE_EQUAL, USE_QUASI, USE_RUNS, USE_SIMILARITY,
    USE_TABLE, Cards, Root, Rules, Search,
)

from manille.solver.core.cancel import CancelToken
from manille.solver.core.ruletable import rule_table
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["PRUNINGS", "CancelToken", "Engine"]

PRUNINGS = {
    "table": USE_TABLE,
    "similarity": USE_SIMILARITY,
    "equal": USE_EQUAL,
    "quasi": USE_QUASI,
    "runs": USE_RUNS,
}

cdef enum:
    STEP = 2             # how far beside a guess the first probes go; doubled each time
    TRIE_SEATS = 5


cdef struct Span:
    # proven bounds of the points that side 0 still takes
    int low
    int high


cdef struct Window:
    # Values from low to high are wanted exactly, of others only on which side they lie. All of
    # 0..NO_BOUND for the value itself.
    int low
    int high


def _check(position):
    """Refuse a position that no play leads to: the search would read past its arrays."""
    seats, hands, trick = position.contract.rules.seats, position.hands, position.trick
    if len(hands) != seats or not 0 <= position.leader < seats or len(trick) >= seats:
        raise ValueError(f"not a position of {seats} seats with a trick under way")
    sizes = [len(hand) for hand in hands]
    for place in range(len(trick)):
        sizes[(position.leader + place) % seats] += 1
    cards = [card for hand in hands for card in hand] + list(trick)
    if len(set(sizes)) > 1 or len(set(cards)) < len(cards):
        raise ValueError("the hands are unequal, or a card is held twice")


def _hands(position):
    """What each seat holds, the cards of the current trick taken up again."""
    hands = [list(hand) for hand in position.hands]
    for place, card in enumerate(position.trick):
        hands[(position.leader + place) % len(hands)].append(card)
    return hands


cdef class Engine:
    """The exact search over the positions of one deal.

    Not for two threads at once; a second caller is refused. Points are those that side 0 still
    takes from the position on, the cards of the current trick included.
    """

    cdef RuleTable table
    cdef Search search
    cdef Root root
    cdef Span span
    cdef cancel_type.CancelToken token
    cdef bint busy

    def __cinit__(self, position, limits=None, cancel=None, without=()):
        """Set up the search.

        Args:
            position: the position, see :class:`manille.solver.deals.Position`.
            limits: see :class:`manille.solver.limits.Limits`; the clock starts here.
            cancel: a token that stops the search from another thread.
            without: names of prunings to leave out, from :data:`PRUNINGS`; for tests.
        """
        limits = limits or Limits()
        _check(position)
        self.table = rule_table(position.contract)
        self.search.rules = &self.table.rules
        self.search.prunings = USE_ALL & ~sum(PRUNINGS[name] for name in without)
        self.token = cancel if cancel is not None else CancelToken()
        self.search.cancelled = &self.token.flag
        self._set_limits(limits)
        self._deal(position)
        self.search.ids = <uint16_t*> malloc((SUITS * sizeof(uint16_t)) << self.table.rules.ranks)
        if self.search.ids == NULL or not table_open(&self.search.table, limits.table_mib << 20):
            raise MemoryError
        self._set_ids(position)
        self._go(position)

    def __dealloc__(self):
        free(self.search.ids)
        table_close(&self.search.table)

    def _set_limits(self, limits):
        cdef timespec now
        self.search.node_limit = limits.nodes if limits.nodes is not None else <uint64_t> -1 >> 1
        self.search.next_poll = 1
        self.search.deadline = 0
        if limits.time_s is not None:
            clock_gettime(CLOCK_MONOTONIC, &now)
            self.search.deadline = now.tv_sec + now.tv_nsec * 1e-9 + limits.time_s

    def _deal(self, position):
        """The hands that the search starts from: those of the position with its trick taken up."""
        cdef int seat, seats = self.table.rules.seats
        for seat, hand in enumerate(_hands(position)):
            self.search.hand[seat] = self.table.word(hand)
            self.search.hand[seat + seats] = self.search.hand[seat]

    def turn_to(self, position):
        """Go to another position of the same deal; what the table knows is kept.

        Any position whose cards each lie with the seat that held them when the engine was made,
        with the same contract: another moment of the play, or another seat to lead.

        Raises:
            ValueError: the contract is another, or a seat holds a card that it did not hold.
        """
        cdef int seat
        _check(position)
        if position.contract != self.table.contract:
            raise ValueError("an engine keeps its contract: rules, trump and sides")
        for seat, hand in enumerate(_hands(position)):
            if self.table.word(hand) & ~self.search.hand[seat]:
                raise ValueError(f"seat {seat + 1} did not hold all these cards in this deal")
        self._go(position)

    def _go(self, position):
        cdef int n
        self.root.left = 0
        for hand in position.hands:
            self.root.left |= self.table.word(hand)
        self.root.leader = position.leader
        for n, card in enumerate(position.trick):
            self.root.played[n] = self.table.index[card]
        self.root.count = len(position.trick)
        self.root.total = position.points_left
        self.root.tricks = position.tricks_left
        self.span.low = 0
        self.span.high = self.root.total

    def _set_ids(self, position):
        """Number, in each suit, the sequences of owners that can be left of it.

        The number of a set of cards is that of the set without its weakest card, followed by the
        owner of that card in a trie: equal numbers mean equal sequences.
        """
        cdef int ranks = self.table.rules.ranks, n, seat, count
        cdef Cards lane, suit, mask
        cdef uint16_t* ids
        cdef uint16_t* child
        cdef uint16_t* place
        cdef int owner[16]
        child = <uint16_t*> calloc((<size_t> 1 << ranks) * TRIE_SEATS, sizeof(uint16_t))
        if child == NULL:
            raise MemoryError
        for n in range(SUITS):
            ids = self.search.ids + (n << ranks)
            lane = 0
            for seat in range(self.table.rules.seats):
                suit = (self.search.hand[seat] >> (STRIDE * n)) & ((<Cards> 1 << ranks) - 1)
                lane |= suit
                while suit:
                    owner[lowest(suit)] = seat
                    suit &= suit - 1
            ids[0] = 0
            count = 1
            mask = 0
            while mask != lane:
                mask = (mask - lane) & lane      # the next larger subset of the suit's cards
                place = child + ids[mask & (mask - 1)] * TRIE_SEATS + owner[lowest(mask)]
                if not place[0]:
                    place[0] = count
                    count += 1
                ids[mask] = place[0]
            memset(child, 0, count * TRIE_SEATS * sizeof(uint16_t))
        free(child)

    @property
    def nodes(self):
        """Seats to play that were looked at so far."""
        return self.search.nodes

    @property
    def stopped(self):
        """Whether a limit was met or the search was cancelled; then no question goes on."""
        return bool(self.search.stopped)

    @property
    def table_bytes(self):
        """Bytes that the transposition table takes now."""
        return sizeof(self.search.table.buckets[0]) << self.search.table.bits

    def legal_cards(self):
        """The cards that may be played now, by the kernel's reading of the rules."""
        cdef Cards cards = 0
        if self.root.tricks:
            cards = legal_at(&self.search, &self.root)
        return self._cards(cards)

    def stored_captures(self, captured):
        """What the table would keep of captured cards: those perhaps and those surely captured.

        For tests: the first must take in all that were captured, the second nothing else.
        """
        cdef const Rules* rules = self.search.rules
        cdef uint64_t places = to_places(rules, self.table.word(captured), self.root.left)
        return (
            self._cards(perhaps_captured(rules, places, self.root.left)),
            self._cards(surely_captured(rules, places, self.root.left)),
        )

    cdef _cards(self, Cards word):
        return [card for card in self.table.cards if card and word & bit(self.table.index[card])]

    def value(self, window=None):
        """Bounds of the points that side 0 still takes; equal unless a limit was met.

        With a window (low, high) they are equal if the value lies in it, both included; a value
        below or above it is only known as such, which can be much cheaper.
        """
        cdef Window wanted = _window(window)
        self._enter()
        try:
            with nogil:
                settle(&self.search, &self.root, &self.span, wanted, -1)
        finally:
            self.busy = False
        return Bounds(self.span.low, self.span.high)

    def reaches(self, int points):
        """Whether side 0 still takes at least this many points; None if a limit was met."""
        self._enter()
        try:
            if self.span.low < points <= self.span.high:
                with nogil:
                    probe(&self.search, &self.root, &self.span, points)
        finally:
            self.busy = False
        return True if points <= self.span.low else False if points > self.span.high else None

    def card_values(self, cards, window=None):
        """For each card the bounds of what side 0 still takes once it is played.

        The cards must be legal. Each takes the value of the position as a guide, so ask for that
        first. The window is as for :meth:`value`.
        """
        cdef int card
        cdef Span span
        cdef Window wanted = _window(window)
        found = []
        cards = list(cards)
        if not set(cards) <= set(self.legal_cards()):
            raise ValueError("only legal cards have a value")
        self._enter()
        try:
            for one in cards:
                card = self.table.index[one]
                with nogil:
                    settle_card(&self.search, &self.root, &self.span, wanted, card, &span)
                found.append(Bounds(span.low, span.high))
        finally:
            self.busy = False
        return found

    def line(self):
        """One best line from the position to the end, None if a limit was met before it was found.

        Of the best cards the one with the fewest points is played, of those the weakest, and of
        those the one of the first suit of the deck.
        """
        cdef int cards[MAX_CARDS]
        cdef int count, n
        cdef Window wanted = _window(None)
        self._enter()
        try:
            with nogil:
                settle(&self.search, &self.root, &self.span, wanted, -1)
                count = best_line(&self.search, self.root, self.span, cards)
        finally:
            self.busy = False
        return None if self.search.stopped else [self.table.cards[cards[n]] for n in range(count)]

    def perft(self, int depth):
        """The number of lines of ``depth`` legal cards, None if a limit was met."""
        cdef uint64_t found
        self._enter()
        try:
            with nogil:
                found = count_lines(&self.search, self.root, depth)
        finally:
            self.busy = False
        return None if self.search.stopped else found

    cdef _enter(self):
        if self.busy:
            raise RuntimeError("this engine is searching already; give each thread its own")
        self.busy = True
        if not self.search.stopped:
            self.search.next_poll = self.search.nodes
            check_limits(&self.search)


cdef void probe(Search* s, const Root* root, Span* span, int k) noexcept nogil:
    """Ask one question and narrow the bounds by its answer; nothing once the search is stopped."""
    cdef int value
    if s.stopped:
        return
    value = value_of(ask(s, root, k))
    if s.stopped:
        return
    if value >= k:
        span.low = max(span.low, value)
    else:
        span.high = min(span.high, value)


cdef Window _window(window) except *:
    cdef Window wanted
    wanted.low, wanted.high = 0, NO_BOUND
    if window is not None:
        low, high = window
        if low > high:
            raise ValueError(f"a window from {low} to {high} holds nothing")
        wanted.low = min(max(low, 0), NO_BOUND)
        wanted.high = min(max(high, 0), NO_BOUND)
    return wanted


cdef void settle(
    Search* s, const Root* root, Span* span, Window window, int guess
) noexcept nogil:
    """Narrow the bounds to one value, or until they lie beside the window.

    Without a guess (-1) the interval is halved; with one the probes start there and go outward by
    growing steps until the value is enclosed.
    """
    cdef int k, low, high, step = STEP
    cdef int first_low = span.low, first_high = span.high
    if root.tricks == 0:
        span.low = span.high = 0
    while not s.stopped:
        # all values below the window count as one, and all above it
        low = max(span.low, window.low - 1)
        high = min(span.high, window.high + 1)
        if low >= high:
            return
        k = (low + high + 1) // 2
        if guess >= 0 and span.low == first_low and span.high == first_high:
            k = guess
        elif guess >= 0 and span.high == first_high:
            k = low + step
            step *= 2
        elif guess >= 0 and span.low == first_low:
            k = high - step + 1
            step *= 2
        probe(s, root, span, min(max(k, low + 1), high))


cdef void settle_card(
    Search* s, const Root* root, const Span* whole, Window window, int card, Span* span
) noexcept nogil:
    """The bounds of one legal card, kept within what the value of the position allows."""
    cdef Root after = root[0]
    cdef int seat = seat_to_play(s.rules, root)
    cdef int gained = advance(s.rules, &after, card)
    cdef bint own = is_side0(s.rules, seat)
    cdef int guess
    span.low = 0
    span.high = after.total
    # no card is better for its side than the best one
    if own:
        span.high = max(min(span.high, whole.high - gained), span.low)
        guess = span.high
    else:
        span.low = min(max(span.low, whole.low - gained), span.high)
        guess = span.low + 1
    window.low -= gained
    window.high -= gained
    settle(s, &after, span, window, guess)
    span.low += gained
    span.high += gained


cdef bint achieves(Search* s, const Root* after, int gained, int value, bint own) noexcept nogil:
    """Whether a card keeps the value of the position for the side that played it."""
    cdef Span span
    cdef int k = value - gained if own else value - gained + 1
    span.low = 0
    span.high = after.total
    if span.low < k <= span.high and after.tricks:
        probe(s, after, &span, k)
    return span.low >= k if own else span.high < k


cdef int best_line(Search* s, Root root, Span span, int* line) noexcept nogil:
    """Write one best line; its length counts only if the search was not stopped."""
    cdef int count = 0, value = span.low, gained = 0, card = 0
    cdef bint own
    cdef Cards cards
    cdef Root after
    while root.tricks and not s.stopped:
        own = is_side0(s.rules, seat_to_play(s.rules, &root))
        cards = legal_at(s, &root)
        while cards:
            card = cheapest(s.rules, cards)
            cards ^= bit(card)
            after = root
            gained = advance(s.rules, &after, card)
            # the last card left must be the best one
            if not cards or achieves(s, &after, gained, value, own):
                break
        line[count] = card
        count += 1
        value -= gained
        root = after
    return count


cdef int cheapest(const Rules* rules, Cards cards) noexcept nogil:
    """The card with the fewest points, of those the weakest, of those the first suit's."""
    cdef int best = -1, card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or rules.points[card] < rules.points[best] or (
            rules.points[card] == rules.points[best] and card % STRIDE < best % STRIDE
        ):
            best = card
    return best
