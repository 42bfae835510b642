"""Extensions by users: entry points of installed packages, and names in files (`my_rules.py:name`)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from egraph_opt.errors import UserError, place_of
from egraph_opt.process.user_code import TooLong, limit_cpu_time

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

RULES, COSTS, FAMILIES = "egraph_opt.rules", "egraph_opt.costs", "egraph_opt.families"
"""Entry point groups. `RULES`: rulesets (a module, a rule or a list of rules). `COSTS`: cost models. `FAMILIES`: rule families
(`FAMILY` of a package).
"""
PLACE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?(?P<parameters>(?::\w+=[\w.+-]+)*)")


class OutsideError(UserError, ValueError):
    """Error: an extension cannot be loaded or has the wrong type. The message has the file or package and the reason."""


def is_file(text: str) -> bool:
    """Return whether a text names a Python file, or an object in one."""
    return PLACE.fullmatch(text) is not None


def parameters_of(place: str) -> str:
    """Return the parameters after a name in a file, with their colon: `:per=3` of `file.py:name:per=3`."""
    found = PLACE.fullmatch(place)
    return found["parameters"] if found else ""


@cache
def entries(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, sorted by name."""
    return {name: each[0] for name, each in _entries_of_group(group).items()}


@cache
def _entries_of_group(group: str) -> Mapping[str, list[EntryPoint]]:
    """Return all entry points of a group by name, sorted by name. Several packages may have an entry point of the same name."""
    if not _any_package():
        return {}
    from importlib.metadata import entry_points  # slower to import than everything else in a command

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=group):
        known = found.setdefault(entry.name, [])
        if _owner(entry) not in map(_owner, known):  # if a package is installed twice, the first on Python's path counts
            known.append(entry)
    return dict(sorted(found.items()))


def _owner(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else ""


def load(group: str, name: str) -> Any:
    """Load an entry point.

    Raises:
        OutsideError: the entry point cannot be loaded, or several packages have one of this name.
    """
    entry, *others = _entries_of_group(group)[name]
    if others:
        owners = " and ".join(sorted(map(_owner, (entry, *others))))
        raise OutsideError(f"{entry.value}: error: the packages {owners} both offer {name!r} as {group}: uninstall one of them")
    try:
        with limit_cpu_time():
            return entry.load()
    except (Exception, SystemExit, TooLong) as error:
        raise OutsideError(
            f"{entry.value}: error: {describe_entry(entry)} cannot be loaded: {type(error).__name__}: {error}"
        ) from error


def model(what: Any, where: str) -> Any:
    """Return a loaded cost model, or an instance of a loaded class."""
    if isinstance(what, ModuleType):
        raise OutsideError(f"{where}: error: say which cost model of it: {where}:NAME")
    if not isinstance(what, type):
        return what
    try:
        return what()
    except (Exception, SystemExit) as error:
        place = place_of(what, error) or where
        raise OutsideError(f"{place}: error: {what.__name__}() fails: {type(error).__name__}: {error}") from error


def models(family: str, wanted: str = "") -> dict[str, Any]:
    """Return the cost models of installed packages for a rule family. A model's attribute `family` names its family, by default `layout`.

    Models that cannot be loaded are omitted.

    Raises:
        OutsideError: the `wanted` model cannot be loaded.
    """
    found, broken = loaded_models()
    if wanted in broken:
        raise OutsideError(broken[wanted])
    return {name: each for name, each in found.items() if getattr(each, "family", "layout") == family}


def loaded_models() -> tuple[dict[str, Any], dict[str, str]]:
    """Return the cost models of installed packages, and the errors of models that cannot be loaded, both by name."""
    found: dict[str, Any] = {}
    broken: dict[str, str] = {}
    for name, entry in entries(COSTS).items():
        try:
            found[name] = model(load(COSTS, name), entry.value)
        except OutsideError as error:
            broken[name] = str(error)
    return found, broken


def describe_entry(entry: EntryPoint) -> str:
    """Return the name of an entry point and of its package as text."""
    return f"the entry point {entry.name!r}{f' of the package {entry.dist.name}' if entry.dist else ''}"


def _any_package() -> bool:
    """Return whether some installed package may have entry points for this package, by a text search in each `entry_points.txt`."""
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or ".") as inside:
                infos = [each.path for each in inside if each.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue
        for info in infos:
            try:
                with open(os.path.join(info, "entry_points.txt"), "rb") as file:
                    if b"[egraph_opt." in file.read():
                        return True
            except OSError:
                continue
    return False
