"""Base classes and messages of the errors that this package raises intentionally."""

from __future__ import annotations

import os
from collections.abc import Iterable


class EgraphOptError(Exception):
    """Base of all errors that are not internal failures."""


class Unsupported(EgraphOptError):
    """Error: a function or part of it is not supported and stays unchanged. The message has its name and position."""


class UserError(EgraphOptError):
    """Error: a user's rule, cost model, file or package cannot be used."""

    code = 1

    def printed_message(self) -> str:
        """Message as printed: `place: error: message`."""
        text = str(self)
        start, colon, rest = text.partition(":")
        if colon and os.path.isabs(start):
            text = f"{from_here(start)}:{rest}"
        if ": error: " in text.partition("\n")[0]:
            return text
        place, colon, rest = text.partition(": rule ")
        return f"{place}: error: rule {rest}" if colon else f"egraph-opt: error: {text}"


class CostModelError(UserError):
    """Error: a cost model is incomplete, raised an error, or returned something other than a finite number >= 0.

    Attributes:
        model: the name of the model.
        operation: the operation to be priced; empty for an incomplete model.
        did: what the model did instead, such as `raised ...`, as a verb phrase for the message.
        line: the line of the operation, from 1; 0 if unknown.
        place: file and line of the model's code; empty for a model of this package.
    """

    def __init__(self, model: str, operation: str, did: str, line: int = 0, place: str = "") -> None:
        super().__init__(model, operation, did, line, place)  # all of them, so that it can be sent between processes
        self.model, self.operation, self.did, self.line, self.place = model, operation, did, line, place

    def __str__(self) -> str:
        here = f"{self.place}: error: " if self.place else ""
        if not self.operation:
            return f"{here}{self.model} {self.did}"
        where = f" (line {self.line} of the program)" if self.line else ""
        needed = "" if self.did.startswith("raised ") else ": a cost is a finite number, at least 0"
        return f"{here}the cost model {self.model!r} {self.did} for {self.operation}{where}{needed}"


def place_of(what: object, error: BaseException | None = None) -> str:
    """Return `file:line` of user code; empty if the code is not the user's.

    Args:
        what: the function, method or class that was called.
        error: the exception that was raised, whose innermost frame outside this package determines the line.
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
    """Return a path for messages, which is relative if it is inside the current folder."""
    here = os.path.relpath(file)
    return file if here.startswith(os.pardir) else here


def format_place(file: str, line: int) -> str:
    """Return `file:line` for messages."""
    return f"{from_here(file)}:{line}"


TRACEBACK = "EGRAPH_OPT_TRACEBACK"
"""Environment variable that enables tracebacks of internal failures on stderr."""
_SILENT = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, StopIteration, TypeError
)  # fmt: skip
"""Exception classes whose messages do not help users."""


def describe_error(error: BaseException, step: str = "") -> str:
    """Return a message for an unexpected exception: where it was raised, and how to get a traceback.

    Args:
        error: the exception.
        step: what was being done; the message has it after the word `while`.
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
    """Return the message of an exception on one line, or a description of an internal failure."""
    return describe_error(error) if isinstance(error, _SILENT) else " ".join(str(error).split()) or describe_error(error)


def _of_class(what: type) -> tuple[str, int]:
    import inspect

    try:
        return inspect.getsourcefile(what) or "", inspect.getsourcelines(what)[1]
    except (OSError, TypeError):
        return "", 0


_PACKAGE = f"{__file__.rpartition('/')[0]}/"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message that suggests a similar known name, or an empty string."""
    from difflib import get_close_matches  # slow to import, and needed only after an error

    known = list(known)
    near = get_close_matches(name, known, 1) or [other for other in known if name and other.startswith(name)]
    return f" (did you mean {near[0]}?)" if near else ""


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """Return a message about an unknown name, with a similar known name or all known names.

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
"""Number of names from which a list in a message is truncated."""
SHORT = 20
"""Number of names up to which a list is shown in full even with a similar name."""
