"""Hook at a launch that needs a compilation: it may wrap the compiled kernel before Triton stores the kernel for later launches."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from egraph_opt.core.result import count_noun
from egraph_opt.errors import reason_of
from egraph_opt.triton.compile.text_compile import compile_equal
from egraph_opt.triton.pipeline.stage_hook import Hook
from egraph_opt.triton.state.cache_keys import as_triton_alone
from egraph_opt.triton.state.report import Kernel, constants_now, with_constants
from egraph_opt.triton.state.search_parts import part
from egraph_opt.triton.state.settings import Settings
from egraph_opt.triton.state.shared_memory_limits import compile_fitting, fits, target_name


@dataclass(frozen=True)
class CompilationInputs:
    """Inputs of one compilation of a kernel, besides the plug-in's settings."""

    compile: Callable[[], Any]
    launches: dict[str, Any]
    """Triton's table of compiled kernels for launches."""
    key: str
    """Key of the kernel in `launches`."""
    source: str
    target: Any
    options: dict[str, Any]
    name: str = "a kernel"
    units: tuple[int, ...] = ()
    """Arguments that are 1 in all launches with this key, numbered as in the kernel's TTIR."""

    def with_options(self, kernel: Any, text: str, options: dict[str, Any]) -> CompilationInputs:
        """Return the inputs of a compilation of a kernel's TTIR with other options (`egraph_opt.triton.choice.compile_options`)."""
        return replace(self, compile=partial(compile_equal, text, "ttir", kernel, self.target, options), options=options)


class RequestedCompilation(NamedTuple):
    """Compilation that was requested before the launch, and the launch's constants."""

    program: CompilationInputs
    constants: Mapping[str, Any]


_INTEGERS = frozenset(("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"))
"""Types of integer arguments."""
OVERRIDDEN = "ir_override gives its program"
"""Why a kernel stays as it is: Triton takes the user's file for whatever it compiles with the kernel's options."""
ahead: ContextVar[dict[int, RequestedCompilation] | None] = ContextVar("ahead", default=None)
"""Asynchronous compilations that a tuner requested in this context, by the `id` of Triton's future. They run without the plug-in."""


def unit_arguments(keys: Mapping[Any, str], key: str) -> tuple[int, ...]:
    """Return which arguments of a kernel are 1 in all launches with a key, numbered as in the kernel's TTIR.

    Args:
        keys: Triton's table of keys by the types of arguments with what is known of their values, and the options.
        key: the key, to which the plug-in has appended its own.
    """
    try:
        known = next((arguments for (arguments, _), each in keys.items() if key.startswith(each)), ())
        runtime = [(kind, value) for kind, value in known if kind != "constexpr"]
    except (TypeError, ValueError):  # a table of another version of Triton
        return ()
    if not all(isinstance(kind, str) and not kind.startswith(("tensordesc", "nvTmaDesc")) for kind, _ in runtime):
        return ()  # tuples and descriptors are several arguments
    return tuple(place for place, (kind, value) in enumerate(runtime) if kind in _INTEGERS and type(value) is int and value == 1)


def describe_units(units: Sequence[int]) -> str:
    """Return what the report says of a kernel with constants for arguments that are 1."""
    return f"constants for {count_noun(len(units), 'argument')} that launches pass as 1"


class StandIn(ABC):
    """Proxy that Triton stores instead of a compiled kernel; it forwards everything except launches."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getattr__(self, name: str) -> Any:
        if name == "_kernel":  # read before it is set, as `copy` does
            raise AttributeError(name)
        return getattr(self._kernel, name)

    def __getitem__(self, grid: Any) -> Any:
        return self._kernel[grid]

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        """Launch the chosen kernel, like a compiled kernel's `run`. `rest` has two hooks and then the kernel's arguments."""
        kernel = self.choose_kernel(rest[2:], (x, y, z, stream))
        run = kernel.run  # loads the kernel
        run(x, y, z, stream, kernel.function, kernel.packed_metadata, metadata, *rest)

    def result(self) -> StandIn:
        """Return the proxy itself, like a finished future. Triton looks for this method at each launch, and is slow without it."""
        return self

    def keep_fields(self) -> None:
        """Load the kernel, and cache the fields that Triton reads at each launch."""
        _ = self._kernel.run
        self.function, self.packed_metadata = self._kernel.function, self._kernel.packed_metadata
        self.launch_metadata = for_hooks(self._kernel.launch_metadata)

    @abstractmethod
    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        """Return the kernel to launch with these arguments; `where` is the grid and the stream."""


class ProgramDispatch(StandIn):
    """Proxy of a kernel that launches one of several programs, which may be proxies themselves."""

    def run(self, x: int, y: int, z: int, stream: Any, function: Any, packed: Any, metadata: Any, *rest: Any) -> None:
        program = self.pick_program(rest[2:], (x, y, z))
        run = program.run  # loads the kernel
        run(x, y, z, stream, program.function, program.packed_metadata, metadata, *rest)

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        program = self.pick_program(arguments, where[:3])
        return program.choose_kernel(arguments, where) if isinstance(program, StandIn) else program

    @abstractmethod
    def pick_program(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> Any:
        """Return the program for a launch with these arguments and this grid."""


class UnitDispatch(ProgramDispatch):
    """Proxy of a kernel that runs the program with constants (`compile.unit_arguments`) in launches in which these arguments are 1.

    Triton's key of a launch ensures this, but a script may launch the kernel that a launch returns with other arguments.
    """

    def __init__(self, kernel: Any, launches: Mapping[str, Any], key: str, places: Sequence[int]) -> None:
        """Store a kernel, a table of launches in which `key` has the program with constants, and the arguments' places in TTIR."""
        super().__init__(kernel)
        self._table, self._key = launches, key
        runtime = [place for place, kind in enumerate(kernel.src.signature.values()) if kind != "constexpr"]
        self._values = itemgetter(*[runtime[place] for place in places])
        self._ones = 1 if len(places) == 1 else (1,) * len(places)

    @property
    def unit(self) -> Any:
        """Program for launches in which the arguments are 1; a proxy may replace itself in the table."""
        return self._table[self._key]

    def pick_program(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> Any:
        if "function" not in vars(self):
            self.keep_fields()
        return self.unit if self._values(arguments) == self._ones else self._kernel


def for_hooks(metadata: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that computes the metadata for launch hooks, and returns None without calling `metadata` if there are no
    hooks.
    """
    from triton import knobs

    runtime = knobs.runtime

    def describe_launch(*given: Any) -> Any:
        if getattr(runtime.launch_enter_hook, "calls", True) or getattr(runtime.launch_exit_hook, "calls", True):
            return metadata(*given)
        return None

    return describe_launch


def is_promise(kernel: Any) -> bool:
    """Return whether a kernel is a future of Triton's asynchronous compilation."""
    return hasattr(kernel, "result") and not isinstance(kernel, StandIn)


def recording() -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and bool(torch.cuda.is_available() and torch.cuda.is_current_stream_capturing())


def compiling_asynchronously() -> bool:
    with suppress(ImportError):
        from triton.runtime._async_compile import active_mode

        return active_mode.get() is not None
    return False


class LaunchWrapper(Protocol):
    """Interface of objects that wrap kernels at their first launches."""

    def watch_kernel(self, kernel: Any, program: CompilationInputs) -> Any:
        """Return the wrapped kernel, which Triton stores for launches instead of the kernel."""


class LaunchWaiter(Protocol):
    """Interface of a background search."""

    def may(self, program: CompilationInputs) -> bool:
        """Return whether Triton's kernel may be launched until the search ends."""

    def program_to_launch(self, make: Callable[[], Any], program: CompilationInputs) -> Any:
        """Return what Triton stores for launches: the kernel that `make` compiles, wrapped if a search runs for it."""

    def expect_search(self) -> None:
        """Prepare for a search."""

    def install(self) -> None: ...

    def remove(self) -> None: ...


class AtLaunch(Hook, ABC):
    """Compilation hook of Triton that also wraps kernels at their first launches, except kernels that are compiled asynchronously."""

    guard: LaunchWrapper | None = None
    """Sentinel (comparison of results) that wraps kernels at their first launches; None without a sentinel."""
    background: LaunchWaiter | None = None
    """Background search. If it is None, each launch waits for the search."""

    def __init__(self, settings: Settings, kind: str = "") -> None:
        super().__init__(settings, kind)
        self._compile: Any = None

    @abstractmethod
    def wrap_kernel(self, kernel: Any, program: CompilationInputs) -> Any:
        """Return the compiled kernel, or a proxy of it, which Triton then stores for later launches."""

    def install(self) -> None:
        import triton.runtime.jit as jit

        super().install()
        if self.background is not None:
            self.background.install()
        plain = self._compile = jit.JITFunction._do_compile

        def compile(
            function: Any, key: str, signature: Any, device: Any, constexprs: Any, options: Any, attrs: Any, *rest: Any
        ) -> Any:
            first = partial(plain, function, key, signature, device, constexprs, options, attrs, *rest)
            with with_constants(constants_by_name(function, constexprs)):
                if not self._active:
                    return first()
                if getattr(options, "ir_override", None):  # whatever is compiled with these options is the user's program
                    with as_triton_alone():
                        kernel = first()
                    name = target_name(function.device_caches[device][2])
                    self.log.add(Kernel(function.__name__, name, "kept", OVERRIDDEN, constants=constants_now()))
                    return kernel
                launches, keys, target, *_ = function.device_caches[device]
                source = function.ASTSource(function, signature, constexprs, attrs)
                again = partial(function.compile, source, target=target, options=options.__dict__)
                about = launches, key, function.cache_key, target, options.__dict__, function.__name__
                units = unit_arguments(keys, key) if self.settings.versions and self.settings.confirm else ()
                program = CompilationInputs(again, *about, units)
                left_alone = getattr(function, "is_gluon", bool)()
                if compiling_asynchronously():
                    if (noted := ahead.get()) is None or left_alone:
                        return first()
                    with as_triton_alone():
                        promised = first()
                    noted[id(promised)] = RequestedCompilation(program, constants_now())
                    return promised
                at_once, others = any(rest) or left_alone, self.background  # the first of `rest` is the warm-up flag
                if at_once or others is None or not others.may(program):
                    kept = self.at_once(first, program)
                else:
                    kept = others.program_to_launch(first, program)
            if kept is not None and not is_promise(kept):
                launches[key] = kept
            return kept

        self._installed = jit.JITFunction._do_compile = compile

    def expect_search(self) -> None:
        if self.background is not None and not compiling_asynchronously():
            self.background.expect_search()

    def at_once(self, make: Callable[[], Any], program: CompilationInputs) -> Any:
        """Compile a kernel in the foreground; return it or a proxy of it, which Triton then stores for later launches."""
        kernel = make()
        if kernel is None or is_promise(kernel):
            return kernel
        kernel, program = self.fit_shared_memory(kernel, program)
        kept = self._launch_units(kernel, program) or self.wrap_kernel(kernel, program)
        return self.guard.watch_kernel(kept, program) if self.guard is not None else kept

    def _launch_units(self, kernel: Any, program: CompilationInputs) -> Any:
        """Return a proxy that launches a kernel with constants instead of arguments that are 1; None if they gain nothing."""
        if not program.units:
            return None

        def make(text: str) -> Any:
            with as_triton_alone():
                return program.with_options(kernel, text, program.options).compile()

        try:
            if (made := part("specialize")(kernel, program.units, make, target_name(program.target))) is None:
                return None
            given = replace(program.with_options(kernel, made.asm["ttir"], program.options), launches={})
            given.launches[given.key] = self.wrap_kernel(given.compile(), given)
        except Exception as error:
            reason = f"no constants for arguments that are 1: {reason_of(error)}"
            self.log.add(Kernel(kernel.name, target_name(program.target), "failed", reason, constants=constants_now()))
            return None
        self.log.add(Kernel(kernel.name, target_name(program.target), "changed", change=describe_units(program.units)))
        return UnitDispatch(kernel, given.launches, given.key, program.units)

    def fit_shared_memory(self, kernel: Any, program: CompilationInputs) -> tuple[Any, CompilationInputs]:
        """Return a kernel that needs more shared memory than its target has with the most pipeline stages that fit, and its inputs.

        A kernel that fits, or that fits with no number of stages, is returned as it is.
        """
        target = target_name(program.target)
        if fits(kernel.metadata.shared, target):
            return kernel, program
        for name, alternative in part("fewer_stages")(kernel.asm["ttir"], program.options):
            given = program.with_options(kernel, *alternative)
            if (made := compile_fitting(given.compile, target)) is not None:
                reason = f"its program needs {kernel.metadata.shared:,} bytes of shared memory: compiled with {name} instead"
                self.log.add(Kernel(kernel.name, target, "unfit", reason, constants=constants_now()))
                return made, given
        return kernel, program

    def remove(self) -> None:
        import triton.runtime.jit as jit

        if jit.JITFunction._do_compile is self._installed:
            jit.JITFunction._do_compile = self._compile
        if self.background is not None:
            self.background.remove()
        super().remove()


def constants_by_name(function: Any, constants: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a launch's constants by parameter name, without absent tensors."""
    found = {}
    for place, value in constants.items():
        path = place if isinstance(place, tuple) else (place,)
        name = ".".join(map(str, (function.arg_names[path[0]] if isinstance(path[0], int) else path[0], *path[1:])))
        value = getattr(value, "value", value)
        if value is not None:
            found[name] = value if isinstance(value, bool | int | float | str) else str(value)
    return found
