"""What `manille bench` is made of: deal sets, results, comparisons, tables and plots."""
