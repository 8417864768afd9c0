from manille.solver.core.types cimport MAX_CARDS, Rules


cdef class RuleTable:
    cdef Rules rules
    cdef int trump_suit
    cdef readonly object contract
    cdef dict number             # Card -> its number: suit * 13 + strength
    cdef list cards              # and back; None for a number that the deck does not use
    cdef int points[MAX_CARDS]
