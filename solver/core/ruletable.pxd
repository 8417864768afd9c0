from manille.solver.core.types cimport Cards, Rules


cdef class RuleTable:
    cdef Rules rules
    cdef readonly object contract
    cdef dict index      # Card -> its bit
    cdef list cards      # bit -> Card, None for a place that the deck does not use

    cdef Cards word(self, cards) except? 0
    cdef void _fill_plane(self, int word, int shift, int threshold) noexcept
