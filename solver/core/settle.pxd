"""From questions to values: see settle.pyx."""

from manille.solver.core.bits cimport single
from manille.solver.core.types cimport USE_RELAXED, Root, Search, Span, Window, uint32_t


cdef enum:
    MANY = 4             # seats from which on the relaxed game pays


cdef inline bint is_relaxed(const Search* s) noexcept nogil:
    """Whether the relaxed game is solved first: for a lone side against three or more."""
    return s.prunings & USE_RELAXED and s.rules.seats >= MANY and is_lone(s)


cdef inline bint is_lone(const Search* s) noexcept nogil:
    """Whether side 0 is a single seat against several."""
    cdef uint32_t seats = s.rules.side0 & ((<uint32_t> 1 << s.rules.seats) - 1)
    return single(seats)


cdef int total_points(const Search* s, const Root* root) noexcept nogil
cdef void probe(Search* s, const Root* root, Span* span, int k) noexcept nogil
cdef void settle(Search* s, const Root* root, Span* span, Window window, int guess) noexcept nogil
cdef void settle_card(
    Search* s, const Root* root, const Span* whole, Window window, int card, Span* span
) noexcept nogil
cdef int sure_answer(Search* s, const Root* root, int k) noexcept nogil
cdef int best_line(Search* s, Root root, Span span, int* line) noexcept nogil
