"""Where domain values leave the kernel: one search effort over the positions of a deal.

An :class:`Engine` keeps its table, its node count and its limits over all its questions, so that
each makes the next one cheaper, also about other positions of the deal. The interpreter lock is
released while it searches.
"""

from libc.stdint cimport int8_t, uint64_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from manille.solver.core.bits cimport bit
from manille.solver.core cimport cancel as cancel_type
from manille.solver.core.layout cimport layout_close, layout_open
from manille.solver.core.perft cimport count_lines
from manille.solver.core.processor cimport search_of
from manille.solver.core.root cimport is_side0, legal_at
from manille.solver.core.ruletable cimport RuleTable
from manille.solver.core.settle cimport (
    best_line, is_relaxed, probe, settle, settle_card, sure_answer, total_points,
)
from manille.solver.core.table cimport table_bytes, table_close, table_open
from manille.solver.core.types cimport (
    MAX_CARDS, NO_BOUND, USE_ALL, USE_EQUAL, USE_MARKS, USE_QUASI, USE_RELAXED,
    USE_RUNS, USE_SIMILARITY, USE_TABLE, Cards, Layout, Root, Search, Span, Window,
)
from manille.solver.core.watch cimport check_limits

from manille.solver.core.cancel import CancelToken
from manille.solver.core.processor import PROCESSORS
from manille.solver.core.ruletable import rule_table
from manille.solver.limits import Limits
from manille.solver.results import Bounds

__all__ = ["PROCESSORS", "PRUNINGS", "CancelToken", "Engine"]

PRUNINGS = {
    "table": USE_TABLE,
    "similarity": USE_SIMILARITY,
    "equal": USE_EQUAL,
    "quasi": USE_QUASI,
    "runs": USE_RUNS,
    "marks": USE_MARKS,
    "relaxed": USE_RELAXED,
}


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


cdef class Engine:
    """The exact search over the positions of one deal.

    Not for two threads at once; a second caller is refused. Points are those that side 0 still
    takes from the position on, the cards of the current trick included.
    """

    cdef RuleTable rules
    cdef Search search
    cdef Root root
    cdef Span span
    cdef cancel_type.CancelToken token
    cdef bint busy

    def __cinit__(self, position, limits=None, cancel=None, without=(), processor=None):
        """Set up the search.

        Args:
            position: the position, see :class:`manille.solver.deals.Position`.
            limits: see :class:`manille.solver.limits.Limits`; the clock starts here.
            cancel: a token that stops the search from another thread.
            without: names of prunings to leave out, from :data:`PRUNINGS`; for tests.
            processor: the kind of search, from :data:`PROCESSORS`; the fastest if it is None.
        """
        cdef int8_t seat_of[MAX_CARDS]
        limits = limits or Limits()
        self.rules = rule_table(position.contract)
        self.search.ask = search_of(processor)
        self.search.rules = self.rules.rules
        self.search.prunings = USE_ALL & ~sum(PRUNINGS[name] for name in without)
        self.token = cancel if cancel is not None else CancelToken()
        self.search.cancelled = &self.token.flag
        self._set_limits(limits)
        self._holders(position, seat_of)
        self._lay_out(seat_of)
        bytes_limit = limits.table_mib << 20
        laid_out = self.search.layouts[0].bytes + self.search.layouts[1].bytes
        if not table_open(&self.search.table, bytes_limit - min(laid_out, bytes_limit // 2)):
            raise MemoryError
        self._go(position)

    def __dealloc__(self):
        layout_close(&self.search.layouts[0])
        layout_close(&self.search.layouts[1])
        table_close(&self.search.table)

    cdef _set_limits(self, limits):
        cdef timespec now
        self.search.node_limit = limits.nodes if limits.nodes is not None else <uint64_t> -1 >> 1
        self.search.next_poll = 1
        self.search.deadline = 0
        if limits.time_s is not None:
            clock_gettime(CLOCK_MONOTONIC, &now)
            self.search.deadline = now.tv_sec + now.tv_nsec * 1e-9 + limits.time_s

    cdef _holders(self, position, int8_t* seat_of):
        """The seat of every card, those of the trick taken up again; -1 for cards not dealt.

        A position that no play leads to is refused: the search would read past its arrays.
        """
        cdef int n, seats = self.rules.rules.seats, seat, number, size = -1
        cdef int leader = position.leader
        hands, trick = position.hands, position.trick
        if len(hands) != seats or not 0 <= leader < seats or len(trick) >= seats:
            raise ValueError(f"not a position of {seats} seats with a trick under way")
        for n in range(MAX_CARDS):
            seat_of[n] = -1
        for seat in range(seats):
            held = list(hands[seat])
            held += trick[(seat + seats - leader) % seats :][:1]
            if size >= 0 and len(held) != size:
                raise ValueError("the hands are unequal, or a card is held twice")
            size = len(held)
            for card in held:
                if card not in self.rules.number:
                    raise ValueError(f"{card} is no card of this game")
                number = self.rules.number[card]
                if seat_of[number] >= 0:
                    raise ValueError("the hands are unequal, or a card is held twice")
                seat_of[number] = seat

    cdef _lay_out(self, const int8_t* seat_of):
        """Lay out the deal, for the relaxed game also with the cards of side 1 counting nothing."""
        cdef Search* s = &self.search
        cdef int points[MAX_CARDS]
        cdef int n
        cdef bint good = layout_open(
            &s.layouts[0], &s.rules, self.rules.trump_suit, seat_of, self.rules.points
        )
        s.layout = &s.layouts[0]
        if is_relaxed(s):
            for n in range(MAX_CARDS):
                points[n] = 0
                if seat_of[n] >= 0 and is_side0(&s.rules, seat_of[n]):
                    points[n] = self.rules.points[n]
            good &= layout_open(
                &s.layouts[1], &s.rules, self.rules.trump_suit, seat_of, points
            )
            s.layouts[1].planes = s.layouts[0].planes
        if not good:
            raise MemoryError

    def turn_to(self, position):
        """Go to another position of the same deal; what the table knows is kept.

        Any position whose cards each lie with the seat that held them when the engine was made,
        with the same contract: another moment of the play, or another seat to lead.

        Raises:
            ValueError: the contract is another, or a seat holds a card that it did not hold.
        """
        cdef int8_t seat_of[MAX_CARDS]
        cdef const Layout* layout = &self.search.layouts[0]
        cdef int n
        if position.contract != self.rules.contract:
            raise ValueError("an engine keeps its contract: rules, trump and sides")
        self._holders(position, seat_of)
        for n in range(MAX_CARDS):
            if seat_of[n] >= 0 and (
                layout.bit_of[n] < 0 or not layout.hand[seat_of[n]] & bit(layout.bit_of[n])
            ):
                card = self.rules.cards[n]
                raise ValueError(f"seat {seat_of[n] + 1} did not hold {card} in this deal")
        self._go(position)

    cdef _go(self, position):
        cdef Root* root = &self.root
        root.left = 0
        for hand in position.hands:
            for card in hand:
                root.left |= bit(self._bit_of(card))
        root.leader = position.leader
        root.count = 0
        for card in position.trick:
            root.played[root.count] = self._bit_of(card)
            root.count += 1
        root.tricks = position.tricks_left
        root.total = total_points(&self.search, root)
        self.span.low = 0
        self.span.high = root.total

    cdef int _bit_of(self, card) except -1:
        return self.search.layouts[0].bit_of[<int> self.rules.number[card]]

    cdef _card(self, int place):
        return self.rules.cards[self.search.layouts[0].number_of[place]]

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
        """Bytes that the search takes now: the transposition table and the layout of the deal."""
        return (
            table_bytes(&self.search.table)
            + self.search.layouts[0].bytes + self.search.layouts[1].bytes
        )

    def legal_cards(self):
        """The cards that may be played now, by the kernel's reading of the rules."""
        cdef Cards cards = 0
        if self.root.tricks:
            cards = legal_at(&self.search, &self.root)
        return self._cards(cards)

    cdef _cards(self, Cards word):
        cdef int n
        return [self._card(n) for n in range(MAX_CARDS) if (word >> n) & 1]

    def sure(self, int points):
        """Whether side 0 still takes so many points, as far as sure tricks tell without a search.

        None if they do not tell. For tests: each answer is compared with the slow twin's.
        """
        cdef Root* root = &self.root
        if root.count or root.tricks < 2 or not 0 < points <= root.total:
            return None
        return {0: False, 1: True, -1: None}[sure_answer(&self.search, root, points)]

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
                card = self._bit_of(one)
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
        return None if self.search.stopped else [self._card(cards[n]) for n in range(count)]

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
