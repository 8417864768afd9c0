"""Writes the generated code of the contract anew, beside the `.proto` files.

`python protos/generate.py` needs grpcio-tools of the version that the extra `test` names: code made
by it runs on that version of grpcio and protobuf and on all newer ones, while code made by a newer
one refuses older runtimes. tests/protos/test_generated.py compares what is committed.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = Path("manille/v1")


def generate(out: Path) -> None:
    """Write the generated code of every `.proto` file below ``out``.

    Raises:
        RuntimeError: protoc refused a file; it has said why on standard error.
    """
    from grpc_tools import protoc

    sources = sorted(str(path.relative_to(HERE)) for path in (HERE / PACKAGE).glob("*.proto"))
    services = [source for source in sources if source.endswith("_service.proto")]
    common = [f"--proto_path={HERE}", f"--proto_path={files('grpc_tools') / '_proto'}"]
    messages = [f"--python_out={out}", f"--pyi_out={out}"]
    for command in (
        [*common, *messages, *sources],
        [*common, f"--grpc_python_out={out}", *services],
    ):
        if protoc.main(["protoc", *command]) != 0:
            raise RuntimeError("protoc refused the contract")


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
