"""A foreign client that knows nothing of the contract but what reflection tells."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import grpc
from grpc_reflection.v1alpha import reflection_pb2
from grpc_reflection.v1alpha.reflection_pb2_grpc import ServerReflectionStub

from kit.grpc_server import DEAL, PATIENCE_S, ServerThread, serving, status_of
from manille.server.app import SERVICES


def curl(server: ServerThread, method: str, message: dict[str, Any]) -> dict[str, Any]:
    """The answer that buf gets; it asks for the messages by reflection."""
    ended = subprocess.run(
        [
            Path(sys.executable).with_name("buf"),
            *("curl", "--protocol", "grpc", "--http2-prior-knowledge"),
            *("--data", json.dumps(message), f"http://{server.target}/{method}"),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    found: dict[str, Any] = json.loads(ended.stdout or ended.stderr)
    return found


def test_a_foreign_client_solves_and_asks_for_rules() -> None:
    with serving() as server:
        found = curl(
            server, "manille.v1.SolverService/Solve", {"question": {"deal": {"notation": DEAL}}}
        )
        assert [side["points"] for side in found["solution"]["sides"]] == [38, 23]
        assert found["solution"]["line"][:4] == ["9H", "JH", "QH", "7H"]
        found = curl(server, "manille.v1.RulesService/GetRuleSet", {"rules": {"name": "manillen"}})
        assert found["head"]["points"] == 61


def test_a_foreign_client_sees_the_details_of_an_error() -> None:
    with serving() as server:
        found = curl(server, "manille.v1.SolverService/Solve", {"question": {"deal": {}}})
        assert found["code"] == "invalid_argument"
        kinds = {detail["type"] for detail in found["details"]}
        assert kinds == {"google.rpc.ErrorInfo", "google.rpc.BadRequest"}


def listed(channel: grpc.Channel) -> list[str]:
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    (answer,) = ServerReflectionStub(channel).ServerReflectionInfo(iter([request]))
    return [service.name for service in answer.list_services_response.service]


def test_reflection_lists_the_services() -> None:
    with serving() as server, server.channel() as channel:
        assert set(listed(channel)) > {*SERVICES, "grpc.health.v1.Health"}


def test_reflection_can_be_turned_off() -> None:
    with serving(reflection=False) as server, server.channel() as channel:
        code, _ = status_of(lambda: listed(channel))
        assert code is grpc.StatusCode.UNIMPLEMENTED
