"""Programs of one kernel for the sentinel's comparison, proved equal, and compiled without contraction to fused multiply-adds.

With contraction, the compiler could fuse multiply-adds in only one of two programs, which changes the last bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from egraph_opt.apps.sentinel.comparison.argument_memory import CannotCompare
from egraph_opt.apps.sentinel.comparison.perturbed_program import with_detours
from egraph_opt.checker import check
from egraph_opt.ir.module import InputError
from egraph_opt.text import read
from egraph_opt.triton.compile.text_compile import compile_text
from egraph_opt.triton.compile.ttgir_stage import context_for, parse
from egraph_opt.triton.state.shared_memory_limits import fits, target_name

TRITON, OURS, DETOUR, ASSEMBLED = "triton", "ours", "detour", "assembled"
NAMES = {
    TRITON: "Triton's program",
    OURS: "the plug-in's program",
    DETOUR: "Triton's program with detours between layouts",
    ASSEMBLED: "Triton's program, assembled with few optimisations",
}
"""Names of the programs in messages; the first one is the baseline."""
DETOURS = (1 << 30, 1 << 15, 1 << 13)
"""Largest sizes in bytes of tensors that are converted through another layout. If shared memory is too small, the next value is tried."""
LOW_OPTIMIZATION = "--opt-level 1"
"""Option of ptxas that disables most scheduling and merging."""


class Candidate(NamedTuple):
    """TTGIR program to compare, and its compiled kernel. `options` are compile options that differ from those of the launch."""

    name: str
    text: str
    kernel: Any
    options: dict[str, Any]


def candidates(kernel: Any, launched: Any, target: Any, options: dict[str, Any], reassociated: bool = False) -> list[Candidate]:
    """Return Triton's program, and programs that are equal to it.

    Args:
        kernel: the kernel compiled with the plug-in; Triton's program is compiled from its TTIR.
        launched: the compiled kernel that is about to be launched, possibly compiled from another program than `kernel`.
        target: Triton's target.
        options: options of the kernel's compilation.
        reassociated: whether the plug-in may reorder sums, so that last bits may differ.

    Raises:
        CannotCompare: only one program exists, or Triton's own program cannot be compiled.
    """
    if not {"ttir", "ttgir"} <= kernel.asm.keys() or options.get("ir_override"):
        raise CannotCompare("its programs are not kept, or not Triton's")
    if "tt.int_to_ptr" in kernel.asm["ttir"]:
        raise CannotCompare("it makes pointers of integers, so that it may write to memory that its arguments do not name")
    plain = plain_text(kernel.asm["ttir"], target, options)
    found: list[Candidate] = []
    ours = launched.asm["ttgir"]
    # another version was proved equal when it was made, under a condition that this launch satisfies
    proved = (launched is not kernel and not reassociated) or check(read(plain), read(ours)).equal
    for name, text, more in _texts(plain, ours if proved else plain, target, options):
        if name in (each.name for each in found):
            continue
        special = {"enable_fp_fusion": False, **more}
        try:
            compiled = compile_text(text, "ttgir", target, options | special)
        except Exception as error:
            if name == TRITON:
                raise CannotCompare(f"Triton does not compile its own program without fusion: {error}") from error
            continue
        if fits(compiled.metadata.shared, target_name(target)):
            found.append(Candidate(name, text, launchable_like(kernel, compiled), special))
        elif name == TRITON:
            raise CannotCompare("Triton's own program has too much shared memory")
    if len(found) < 2:
        raise CannotCompare("no second program was found")
    return found


def _texts(plain: str, ours: str, target: Any, options: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield TRITON, plain, {}
    if plain_text(ours, target) != plain_text(plain, target):
        yield OURS, ours, {}
    with suppress(InputError, RuntimeError):  # programs that do not parse have no detour
        for most in DETOURS:
            if (text := with_detours(plain, most)) is not None:
                yield DETOUR, text, {}
    if target.backend == "cuda" and "ptx_options" in options:
        yield ASSEMBLED, plain, {"ptx_options": " ".join(filter(None, (options["ptx_options"], LOW_OPTIMIZATION)))}


def plain_text(text: str, target: Any, options: dict[str, Any] | None = None) -> str:
    """Return Triton's own TTGIR for a TTIR program. If `options` is None, `text` is TTGIR, and is returned as Triton prints it
    without locations.
    """
    from triton.backends.compiler import Language
    from triton.compiler.compiler import make_backend

    backend = make_backend(target)  # without a hashed backend, the plug-in ignores this compilation
    module = parse(text, context_for(backend))
    if options is None:
        return str(module.str_nodebug())
    stages: dict[str, Any] = {}
    backend.add_stages(stages, backend.parse_options(options), Language.TRITON)
    return str(stages["ttgir"](module, {}))


def launchable_like(kernel: Any, made: Any) -> Any:
    """Return the compiled kernel `made` with the signature and launch metadata of `kernel`."""
    from triton.compiler import CompiledKernel

    new = CompiledKernel(kernel.src, made.metadata_group, made.hash)
    fields = kernel.metadata._asdict() | {k: v for k, v in made.metadata._asdict().items() if k in kernel.metadata._fields}
    new.metadata = type(kernel.metadata)(**fields)
    return new
