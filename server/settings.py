"""Every setting of the server: its flag, its environment variable, its default, its meaning.

A setting is a field of :class:`Settings` and nothing else. The options of ``manille serve``, their
variables (``--cache-ttl-s`` is also ``MANILLE_CACHE_TTL_S``) and the table in the README of this
room come from it.
"""

# ruff: noqa: RUF009 (what makes the fields is the `field` of dataclasses)

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import click

from manille.solver.analysis import cores

__all__ = ["Settings", "settings_options", "settings_rows", "wrong"]

Command = TypeVar("Command", bound=Callable[..., Any])

PREFIX = "MANILLE_"


class _Seconds(click.FloatRange):
    """A finite number of seconds; click takes "nan" and "inf" for numbers in the range."""

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, context))
        if not math.isfinite(seconds):
            self.fail(f"{value} is not a number of seconds.", param, context)
        return seconds


_COUNT = click.IntRange(min=1)
_PORT = click.IntRange(0, 65535)
_SECONDS = _Seconds(min=0, min_open=True)
_FILE = click.Path(path_type=Path)


def _setting(default: Any, kind: Any, meaning: str, shown: str | None = None) -> Any:
    """A field with what its option needs; ``shown`` is the default in words, where it has some."""
    return field(default=default, metadata={"kind": kind, "meaning": meaning, "shown": shown})


@dataclass(frozen=True)
class Settings:
    """What a server is told at its start; the meaning and the unit stand with each field."""

    host: str = _setting("127.0.0.1", str, "Address or name to listen on; 0.0.0.0 for all.")
    port: int = _setting(50051, _PORT, "TCP port to listen on; 0 for any free one.")
    workers: int = _setting(1, _COUNT, "Processes that share the port, each with its own memory.")
    threads: int | None = _setting(
        None, _COUNT, "Searches at once in each worker.", "the cores divided by the workers"
    )
    queue: int = _setting(
        256, click.IntRange(min=0), "Searches that may wait in each worker; more are refused."
    )
    cache: str | None = _setting(
        None,
        str,
        "URL of a Redis behind the memory: redis://, rediss:// (TLS), unix://, redis+cluster://, "
        "rediss+cluster://.",
        "none",
    )
    cache_memory_mib: int = _setting(
        64, click.IntRange(min=0), "MiB of answers kept in the memory of each worker."
    )
    cache_prefix: str = _setting("manille", str, "What the keys in Redis start with.")
    cache_ttl_s: int = _setting(
        0, click.IntRange(min=0), "Seconds that Redis keeps an answer; 0 for as long as it can."
    )
    cache_timeout_ms: int = _setting(
        50, _COUNT, "Milliseconds that a lookup in Redis may take before it counts as failed."
    )
    table_mib: int = _setting(
        64, click.IntRange(1, 1 << 20), "The most MiB that the table of one search may take."
    )
    search_s: float = _setting(
        60.0, _SECONDS, "Seconds after which any search ends, as at a deadline."
    )
    message_mib: int = _setting(
        4, click.IntRange(1, 1024), "The most MiB that a request or an answer may have."
    )
    batch: int = _setting(1000, _COUNT, "The most questions of one batch.")
    advice_samples: int = _setting(
        10_000, _COUNT, "The most layouts of the hidden cards that one advice may rest on."
    )
    calls: int = _setting(
        1000, _COUNT, "Calls in progress at once in each worker; more are refused."
    )
    stream_window: int = _setting(
        32, _COUNT, "Questions in progress at once of one stream; then it is read no further."
    )
    grace_s: float = _setting(
        30.0, _SECONDS, "Seconds that calls in progress have to finish after SIGTERM."
    )
    tls_cert: Path | None = _setting(
        None, _FILE, "PEM file with the certificate, and what leads to its root.", "no TLS"
    )
    tls_key: Path | None = _setting(None, _FILE, "PEM file with the key of it.", "no TLS")
    tls_client_ca: Path | None = _setting(
        None,
        _FILE,
        "PEM file with the roots that sign the certificates of clients, which then need one.",
        "clients need no certificate",
    )
    token_file: Path | None = _setting(
        None,
        _FILE,
        "File with the bearer tokens that are let in, one a line; read again when it changes.",
        "everybody is let in",
    )
    metrics_host: str = _setting("127.0.0.1", str, "Address that metrics are served on.")
    metrics_port: int | None = _setting(
        None, _PORT, "TCP port for Prometheus to scrape; 0 for any free one.", "no metrics"
    )
    log_format: str = _setting(
        "text", click.Choice(["text", "json"]), "How the log on standard error is written."
    )
    log_level: str = _setting(
        "info",
        click.Choice(["debug", "info", "warning", "error"]),
        "What is logged; info has a line for each call, debug the deals as well.",
    )
    otel_endpoint: str | None = _setting(
        None,
        str,
        "URL that OpenTelemetry spans are sent to by OTLP over gRPC (needs the extra otel).",
        "no traces",
    )
    reflection: bool = _setting(
        True, bool, "Whether clients may ask which services and messages there are."
    )

    @property
    def search_threads(self) -> int:
        """Searches at once in each worker: as told, else the cores divided by the workers."""
        return self.threads or max(1, cores() // self.workers)


def settings_options(command: Command) -> Command:
    """Give a command an option for every setting."""
    for one in reversed(fields(Settings)):
        command = click.option(
            *_flags(one),
            default=one.default,
            type=one.metadata["kind"],
            help=one.metadata["meaning"],
            envvar=_variable(one.name),
            show_envvar=True,
            show_default=one.metadata["shown"] or True,
        )(command)
    return command


def settings_rows() -> list[tuple[str, str, str, str]]:
    """Flag, variable, default and meaning of every setting, as the README has them."""
    return [
        (
            "/".join(_flags(one)),
            _variable(one.name),
            one.metadata["shown"] or str(one.default).lower(),
            one.metadata["meaning"],
        )
        for one in fields(Settings)
    ]


def wrong(name: str, message: str) -> click.BadParameter:
    """The error for a setting whose value cannot be used, in click's words for such an option."""
    (one,) = (one for one in fields(Settings) if one.name == name)
    hint = f"'{_flags(one)[0].split('/')[0]}' (env var: '{_variable(name)}')"
    return click.BadParameter(message, param_hint=hint)


def _flags(one: Field[Any]) -> tuple[str, ...]:
    flag = one.name.replace("_", "-")
    return (f"--{flag}/--no-{flag}",) if one.metadata["kind"] is bool else (f"--{flag}",)


def _variable(name: str) -> str:
    return f"{PREFIX}{name.upper()}"
