"""Iteration over the functions of a corpus, or over pairs of functions of two corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from egraph_opt.apps.fleet.corpus import File, files
from egraph_opt.apps.fleet.function_task import Unit, units
from egraph_opt.apps.fleet.records.content_key import key
from egraph_opt.ir.module import InputError

Gather = Callable[[], Iterator[Unit]]
"""Function that returns an iterator over a corpus, called once to plan a run and once to run."""


def gather_units(paths: Sequence[str], suffixes: Sequence[str], salt: str, located: bool = False) -> Iterator[Unit]:
    """Yield a task for each function of the files at some paths; arguments as for `corpus.files` and `function_task.units`.

    For an unreadable file, yield one invalid task, with the reason. Raises CorpusError.
    """
    for file in files(paths, suffixes):
        yield from _units_of_file(file, salt, located)


def _units_of_file(file: File, salt: str, located: bool) -> Iterator[Unit]:
    data = None
    try:
        data = file.read()
        yield from units(file.source, file.inside, data, salt, located)
    except OSError as error:
        yield _wrong(file, salt, f"{file.source}: error: {error.strerror}")
    except InputError as error:
        yield _wrong(file, salt, str(error), data)


def _wrong(file: File, salt: str, why: str, data: bytes | None = None) -> Unit:
    return Unit(file.source, file.inside, 0, "", "", key(salt, file.source, why, data or b""), wrong=why, data=data)


def pair_units(before: str, after: str, suffixes: Sequence[str], salt: str) -> Iterator[Unit]:
    """Yield a task for each function of a corpus. The task includes the counterpart in another corpus, of the same path, module
    and name.

    The task of a function without a counterpart is invalid. If `after` is an archive, it is loaded into memory. Raises CorpusError.
    """
    others = {file.inside: file for file in files([after], suffixes)}
    for file in files([before], suffixes):
        other = others.pop(file.inside, None)
        if other is None:
            yield _wrong(file, salt, f"{file.source}: error: {after} has no {file.inside}")
            continue
        theirs = {(unit.module, unit.function): unit for unit in _units_of_file(other, salt, False)}
        for unit in _units_of_file(file, salt, False):
            match = theirs.pop((unit.module, unit.function), None)
            if match is None:
                why = f"{unit.source}: error: {other.source} has no function @{unit.function} in its module {unit.module}"
                yield replace(unit, wrong=unit.wrong or why)
            else:
                both = key(salt, unit.key, match.key)
                yield replace(unit, other=match.text, key=both, wrong=unit.wrong or match.wrong)
        for unit in theirs.values():
            why = f"{unit.source}: error: {file.source} has no function @{unit.function} in its module {unit.module}"
            yield replace(unit, wrong=unit.wrong or why)
    for other in others.values():
        yield _wrong(other, salt, f"{other.source}: error: {before} has no {other.inside}")
