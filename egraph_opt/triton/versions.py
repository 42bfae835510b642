"""Two versions of a kernel, one of which counts on arrays that do not overlap: each launch sees which one it may have.

No type of Triton's says that two pointers are apart, and no kernel can tell how far its arrays reach. A launch can: PyTorch's tensors
know the memory behind them. A kernel reads and writes within the memory behind the tensors that it is given, as in every language with
arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.cost.target import Target
from egraph_opt.families.layout.emit.schedule import Arrays
from egraph_opt.machine.use import Use, predicted, processor_of, use_of
from egraph_opt.triton.choice.second import Second, compiled, seconds
from egraph_opt.triton.compile.compiler import acceptor
from egraph_opt.triton.compile.confirm import ORDER_WORTH
from egraph_opt.triton.compile.limits import target_name
from egraph_opt.triton.hook import confirms
from egraph_opt.triton.launch import AtLaunch, Program, StandIn
from egraph_opt.triton.report import Kernel, Version


class Versioned(AtLaunch):
    """A hook that makes a second version of what it compiled, where machine code says that this is worth it."""

    def wrapped(self, kernel: Any, program: Program) -> Any:
        try:
            return self.versions(kernel, program) or kernel
        except Exception as error:
            self.log.add(
                Kernel(kernel.name, target_name(program.target), "failed", f"no second version: {type(error).__name__}: {error}")
            )
            return kernel

    def versions(self, kernel: Any, program: Program, worth: float = ORDER_WORTH) -> Versions | None:
        """Both versions of a kernel; None where there is no second one, or it is foretold to save a smaller part of the time."""
        target = target_name(program.target)
        processor = processor_of(target) if self.settings.versions and confirms(self.settings, target) else None
        if processor is None:
            return None
        second: Any = None
        match self.memory.recall(kernel.hash):
            case [int() | float() as gain, None]:
                found = None
            case [int() | float() as gain, [str(text), str(language), [list(written), list(read)]]]:
                found = Second(text, language, Arrays(tuple(written), tuple(read)))
            case _:
                gain, found, second = best(kernel, program, processor)
                self.memory.note([gain, found], kernel.hash)
        arrays = parameters(kernel.src.signature, found.arrays) if found is not None and gain >= worth else None
        if found is None or arrays is None:
            return None
        if second is None:
            second = compiled(found, kernel, program.target, program.options)
        self.log.versioned(Version(kernel.name, gain))
        return Versions(kernel, second, arrays)


def best(kernel: Any, program: Program, processor: Target) -> tuple[float, Second | None, Any]:
    """The program that is foretold to save most in a kernel's place, the part of the time that it saves, and what it is compiled to."""
    first = use(kernel)
    made = list(seconds(kernel, first.registers, program.target, program.options, acceptor))
    gains = [predicted((1.0, 1.0), first, use(second), processor) for _, second in made]
    if not made:
        return 0.0, None, None
    number = gains.index(max(gains))
    return gains[number], *made[number]


class Versions(StandIn):
    """Stands in for a compiled kernel; `arrays` are numbers of its parameters."""

    def __init__(self, kernel: Any, second: Any, arrays: Arrays) -> None:
        super().__init__(kernel)
        self._second, self._arrays = second, arrays

    def chosen(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        return self._second if self.may_launch(arguments) else self._kernel

    def may_launch(self, arguments: Sequence[Any]) -> bool:
        """Whether these arguments may have the second version."""
        return apart(arguments, self._arrays)


def apart(arguments: Sequence[Any], arrays: Arrays) -> bool:
    """Whether no memory behind a tensor that is written to is behind one that is read; not where an argument is no tensor of PyTorch's.

    All that is behind counts, since a kernel may go beside a view. Every launch pays for this: 0.2 µs a tensor.
    """
    written = []
    try:
        for number in arrays.written:
            storage = arguments[number].untyped_storage()
            begin = storage.data_ptr()
            written.append((begin, begin + storage.nbytes()))
        for number in arrays.read:
            storage = arguments[number].untyped_storage()
            begin = storage.data_ptr()
            end = begin + storage.nbytes()
            for first, last in written:
                if begin < last and first < end:
                    return False
    except AttributeError:
        return False
    return True


def parameters(signature: dict[str, Any], arrays: Arrays) -> Arrays | None:
    """Numbers of a program's arguments as those of its kernel's parameters; None where one parameter is no or several arguments."""
    kinds = list(signature.values())
    if not all(isinstance(kind, str) and not kind.startswith("tensordesc") for kind in kinds):
        return None
    numbers = [number for number, kind in enumerate(kinds) if kind != "constexpr"]
    return Arrays(*(tuple(numbers[number] for number in each) for each in arrays))


def use(kernel: Any) -> Use:
    """What a compiled kernel takes."""
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)
