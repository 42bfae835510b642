"""Extensions from outside this package: the entry points of installed packages, and names in files (`my_rules.py:name`)."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from egraph_opt.errors import UserError, nearest, place_of
from egraph_opt.process.loading import PREFIX, TooLong, beside, limited

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

RULES, COSTS, FAMILIES = "egraph_opt.rules", "egraph_opt.costs", "egraph_opt.families"
"""Groups of entry points: rulesets by name (a module, a rule or a list of rules), cost models, families (`FAMILY` of a package).
"""
IMPORTS = "egraph_opt.core.imports"
"""Module that words errors of imports. It lies above this one in the order of imports."""
_PLACE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?(?P<parameters>(?::\w+=[\w.+-]+)*)")


class OutsideError(UserError, ValueError):
    """Extension from outside that cannot be loaded or has the wrong type. The message has the file or the package and the reason."""


def is_file(text: str) -> bool:
    """Return whether a text names a Python file, or something in one."""
    return _PLACE.fullmatch(text) is not None


def in_file(place: str) -> Any:
    """Load the object that `file.py:name` names, or the module of `file.py`.

    Raises:
        OutsideError: there is no such file, it has no such name, or running it fails.
    """
    found = _PLACE.fullmatch(place)
    assert found is not None, place
    module = _module(found["file"])
    if found["name"] is None:
        return module
    if not hasattr(module, found["name"]):
        raise OutsideError(f"{found['file']}: error: there is no {found['name']!r} in it{nearest(found['name'], vars(module))}")
    return getattr(module, found["name"])


def parameters_of(place: str) -> str:
    """Return the parameters after the name in `file.py:name:per=3`: `:per=3`."""
    found = _PLACE.fullmatch(place)
    return found["parameters"] if found else ""


class _AsRead(SourceFileLoader):
    """Runs a text that was read from a file, never the bytecode that Python keeps: of two texts of one length that were written in one
    second, it may keep that of the first.
    """

    def __init__(self, name: str, path: Path, text: bytes) -> None:
        super().__init__(name, str(path))
        self.text = text

    def get_data(self, path: object) -> bytes:
        """Return the text."""
        return self.text

    def path_stats(self, path: object) -> Mapping[str, Any]:
        """Raise OSError: there is nothing to compare kept bytecode with, so that none is read or written."""
        raise OSError


def _module(file: str) -> ModuleType:
    """Run a file as a module, once for each of its contents. As in a program, it finds modules in its own folder."""
    try:
        path = Path(os.path.realpath(file, strict=True))
        text = path.read_bytes()
    except OSError as error:
        raise OutsideError(f"{file}: error: {error.strerror}") from None
    digest = hashlib.sha256(str(path).encode() + b"\0" + text).hexdigest()
    name = f"{PREFIX}{path.stem}_{digest[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path, loader=_AsRead(name, path, text))
    assert spec is not None and spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        with beside(path.parent), limited(), redirect_stdout(sys.stderr):  # what it prints is no output of a command
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit, TooLong)):
            raise OutsideError(_said(file, str(path), error)) from error
        raise
    return module


def _said(file: str, path: str, error: BaseException) -> str:
    """Return why a file cannot be run: the last of its lines that the error passed through, and the error."""
    if isinstance(error, SyntaxError) and error.filename == path:
        caret = f"\n{error.text.rstrip()}\n{' ' * ((error.offset or 1) - 1)}^" if error.text else ""
        return f"{file}:{error.lineno}:{error.offset}: error: {error.msg}{caret}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    if str(error).startswith(f"{path}:"):  # the error says itself where it is
        return file + str(error).removeprefix(path)
    said = str(error) if isinstance(error, TooLong) else f"{type(error).__name__}: {error}"
    if isinstance(error, (ImportError, NameError)):
        said = import_module(IMPORTS).failed(error)
    return f"{file}:{lines[-1] if lines else 1}: error: {said}"


@cache
def entries(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, sorted by name."""
    return {name: each[0] for name, each in _offered(group).items()}


@cache
def _offered(group: str) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points of a group by name, sorted by name. A name has several where several packages offer it."""
    if not _any_package():
        return {}
    from importlib.metadata import entry_points  # slower to load than all else that a command loads

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=group):
        known = found.setdefault(entry.name, [])
        if _owner(entry) not in map(_owner, known):  # of two installations of one package, the first on Python's path counts
            known.append(entry)
    return dict(sorted(found.items()))


def _owner(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else ""


def load(group: str, name: str) -> Any:
    """Load an entry point.

    Raises:
        OutsideError: it cannot be loaded, or several packages offer it.
    """
    entry, *others = _offered(group)[name]
    if others:
        owners = " and ".join(sorted(map(_owner, (entry, *others))))
        raise OutsideError(f"{entry.value}: error: the packages {owners} both offer {name!r} as {group}: uninstall one of them")
    try:
        with limited():
            return entry.load()
    except (Exception, SystemExit, TooLong) as error:
        raise OutsideError(f"{entry.value}: error: {offered(entry)} cannot be loaded: {type(error).__name__}: {error}") from error


def model(what: Any, where: str) -> Any:
    """Return a cost model: the loaded object, or an instance if it is a class."""
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
    """Return the cost models of entry points that are for a family. The attribute `family` names it; without, it is `layout`.

    Those that cannot be loaded are left out.

    Raises:
        OutsideError: the `wanted` one cannot be loaded.
    """
    found, broken = loaded_models()
    if wanted in broken:
        raise OutsideError(broken[wanted])
    return {name: each for name, each in found.items() if getattr(each, "family", "layout") == family}


def loaded_models() -> tuple[dict[str, Any], dict[str, str]]:
    """Return the cost models of entry points by name, and for those that cannot be loaded the reason."""
    found: dict[str, Any] = {}
    broken: dict[str, str] = {}
    for name, entry in entries(COSTS).items():
        try:
            found[name] = model(load(COSTS, name), entry.value)
        except OutsideError as error:
            broken[name] = str(error)
    return found, broken


def offered(entry: EntryPoint) -> str:
    """Return an entry point in words: its name, and the package that offers it."""
    return f"the entry point {entry.name!r}{f' of the package {entry.dist.name}' if entry.dist else ''}"


def _any_package() -> bool:
    """Return whether an installed package may have such entry points. Search the text of each `entry_points.txt` for a group's
    name.
    """
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
