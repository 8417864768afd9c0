"""The bars of the service, and the figures of today: `python -m benchmarks.service`."""
