from __future__ import annotations

import json
import logging
from io import StringIO

import pytest
import structlog

from manille.server import logs
from manille.server.logs import log


def test_json_has_one_object_a_line_with_what_belongs_to_the_call() -> None:
    stream = StringIO()
    logs.configure("json", "info", stream)
    structlog.contextvars.bind_contextvars(request_id="r1")
    log.info("call", method="/a/b")
    logging.getLogger("redis").warning("of a library")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["event"], first["method"], first["level"]) == ("call", "/a/b", "info")
    assert first["request_id"] == "r1"
    assert first["timestamp"].endswith("Z")
    assert (second["event"], second["level"]) == ("of a library", "warning")


def test_text_has_one_line_an_event() -> None:
    stream = StringIO()
    logs.configure("text", "info", stream)
    log.info("call", method="/a\nb")
    (line,) = stream.getvalue().splitlines()
    assert "call" in line
    assert "\\n" in line


def test_the_level_counts_for_ours_and_for_libraries() -> None:
    stream = StringIO()
    logs.configure("json", "warning", stream)
    log.info("no")
    logging.getLogger("grpc").info("no")
    log.warning("yes")
    logs.configure("json", "info", stream)
    logging.getLogger("grpc").info("no")
    logs.configure("json", "error", stream)
    logging.getLogger("grpc").warning("no")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["yes"]


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_traceback_shows_no_values(style: str) -> None:
    stream = StringIO()
    logs.configure(style, "info", stream)

    def fail(token: str) -> None:
        raise ValueError(f"of length {len(token)}")

    try:
        fail("s3cret")
    except ValueError as error:
        log.error("failed", exc_info=error)
    assert "ValueError: of length 6" in stream.getvalue()
    assert "s3cret" not in stream.getvalue().replace('fail("s3cret")', "").replace(
        'fail(\\"s3cret\\")', ""
    )
