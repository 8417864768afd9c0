"""Imports run along the arrows: cards -> rules -> deals -> core -> analysis -> server, client.

An import against the arrows is found by reading the import and cimport lines of every source,
whichever function or `if TYPE_CHECKING:` block they stand in. Nothing is imported, so this also
works on a checkout that has not been built.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

ROOMS = {
    "solver": "manille.solver",
    "protos/wire": "manille.wire",
    "client": "manille.client",
    "server": "manille.server",
}
# Generated from the contract: it imports nothing of ours, and whoever speaks it imports it.
GENERATED = "manille.v1"

FOLDERS = {folder.partition("/")[0] for folder in ROOMS}

# The plain values, which everything may import that they do not build on themselves.
VALUES = {"advised", "errors", "limits", "par", "results", "reviewed"}
DOMAIN = {"cards", "rules", "deals"}

# What each layer may import; itself always. A module belongs to the layer with the longest name
# that its own name begins with.
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "limits": {"errors"},
    "results": {"errors", "limits", "cards"},
    "advised": {"cards"},
    "par": {"results"},
    "reviewed": {"results", "cards"},
    "cards": {"errors", "limits"},
    "rules": VALUES | {"cards"},
    "deals": VALUES | {"cards", "rules"},
    # What one seat knows of the others' hands; no search.
    "hidden": VALUES | DOMAIN,
    "reference": VALUES | DOMAIN | {"hidden"},
    # Inside the core there are masks and structs. Domain values enter at the rule table and leave
    # at the engine, which nothing in the core imports.
    "core": VALUES | {"core.ruletable"},
    "core.ruletable": VALUES | DOMAIN | {"core"},
    "core.engine": VALUES | DOMAIN | {"core", "core.ruletable"},
    "analysis": VALUES | DOMAIN | {"core.engine"},
    "advice": VALUES | DOMAIN | {"hidden", "core.engine", "analysis"},
    # manille.solver itself, which may hand on what its users need.
    "solver": VALUES | DOMAIN | {"core.engine", "analysis", "hidden", "advice"},
    # The conversions, which both sides of the contract use.
    "wire": VALUES | DOMAIN | {"analysis", "advice", "v1"},
    "client": VALUES | DOMAIN | {"analysis", "hidden", "advice", "solver", "wire", "v1"},
    "server": VALUES | DOMAIN | {"core.engine", "analysis", "advice", "solver", "wire", "v1"},
}


def layer_of(module: str) -> str | None:
    """The layer of a module of ours; None if no layer has been chosen for it."""
    if module == GENERATED or module.startswith(f"{GENERATED}."):
        return "v1"
    if module in ROOMS.values():
        return module.removeprefix("manille.")
    name = module.removeprefix("manille.").removeprefix("solver.")
    while name and name not in ARROWS:
        name = name.rpartition(".")[0]
    # What lies directly in solver/ is not free to do what manille.solver itself may.
    return None if name in ("", "solver") else name


def module_of(path: Path, root: Path) -> tuple[str, str]:
    """The import name of a source and the package from which its relative imports count."""
    inner = path.relative_to(root).with_suffix("")
    folder = next(folder for folder in ROOMS if inner.is_relative_to(folder))
    rest = inner.relative_to(folder).parts
    names = [ROOMS[folder], *rest]
    package = ".".join(names[:-1])
    return (package if rest[-1] == "__init__" else ".".join(names)), package


def python_imports(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Line, module and the names taken from it (none for a plain import)."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name, []) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                yield node.lineno, "." * level + (module or ""), [name.name for name in names]
            case ast.Call(
                func=ast.Attribute(attr="import_module")
                | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield node.lineno, module, []


# Examples in docstrings and remarks are no imports.
QUOTED = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|#[^\n]*'
    r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
    re.DOTALL,
)
FROM = re.compile(
    r"(?:^|[:;])[ \t]*from[ \t]+([\w.]+)[ \t]+c?import\b[ \t]*"
    r"(\([^)]*\)|(?:\\\n|[^\n;])*)",
    re.MULTILINE,
)
PLAIN = re.compile(r"(?:^|[:;])[ \t]*c?import[ \t]+((?:\\\n|[^\n;])*)", re.MULTILINE)


def cython_imports(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """The same of a Cython source, which only Cython can parse."""
    text = QUOTED.sub(lambda quoted: '""' + "\n" * quoted[0].count("\n"), text)
    for pattern in FROM, PLAIN:
        for found in pattern.finditer(text):
            listed = found[pattern.groups].strip("() \t\n").replace("\\\n", " ").split(",")
            names = [name.split()[0] for name in listed if name.strip()]
            line = text.count("\n", 0, found.start(1)) + 1
            if pattern is FROM:
                yield line, found[1], names
            else:
                yield from ((line, name, []) for name in names)


def targets(module: str, names: list[str], package: str) -> Iterator[str]:
    """The modules that an import names, by their full names."""
    if module.startswith("."):
        inner = module.lstrip(".")
        base = package.split(".")
        base = base[: len(base) + 1 - (len(module) - len(inner))]
        module = ".".join([*base, inner] if inner else base)
    for name in names or [""]:
        full = f"{module}.{name}".rstrip(".")
        # `from manille.solver import errors` names a module, `... import Deal` something in one.
        inside = layer_of(full) not in (None, layer_of(module))
        yield full if inside or module == "manille" else module


def broken(path: Path, root: Path) -> Iterator[str]:
    """A sentence for every import of one source that runs against the arrows."""
    module, package = module_of(path, root)
    layer = layer_of(module)
    where = path.relative_to(root)
    if layer is None:
        yield f"{where}:1: {module} belongs to no layer; give it one in ARROWS"
        return
    read = python_imports if path.suffix in (".py", ".pyi") else cython_imports
    for line, imported, names in read(path.read_text(encoding="utf-8")):
        for target in targets(imported, names, package):
            first = target.split(".")[0]
            if first in FOLDERS:
                yield f"{where}:{line}: {target} is a folder; its import name is manille.{target}"
            if first != "manille":
                continue
            other = layer_of(target)
            if other is None:
                yield f"{where}:{line}: {target} belongs to no layer; give it one in ARROWS"
            elif other != layer and other not in ARROWS[layer]:
                may = ", ".join(sorted(ARROWS[layer])) or "nothing of ours"
                yield (
                    f"{where}:{line}: imports {target}, but there is no arrow {other} -> {layer}: "
                    f"{layer} may import {may}"
                )


def sources(root: Path) -> list[Path]:
    """Every file of the rooms that can import."""
    return [
        path
        for room in ROOMS
        for path in sorted((root / room).rglob("*"))
        if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".pxi")
    ]


def test_imports_run_along_the_arrows() -> None:
    found = [sentence for path in sources(ROOT) for sentence in broken(path, ROOT)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_is_read(room: str) -> None:
    assert any(path.is_relative_to(ROOT / room) for path in sources(ROOT))


def test_arrows_name_layers_and_have_no_circle() -> None:
    left = {layer: set(may) for layer, may in ARROWS.items()}
    # The rule table fills structs that the core declares, and the core reads the table.
    left["core.ruletable"].discard("core")
    left["v1"] = set()
    assert set().union(*left.values()) <= set(left)
    while left:
        free = {layer for layer, may in left.items() if not may & set(left)}
        assert free, f"a circle: {left}"
        left = {layer: may for layer, may in left.items() if layer not in free}


AGAINST = [
    ("solver/errors.py", "from manille.solver.cards import Card", "cards -> errors"),
    ("solver/cards/card.py", "from manille.solver.rules.ruleset import RuleSet", "rules -> cards"),
    ("solver/cards/card.py", "from manille.solver import deals", "deals -> cards"),
    ("solver/cards/card.py", "from manille.solver import Deal", "solver -> cards"),
    ("solver/cards/card.py", "from ..rules import RuleSet", "rules -> cards"),
    ("solver/cards/__init__.py", "from ..rules import RuleSet", "rules -> cards"),
    ("solver/cards/card.pyi", "import manille.solver.rules as r", "rules -> cards"),
    ("solver/rules/loader.py", "def f():\n    import manille.solver.deals", "deals -> rules"),
    ("solver/rules/loader.py", "import_module('manille.solver.deals')", "deals -> rules"),
    (
        "solver/deals/deal.py",
        "from manille.solver.core.engine import Engine",
        "core.engine -> deals",
    ),
    ("solver/reference/minimax.py", "from manille.solver.core import x", "core -> reference"),
    ("solver/core/search.pxi", "from manille.solver.cards import Card", "cards -> core"),
    ("solver/core/search.pxd", "from ..deals.deal cimport (\n    Deal,\n)", "deals -> core"),
    ("solver/core/search.pxi", "import os, manille.solver.deals", "deals -> core"),
    ("solver/core/search.pxi", "cimport manille.solver.core.engine", "core.engine -> core"),
    ("solver/core/search.pxi", "from . cimport \\\n    table, engine", "core.engine -> core"),
    ("solver/core/engine.pyx", "from manille.solver.analysis import x", "analysis -> core.engine"),
    ("solver/analysis/par.py", "from manille.solver.core.table import T", "core -> analysis"),
    ("solver/analysis/par.py", "from manille.solver.reference import x", "reference -> analysis"),
    ("solver/analysis/par.py", "import manille.client.cli", "client -> analysis"),
    ("solver/__init__.py", "from manille import server", "server -> solver"),
    ("client/cli/main.py", "from manille.solver.core.engine import E", "core.engine -> client"),
    ("client/local.py", "from manille.server.desk import Desk", "server -> client"),
    ("server/app.py", "from manille.client import render", "client -> server"),
    ("protos/wire/deals.py", "from manille.server.desk import Desk", "server -> wire"),
    ("solver/deals/deal.py", "from manille.v1 import deal_pb2", "v1 -> deals"),
    ("solver/analysis/solve.py", "from manille.wire.deals import x", "wire -> analysis"),
    ("server/app.py", "from manille.solver.reference.minimax import x", "reference -> server"),
]


@pytest.mark.parametrize(("file", "text", "arrow"), AGAINST)
def test_an_import_against_the_arrows_is_found(
    tmp_path: Path, file: str, text: str, arrow: str
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(f'"""First line."""\n\n{text}\n')
    (sentence,) = broken(path, tmp_path)
    line = 4 if text.startswith("def") else 3
    assert sentence.startswith(f"{file}:{line}: ")
    assert f"no arrow {arrow}:" in sentence


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("solver/tricks.py", "", "solver/tricks.py:1: manille.solver.tricks belongs to no layer"),
        (
            "client/local.py",
            "import manille.v9",
            "client/local.py:1: manille.v9 belongs to no layer",
        ),
        ("client/local.py", "import solver.cards", "client/local.py:1: solver.cards is a folder"),
    ],
)
def test_a_name_without_a_layer_is_found(
    tmp_path: Path, file: str, text: str, sentence: str
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert [found.startswith(sentence) for found in broken(path, tmp_path)] == [True]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            "solver/cards/card.py",
            "import re\nfrom .suit import Suit\nfrom ..errors import CardError",
        ),
        ("solver/core/search.pxi", "from libc.stdint cimport uint64_t\nfrom .ruletable cimport R"),
        (
            "solver/core/search.pxi",
            '"""\nfrom manille.client import x\n"""\n# import manille.client',
        ),
        ("solver/core/search.pxi", 'x = "#"; from .table cimport Table  # from .engine cimport E'),
        ("solver/core/engine.pyx", "from manille.solver.deals import Deal\nfrom . cimport search"),
        ("solver/analysis/par.py", "from manille.solver.core.engine import Engine"),
        ("client/cli/main.py", "from manille.solver import Deal, analysis\nfrom .. import render"),
        ("server/app.py", "from manille.solver.analysis import solve\nimport servery"),
    ],
)
def test_an_import_along_the_arrows_is_not(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert not list(broken(path, tmp_path))
