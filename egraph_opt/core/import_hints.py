"""Hints for names that a user's file does not import, or imports from the wrong module."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any

from egraph_opt.core.vocabulary import Term, Vocabulary, Word
from egraph_opt.errors import UserError, nearest

_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def home(name: str, used: Iterable[Vocabulary] = ()) -> str:
    """Return the module that declares a symbol, condition or sort of rules; empty if no loaded vocabulary does.

    The vocabularies `used` take precedence.
    """
    families = [vocabulary.family for vocabulary in used]
    found: list[tuple[bool, str]] = []
    for module in list(sys.modules.values()):
        value = vars(module).get(name) if isinstance(module, ModuleType) else None
        if isinstance(value, Word):
            found.append((value.vocabulary.family not in families, value.module))
        elif isinstance(value, type) and issubclass(value, Term):
            found.append((False, value.__module__))
    return min(found, default=(False, ""))[1]


def hint(name: str, used: Iterable[Vocabulary] = ()) -> str:
    """Return the end of a message that names the module of a missing import; empty if the module is unknown."""
    where = home(name, used)
    return f" (import it from {where})" if where else ""


def describe_import_error(error: ImportError | NameError) -> str:
    """Return a message for an ImportError or NameError, with a similar name, or the module that has the name."""
    _load_vocabularies()
    if isinstance(error, NameError):
        return f"{type(error).__name__}: {error}{hint(str(error.name))}"
    if isinstance(error, ModuleNotFoundError):
        parent, _, last = (error.name or "").rpartition(".")
        path = getattr(sys.modules.get(parent), "__path__", None)
        near = nearest(last, [found.name for found in pkgutil.iter_modules(path)]) if path is not None else ""
        return f"{error}{near}" if near else f"{type(error).__name__}: {error}"
    if not (found := _NAME.match(str(error))) or found[2] not in sys.modules:
        return f"{type(error).__name__}: {error}"
    name, module = found.groups()
    return f"there is no {name!r} in {module}{hint(name) or nearest(name, _public(sys.modules[module]))}"


def _load_vocabularies() -> None:
    with suppress(UserError):
        import_module("egraph_opt.rules").vocabularies()


def _public(module: Any) -> list[str]:
    return [name for name in vars(module) if not name.startswith("_")]
