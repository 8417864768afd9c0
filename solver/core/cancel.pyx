"""Stopping a search from another thread."""

cdef class CancelToken:
    """A token that stops every search that was given it, from any thread, once and for all."""

    def cancel(self):
        """Stop the searches: they answer within milliseconds with the bounds proven so far."""
        self.flag = 1

    @property
    def cancelled(self):
        """Whether :meth:`cancel` was called."""
        return bool(self.flag)
