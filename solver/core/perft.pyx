"""Perft: counting lines of legal cards, to compare two implementations of the rules."""

from manille.solver.core.bits cimport lowest
from manille.solver.core.root cimport advance, legal_at
from manille.solver.core.watch cimport count_node
from manille.solver.core.types cimport Cards, Root, Search, uint64_t


cdef uint64_t count_lines(Search* s, Root root, int depth) noexcept nogil:
    """The number of lines of ``depth`` cards, fewer at the end; void once the search is stopped."""
    cdef Cards cards
    cdef Root after
    cdef uint64_t found = 0
    if depth == 0 or root.tricks == 0:
        return 1
    count_node(s)
    cards = legal_at(s, &root)
    while cards and not s.stopped:
        after = root
        advance(s, &after, lowest(cards))
        cards &= cards - 1
        found += count_lines(s, after, depth - 1)
    return found
