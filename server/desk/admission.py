"""Who may search now, who waits, and who is turned away."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

__all__ = ["Admission"]

Search = TypeVar("Search", bound=Hashable)


class _Request(Generic[Search]):
    """Searches that were asked for together and have not begun."""

    def __init__(self, searches: Iterable[Search]) -> None:
        self.waiting: OrderedDict[Search, None] = OrderedDict.fromkeys(searches)


class Admission(Generic[Search]):
    """Hands out a few threads to many requests.

    A request is one search or, for a batch, several. While some of its searches wait it takes one
    place of the queue. Threads go round: each request in turn begins one search, the one that has
    waited longest first. So a single question waits for as many searches as there are requests
    before it, and not for the whole of a large batch.

    Patient requests, those of streams, are never turned away. They take at most half of the places,
    so that others find some; beyond that they wait outside.
    """

    def __init__(self, threads: int, places: int, begin: Callable[[Search], None]) -> None:
        """Begin with all threads free.

        Args:
            threads: how many searches may run at once, at least 1.
            places: how many requests may wait.
            begin: begins a search on a free thread; must not raise.
        """
        self._free = threads
        self._places = places
        self._patient_places = max(1, places // 2)
        self._begin = begin
        # Each an ordered set, so that taking from the front and giving up anywhere are both cheap.
        self._queue: OrderedDict[_Request[Search], None] = OrderedDict()
        self._outside: OrderedDict[_Request[Search], None] = OrderedDict()
        self._request_of: dict[Search, _Request[Search]] = {}

    @property
    def queued(self) -> int:
        """How many searches wait."""
        return len(self._request_of)

    def enter(self, searches: Iterable[Search], patient: bool = False) -> bool:
        """Begin the searches of a request as there are threads; False if there is no place for it.

        While a thread is free nobody is turned away.

        Args:
            searches: what is to be searched, at least one, none of them known here.
            patient: wait for a place instead.
        """
        request = _Request(searches)
        if not self._free and len(self._queue) >= self._places and not patient:
            return False
        self._request_of |= dict.fromkeys(request.waiting, request)
        self._outside[request] = None
        if not patient:
            self._queue[request] = self._outside.pop(request)
        self._hand_out()
        return True

    def withdraw(self, search: Search) -> bool:
        """Give up a search that waits; False if it does not, but runs or was never here."""
        request = self._request_of.pop(search, None)
        if request is None:
            return False
        del request.waiting[search]
        if not request.waiting:
            self._queue.pop(request, None)
            self._outside.pop(request, None)
        self._hand_out()
        return True

    def ended(self) -> None:
        """Note that a search has ended and its thread is free."""
        self._free += 1
        self._hand_out()

    def _hand_out(self) -> None:
        """Let patient requests in as there is room, and begin searches as threads are free."""
        self._let_in()
        while self._free and self._queue:
            request = next(iter(self._queue))
            search, _ = request.waiting.popitem(last=False)
            if request.waiting:
                self._queue.move_to_end(request)
            else:
                del self._queue[request]
            del self._request_of[search]
            self._free -= 1
            self._begin(search)
            self._let_in()

    def _let_in(self) -> None:
        while self._outside and len(self._queue) < self._patient_places:
            self._queue[self._outside.popitem(last=False)[0]] = None
