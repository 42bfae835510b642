"""Slices that IREE copies instead of reading in place, in a program whose dispatches IREE has formed.

IREE reads a slice in place if only dispatch loads and copies read the slice, and no operation overwrites the tensor
(Stream/Transforms/ElideAsyncCopies.cpp).
"""

from __future__ import annotations

from collections.abc import Iterator

from egraph_opt.families.region.encode.dispatch_reader import tied_operands
from egraph_opt.families.region.encode.linalg_reader import VIEWS, segments
from egraph_opt.families.region.encode.tensor_program import EncodedFunction

WRITES = ("insert", "fused_insert")


def copied_slices(program: EncodedFunction) -> frozenset[int]:
    """Return the numbers of the slice terms that IREE copies instead of reading in place."""
    uses = _Uses(program)
    return frozenset(n for n in program.slices if not uses.in_place(n))


class _Uses:
    def __init__(self, program: EncodedFunction) -> None:
        self.p = program
        self.terms = list(program.terms)
        self.parents: dict[int, list[int]] = {}
        for n, (head, *parts) in enumerate(self.terms):
            for x in _operands(str(head), parts):
                self.parents.setdefault(x, []).append(n)
        ops = [*program.skeleton, None]
        self.known = {root for root, at in zip(program.roots, program.root_at, strict=True) if ops[at] in program.bodies}
        self.unknown = {root for root, at in zip(program.roots, program.root_at, strict=True) if ops[at] not in program.bodies}

    def in_place(self, n: int) -> bool:
        """Return whether IREE reads slice `n` in place, without a copy."""
        source = self.base(int(self.terms[n][2]))
        if self.is_tied(source) or any(not self.reads(user) for user in self.users(n)):
            return False
        others = [user for user in self.users(source) if user != n]
        return not any(user is None or (self.terms[user][0] in WRITES and self.terms[user][3] == source) for user in others)

    def reads(self, user: int | None) -> bool:
        """Return whether `user`, a user of a slice, is a dispatch that loads the slice, or an operation that copies it."""
        return user is not None and (self.terms[user][0] in ("with_tensor", "insert"))

    def users(self, n: int) -> Iterator[int | None]:
        """Yield the terms that use term `n`, directly or through views, and None for a use by an opaque operation."""
        if n in self.unknown:
            yield None
        for user in self.parents.get(n, ()):
            view = next((v for v in self.parents.get(user, ()) if self.is_view(v)), None)
            if view is None:
                yield user
            else:
                yield from self.users(view)

    def is_view(self, n: int) -> bool:
        head, *parts = self.terms[n]
        return head == "work" and self.p.computations[int(parts[0])].name in VIEWS

    def base(self, n: int) -> int:
        """Return the term whose bytes view `n` shares, or `n` itself if it is no view."""
        while self.is_view(n):
            n = int(self.terms[int(self.terms[n][3])][1])
        return n

    def is_tied(self, n: int) -> bool:
        """Return whether the operation that makes tensor `n` overwrites an operand, or is an import that waits for a fence."""
        head, *parts = self.terms[n]
        if head != "tensor":
            return head in WRITES
        value, at = self.p.inputs[int(parts[0])], self.p.made_by[int(parts[0])]
        op = self.p.skeleton[at] if at >= 0 else None
        if op is not None and op in self.p.bodies:
            return tied_operands(op)[op.results.index(value)] is not None
        return op is not None and op.name == "hal.tensor.import" and bool(segments(op)[-1])


def _operands(head: str, parts: list[str | int]) -> Iterator[int]:
    """Yield the numbers of a term's operands, where `head` is the symbol and `parts` are the arguments of the term."""
    match head:
        case "with_tensor":
            yield from map(int, parts)
        case "insert" | "fused_insert":
            yield from map(int, parts[1:])
        case "slice" | "transfer" | "transpose" | "elementwise":
            yield int(parts[1])
        case "work":
            yield int(parts[2])
