"""Where questions are taken: what is known is given, searches are shared, too many are refused."""

from manille.server.desk.answered import Answered, DeskCounts, Source
from manille.server.desk.desk import Desk

__all__ = ["Answered", "Desk", "DeskCounts", "Source"]
