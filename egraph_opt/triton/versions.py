"""Two versions of a kernel, one of which counts on arrays that do not overlap: each launch sees which one it may have.

No type of Triton's says that two pointers are apart, and no kernel can tell how far its arrays reach. A launch can: PyTorch's tensors
know the memory behind them. A kernel reads and writes within the memory behind the tensors that it is given, as in every language with
arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from egraph_opt.machine.use import Use, predicted, processor_of, use_of
from egraph_opt.triton.confirm import ORDER_WORTH
from egraph_opt.triton.hook import confirms
from egraph_opt.triton.launch import AtLaunch, Program, StandIn
from egraph_opt.triton.report import Kernel, Version
from egraph_opt.triton.second import Pairs, seconds


class Versioned(AtLaunch):
    """A hook that makes a second version of what it compiled, where machine code says that this is worth it."""

    def wrapped(self, kernel: Any, program: Program) -> Any:
        try:
            return self.versions(kernel, program) or kernel
        except Exception as error:
            self.log.add(
                Kernel(kernel.name, target_name(program), "failed", f"no second version: {type(error).__name__}: {error}")
            )
            return kernel

    def versions(self, kernel: Any, program: Program, worth: float = ORDER_WORTH) -> Versions | None:
        """Both versions of a kernel; None where there is no second one, or it is foretold to save a smaller part of the time."""
        target, known = target_name(program), self.remembered(kernel.hash)
        processor = processor_of(target) if confirms(self.settings, target) else None
        if not self.settings.versions or processor is None or (known is not None and known[0] < worth):
            return None
        made = list(seconds(kernel, program, target, tested=known is not None))
        if known is None:
            gains = [predicted((1.0, 1.0), use(kernel), use(second), processor) for second, _ in made]
            best = max(range(len(made)), key=lambda i: gains[i], default=0)
            known = [gains[best] if made else 0.0, best]
            self.remember(known, kernel.hash)
        gain, number = known
        pairs = parameters(kernel.src.signature, made[number][1]) if made and gain >= worth else None
        if pairs is None:
            return None
        self.log.versioned(Version(kernel.name, gain))
        return Versions(kernel, made[number][0], pairs)


class Versions(StandIn):
    """Stands in for a compiled kernel."""

    def __init__(self, kernel: Any, second: Any, pairs: Pairs) -> None:
        super().__init__(kernel)
        self._second, self._pairs = second, pairs

    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        return self._second if self.may_launch(arguments) else self._kernel

    def may_launch(self, arguments: Sequence[Any]) -> bool:
        """Whether these arguments may have the second version."""
        return apart(arguments, self._pairs)


def apart(arguments: Sequence[Any], pairs: Pairs) -> bool:
    """Whether the memory behind the two tensors of each pair is apart; not where an argument is no tensor of PyTorch's."""
    try:
        spans = {number: span(arguments[number]) for number in set().union(*pairs)}
    except AttributeError:
        return False
    return all(spans[one][1] <= spans[other][0] or spans[other][1] <= spans[one][0] for one, other in pairs)


def span(tensor: Any) -> tuple[int, int]:
    """Where the memory behind a tensor begins and ends: all of it, since a kernel may go beside a view."""
    storage = tensor.untyped_storage()
    begin = storage.data_ptr()
    return begin, begin + storage.nbytes()


def parameters(signature: dict[str, Any], pairs: Iterable[tuple[int, int]]) -> Pairs | None:
    """Pairs of a program's arguments as pairs of its kernel's parameters; None where one parameter is no or several arguments."""
    kinds = list(signature.values())
    if not all(isinstance(kind, str) and not kind.startswith("tensordesc") for kind in kinds):
        return None
    numbers = [number for number, kind in enumerate(kinds) if kind != "constexpr"]
    return [(numbers[one], numbers[other]) for one, other in pairs]


def use(kernel: Any) -> Use:
    """What a compiled kernel takes."""
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)


def target_name(program: Program) -> str:
    return f"{program.target.backend}:{program.target.arch}"
