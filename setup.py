"""What pyproject.toml cannot say: which packages and Cython modules the rooms hold.

The rooms are the folders of [tool.setuptools.package-dir]. Whatever lies in them is found here,
so neither a new subpackage nor a new .pyx file needs a line anywhere.
"""

import os
import platform
import shutil
import tomllib
import zlib
from pathlib import Path

from setuptools import Command, Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOMS = {
    package: Path(folder)
    for package, folder in tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))[
        "tool"
    ]["setuptools"]["package-dir"].items()
}
VIEW = Path("build/view")
GENERATED = Path("build/cython")
JOBS = 2
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "embedsignature": True,
    # The kernel keeps its own indices in range, and its tests say so; a check per access would
    # cost more than the access.
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


def packages() -> list[str]:
    """Each room and every package in it."""
    return [
        name
        for room, folder in ROOMS.items()
        for name in (room, *(f"{room}.{inner}" for inner in find_packages(str(folder))))
    ]


def processor_flags(module: str) -> list[str]:
    """What a module may ask of the processor: nothing, unless its name says so.

    A wheel must run on other machines than the one that built it. The kernel chooses between
    modules when the program runs.
    """
    if module.endswith("_bmi2") and platform.machine().lower() in ("x86_64", "amd64"):
        return ["-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
    return []


def extensions() -> list[Extension]:
    """Every Cython module in the rooms, under its import name."""
    return [
        Extension(
            ".".join((room, *source.relative_to(folder).with_suffix("").parts)),
            [str(source)],
            extra_compile_args=["-O3", *processor_flags(source.stem)],
        )
        for room, folder in ROOMS.items()
        for source in sorted(folder.rglob("*.pyx"))
    ]


class View(Command):
    """Link the rooms under their import names.

    Cython looks for `manille.solver.core.types` at manille/solver/core/types.pxd, and type
    checkers look for modules in the same way. The folders have other names, so both are given
    this view of them.
    """

    description = f"link the rooms under their import names into {VIEW}"
    user_options = []  # noqa: RUF012 (declared so by the base class)

    def initialize_options(self) -> None:
        """There are none."""

    def finalize_options(self) -> None:
        """There are none."""

    def run(self) -> None:
        """Make the links that are missing or point elsewhere."""
        for room, folder in ROOMS.items():
            link = VIEW.joinpath(*room.split("."))
            link.parent.mkdir(parents=True, exist_ok=True)
            # Relative, so that a checkout can be moved.
            target = os.path.relpath(folder, link.parent)
            if link.is_symlink() and os.readlink(link) == target:
                continue
            if link.is_dir() and not link.is_symlink():
                # Some tools copy a link as the folder behind it, which then grows stale.
                shutil.rmtree(link)
            link.unlink(missing_ok=True)
            link.symlink_to(target, target_is_directory=True)


class BuildExt(build_ext):
    """Translates the Cython modules before the compiler runs, and not for any other command."""

    def initialize_options(self) -> None:
        """Compile as many modules at a time as are translated."""
        super().initialize_options()
        self.parallel = JOBS

    def build_extensions(self) -> None:
        """Replace each .pyx by the C made from it, which goes under build/, and compile."""
        # Here, because reading the metadata or packing an sdist must not need Cython.
        from Cython import __version__ as version
        from Cython.Build import cythonize

        self.run_command("view")
        # Cython compares times of sources only, yet other directives or another Cython make
        # other C as well.
        made_by = GENERATED / "made-by"
        maker = f"Cython {version}, setup.py {zlib.crc32(Path(__file__).read_bytes()):08x}"
        same = made_by.exists() and made_by.read_text(encoding="utf-8") == maker
        translated = cythonize(
            self.extensions,
            include_path=[str(VIEW)],
            build_dir=str(GENERATED),
            compiler_directives=DIRECTIVES,
            nthreads=JOBS,
            force=bool(self.force) or not same,
        )
        made_by.parent.mkdir(parents=True, exist_ok=True)
        made_by.write_text(maker, encoding="utf-8")
        # In place: setuptools has notes of its own on the objects that it knows.
        for extension, result in zip(self.extensions, translated, strict=True):
            extension.sources = result.sources
            extension.depends = result.depends
        super().build_extensions()


# Cython's workers may be started by a method that imports the main module again.
if __name__ == "__main__":
    setup(
        packages=packages(),
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildExt, "view": View},
    )
