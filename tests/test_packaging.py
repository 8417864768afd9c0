"""What a wheel and an sdist carry, and that a wheel works where there is no checkout.

Both are built once, from a copy of the checkout: what earlier builds left behind in it would
otherwise get in, and the build would write beside the files that other tests read.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Where a room lies in the checkout, and where in a wheel.
ROOMS = {
    "solver": "manille/solver",
    "client": "manille/client",
    "server": "manille/server",
    "protos/manille/v1": "manille/v1",
    "protos/wire": "manille/wire",
}

# Under xdist one worker builds for all of these tests.
pytestmark = pytest.mark.xdist_group("packaging")


def run(*command: str | Path, cwd: Path) -> str:
    """The standard output of a command; what it said, if it fails."""
    # Neither the checkout nor the environment of the tests may lend a module.
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GIT_"))
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def checkout_files() -> set[str]:
    """What the checkout has, without what was made in it."""
    if (ROOT / ".git").exists():
        listed = run(
            "git", "-c", f"safe.directory={ROOT}", "ls-files", "-z",
            "--cached", "--others", "--exclude-standard", cwd=ROOT,
        )  # fmt: skip
        return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
    # An unpacked sdist, in which things may have been built since.
    made = {"build", "dist", "__pycache__", "manille.egg-info"}
    return {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*")
        if path.is_file()
        and path.suffix not in (".so", ".pyd", ".pyc")
        and not made.intersection(path.relative_to(ROOT).parts)
        and not path.relative_to(ROOT).parts[0].startswith(".")
    } - {"PKG-INFO", "setup.cfg"}


@pytest.fixture(scope="session")
def files() -> set[str]:
    return checkout_files()


@pytest.fixture(scope="session")
def dist(files: set[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that was built from it."""
    copy = tmp_path_factory.mktemp("copy")
    for name in files:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", out, copy, cwd=out)
    return out


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("manille-*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment that holds the wheel and what it requires."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    run(home / "bin/python", "-m", "pip", "install", "--quiet", wheel, cwd=home)
    return home / "bin"


def test_the_sdist_carries_the_checkout(dist: Path, files: set[str]) -> None:
    (path,) = dist.glob("manille-*.tar.gz")
    with tarfile.open(path) as archive:
        carried = {member.name.partition("/")[2] for member in archive if member.isfile()}
    expected = {name for name in files if not name.startswith(".")}
    added = {"PKG-INFO", "setup.cfg"}
    carried = {name for name in carried if not name.startswith("manille.egg-info/")} - added
    assert carried == expected


def test_the_wheel_carries_the_rooms(wheel: Path, files: set[str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = {
        f"{inside}{name.removeprefix(room)}"
        for room, inside in ROOMS.items()
        for name in files
        if name.startswith(f"{room}/")
    }
    # The rooms' own pages are for those who work in them.
    expected = {name for name in ours if not name.endswith(".md")}
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    expected |= {f"{name.removesuffix('.pyx')}{suffix}" for name in ours if name.endswith(".pyx")}
    assert carried == expected


@pytest.mark.parametrize("inside", ROOMS.values())
def test_the_wheel_is_typed(wheel: Path, inside: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert f"{inside}/py.typed" in archive.namelist()


def test_every_module_of_the_wheel_imports(installed: Path, wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        parts = [
            name.split(".")[0] for name in archive.namelist() if name.endswith((".py", ".pyx"))
        ]
    # A __main__ would start what it starts.
    names = {name.removesuffix("/__init__") for name in parts if not name.endswith("__main__")}
    lines = "\n".join(f"import {name.replace('/', '.')}" for name in sorted(names))
    run(installed / "python", "-c", lines, cwd=tmp_path)


def test_the_rule_sets_are_found_in_the_wheel(
    installed: Path, files: set[str], tmp_path: Path
) -> None:
    script = (
        "from importlib.resources import files\n"
        "for path in (files('manille.solver.rules') / 'rulesets').iterdir():\n"
        "    print(path.name, len(path.read_text(encoding='utf-8')))\n"
    )
    printed = run(installed / "python", "-c", script, cwd=tmp_path).splitlines()
    ours = [ROOT / name for name in files if name.startswith("solver/rules/rulesets/")]
    expected = {f"{path.name} {len(path.read_text(encoding='utf-8'))}" for path in ours}
    assert expected
    assert set(printed) == expected


def test_the_command_lists_the_rule_sets(installed: Path, tmp_path: Path) -> None:
    assert "manillen" in run(installed / "manille", "rules", cwd=tmp_path)


def test_the_command_solves_a_deal(installed: Path, tmp_path: Path) -> None:
    deal = "manillen S N:TA... K7... QJ... 98..."
    assert run(installed / "manille", "solve", deal, cwd=tmp_path).strip()
    assert json.loads(run(installed / "manille", "solve", deal, "--json", cwd=tmp_path))
