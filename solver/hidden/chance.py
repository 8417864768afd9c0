"""Whole numbers by chance, each exactly as likely: the same on every machine and every Python."""

from __future__ import annotations

from random import Random

__all__ = ["below"]

BLOCK = 53  # bits in a number of Random.random, the one method that is promised to stay as it is


def below(bound: int, rng: Random) -> int:
    """A whole number from 0 to ``bound`` - 1, however large the bound is."""
    blocks = bound.bit_length() // BLOCK + 1
    whole = 1 << blocks * BLOCK
    end = whole - whole % bound  # beyond it lies a part of a round, which would favor low numbers
    while True:
        number = 0
        for _ in range(blocks):
            number = number << BLOCK | int(rng.random() * (1 << BLOCK))
        if number < end:
            return number % bound
