"""``python -m manille.server`` is ``manille serve``."""

from __future__ import annotations

from manille.server.command import serve

if __name__ == "__main__":  # worker processes read this file under another name
    serve(prog_name="manille serve")
