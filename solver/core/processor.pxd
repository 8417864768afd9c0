"""Which of the compiled searches a processor runs."""

from manille.solver.core.types cimport Ask


cdef Ask search_of(name) except NULL
