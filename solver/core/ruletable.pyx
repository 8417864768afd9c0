"""Where domain values enter the kernel: a contract becomes flags, and its cards become numbers."""

from functools import lru_cache

from manille.solver.core.types cimport MAX_CARDS, STRIDE, Rules, uint32_t

# bit 0: binds while an opponent is winning; bit 1: while the own side is
_DUTY = {"never": 0, "opponent": 1, "always": 3}
_UNABLE = {"any": 0, "trump": 1, "not_trump": 2}


cdef class RuleTable:
    """A contract as the kernel reads it."""

    def __cinit__(self, contract):
        """Fill the struct from a contract."""
        cdef int number
        self.contract = contract
        self._fill_flags(contract.rules)
        suits = contract.rules.family.suits
        self.trump_suit = suits.index(contract.trump) if contract.has_trump else -1
        self.number, self.cards = {}, [None] * MAX_CARDS
        for card, strength in contract.strength.items():
            number = STRIDE * suits.index(card.suit) + strength
            self.number[card] = number
            self.cards[number] = card
            self.points[number] = contract.points[card]

    def _fill_flags(self, rules):
        cdef Rules* r = &self.rules
        cdef int seat
        r.seats = rules.seats
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


@lru_cache(maxsize=256)
def rule_table(contract):
    """The table of a contract, made once."""
    return RuleTable(contract)
