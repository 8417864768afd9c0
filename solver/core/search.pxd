"""The search: zero windows over tricks, fail-soft, with one table kept throughout."""

from manille.solver.core.types cimport VALUE_SHIFT, Result, Root, Search


cdef inline int value_of(Result result) noexcept nogil:
    """The bound that a result proves."""
    return <int> (result.a >> VALUE_SHIFT)


cdef void check_limits(Search* s) noexcept nogil
cdef Result ask(Search* s, const Root* root, int k) noexcept nogil


cdef inline void count_node(Search* s) noexcept nogil:
    """Count a seat to play, and look at the limits now and then."""
    s.nodes += 1
    if s.nodes >= s.next_poll:
        check_limits(s)
