"""The command ``manille serve``."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from manille.server import logs
from manille.server.ports import reserve_port
from manille.server.run import ready_line, run_alone
from manille.server.settings import Settings, settings_options

if TYPE_CHECKING:
    from manille.server.app import App

__all__ = ["serve"]


@click.command(context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@settings_options
def serve(**given: Any) -> None:
    """Serve exact play and values over gRPC, until SIGTERM or Ctrl-C.

    One line on standard output says that the server is ready, and where; the log goes to standard
    error. The first signal lets calls in progress finish, a second one ends at once. The exit
    status is 0 if all of them were finished, 1 if not, and 2 if a setting cannot be used.
    """
    settings = Settings(**given)
    logs.configure(settings.log_format, settings.log_level)
    finished = _run_alone(settings) if settings.workers == 1 else _run_workers(settings)
    sys.exit(0 if finished else 1)


def _say_ready(settings: Settings, port: int, metrics_port: int | None) -> None:
    click.echo(ready_line(settings, port, metrics_port))


def _run_alone(settings: Settings) -> bool:
    def ready(app: App) -> None:
        _say_ready(settings, app.port, app.metrics_port)

    return run_alone(settings, ready)


def _run_workers(settings: Settings) -> bool:
    """Keep the port, check here what every worker would stumble over, and start them."""
    from manille.server.app import check
    from manille.server.metrics import forget_worker, workers_endpoint
    from manille.server.workers import run_workers

    asyncio.run(check(settings))
    with reserve_port(settings) as reserved, workers_endpoint(settings) as endpoint:
        port = reserved.getsockname()[1]

        def ready() -> None:
            _say_ready(settings, port, None if endpoint is None else endpoint.port)

        return run_workers(replace(settings, port=port), ready, forget_worker)
