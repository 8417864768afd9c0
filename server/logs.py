"""The log: one line an event on standard error, as text for people or JSON for machines.

Ours and that of the libraries go the same way. What belongs to a call carries its request id.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import IO, Any

import structlog

__all__ = ["configure", "log"]

# The lazy logger follows whatever is configured later.
log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("manille")


def configure(
    style: str, level: str, stream: IO[str] | None = None, pid: int | None = None
) -> None:
    """Send all logs of this process to one place.

    Args:
        style: ``text`` or ``json``.
        level: the lowest level that is written, in lower case.
        stream: where to; standard error by default.
        pid: this process, where several write to the same log; each line then names it.
    """
    stream = stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(pid),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        # A logger that is kept would pass by whatever captures logs later.
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_shared(pid),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_rendering(style, stream),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # Libraries have much to say at these levels, and nothing that an operator could act on.
    for chatty in ("grpc", "asyncio", "redis", "opentelemetry"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))


def _shared(pid: int | None) -> list[Any]:
    def name(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        return event if pid is None else {"pid": pid, **event}

    return [
        name,
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _rendering(style: str, stream: IO[str]) -> list[Any]:
    if style == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # The usual formatter would show the values of variables, and with them whatever a caller sent.
    plain = structlog.dev.plain_traceback
    return [
        structlog.dev.ConsoleRenderer(
            colors=stream.isatty(), pad_event_to=0, exception_formatter=plain
        )
    ]
