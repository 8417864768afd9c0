from manille.solver.core.types cimport Result, Root, Search


cdef Result ask_bmi2(Search* s, const Root* root, int k) noexcept nogil
