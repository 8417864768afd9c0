"""The commands of a group, each loaded when it is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module

import click

__all__ = ["Loaded"]


class Loaded(MutableMapping[str, click.Command]):
    """Commands by name, each in a module of its name.

    With all modules loaded at the start, the first answer would come a tenth of a second later.
    """

    def __init__(self, package: str, names: Iterable[str]) -> None:
        """Take the package of the modules, and the names in the order of the help."""
        self._package = package
        self._commands: dict[str, click.Command | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> click.Command:
        command = self._commands[name]
        if command is None:
            command = getattr(import_module(f"{self._package}.{name}"), name)
            assert isinstance(command, click.Command)
            self._commands[name] = command
        return command

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __contains__(self, name: object) -> bool:
        return name in self._commands  # without loading it

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
