"""Between messages and domain values: the conversions and the errors that both sides share."""
