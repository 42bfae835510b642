"""Discovery of packages that each declare one object, such as a rule family. An error in one package does not affect others."""

from __future__ import annotations

import pkgutil
import re
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from egraph_opt.errors import format_place, nearest
from egraph_opt.plugins import OutsideError

T = TypeVar("T")
_MISSING = re.compile(r"missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
_STRANGE = re.compile(r"got an unexpected keyword argument '(\w+)'")
_QUOTED = re.compile(r"'\w+'")
_UNKNOWN = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def find_declarations(folder: ModuleType, kind: type[T], name: str) -> tuple[dict[str, T], dict[str, str]]:
    """Return the objects that packages in a folder declare under `name`, and error messages for invalid packages, both by package."""
    known: dict[str, T] = {}
    broken: dict[str, str] = {}
    what = kind.__name__.lower()
    for package in sorted(found.name for found in pkgutil.iter_modules(folder.__path__)):
        about = f"the {what} {package!r}"
        try:
            module = import_module(f"{folder.__name__}.{package}")
        except Exception as error:
            broken[package] = f"{place(error, folder, package)}: error: {mistake(error, kind, about)}"
            continue
        value, start = getattr(module, name, None), format_place(str(module.__file__), 1)
        if value is None:
            broken[package] = f"{start}: error: {about} declares no {name}"
        elif not isinstance(value, kind):
            broken[package] = f"{start}: error: {about}: {name} is no {kind.__name__}, but {type(value).__name__}"
        else:
            known[package] = value
    return known, broken


def mistake(error: Exception, kind: type, about: str) -> str:
    """Return a message for an error in loading the package `about`, which must declare an object of class `kind`."""
    said = str(error)
    if isinstance(error, TypeError) and said.startswith(f"{kind.__name__}.__init__()"):
        if found := _MISSING.search(said):
            return f"{about} lacks {', '.join(_QUOTED.findall(found[1]))}"
        if found := _STRANGE.search(said):
            return f"{about}: {kind.__name__} has no field {found[1]!r}{nearest(found[1], kind.__annotations__)}"
    return f"{about} cannot be loaded: {type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else said}"


def load_named(code: str, about: str, where: str) -> Any:
    """Load the object `module:name`, which a declaration at `where` (file and line) names.

    Raises:
        OutsideError: the module or the name does not exist, or the object is a class that lacks methods.
    """
    module, _, name = code.partition(":")
    try:
        loaded = import_module(module)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise
        raise OutsideError(f"{where}: error: {about} names {code!r}, but there is no module {error.name!r}") from error
    if not hasattr(loaded, name):
        near = nearest(name, vars(loaded))
        raise OutsideError(f"{where}: error: {about} names {code!r}, but {module} has no {name!r}{near}")
    if lacks := lacking(found := getattr(loaded, name)):
        raise OutsideError(lacks)
    return found


def import_class(load: Callable[[], type[T]], about: str, where: str) -> type[T]:
    """Return the class that the function `load` imports. The function belongs to a declaration at `where` (file and line).

    Raises:
        OutsideError: the module or the name does not exist, or the class lacks methods.
    """
    try:
        found = load()
    except ModuleNotFoundError as error:
        raise OutsideError(f"{where}: error: {about}: there is no module {error.name!r}") from error
    except ImportError as error:
        if not (said := _UNKNOWN.match(error.msg)):
            raise
        near = nearest(said[1], vars(sys.modules[said[2]]))
        raise OutsideError(f"{where}: error: {about}: {said[2]} has no {said[1]!r}{near}") from error
    if lacks := lacking(found):
        raise OutsideError(lacks)
    return found


def lacking(what: object) -> str:
    """Return a message with file and line if a class lacks abstract methods of its base class; else an empty string."""
    if not isinstance(what, type) or not (methods := sorted(getattr(what, "__abstractmethods__", ()))):
        return ""
    import inspect

    at = format_place(inspect.getsourcefile(what) or "", inspect.getsourcelines(what)[1])
    return f"{at}: error: {what.__name__} lacks {', '.join(methods)}"


def place(error: Exception, folder: ModuleType, package: str) -> str:
    """Return the file and line in a package where loading failed."""
    start = next(path for each in folder.__path__ for path in (Path(each, package), Path(each, f"{package}.py")) if path.exists())
    if isinstance(error, SyntaxError) and error.filename:
        return format_place(error.filename, error.lineno or 1)
    frames = [(f.filename, f.lineno or 1) for f in traceback.extract_tb(error.__traceback__)]
    inside = [frame for frame in frames if Path(frame[0]).resolve().is_relative_to(start.resolve())]
    return format_place(*inside[-1]) if inside else format_place(str(start / "__init__.py" if start.is_dir() else start), 1)
