__all__ = ["PROCESSORS"]

PROCESSORS: tuple[str, ...]
