"""The transposition table: it knows keys and entries, not positions."""

from manille.solver.core.types cimport Bucket, Entry, Table, uint64_t

cdef enum:
    TRICKS_SHIFT = 52    # in high_sure: the tricks left
    BEST_SHIFT = 52      # in low_sure: the index of the best lead


cdef inline Bucket* bucket_of(const Table* table, uint64_t key) noexcept nogil:
    """The only bucket in which a key can be: the top bits of the product choose it."""
    return &table.buckets[(key * <uint64_t> 0x9E3779B97F4A7C15U) >> (64 - table.bits)]


cdef bint table_open(Table* table, uint64_t bytes_limit) noexcept nogil
cdef void table_close(Table* table) noexcept nogil
cdef Entry* table_claim(Table* table, uint64_t key) noexcept nogil
