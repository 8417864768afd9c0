"""The transposition table: it knows keys and entries, not positions."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from manille.solver.core.types cimport NOTHING, WAYS, Bucket, Entry, Table, uint64_t

cdef enum:
    FIRST_BITS = 5
    FULL = 5             # entries a bucket, on average, at which the table doubles


cdef bint table_open(Table* table, uint64_t bytes_limit) noexcept nogil:
    """Make an empty table that may grow to the limit; False if there is no memory even for that."""
    table.bits = FIRST_BITS
    table.max_bits = FIRST_BITS
    while (sizeof(Bucket) << (table.max_bits + 1)) <= bytes_limit and table.max_bits < 40:
        table.max_bits += 1
    table.used = 0
    table.grow_at = <uint64_t> FULL << table.bits
    table.buckets = <Bucket*> malloc(sizeof(Bucket) << table.bits)
    if table.buckets == NULL:
        return False
    memset(table.buckets, 0xFF, sizeof(Bucket) << table.bits)
    return True


cdef void table_close(Table* table) noexcept nogil:
    """Give the memory back."""
    free(table.buckets)
    table.buckets = NULL


cdef Entry* table_claim(Table* table, uint64_t key) noexcept nogil:
    """An entry for a key that the table does not hold with the same points yet.

    The caller fills it at once. Pointers into the table from before are void afterwards.
    """
    cdef Bucket* bucket
    cdef int way, victim = 0
    cdef uint64_t tricks, fewest = NOTHING
    if table.used >= table.grow_at:
        _grow(table)
    bucket = bucket_of(table, key)
    for way in range(WAYS):
        if bucket.key[way] == NOTHING:
            table.used += 1
            bucket.key[way] = key
            return &bucket.entry[way]
        tricks = bucket.entry[way].high_sure >> TRICKS_SHIFT
        if tricks < fewest:
            fewest = tricks
            victim = way
    bucket.key[victim] = key
    return &bucket.entry[victim]


cdef void _grow(Table* table) noexcept nogil:
    """Double the table, or settle for its size at the limit or when memory is short."""
    cdef Bucket* larger
    cdef uint64_t n
    table.grow_at = NOTHING
    if table.bits >= table.max_bits:
        return
    larger = <Bucket*> realloc(table.buckets, sizeof(Bucket) << (table.bits + 1))
    if larger == NULL:
        return
    table.buckets = larger
    n = <uint64_t> 1 << table.bits
    table.bits += 1
    table.grow_at = <uint64_t> FULL << table.bits
    # A bucket's number is the top bits of the hash, so bucket n splits into 2n and 2n + 1; from the
    # last one down, nothing is overwritten before it has moved.
    while n:
        n -= 1
        _split(table, n)


cdef void _split(Table* table, uint64_t n) noexcept nogil:
    cdef Bucket old = table.buckets[n]
    cdef Bucket* target
    cdef int way
    cdef int filled[2]
    cdef int side
    filled[0] = filled[1] = 0
    memset(&table.buckets[2 * n], 0xFF, 2 * sizeof(Bucket))
    for way in range(WAYS):
        if old.key[way] == NOTHING:
            continue
        target = bucket_of(table, old.key[way])
        side = target != &table.buckets[2 * n]
        target.key[filled[side]] = old.key[way]
        target.entry[filled[side]] = old.entry[way]
        filled[side] += 1
