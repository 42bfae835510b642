"""What all errors have in common that this package raises on purpose. It stands below everything else."""

from __future__ import annotations

from collections.abc import Iterable


class EgraphOptError(Exception):
    """Be the base of all errors that the package raises on purpose. Internal failures do not derive from it."""


class Unsupported(EgraphOptError):
    """A function, or a part of one, that is not modelled and stays as it is: the message says what, and where."""


class UserError(EgraphOptError):
    """What a user gave beside a program cannot be used: a rule, a cost model, a file or a package that has one."""

    code = 1
    """The exit code of a command that meets it."""

    def worded(self) -> str:
        """Return the message as commands print it: `place: error: what is wrong`."""
        text = str(self)
        if ": error: " in text.partition("\n")[0]:
            return text
        place, colon, rest = text.partition(": rule ")
        return f"{place}: error: rule {rest}" if colon else f"egraph-opt: error: {text}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which of some known names was meant by one that there is not, as the end of a message; nothing where none is near."""
    from difflib import get_close_matches  # takes time to load, and only mistakes need it

    known = list(known)
    near = get_close_matches(name, known, 1) or [other for other in known if name and other.startswith(name)]
    return f" (did you mean {near[0]}?)" if near else ""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Say that nothing has a name, which name was meant, and what there is where that is not plain.

    Args:
        what: what it should be the name of, as `no cost model`.
        name: the name that nothing has.
        known: the names that there are.
    """
    known = list(known)
    near = nearest(name, known)
    if len(known) > MANY and not near:
        return f"{what} {name!r}: there are {len(known)}, as {', '.join(known[:3])}"
    return f"{what} {name!r}{near}" + ("" if near and len(known) > SHORT else f": use one of {', '.join(known)}")


MANY = 60
"""Names in a list that no message has in full."""
SHORT = 20
"""Names in a list that a message may have where it has the right one already."""
