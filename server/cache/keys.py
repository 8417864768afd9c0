"""Under which name a store keeps the answer to a question."""

from __future__ import annotations

from hashlib import blake2b

__all__ = ["ANSWER_REVISION", "store_key"]

# Raise it whenever the same question may get another answer than before: another choice among
# cards that are equally good, another canonical form, another meaning of a field. Answers of older
# revisions are then no longer found; they stay in the store until it gives them up.
ANSWER_REVISION = 1

DIGEST_BYTES = 16


def store_key(prefix: str, key: bytes) -> str:
    """The name in a store: prefix, answer revision and a digest of the question's key.

    The key itself names the rule set by its fingerprint, what is asked and the canonical position.
    The name is printable, so that it can be looked at with ``redis-cli``, and names of different
    questions have nothing in common that would put them on one node of a cluster.
    """
    return f"{prefix}:{ANSWER_REVISION}:{blake2b(key, digest_size=DIGEST_BYTES).hexdigest()}"
