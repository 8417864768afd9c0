"""Programs that measure; from the top of the repository, `python -m benchmarks.NAME`."""
