"""Writes the generated code of the contract anew, beside the `.proto` files.

    python protos/generate.py [FOLDER]

Code made by one version of grpcio-tools runs on the same versions of grpcio and protobuf and on all
newer ones, while code made by a newer one refuses older runtimes. So it is the oldest versions that
are to be supported which decide the generator, and as that one wants an old protobuf beside it, it
gets an environment of its own in build/. tests/protos/test_contract.py compares what is committed.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE.parent / "build" / "grpcio-tools"
TOOLS = "grpcio-tools==1.75.1"  # the lower bounds in pyproject.toml are those of its code
PACKAGE = Path("manille/v1")


def generate(out: Path) -> None:
    """Write the generated code of every `.proto` file below ``out``.

    Raises:
        subprocess.CalledProcessError: protoc refused a file; it has said why on standard error.
    """
    python = _environment()
    sources = sorted(str(path.relative_to(HERE)) for path in (HERE / PACKAGE).glob("*.proto"))
    services = [source for source in sources if source.endswith("_service.proto")]
    for options in (
        [f"--python_out={out}", f"--pyi_out={out}", *sources],
        [f"--grpc_python_out={out}", *services],
    ):
        command = [python, "-m", "grpc_tools.protoc", f"--proto_path={HERE}", *options]
        subprocess.run(command, check=True)


def _environment() -> Path:
    """The Python of the environment that has the generator; it is made where it is not there."""
    python, made = ENVIRONMENT / "bin" / "python", ENVIRONMENT / TOOLS
    if not made.exists():
        venv.create(ENVIRONMENT, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", TOOLS], check=True)
        made.touch()
    return python


if __name__ == "__main__":
    generate(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else HERE)
