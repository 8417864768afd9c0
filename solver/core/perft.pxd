from manille.solver.core.types cimport Root, Search, uint64_t


cdef uint64_t count_lines(Search* s, Root root, int depth) noexcept nogil
