"""The rpcs, a file for each service: each converts, asks and converts back."""
