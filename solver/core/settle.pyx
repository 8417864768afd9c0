"""From questions to values: which number of points is asked about next, and what comes of it."""

from manille.solver.core.bits cimport bit, lowest
from manille.solver.core.bounds cimport cashing, trump_run
from manille.solver.core.layout cimport lane_of
from manille.solver.core.root cimport advance, is_side0, legal_at, seat_to_play
from manille.solver.core.types cimport (
    MAX_CARDS, SUITS, VALUE_SHIFT, Cards, Lane, Layout, Result, Root, Search, Span,
    Window,
)

cdef enum:
    STEP = 2             # how far beside a guess the first probes go; doubled each time
    LONE_PERCENT = 90    # how high in the interval a lone side is asked about


cdef void probe(Search* s, const Root* root, Span* span, int k) noexcept nogil:
    """Ask one question and narrow the bounds by its answer; nothing once the search is stopped."""
    cdef int value
    if s.stopped:
        return
    value = <int> (s.ask(s, root, k).a >> VALUE_SHIFT)
    if s.stopped:
        return
    if value >= k:
        span.low = max(span.low, value)
    else:
        span.high = min(span.high, value)


cdef void relax(Search* s, const Root* root, Span* span, Window window) noexcept nogil:
    """Raise the lower bound by the game in which the cards of side 1 count nothing.

    Every play gives side 0 at least as much in the full game; and far more positions are alike, so
    the answer comes cheaply and fills the table with bounds that serve the full search.
    """
    cdef Root relaxed = root[0]
    cdef Span found
    s.layout = &s.layouts[1]
    relaxed.total = total_points(s, root)
    found.low = span.low
    found.high = min(relaxed.total, window.high + 1)
    while found.low < found.high and not s.stopped:
        probe(s, &relaxed, &found, bisect(s, found.low, found.high))
    span.low = max(span.low, found.low)
    s.layout = &s.layouts[0]


cdef int total_points(const Search* s, const Root* root) noexcept nogil:
    """All points that are still to be taken, by the layout of the search."""
    cdef int found = root.tricks * s.rules.trick_points, n
    if root.tricks:
        found += s.rules.last_points
    for n in range(MAX_CARDS):
        if (root.left >> n) & 1:
            found += s.layout.points[n]
    for n in range(root.count):
        found += s.layout.points[root.played[n]]
    return found


cdef inline int bisect(const Search* s, int low, int high) noexcept nogil:
    """The next question: the middle; against a lone seat "less than k" is cheaper to prove."""
    if is_lone(s):
        return low + ((high - low) * LONE_PERCENT + 99) // 100
    return (low + high + 1) // 2


cdef void settle(
    Search* s, const Root* root, Span* span, Window window, int guess
) noexcept nogil:
    """Narrow the bounds to one value, or until they lie beside the window.

    Without a guess (-1) the interval is halved; with one the probes start there and go outward by
    growing steps until the value is enclosed.
    """
    cdef int k, low, high, step = STEP
    cdef int first_low, first_high
    if root.tricks == 0:
        span.low = span.high = 0
        return
    if is_lone(s) and guess < 0:
        if span.low < window.low <= span.high:
            # what lies below a window is often seen at once
            probe(s, root, span, window.low)
        if is_relaxed(s) and window.low <= span.low < min(span.high, window.high + 1):
            relax(s, root, span, window)
    first_low = span.low
    first_high = span.high
    while not s.stopped:
        # all values below the window count as one, and all above it
        low = max(span.low, window.low - 1)
        high = min(span.high, window.high + 1)
        if low >= high:
            return
        k = bisect(s, low, high)
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
    cdef int seat = seat_to_play(&s.rules, root)
    cdef int gained = advance(s, &after, card)
    cdef bint own = is_side0(&s.rules, seat)
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


cdef int sure_answer(Search* s, const Root* root, int k) noexcept nogil:
    """What sure tricks say of a question at the start of a trick: yes 1, no 0, nothing -1."""
    cdef const Lane* lanes[SUITS]
    cdef Result r
    cdef int n
    for n in range(SUITS):
        lanes[n] = lane_of(s.layout, n, root.left)
    if s.layout.trump_suit >= 0:
        if trump_run(s, lanes[s.layout.trump_suit], root.left, k, root.total, &r):
            return <int> (r.a >> VALUE_SHIFT) >= k
    if cashing(s, lanes, root.leader, root.left, k, root.total, root.tricks, &r):
        return <int> (r.a >> VALUE_SHIFT) >= k
    return -1


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
        own = is_side0(&s.rules, seat_to_play(&s.rules, &root))
        cards = legal_at(s, &root)
        while cards:
            card = cheapest(s.layout, cards)
            cards ^= bit(card)
            after = root
            gained = advance(s, &after, card)
            # the last card left must be the best one
            if not cards or achieves(s, &after, gained, value, own):
                break
        line[count] = card
        count += 1
        value -= gained
        root = after
    return count


cdef int cheapest(const Layout* layout, Cards cards) noexcept nogil:
    """The card with the fewest points, of those the weakest, of those the first suit's."""
    cdef int best = -1, card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or layout.points[card] < layout.points[best] or (
            layout.points[card] == layout.points[best]
            and layout.strength[card] < layout.strength[best]
        ):
            best = card
    return best
