"""Bit tricks on words of cards, one instruction each where the processor has it.

``compress`` takes the bits of a word that a mask selects and puts them side by side, ``expand``
puts them back. Without the instructions for it (x86-64 before BMI2, arm64) the mask is prepared
once and serves several words: six rounds in which every bit that still has to move by 1, 2, 4 ...
places does so (Warren, Hacker's Delight, section 7-4).
"""

from manille.solver.core.types cimport Cards, uint64_t


cdef extern from *:
    """
    #if defined(__BMI2__) && defined(__x86_64__)
    #include <immintrin.h>
    typedef uint64_t manille_mask;
    static inline manille_mask manille_prepare(uint64_t mask) { return mask; }
    static inline uint64_t manille_compress(const manille_mask* mask, uint64_t word) {
        return _pext_u64(word, *mask);
    }
    static inline uint64_t manille_expand(const manille_mask* mask, uint64_t word) {
        return _pdep_u64(word, *mask);
    }
    #else
    typedef struct { uint64_t mask, move[6]; } manille_mask;
    static inline manille_mask manille_prepare(uint64_t mask) {
        manille_mask made;
        uint64_t gaps = ~mask << 1, moving, parity;
        int n, shift;
        made.mask = mask;
        for (n = 0; n < 6; n++) {
            parity = gaps;
            for (shift = 1; shift < 64; shift *= 2) parity ^= parity << shift;
            moving = parity & mask;
            made.move[n] = moving;
            mask = (mask ^ moving) | (moving >> (1 << n));
            gaps &= ~parity;
        }
        return made;
    }
    static inline uint64_t manille_compress(const manille_mask* mask, uint64_t word) {
        uint64_t moving;
        int n;
        word &= mask->mask;
        for (n = 0; n < 6; n++) {
            moving = word & mask->move[n];
            word = (word ^ moving) | (moving >> (1 << n));
        }
        return word;
    }
    static inline uint64_t manille_expand(const manille_mask* mask, uint64_t word) {
        uint64_t moving;
        int n;
        for (n = 5; n >= 0; n--) {
            moving = (word << (1 << n)) & mask->move[n];
            word = (word & ~mask->move[n]) | moving;
        }
        return word & mask->mask;
    }
    #endif
    #if defined(__POPCNT__) || !defined(__x86_64__)
    #define manille_popcount(word) __builtin_popcountll(word)
    #else
    static inline int manille_popcount(uint64_t word) {
        word -= (word >> 1) & 0x5555555555555555ULL;
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int) ((word * 0x0101010101010101ULL) >> 56);
    }
    #endif
    """
    ctypedef struct Mask "manille_mask":
        pass
    Mask prepare "manille_prepare"(uint64_t mask) noexcept nogil
    uint64_t compress "manille_compress"(const Mask* mask, uint64_t word) noexcept nogil
    uint64_t expand "manille_expand"(const Mask* mask, uint64_t word) noexcept nogil
    int popcount "manille_popcount"(uint64_t word) noexcept nogil
    int lowest "__builtin_ctzll"(unsigned long long) noexcept nogil
    int leading_zeros "__builtin_clzll"(unsigned long long) noexcept nogil


cdef inline int highest(Cards cards) noexcept nogil:
    """The index of the top bit: of cards of one hand in one suit, the strongest."""
    return 63 - leading_zeros(cards)


cdef inline Cards bit(int card) noexcept nogil:
    """The word that holds one card."""
    return <Cards> 1 << card


cdef inline Cards low_bit(Cards cards) noexcept nogil:
    """The lowest bit alone: of cards of one hand in one suit, the weakest."""
    return cards & (~cards + 1)


cdef inline bint single(Cards cards) noexcept nogil:
    """Whether at most one card is left."""
    return (cards & (cards - 1)) == 0
