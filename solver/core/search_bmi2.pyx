"""The search, compiled for processors with BMI2, popcount and their like."""

include "search.pxi"


cdef Result ask_bmi2(Search* s, const Root* root, int k) noexcept nogil:
    """Does side 0 take at least k of the points left, 1 <= k <= root.total? Not at the end."""
    return search(s, root, k)
