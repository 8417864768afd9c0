"""Counting nodes, and stopping at a limit."""

from manille.solver.core.types cimport Search


cdef void check_limits(Search* s) noexcept nogil


cdef inline void count_node(Search* s) noexcept nogil:
    """Count a seat to play, and look at the limits now and then."""
    s.nodes += 1
    if s.nodes >= s.next_poll:
        check_limits(s)
