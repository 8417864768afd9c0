"""The bars of the kernel, and the figures of today: `python -m benchmarks.bars`."""
