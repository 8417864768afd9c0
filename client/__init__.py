"""What people and programs use: the command ``manille`` (and, with the service, its clients)."""
