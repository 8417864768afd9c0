"""The types that the kernel is made of.

A card is a bit. The bits of a suit lie together, 13 to a suit, in them the cards of one hand as
dealt, weak to strong, before those of the next seat. So the cards of a hand in a suit are
neighbors, and the bits of some cards, taken together without the gaps (``compress``), say only "the
third weakest heart of seat 1" and not which card that is. 52 cards use bits 0 to 51; the 12 bits
above can carry a value.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef uint64_t Cards

cdef extern from *:
    """
    #define MANILLE_CARDS ((1ULL << 52) - 1)
    """
    const uint64_t CARDS "MANILLE_CARDS"        # every bit that can be a card

cdef enum:
    SUITS = 4
    STRIDE = 13
    LANE = (1 << 13) - 1     # the bits of the first suit
    MAX_SEATS = 5
    MAX_CARDS = 52
    MAX_HAND = 17        # 52 cards, three seats
    MAX_LEVELS = 32      # different points that cards of one contract can have
    MAX_PLANES = 12      # bits of the points of a card
    VALUE_SHIFT = 52
    BLOCK = 8            # entries of a block of the table

    NO_BOUND = 4095      # above every value

    # prunings that a search uses; each can be switched off, and the values stay the same
    USE_TABLE = 1
    USE_SIMILARITY = 2
    USE_EQUAL = 4
    USE_QUASI = 8
    USE_RUNS = 16
    USE_MARKS = 32
    USE_RELAXED = 64
    USE_ALL = 127


cdef struct Result:
    # The outcome of a zero-window search, in two words so that it travels in registers. Its marks,
    # a third word, stand in Search.marks until the next result comes.
    #   a: bits 52..63 the proven value: points that side 0 still takes, at least this if it is not
    #      below the k that was asked, at most this if it is;
    #      bits 0..51 the union, over the leaves of the proof, of the cards that side 0 captures
    #   b: bits 0..51 their intersection
    uint64_t a
    uint64_t b


cdef struct Rules:
    # The flags of a contract. Duties: bit 0 binds while an opponent is winning, bit 1 while the
    # own side is.
    int seats
    int beat_plain
    int beat_trump
    int ruff
    int overruff
    int when_unable          # 0 any card, 1 a trump, 2 no trump if another card is held
    int trick_points
    int last_points
    uint32_t side0           # seats of side 0, twice over so that it can be shifted by a leader


cdef struct Lane:
    # What is true of the deal while just these cards of a suit are left. Sets of cards are bits of
    # the suit, counted from its first.
    uint32_t sequence        # the owners from the strongest card down, from the top bit on
    uint32_t lengths         # cards of each seat, 4 bits a seat
    uint16_t number          # the number of these lengths, among those that the suit can have
    # cards that play like the next weaker one: of the same hand, of equal points, nothing between
    uint16_t joined
    uint16_t top             # the strongest card
    # The sure winners of its owner once nobody can ruff: the cards above all of the others, or all
    # of the owner's if those draw all that the others have.
    uint16_t run
    uint16_t run_mark        # the card that must be above all of the others for that
    uint16_t run_points      # what the run is worth, with the points for tricks
    # The cards of its owner's side above all of the other side, for trumps
    uint16_t side_run
    uint16_t side_mark
    uint16_t side_points     # what they are worth, with points for as many tricks as one hand has
    uint8_t owner            # who has the strongest card
    uint8_t holders          # bit n: seat n has a card
    uint8_t rounds           # cards of the run
    uint8_t draws            # nobody else can follow longer than the run lasts


cdef struct Layout:
    # A deal as the kernel lays it out: its cards, and a lane for every set of cards of a suit.
    Cards hand[2 * MAX_SEATS]    # as dealt, twice over so that a leader can be an offset
    Cards side0_cards            # the hands of side 0
    Cards trump                  # all places of the trump suit, 0 at no trump
    int trump_suit               # -1 at no trump
    Cards suit[MAX_CARDS]        # all places of the card's suit
    Cards over[MAX_CARDS]        # stronger cards of its suit
    Cards beat[MAX_CARDS]        # cards that take a trick from this one
    int points[MAX_CARDS]
    int strength[MAX_CARDS]      # within its suit, 0 the weakest
    int levels                   # different points, most first
    Cards level[MAX_LEVELS]      # the cards that count so many
    # The cards by which the points of two positions with one key differ: if no card without points
    # lies above one with points in its hand, only the latter.
    Cards payoff
    int planes
    Cards plane[MAX_PLANES]      # the cards whose points have this bit
    int owner_bits               # bits that an owner takes in a sequence
    Lane* lane[SUITS]            # by the set of cards of the suit
    int8_t bit_of[MAX_CARDS]     # by the number of a card in the rule table; -1: not dealt
    int8_t number_of[MAX_CARDS]  # and back
    uint64_t bytes


cdef struct Entry:
    # A bound that was proven of one position, its cards compressed.
    #   a: bits 52..63 the bound, below them the union of captured cards
    #   b: the intersection; bits 52..57 the number of the best lead among the cards left
    #   marks: the marks; bit 63 says a lower bound, bit 62 that a suit must be alike to its end
    #   left: the cards left, not compressed; bits 52..55 the layout that gave them their points
    uint64_t a
    uint64_t b
    uint64_t marks
    uint64_t left


cdef struct Block:
    # Entries of one key. An entry fits a position whose owners of the strongest cards are the same
    # as far as `depth` goes: 16 bits a suit of both.
    uint64_t key
    uint32_t next            # older blocks under the same head, 0 at the end
    uint32_t previous        # the newer one, 0 at the head
    uint32_t head
    uint8_t count
    uint8_t tricks
    uint64_t owners[BLOCK]
    uint64_t depth[BLOCK]
    Entry entry[BLOCK]


cdef struct Table:
    # The transposition table: chains of blocks, the newest first.
    Block* blocks            # number 0 is not used
    uint32_t* heads
    int head_bits            # there are 2 ** head_bits heads
    uint32_t used            # blocks in use, the first one included
    uint32_t room            # blocks that there is memory for
    uint32_t most            # blocks that there may be
    uint32_t clock           # where the next block to be given up is looked for


cdef struct Root:
    # A position, maybe in mid-trick.
    int leader               # of the current trick
    int count                # cards of the trick that lie on the table
    int played[MAX_SEATS]
    Cards left               # the cards in the hands
    int total                # points left, those on the table included
    int tricks               # tricks left, the current one included; 0 at the end


cdef struct Search


ctypedef Result (*Ask)(Search* s, const Root* root, int k) noexcept nogil


cdef struct Search:
    # One search effort: the deal, its table, its counters and its limits.
    Ask ask                      # the search that the processor runs
    Rules rules
    const Layout* layout         # the one that counts now: one of these
    Layout layouts[2]            # as it is; for a lone seat, with cards of side 1 counting nothing
    Cards marks                  # of the last result: the higher cards of all comparisons it used
    Table table
    int prunings
    uint64_t nodes
    uint64_t node_limit
    uint64_t next_poll
    double deadline              # on the monotonic clock, 0 for none
    const int* cancelled
    bint stopped                 # sticky: once a limit is met every result is void


cdef struct Trick:
    # What stays the same while one trick is played.
    int leader
    int k                        # does side 0 still take k points of total?
    int total
    int tricks                   # tricks left, this one included
    int duty                     # to beat in the suit led
    Cards led                    # all places of the suit led
    Cards before                 # the cards left before the lead
    const Cards* hand            # the hands as dealt, the leader's first
    uint32_t side0               # bit n: the seat n places after the leader is of side 0


cdef struct Span:
    # proven bounds of the points that side 0 still takes
    int low
    int high


cdef struct Window:
    # Values from low to high are wanted exactly, of others only on which side they lie. All of
    # 0..NO_BOUND for the value itself.
    int low
    int high
