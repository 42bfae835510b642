"""Base classes and messages of all errors that this package raises on purpose. This module imports no other one of the package."""

from __future__ import annotations

import os
from collections.abc import Iterable


class EgraphOptError(Exception):
    """Base of all errors that the package raises on purpose. Internal failures do not derive from it."""


class Unsupported(EgraphOptError):
    """A function, or a part of one, that is not modelled and stays unchanged. The message names it and says where it is."""


class UserError(EgraphOptError):
    """A user's rule, cost model, or file or package with one that cannot be used."""

    code = 1
    """Exit code of a command that meets this error."""

    def printed_message(self) -> str:
        """Return the message as commands print it: `place: error: what is wrong`."""
        text = str(self)
        start, colon, rest = text.partition(":")
        if colon and os.path.isabs(start):
            text = f"{from_here(start)}:{rest}"
        if ": error: " in text.partition("\n")[0]:
            return text
        place, colon, rest = text.partition(": rule ")
        return f"{place}: error: rule {rest}" if colon else f"egraph-opt: error: {text}"


def place_of(what: object, error: BaseException | None = None) -> str:
    """Return `file:line` of a user's code, from the folder of the process if it lies there; empty if it is none of the user's.

    Args:
        what: the function, method or class that was asked.
        error: what it raised. Its innermost line outside this package counts.
    """
    import traceback

    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    places = [(frame.filename, frame.lineno or 0) for frame in frames]
    if (code := getattr(getattr(what, "__func__", what), "__code__", None)) is not None:
        places.insert(0, (code.co_filename, code.co_firstlineno))
    elif isinstance(what, type):
        places.insert(0, _of_class(what))
    theirs = [(file, line) for file, line in places if line and os.path.exists(file) and not file.startswith(_PACKAGE)]
    if not theirs:
        return ""
    return format_place(*theirs[-1])


def from_here(file: str) -> str:
    """Return the path of a file as messages have it: from the folder of the process if the file lies there."""
    here = os.path.relpath(file)
    return file if here.startswith(os.pardir) else here


def format_place(file: str, line: int) -> str:
    """Return `file:line` as messages have it."""
    return f"{from_here(file)}:{line}"


TRACEBACK = "EGRAPH_OPT_TRACEBACK"
"""Variable of the environment that asks for the tracebacks of internal failures, on stderr."""
_SILENT = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, StopIteration, TypeError
)  # fmt: skip
"""Errors whose messages say nothing to users."""


def describe_error(error: BaseException, step: str = "") -> str:
    """Return an unexpected error in words: where it was raised, and how to see more. Its class says nothing to users.

    Args:
        error: what was raised.
        step: what was being done, after `while`.
    """
    import traceback

    shown_in_full = bool(os.environ.get(TRACEBACK))
    if shown_in_full:
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({os.path.basename(each.filename)}:{each.lineno})" for each in last if os.path.exists(each.filename))
    more = "" if shown_in_full else f"; {TRACEBACK}=1 shows the details"
    return f"internal failure{f' while {step}' if step else ''}{where}: please report this{more}"


def reason_of(error: BaseException) -> str:
    """Return what an error says, in one line; an internal failure in words if that says nothing to users."""
    return describe_error(error) if isinstance(error, _SILENT) else " ".join(str(error).split()) or describe_error(error)


def _of_class(what: type) -> tuple[str, int]:
    import inspect

    try:
        return inspect.getsourcefile(what) or "", inspect.getsourcelines(what)[1]
    except (OSError, TypeError):
        return "", 0


_PACKAGE = f"{__file__.rpartition('/')[0]}/"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message that names the known name nearest to a wrong one, or an empty string if none is near."""
    from difflib import get_close_matches  # slow to load, and only mistakes need it

    known = list(known)
    near = get_close_matches(name, known, 1) or [other for other in known if name and other.startswith(name)]
    return f" (did you mean {near[0]}?)" if near else ""


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """Return a message about an unknown name, with the nearest known name or the known names.

    Args:
        what: the kind of name, such as `no cost model`.
        name: the unknown name.
        known: the known names.
    """
    known = list(known)
    near = nearest(name, known)
    if len(known) > MANY and not near:
        return f"{what} {name!r}: there are {len(known)}, as {', '.join(known[:3])}"
    return f"{what} {name!r}{near}" + ("" if near and len(known) > SHORT else f": use one of {', '.join(known)}")


MANY = 60
"""Length of a list of names beyond which no message has all of them."""
SHORT = 20
"""Length of a list of names up to which a message has all of them although it has the nearest one already."""
