"""Other solvers beside ours: the same deals in one run, every value compared."""
