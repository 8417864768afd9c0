"""The bars of the advice, and the figures of today: `python -m benchmarks.advice`."""
