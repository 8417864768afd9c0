"""The types that the kernel is made of.

A card is a bit: suit * 13 + strength, weak to strong in the order that the contract gives its suit.
52 cards use bits 0 to 51; the 12 bits above can carry a value.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t Cards

cdef extern from *:
    """
    #define MANILLE_CARDS ((1ULL << 52) - 1)
    #define MANILLE_NOTHING (~0ULL)
    """
    const uint64_t CARDS "MANILLE_CARDS"        # every bit that can be a card
    const uint64_t NOTHING "MANILLE_NOTHING"    # no key, and in a result: no bound

cdef enum:
    SUITS = 4
    STRIDE = 13
    MAX_SEATS = 5
    MAX_CARDS = 52
    MAX_HAND = 13
    MAX_LEVELS = 32      # different points that cards of one contract can have
    MAX_WORDS = 32       # words of payoff thresholds
    MAX_TERMS = 64
    VALUE_SHIFT = 52
    WAYS = 8             # entries in a bucket of the table

    NO_BOUND = 4095      # above every value

    # prunings that a search uses; each can be switched off, and the values stay the same
    USE_TABLE = 1
    USE_SIMILARITY = 2
    USE_EQUAL = 4
    USE_QUASI = 8
    USE_RUNS = 16
    USE_ALL = 31


cdef struct Result:
    # The outcome of a zero-window search, in two words so that it travels in registers.
    #   a: bits 52..63 the proven value: points that side 0 still takes, at least this if it is not
    #      below the k that was asked, at most this if it is;
    #      bits 0..51 the union, over the leaves of the proof, of the cards that side 0 captures
    #   b: bits 0..51 their intersection
    uint64_t a
    uint64_t b


cdef struct Rules:
    # A contract as the kernel reads it. Duties: bit 0 binds while an opponent is winning, bit 1
    # while the own side is.
    int seats
    int ranks
    int beat_plain
    int beat_trump
    int ruff
    int overruff
    int when_unable          # 0 any card, 1 a trump, 2 no trump if another card is held
    int trick_points
    int last_points
    uint32_t side0           # seats of side 0, twice over so that it can be shifted by a leader
    Cards trump              # all places of the trump suit, 0 at no trump
    Cards full               # all cards of the deck
    Cards tops               # the strongest card of each suit: where a carry must stop
    int points[MAX_CARDS]
    Cards beat[MAX_CARDS]    # cards that take a trick from this one
    Cards suit[MAX_CARDS]    # all places of the card's suit
    int levels               # different points, most first
    Cards level[MAX_LEVELS]  # the cards that count so many
    int mergers              # levels that two cards of one suit share: their cards can be equal
    Cards merger[MAX_LEVELS]
    # The cards that tell the points of two positions with one key apart: those with points, if in
    # every suit no card without points lies above one, else all.
    Cards payoff
    # Payoff thresholds. In each suit the places are counted from the strongest card left; a place
    # can hold a card with points only if it is among the first `depth`. A plane holds, for one
    # threshold, a bit for each such place of each suit: "the card there counts at least so much".
    int depth[SUITS]
    int offset[SUITS]        # where a suit's places begin within a plane
    int width                # bits of a plane
    int words                # words that hold all planes, width bits each
    uint64_t repeat          # a plane times this stands in every plane of a word
    int terms                # popcounts that make up a difference of payoffs
    int term_word[MAX_TERMS]
    uint64_t term_mask[MAX_TERMS]
    int term_weight[MAX_TERMS]
    uint64_t* planes         # [word][suit][mask of the suit], already at the suit's offset


cdef struct Entry:
    # What is known of one position.
    #   left: the cards left that tell its points from those of others with the same key
    #   low:  bits 52..63 a proven lower bound, below it the union of captured places
    #   low_sure: the intersection; bits 52..57 the index of the best lead among the cards left
    #   high, high_sure: the same for an upper bound; bits 52..57 of high_sure the tricks left
    uint64_t left
    uint64_t low
    uint64_t low_sure
    uint64_t high
    uint64_t high_sure


cdef struct Bucket:
    uint64_t key[WAYS]
    Entry entry[WAYS]


cdef struct Table:
    # The transposition table. Full buckets give up the entry with the fewest tricks left.
    Bucket* buckets
    int bits                 # there are 2 ** bits buckets
    int max_bits
    uint64_t used
    uint64_t grow_at


cdef struct Search:
    # One search effort: the deal, its table, its counters and its limits.
    const Rules* rules
    Cards hand[2 * MAX_SEATS]    # as dealt, twice over so that a leader can be an offset
    uint16_t* ids                # [suit][mask of the suit]: who has its cards, strong to weak
    Table table
    int prunings
    uint64_t nodes
    uint64_t node_limit
    uint64_t next_poll
    double deadline              # on the monotonic clock, 0 for none
    const int* cancelled
    bint stopped                 # sticky: once a limit is met every result is void


cdef struct Root:
    # A position, maybe in mid-trick.
    int leader               # of the current trick
    int count                # cards of the trick that lie on the table
    int played[MAX_SEATS]
    Cards left               # the cards in the hands
    int total                # points left, those on the table included
    int tricks               # tricks left, the current one included; 0 at the end


cdef struct Trick:
    # What stays the same while one trick is played.
    int leader
    int k                        # does side 0 still take k points of total?
    int total
    int tricks                   # tricks left, this one included
    Cards led                    # all places of the suit led
    Cards before                 # the cards left before the lead
    const Cards* hand            # the hands as dealt, the leader's first
    uint32_t side0               # bit n: the seat n places after the leader is of side 0
