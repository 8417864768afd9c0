"""The transposition table: it knows keys and entries, not positions."""

from manille.solver.core.types cimport Block, Table, uint32_t, uint64_t

cdef enum:
    NUMBER_SHIFT = 52    # in Entry.b: the number of the best lead
    LOWER_SHIFT = 63     # in Entry.marks: a lower bound
    DEEP_SHIFT = 62      # in Entry.marks: a suit must be alike to its end
    LAYOUT_SHIFT = 52    # in Entry.left: the layout that gave the points


cdef struct Slot:
    # Where an entry is to be written.
    Block* block
    int n


cdef inline uint32_t head_of(const Table* table, uint64_t key) noexcept nogil:
    """The chain in which a key can be: the top bits of the product choose it."""
    return (key * <uint64_t> 0x9E3779B97F4A7C15U) >> (64 - table.head_bits)


cdef bint table_open(Table* table, uint64_t bytes_limit) noexcept nogil
cdef void table_close(Table* table) noexcept nogil
cdef uint64_t table_bytes(const Table* table) noexcept nogil
cdef Slot table_claim(Table* table, uint64_t key, int tricks) noexcept nogil
