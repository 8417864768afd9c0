"""Rule sets from TOML: those that come with the program by name, a user's own by path.

A file gives every flag in its section, or names a ``base`` and only what it changes. What is wrong
with a file is said all at once, with the entry and, for a misspelt one, the nearest that exists.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from manille.solver.errors import Fault, Reason, RuleSetError
from manille.solver.rules.check import contradictions, shown, value_fault
from manille.solver.rules.flags import FLAGS, REQUIRED, SECTIONS
from manille.solver.rules.ruleset import RuleSet

__all__ = ["load", "names", "parse_rules"]

_HEAD = ("title", "source", "base", "reference")
_BY_NAME = {flag.name: flag for flag in FLAGS}


@cache
def names() -> tuple[str, ...]:
    """The names of the rule sets that come with the program, sorted."""
    entries = files("manille.solver.rules").joinpath("rulesets").iterdir()
    return tuple(sorted(e.name.removesuffix(".toml") for e in entries if e.name.endswith(".toml")))


def load(name: str) -> RuleSet:
    """The rule set of that name, or the one in the file of that path (ending in ``.toml``).

    Upper and lower case are the same in a name; a path may start with ``~``, the home folder.

    Raises:
        RuleSetError: unknown name, unreadable file, or a faulty entry; all faults are listed.
    """
    if name.lower().endswith(".toml"):
        return _load_path(_path(name), ())
    return _load_name(name.lower() if name.lower() in names() else name)


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError:  # nobody knows the home folder; the name is then a path as it stands
        return Path(name)


@cache
def _load_name(name: str) -> RuleSet:
    if name not in names():
        raise RuleSetError(Fault(Reason.UNKNOWN_RULES, _unknown(name), field="rules"))
    text = files("manille.solver.rules").joinpath("rulesets", f"{name}.toml").read_text("utf-8")
    return parse_rules(text, name)


def _unknown(name: str) -> str:
    near = get_close_matches(name.lower(), names(), n=3, cutoff=0.5)
    nearest = f"the nearest are {', '.join(near)}" if near else "`manille rules` lists them"
    return f"no rule set is called {name!r}; {nearest}; a file of your own ends in .toml"


def _load_path(path: Path, seen: tuple[Path, ...]) -> RuleSet:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        message = f"the rule file {str(path)!r} cannot be read: {_why(error)}"
        raise RuleSetError(Fault(Reason.RULES_UNREADABLE, message, field="rules")) from None
    return parse_rules(text, str(path), path.parent, (*seen, path.resolve()))


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)


def parse_rules(
    text: str, name: str, folder: Path | None = None, seen: tuple[Path, ...] = ()
) -> RuleSet:
    """The rule set that a TOML text describes.

    Args:
        text: the TOML text.
        name: what the rule set is to be called.
        folder: where a ``base`` that is a file is looked for; None allows only a base by name.
        seen: files being read already, so that a base cannot lead back to itself.
    """
    entries = _read_toml(text, name)
    given = _given(entries)
    unknown = [*_head_faults(entries), *_section_faults(entries)]
    faults = unknown + [f for key in given if (f := value_fault(_BY_NAME[key], given[key]))]
    values = _defaults() | given
    if not unknown:  # a base or an entry may only seem to be missing because it is misspelt
        values = _defaults() | _base_values(entries.get("base"), folder, seen, name) | given
        faults += [_missing(flag.name) for flag in FLAGS if values[flag.name] is REQUIRED]
    faults = faults or contradictions(values)
    if faults:
        raise RuleSetError(Fault(f.reason, f"{name}: {f.message}", field=f.field) for f in faults)
    return RuleSet(
        name=name,
        title=entries.get("title", name),
        source=entries.get("source", ""),
        reference=entries.get("reference", False),
        **_resolved(values),
    )


def _resolved(values: dict[str, Any]) -> dict[str, Any]:
    """The flags in one spelling, so that one game has one fingerprint however it was written."""
    points, trump_points = (
        None if values[key] is None else {rank: n for rank, n in values[key].items() if n}
        for key in ("points", "trump_points")
    )
    return values | {
        "points": points,
        "trump_points": None if trump_points == points else trump_points,
        "trump_order": "" if values["trump_order"] == values["order"] else values["trump_order"],
    }


def _read_toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = str(error)
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError:
        why = "a number in it has thousands of digits"
    raise RuleSetError(Fault(Reason.RULES_SYNTAX, f"{name}: not valid TOML: {why}", field=name))


def _given(entries: dict[str, Any]) -> dict[str, Any]:
    """The flags that stand in the section where they belong."""
    bodies = {s: body for s in SECTIONS if isinstance(body := entries.get(s), dict)}
    return {f.name: bodies[f.section][f.name] for f in FLAGS if f.name in bodies.get(f.section, ())}


def _defaults() -> dict[str, Any]:
    return {flag.name: flag.default for flag in FLAGS}


def _missing(key: str) -> Fault:
    flag = _BY_NAME[key]
    message = f"[{flag.section}] {key} is missing: {flag.meaning} (or name a base that has it)"
    return Fault(Reason.RULES_MISSING, message, field=f"{flag.section}.{key}")


def _base_values(
    base: str | None, folder: Path | None, seen: tuple[Path, ...], name: str
) -> dict[str, Any]:
    if base is None:
        return {}
    if not base.lower().endswith(".toml"):
        if base not in names():
            message = f"{name}: base: {_unknown(base)}"
            raise RuleSetError(Fault(Reason.UNKNOWN_RULES, message, field="base"))
        return _load_name(base).flags()
    path = (folder or Path()) / base
    if folder is None or _same(path, seen):
        why = "leads back to itself" if folder else "must be a name, not a file"
        message = f"{name}: base {base!r} {why}"
        raise RuleSetError(Fault(Reason.RULES_CONTRADICTION, message, field="base"))
    return _load_path(path, seen).flags()


def _same(path: Path, files: tuple[Path, ...]) -> bool:
    try:
        return path.resolve() in files
    except (OSError, ValueError, RuntimeError):  # no such path can be, which reading it will say
        return False


def _head_faults(entries: dict[str, Any]) -> list[Fault]:
    faults = []
    for key, value in entries.items():
        if key in _HEAD:
            wanted = bool if key == "reference" else str
            if not isinstance(value, wanted):
                what = "true or false" if wanted is bool else "a text"
                message = f"{key} must be {what}, not {shown(value)}"
                faults.append(Fault(Reason.RULES_VALUE, message, field=key))
        elif key in _BY_NAME and key not in SECTIONS:
            faults.append(_misplaced(key, key))
        elif key not in SECTIONS:
            faults.append(_unknown_entry(key, (*_HEAD, *SECTIONS), key, "entry"))
        elif not isinstance(value, dict):
            message = f"{key} must be a section: write [{key}] on a line of its own"
            faults.append(Fault(Reason.RULES_VALUE, message, field=key))
    return faults


def _section_faults(entries: dict[str, Any]) -> list[Fault]:
    faults = []
    for section in SECTIONS:
        body = entries.get(section, {})
        for key in body if isinstance(body, dict) else ():
            flag = _BY_NAME.get(key)
            if flag is not None and flag.section != section:
                faults.append(_misplaced(f"[{section}] {key}", key, f"{section}.{key}"))
            elif flag is None:
                known = tuple(_BY_NAME)
                faults.append(_unknown_entry(f"[{section}] {key}", known, key, "flag"))
    return faults


def _misplaced(shown: str, key: str, field: str | None = None) -> Fault:
    message = f"{shown}: this entry belongs into the section [{_BY_NAME[key].section}]"
    return Fault(Reason.RULES_UNKNOWN, message, field=field or key)


def _unknown_entry(shown: str, known: tuple[str, ...], key: str, what: str) -> Fault:
    near = get_close_matches(key, known, n=1, cutoff=0.6)
    remedy = f"did you mean {near[0]}?" if near else "`manille rules manillen` shows all of them"
    return Fault(Reason.RULES_UNKNOWN, f"{shown}: no such {what}; {remedy}", field=key)
