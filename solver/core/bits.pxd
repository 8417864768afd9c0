"""Bit tricks on words of cards. The builtins become one instruction where the processor has it."""

from manille.solver.core.types cimport Cards


cdef extern from *:
    int popcount "__builtin_popcountll"(unsigned long long) noexcept nogil
    int lowest "__builtin_ctzll"(unsigned long long) noexcept nogil
    int leading_zeros "__builtin_clzll"(unsigned long long) noexcept nogil
    bint likely "__builtin_expect"(bint, bint) noexcept nogil


cdef inline int highest(Cards cards) noexcept nogil:
    """The strongest card of the last suit that has any: the index of the top bit."""
    return 63 - leading_zeros(cards)


cdef inline Cards bit(int card) noexcept nogil:
    """The word that holds one card."""
    return <Cards> 1 << card


cdef inline Cards low_bit(Cards cards) noexcept nogil:
    """The lowest card alone."""
    return cards & (~cards + 1)


cdef inline Cards above(Cards one) noexcept nogil:
    """All bits above a single card."""
    return ~((one << 1) - 1)


cdef inline bint single(Cards cards) noexcept nogil:
    """Whether at most one card is left."""
    return (cards & (cards - 1)) == 0
