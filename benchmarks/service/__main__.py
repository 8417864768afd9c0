"""Every bar of the service with the figure that is measured now, in one table.

    make service                                            all parts: some five minutes
    python -m benchmarks.service --quick                    less of everything, which it says
    python -m benchmarks.service cached batch --markdown    some parts, as Markdown
    python -m benchmarks.service --json FILE

Real servers, each a process of its own, a real Redis, callers on the same machine. What they answer
is compared with a local search; where the two differ, the exit status is 1. A bar that is missed
only shows as missed. Ctrl-C ends everything that was started and shows what was measured so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import grpc
from redis.exceptions import RedisError

from benchmarks.bars.bar import Bar
from benchmarks.bars.table import finish, measure
from benchmarks.service.batch import batch
from benchmarks.service.drain import drain
from benchmarks.service.effort import FULL, QUICK, Effort
from benchmarks.service.latency import cached, empty
from benchmarks.service.overload import overload
from benchmarks.service.redis_faults import redis
from benchmarks.service.sharing import same, shared
from benchmarks.service.size import size
from benchmarks.service.stop import stop
from manille.client.bench.machine import describe

PARTS: dict[str, Callable[[Effort], Iterator[Bar]]] = {
    "empty": empty,
    "cached": cached,
    "batch": batch,
    "same": same,
    "shared": shared,
    "stop": stop,
    "redis": redis,
    "overload": overload,
    "drain": drain,
    "size": size,
}
FAILURES = (grpc.RpcError, RedisError, OSError, RuntimeError)
QUICK_NOTE = "A quick run: less of everything than the bars ask for."


def told(part: Callable[[Effort], Iterator[Bar]]) -> Callable[[Effort], Iterator[Bar]]:
    """The part; where a program or a connection fails it, that is told in a sentence."""

    def rows(effort: Effort) -> Iterator[Bar]:
        try:
            yield from part(effort)
        except FAILURES as error:
            raise click.ClickException(f"{type(error).__name__}: {error}") from error

    return rows


@click.command(help=f"Hold the service against its bars; PART is one of {', '.join(PARTS)}.")
@click.argument("parts", nargs=-1, metavar="[PART]...", type=click.Choice(list(PARTS)))
@click.option("--quick", is_flag=True, help="Less of everything than the bars ask for.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="File.")
def main(parts: tuple[str, ...], quick: bool, markdown: bool, path: Path | None) -> None:
    """Measure, and print the table."""
    machine, bars = describe(), list[Bar]()
    told_parts = {name: told(part) for name, part in PARTS.items()}
    status = measure(told_parts, parts or tuple(PARTS), QUICK if quick else FULL, bars)
    finish(bars, machine, status, QUICK_NOTE if quick else "", markdown, path)


if __name__ == "__main__":
    main()
