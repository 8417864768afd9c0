"""The contract: clean for its linter, explained line by line, and its generated code up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from manille.v1 import (
    advice_pb2,
    deal_pb2,
    rules_service_pb2,
    solution_pb2,
    solver_service_pb2,
)

ROOT = Path(__file__).resolve().parents[2] / "protos"
BUF = Path(sys.executable).with_name("buf")
FILES = [deal_pb2, solution_pb2, advice_pb2, solver_service_pb2, rules_service_pb2]


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUF, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_linter_finds_nothing() -> None:
    done = buf("lint")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_linter_would_find_a_field_without_a_comment(tmp_path: Path) -> None:
    (tmp_path / "buf.yaml").write_text((ROOT / "buf.yaml").read_text("utf-8"))
    folder = tmp_path / "manille/v1"
    folder.mkdir(parents=True)
    text = 'syntax = "proto3";\npackage manille.v1;\n// A message.\nmessage M { int32 x = 1; }\n'
    (folder / "m.proto").write_text(text)
    done = subprocess.run([BUF, "lint"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert 'Field "x" should have a non-empty comment' in done.stdout


def test_it_is_written_in_the_usual_form() -> None:
    done = buf("format", "--diff", "--exit-code")
    assert (done.returncode, done.stdout) == (0, "")


def test_the_generated_code_is_that_of_the_contract(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "generate.py", tmp_path], check=True)
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "manille/v1").iterdir()}
    kept = {
        path.name: path.read_text("utf-8")
        for path in (ROOT / "manille/v1").iterdir()
        if "_pb2" in path.name and path.suffix in (".py", ".pyi")
    }
    assert sorted(made) == sorted(kept)
    stale = [name for name in made if made[name] != kept[name]]
    assert not stale, "run `python protos/generate.py`"


@pytest.mark.parametrize("module", FILES, ids=lambda module: module.DESCRIPTOR.name)
def test_every_rpc_has_messages_of_its_own(module: object) -> None:
    for service in module.DESCRIPTOR.services_by_name.values():  # type: ignore[attr-defined]
        for method in service.methods:
            assert method.input_type.name == f"{method.name}Request"
            assert method.output_type.name == f"{method.name}Response"
