"""What is known of a deal: by one of its seats, or by whoever sees the hands that are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from manille.solver.deals import Deal
from manille.solver.deals.spelled import seat_text
from manille.solver.errors import DealError, Fault, Reason

__all__ = ["Knowledge"]


@dataclass(frozen=True)
class Knowledge:
    """What is known of a deal.

    Attributes:
        deal: the deal; the hands that are not known are hidden in it (None).
        seat: the seat that knows it, in the order of play; None for whoever sees the hands shown.
    """

    deal: Deal
    seat: int | None = None

    @classmethod
    def of(cls, deal: Deal, seat: int | None = None) -> Knowledge:
        """What is known of a deal before its next card or call.

        Args:
            deal: the deal, which may show more hands than the seat sees.
            seat: the seat, in the order of play: of the hands it knows its own alone. None for
                whoever sees every hand that the deal shows; of a deal without any, a spectator.

        Raises:
            DealError: the hand of the seat is hidden (HAND_HIDDEN), a hand that is shown beside
                hidden ones is one of an ending (ENDING_HIDDEN), or cards are played although trump
                or declarer are not known.
        """
        if seat is not None:
            deal = _seen_by(deal, seat)
        if None in deal.hands:
            faults = list(_short_hands(deal))
            if faults:
                raise DealError(faults)
        if deal.played:
            deal.contract  # noqa: B018  it says itself what it lacks
        return cls(deal, seat)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The seats whose hands are not known, in the order of play."""
        return tuple(seat for seat, hand in enumerate(self.deal.hands) if hand is None)


def _seen_by(deal: Deal, seat: int) -> Deal:
    name = deal.seat_names[seat]
    if deal.hands[seat] is None:
        message = (
            f"the hand of {seat_text(name)} is hidden (?); give the cards of the seat that asks"
        )
        raise DealError(Fault(Reason.HAND_HIDDEN, message, field=f"hands.{name}"))
    hands = tuple(hand if other == seat else None for other, hand in enumerate(deal.hands))
    return replace(deal, hands=hands)


def _short_hands(deal: Deal) -> Iterator[Fault]:
    """A fault for each hand with fewer cards than are dealt: nobody knows what else is gone."""
    size = deal.rules.hand_size
    for name, hand in zip(deal.seat_names, deal.hands, strict=True):
        if hand is not None and len(hand) < size:
            cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
            message = f"the hand of {seat_text(name)} has {cards} where {deal.rules.name} deals "
            message += f"{size}; with hidden hands give it as it was before the first card, and "
            message += "list what was played in played="
            yield Fault(Reason.ENDING_HIDDEN, message, field=f"hands.{name}")
