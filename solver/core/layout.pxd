"""A deal as the kernel lays it out: see ``Layout`` and ``Lane`` in types.pxd."""

from manille.solver.core.types cimport LANE, STRIDE, Cards, Lane, Layout, Rules, int8_t


cdef inline const Lane* lane_of(const Layout* layout, int suit, Cards left) noexcept nogil:
    """What is true of a suit while just these cards are left."""
    return &layout.lane[suit][(left >> (STRIDE * suit)) & LANE]


cdef bint layout_open(
    Layout* layout, const Rules* rules, int trump_suit, const int8_t* seat_of, const int* points
) noexcept nogil
cdef void layout_close(Layout* layout) noexcept nogil
