"""Counting nodes, and stopping at a limit."""

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from manille.solver.core.types cimport Search

cdef enum:
    POLL_NODES = 1024        # a cancelled search stops within this many nodes


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
