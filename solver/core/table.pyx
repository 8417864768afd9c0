"""The transposition table: it knows keys and entries, not positions.

Blocks of entries hang in chains, the newest first. It starts small and doubles as it is needed, so
nothing large is ever cleared; at its limit a block with few tricks left is given up for each new
one.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from manille.solver.core.types cimport BLOCK, Block, Table, uint32_t, uint64_t

cdef enum:
    FIRST_ROOM = 64          # blocks at the start
    FIRST_BITS = 6
    SMALLEST = 4             # blocks that the smallest table has
    KEY_BLOCKS = 64          # blocks of one key, at most
    CANDIDATES = 4           # blocks of which the least is given up
    SMALL_ROOM = 4096        # blocks of a table that is no longer small
    MANY_BITS = 18


cdef bint table_open(Table* table, uint64_t bytes_limit) noexcept nogil:
    """Make an empty table that may grow to the limit; False if there is no memory even for that."""
    table.most = min(bytes_limit // (sizeof(Block) + 2 * sizeof(uint32_t)), <uint64_t> 1 << 31)
    table.most = max(table.most, <uint32_t> SMALLEST)
    table.room = min(<uint32_t> FIRST_ROOM, table.most)
    table.head_bits = FIRST_BITS
    table.used = 1
    table.clock = 1
    table.blocks = <Block*> malloc(sizeof(Block) * table.room)
    table.heads = <uint32_t*> malloc(sizeof(uint32_t) << table.head_bits)
    if table.blocks == NULL or table.heads == NULL:
        return False
    memset(table.heads, 0, sizeof(uint32_t) << table.head_bits)
    return True


cdef void table_close(Table* table) noexcept nogil:
    """Give the memory back."""
    free(table.blocks)
    free(table.heads)
    table.blocks = NULL
    table.heads = NULL


cdef uint64_t table_bytes(const Table* table) noexcept nogil:
    """The memory that the table takes."""
    return sizeof(Block) * table.room + (sizeof(uint32_t) << table.head_bits)


cdef Slot table_claim(Table* table, uint64_t key, int tricks) noexcept nogil:
    """A place for one more entry of a key.

    The caller fills it at once. Pointers into the table from before are void afterwards.
    """
    cdef uint32_t number, found = 0, last = 0
    cdef int blocks = 0
    cdef Block* block
    cdef Slot slot
    number = table.heads[head_of(table, key)]
    while number:
        block = &table.blocks[number]
        if block.key == key:
            if not found:
                found = number
            last = number
            blocks += 1
        number = block.next
    if not found or table.blocks[found].count == BLOCK:
        if blocks >= KEY_BLOCKS:
            found = last
            take_out(table, found)
        else:
            found = new_block(table)
        put_first(table, found, key, tricks)
    slot.block = &table.blocks[found]
    slot.n = slot.block.count
    slot.block.count += 1
    return slot


cdef void put_first(Table* table, uint32_t number, uint64_t key, int tricks) noexcept nogil:
    """Put an empty block of a key first in its chain."""
    cdef Block* block = &table.blocks[number]
    block.key = key
    block.tricks = tricks
    block.count = 0
    hang(table, number)


cdef void hang(Table* table, uint32_t number) noexcept nogil:
    """Put a block first in the chain of its key."""
    cdef Block* block = &table.blocks[number]
    block.head = head_of(table, block.key)
    block.next = table.heads[block.head]
    block.previous = 0
    if block.next:
        table.blocks[block.next].previous = number
    table.heads[block.head] = number


cdef void take_out(Table* table, uint32_t number) noexcept nogil:
    """Take a block out of its chain."""
    cdef Block* block = &table.blocks[number]
    if block.previous:
        table.blocks[block.previous].next = block.next
    else:
        table.heads[block.head] = block.next
    if block.next:
        table.blocks[block.next].previous = block.previous


cdef uint32_t new_block(Table* table) noexcept nogil:
    """A block that is in no chain: a new one, or one that is given up."""
    cdef uint32_t number, least
    cdef int _
    if table.used == table.room:
        grow(table)
    if table.used < table.room:
        number = table.used
        table.used += 1
        return number
    least = table.clock
    for _ in range(CANDIDATES):
        if table.blocks[table.clock].tricks < table.blocks[least].tricks:
            least = table.clock
        table.clock = table.clock + 1 if table.clock + 1 < table.used else 1
    take_out(table, least)
    return least


cdef void grow(Table* table) noexcept nogil:
    """Double the table, or settle for its size at the limit or when memory is short."""
    cdef uint32_t room = min(<uint64_t> table.room * 2, <uint64_t> table.most)
    cdef Block* blocks
    if room == table.room:
        return
    blocks = <Block*> realloc(table.blocks, sizeof(Block) * room)
    if blocks == NULL:
        table.most = table.room
        return
    table.blocks = blocks
    table.room = room
    if room > <uint64_t> 1 << table.head_bits:
        spread(table)


cdef void spread(Table* table) noexcept nogil:
    """Hang the blocks in more chains: as many as there are blocks.

    That visits every block, and no search looks at its limits meanwhile. So a table that is no
    longer small gets at once as many chains as it will need, up to a megabyte of heads.
    """
    cdef int bits = table.head_bits, n
    cdef uint32_t* heads
    while (<uint64_t> 1 << bits) < table.room:
        bits += 1
    if table.room >= SMALL_ROOM:
        while bits < MANY_BITS and (<uint64_t> 1 << bits) < table.most:
            bits += 1
    heads = <uint32_t*> realloc(table.heads, sizeof(uint32_t) << bits)
    if heads == NULL:
        return
    table.heads = heads
    table.head_bits = bits
    memset(heads, 0, sizeof(uint32_t) << bits)
    # from the oldest on, so that the newest come first again
    for n in range(1, <int> table.used):
        hang(table, n)
