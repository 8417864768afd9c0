"""Where domain values enter the kernel: a contract becomes a struct of flags, masks and points."""

from functools import lru_cache

from libc.stdlib cimport calloc, free

from manille.solver.core.bits cimport bit, highest
from manille.solver.core.payoff cimport LANE
from manille.solver.core.types cimport (
    MAX_CARDS, STRIDE, SUITS, Cards, Rules, uint32_t, uint64_t,
)

# bit 0: binds while an opponent is winning; bit 1: while the own side is
_DUTY = {"never": 0, "opponent": 1, "always": 3}
_UNABLE = {"any": 0, "trump": 1, "not_trump": 2}


cdef class RuleTable:
    """A contract as the kernel reads it."""

    def __cinit__(self, contract):
        """Fill the struct from a contract."""
        self.contract = contract
        self.rules.planes = NULL
        self._fill_flags(contract.rules)
        self._fill_cards()
        self._fill_levels()
        self._fill_planes()

    def __dealloc__(self):
        free(self.rules.planes)

    cdef Cards word(self, cards) except? 0:
        """The word that holds some cards."""
        cdef Cards found = 0
        for card in cards:
            found |= bit(self.index[card])
        return found

    def _fill_flags(self, rules):
        cdef Rules* r = &self.rules
        cdef int seat
        r.seats = rules.seats
        r.ranks = len(rules.order)
        r.beat_plain = _DUTY[rules.beat_plain]
        r.beat_trump = _DUTY[rules.beat_trump]
        r.ruff = _DUTY[rules.ruff]
        r.overruff = _DUTY[rules.overruff]
        r.when_unable = _UNABLE[rules.when_unable]
        r.trick_points = rules.trick_points
        r.last_points = rules.last_trick_points
        r.side0 = 0
        for seat, side in enumerate(self.contract.side_of):
            if side == 0:
                r.side0 |= (<uint32_t> 1 << seat) | (<uint32_t> 1 << (seat + r.seats))

    def _fill_cards(self):
        cdef Rules* r = &self.rules
        cdef int n, c
        contract = self.contract
        self.index, self.cards = {}, [None] * MAX_CARDS
        r.trump = r.full = r.tops = 0
        for card, strength in contract.strength.items():
            n = contract.rules.family.suits.index(card.suit)
            c = STRIDE * n + strength
            self.index[card] = c
            self.cards[c] = card
            r.points[c] = contract.points[card]
            r.full |= bit(c)
            if strength == r.ranks - 1:
                r.tops |= bit(c)
            if card.suit == contract.trump:
                r.trump = <Cards> LANE << (STRIDE * n)
        for c in range(MAX_CARDS):
            r.suit[c] = <Cards> LANE << (STRIDE * (c // STRIDE))
            r.beat[c] = r.suit[c] & r.full & ~((bit(c) << 1) - 1)
            if r.suit[c] != r.trump:
                r.beat[c] |= r.trump & r.full

    def _fill_levels(self):
        cdef Rules* r = &self.rules
        cdef Cards word
        points = self.contract.points
        r.levels = r.mergers = 0
        for count in sorted(set(points.values()), reverse=True):
            same = [card for card in points if points[card] == count]
            word = self.word(same)
            r.level[r.levels] = word
            r.levels += 1
            if len({card.suit for card in same}) < len(same):
                r.merger[r.mergers] = word
                r.mergers += 1
        r.payoff = r.full
        if _points_on_top(self.contract):
            r.payoff = self.word(card for card in points if points[card])

    def _fill_planes(self):
        cdef Rules* r = &self.rules
        cdef int n, per_word
        thresholds = sorted({count for count in self.contract.points.values() if count})
        r.width = 0
        for n in range(SUITS):
            r.offset[n] = r.width
            r.depth[n] = _depth(self.contract, n)
            r.width += r.depth[n]
        r.words = r.terms = 0
        r.repeat = 0
        if not thresholds:
            return
        per_word = 64 // r.width
        r.words = (len(thresholds) + per_word - 1) // per_word
        for n in range(per_word):
            r.repeat |= <uint64_t> 1 << (n * r.width)
        self._fill_terms(thresholds, per_word)
        r.planes = <uint64_t*> calloc(<size_t> (r.words * SUITS) << r.ranks, sizeof(uint64_t))
        if r.planes == NULL:
            raise MemoryError
        for n, threshold in enumerate(thresholds):
            self._fill_plane(n // per_word, (n % per_word) * r.width, threshold)

    def _fill_terms(self, thresholds, int per_word):
        """One popcount for all planes of a word that weigh the same."""
        cdef Rules* r = &self.rules
        cdef uint64_t plane = ((<uint64_t> 1 << r.width) - 1)
        masks = {}
        below = 0
        for n, threshold in enumerate(thresholds):
            place = (n // per_word, threshold - below)
            masks[place] = masks.get(place, 0) | (plane << ((n % per_word) * r.width))
            below = threshold
        for (word, weight), mask in masks.items():
            r.term_word[r.terms] = word
            r.term_weight[r.terms] = weight
            r.term_mask[r.terms] = mask
            r.terms += 1

    cdef void _fill_plane(self, int word, int shift, int threshold) noexcept:
        """For every set of cards of a suit: which of its places count at least the threshold."""
        cdef Rules* r = &self.rules
        cdef uint64_t* row
        cdef Cards cards, suit
        cdef int n, place, top
        for n in range(SUITS):
            row = r.planes + (<size_t> (word * SUITS + n) << r.ranks)
            for cards in range(<Cards> 1 << r.ranks):
                suit = cards
                place = shift + r.offset[n] + r.depth[n]
                while suit and place > shift + r.offset[n]:
                    place -= 1
                    top = highest(suit)
                    suit ^= bit(top)
                    if r.points[STRIDE * n + top] >= threshold:
                        row[cards] |= <uint64_t> 1 << place


def _points_on_top(contract):
    """Whether in every suit no card lies above one that counts more.

    Then two positions with the same owners and the same counting cards have the same points at the
    same places; and if a suit has no two cards that count the same, only then.
    """
    return all(
        counts == sorted(counts, reverse=True) for counts in _counts(contract)
    )


def _depth(contract, suit):
    """How many of the strongest cards of a suit must be looked at to see all that count."""
    counts = list(_counts(contract))[suit]
    return max((place + 1 for place, count in enumerate(counts) if count), default=0)


def _counts(contract):
    """The points of each suit's cards, strong to weak."""
    rules = contract.rules
    for suit in rules.family.suits:
        ranks = rules.order_of(suit, contract.trump)
        yield [contract.points[type(rules.cards[0])(rank, suit)] for rank in ranks]


@lru_cache(maxsize=256)
def rule_table(contract):
    """The table of a contract, made once."""
    return RuleTable(contract)
