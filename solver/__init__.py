"""Cards, rules, deals, the exact search and the analysis built on it."""
