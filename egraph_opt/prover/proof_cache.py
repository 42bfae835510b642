"""Cache of proofs on disk, with a hash of everything that a proof depends on as the key.

The hash covers the rule, the sources of the meanings and of the prover, and the solver's version. Damaged files, and files of
another rule, are ignored. Anyone who can write these files can forge a proof.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from egraph_opt.core.rule import Rule
from egraph_opt.process.cache_entries import cache_folder, read_entry, write_entry
from egraph_opt.prover import ask_for_solver


def path_of(kind: str, rule: Rule) -> Path:
    """Return the file for a rule's proof in the XDG cache folder, in the subfolder for one `kind` of cache entries.

    Raises:
        MissingError: z3, whose version is part of the key, is not installed.
    """
    return cache_folder(kind) / f"{key(rule)}.json"


def key(rule: Rule) -> str:
    """Return a hash of everything that a proof depends on. Raises MissingError."""
    ask_for_solver()
    variables = [f"{name}: {sort.__name__}" for name, sort in rule.variables.items()]
    parts = [rule.name, str(rule), *variables, version("z3-solver"), source(rule.vocabulary.prover)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def source(prover: str) -> str:
    """Return the source text on which proofs depend: a rule family's meanings and its prover (the module `prover`), and the
    common prover.

    If another package defines the rule family, all sources of that package are added.
    """
    ours = Path(__file__).parent
    own = Path(str(import_module(prover).__file__)).parent
    top = prover.partition(".")[0]
    files = [
        ours.parent / "core/rule.py",
        ours.parent / "core/vocabulary.py",
        *sorted(ours.glob("*.py")),
        *sorted(own.glob("*.py")),
    ]
    if top != __name__.partition(".")[0]:
        files += sorted(Path(str(sys.modules[top].__file__)).parent.rglob("*.py"))
    return "\0".join(p.read_text() for p in files)


def save(path: Path, found: Mapping[str, Any]) -> None:
    write_entry(path, dict(found))


def load(path: Path) -> dict[str, Any]:
    """Return the content of a cache file; empty if it is missing or damaged."""
    try:
        found = read_entry(path)
    except (OSError, ValueError):
        return {}
    return dict(found) if isinstance(found, dict) else {}
