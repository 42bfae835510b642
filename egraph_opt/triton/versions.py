"""Two versions of a kernel: in one of them loads pass stores to other arrays, which is right where the arrays do not overlap.

No type of Triton's says that two pointers are apart, and no kernel can tell how far its arrays reach. A launch can: PyTorch's tensors
know the memory behind them. So both versions are kept, and each launch sees which one it may have. A kernel reads and writes within the
memory behind the tensors that it is given, as in every language with arrays.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from egraph_opt.check import check
from egraph_opt.machine.use import Use, predicted, processor_of, use_of
from egraph_opt.schedule import arrays_apart, loads_first
from egraph_opt.text import read, write
from egraph_opt.triton.confirm import ORDER_WORTH
from egraph_opt.triton.hook import acceptor, confirms, fits
from egraph_opt.triton.launch import AtLaunch, Program, StandIn
from egraph_opt.triton.report import Kernel, Version

Pairs = tuple[tuple[int, int], ...]
"""Numbers of parameters whose arrays must be apart."""


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
        target, text, known = target_name(program), kernel.asm.get("ttgir"), self.remembered(kernel.hash)
        processor = processor_of(target) if confirms(self.settings, target) else None
        if not self.settings.versions or processor is None or text is None or (known is not None and known < worth):
            return None
        found = with_loads_past_stores(text)
        pairs = found and parameters(kernel.src.signature, found[1])
        if found is None or pairs is None or (known is None and acceptor.refusal(found[0])):
            return None
        second = compiled(found[0], kernel, program)
        if known is None:
            fits(target, second.metadata.shared)
            known = predicted((1.0, 1.0), use(kernel), use(second), processor)
            self.remember(known, kernel.hash)
        if known < worth:
            return None
        self.log.versioned(Version(kernel.name, known))
        return Versions(kernel, second, pairs)


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


def with_loads_past_stores(text: str) -> tuple[str, Pairs] | None:
    """A program whose loads go first, past stores to other arrays, and which of its arguments must be apart; None where none moves.

    Raises:
        InputError: the text is not a program.
        RuntimeError: the new program is not proved equal.
    """
    module = read(text)
    functions = module.functions()
    if len(functions) != 1:
        return None
    (function,) = functions
    new = write(module.replace_functions({function: loads_first(function, no_alias=True)}))
    if new == write(module) or not (pairs := arrays_apart(function)):
        return None
    verdict = check(module, read(new), strict=True, no_alias=True)
    if not verdict.equal:
        raise RuntimeError(str(verdict))
    return new, tuple(pairs)


def parameters(signature: dict[str, Any], pairs: Iterable[tuple[int, int]]) -> Pairs | None:
    """Pairs of a program's arguments as pairs of its kernel's parameters; None where one parameter is no or several arguments."""
    kinds = list(signature.values())
    if not all(isinstance(kind, str) and not kind.startswith("tensordesc") for kind in kinds):
        return None
    numbers = [number for number, kind in enumerate(kinds) if kind != "constexpr"]
    return tuple((numbers[one], numbers[other]) for one, other in pairs)


def compiled(text: str, kernel: Any, program: Program) -> Any:
    """A program in TTGIR as a compiled kernel with the parameters of another; Triton's cache on disk keeps it."""
    from triton.compiler import CompiledKernel
    from triton.compiler import compile as compile_file

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.ttgir"
        file.write_text(text)
        made = compile_file(str(file), target=program.target, options=program.options)
    return CompiledKernel(kernel.src, made.metadata_group, made.hash)


def use(kernel: Any) -> Use:
    """What a compiled kernel takes."""
    return use_of(kernel.kernel, kernel.metadata.shared, kernel.metadata.num_warps)


def target_name(program: Program) -> str:
    return f"{program.target.backend}:{program.target.arch}"
