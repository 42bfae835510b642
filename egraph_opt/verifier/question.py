"""Questions at given sizes from the user's problem: evaluates expressions, compiles kernels, and finds inputs and outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.verifier.expression import ExpressionError, Number, evaluate, is_expression, names_of, split_list
from egraph_opt.verifier.kernel_programs import Program, Request, load_programs
from egraph_opt.verifier.roles import is_array, is_descriptor, roles_of
from egraph_opt.verifier.side import Argument, ArraySpec, Launch, Question, Side, Start, row_major
from egraph_opt.verifier.user_question import Call, Problem, ProblemError, Tensor, element_name, kernel_name, signature_name

SIDES = ("old", "new")


class QuestionBuilder:
    """Builder of questions for one problem, at different numbers for its open sizes.

    Kernels are compiled once for equal argument types and constants.
    """

    def __init__(self, problem: Problem, target: str = "cuda:90") -> None:
        self.problem, self.target = problem, target
        self._programs: dict[str, Program] = {}

    def question(self, open_sizes: Mapping[str, int] | None = None) -> Question:
        """Return the question at given numbers for the open sizes.

        Raises:
            ProblemError, ExpressionError: the problem is incomplete or contradictory.
            InputError, OSError: as for `load_programs`.
        """
        sizes = {name: size for name, size in {**self.problem.sizes, **(open_sizes or {})}.items() if size is not None}
        problem = self.problem
        if missing := [name for name in problem.sizes if name not in sizes]:
            raise ProblemError(f"the size {missing[0]} is open")
        calls = {side: _calls(getattr(problem, side)) for side in SIDES}
        constants = {id(call): _constants(call, sizes) for side in SIDES for call in calls[side]}
        requests = {
            id(call): Request(call.kernel, _types(call, problem, sizes), constants[id(call)])
            for each in calls.values()
            for call in each
        }
        self._load(list(requests.values()))
        arrays = {name: array_spec(name, tensor, sizes) for name, tensor in problem.arrays.items()}
        sides = []
        for side in SIDES:
            launches = [
                _launch(call, self._programs[requests[id(call)].key], arrays, sizes, constants[id(call)], problem.assumptions)
                for call in calls[side]
            ]
            given = getattr(problem, side)
            name = ", ".join(kernel_name(call.kernel) for call in calls[side]) or kernel_name(given)
            sides.append(Side(name, tuple(launches), given if callable(given) else None))
        old, new = sides
        starts = _starts(old, new, arrays, problem)
        arrays = {name: replace(spec, start=starts[name]) for name, spec in arrays.items()}
        results = problem.results or _results(old, new, arrays)
        if unknown := [name for name in results if name not in arrays]:
            raise ProblemError(f"no array is named {unknown[0]}")
        if not results:
            raise ProblemError("no array counts: neither side writes one that both know; name some as results")
        free = tuple(name for name, size in problem.sizes.items() if size is None)
        return Question(old, new, arrays, tuple(results), sizes, problem.assumptions, free)

    def program(self, call: Call, open_sizes: Mapping[str, int] | None = None) -> Program:
        """Return the TTIR program for a call of the problem, at given numbers for the open sizes."""
        request = self.request(call, open_sizes)
        self._load([request])
        return self._programs[request.key]

    def request(self, call: Call, open_sizes: Mapping[str, int] | None = None) -> Request:
        """Return the request (kernel, types and constants) for a call's program, at given numbers for the open sizes."""
        sizes = {name: size for name, size in {**self.problem.sizes, **(open_sizes or {})}.items() if size is not None}
        return Request(call.kernel, _types(call, self.problem, sizes), _constants(call, sizes))

    def narrow(self, problem: Problem) -> QuestionBuilder:
        """Return a builder for the same kernels under further assumptions on sizes; it shares their programs."""
        found = QuestionBuilder(problem, self.target)
        found._programs = self._programs
        return found

    def load(self, choices: Sequence[Mapping[str, int]]) -> None:
        """Compile the programs for several numbers for the open sizes, all at once."""
        calls = [call for side in SIDES for call in _calls(getattr(self.problem, side))]
        self._load([self.request(call, sizes) for sizes in choices for call in calls])

    def _load(self, requests: Sequence[Request]) -> None:
        new = {request.key: request for request in requests if request.key not in self._programs}
        self._programs |= zip(new, load_programs(list(new.values()), self.target), strict=True)


def _calls(side: Sequence[Call] | Callable[..., Any]) -> Sequence[Call]:
    return () if callable(side) else side


def array_spec(name: str, tensor: Tensor, sizes: Mapping[str, int]) -> ArraySpec:
    """Return a user's array with numbers in place of the expressions over sizes."""
    shape = tuple(_whole(extent, sizes) for extent in tensor.shape)
    strides = tuple(_whole(step, sizes) for step in tensor.strides) or row_major(shape)
    if len(strides) != len(shape):
        raise ProblemError(f"{name} has {len(shape)} extents and {len(strides)} strides")
    if any(extent < 0 for extent in shape):
        raise ProblemError(f"{name} has a negative extent: {list(shape)}")
    low, high = (None if bound is None else _whole(bound, sizes) for bound in (tensor.low, tensor.high))
    return ArraySpec(name, element_name(tensor.dtype), shape, strides, tensor.start or "given", low, high)


def _whole(value: int | str, sizes: Mapping[str, Any]) -> int:
    found = evaluate(value, sizes) if isinstance(value, str) else value
    if isinstance(found, float) or not isinstance(found, int):
        raise ExpressionError(f"{value!r} is no whole number")
    return int(found)


def _constants(call: Call, sizes: Mapping[str, int]) -> dict[str, Any]:
    """Return a call's compile-time constants, with expressions over sizes evaluated."""
    found: dict[str, Any] = {}
    for name, value in call.constexprs.items():
        known = {**sizes, **found}
        try:
            found[name] = evaluate(value, known) if is_expression(value, known) else value
        except ExpressionError as error:
            raise ProblemError(f"{name}={value}: {error}") from None
    return found


def _types(call: Call, problem: Problem, sizes: Mapping[str, int]) -> dict[str, str] | list[str]:
    """Return the types of a call's arguments in the form of Triton's signatures, such as `*fp32`: by name or in order."""

    def kind(value: Any) -> str:
        if value is None:
            return "constexpr"
        if isinstance(value, str) and value in problem.arrays:
            return f"*{signature_name(problem.arrays[value].dtype)}"
        number = evaluate(value, sizes) if isinstance(value, str) else value
        return scalar_type(number)

    if isinstance(call.args, Mapping):
        return {name: kind(value) for name, value in call.args.items() if name not in call.constexprs}
    return [kind(value) for value in call.args]


def scalar_type(number: Any) -> str:
    """Return the type that Triton gives a Python number passed to a kernel."""
    if isinstance(number, bool):
        return "i1"
    if isinstance(number, float):
        return "fp32"
    if not isinstance(number, int):
        raise ProblemError(f"{number!r} is neither an array nor a number")
    return "i32" if -(1 << 31) <= number < 1 << 31 else "i64"


def _launch(
    call: Call,
    program: Program,
    arrays: Mapping[str, ArraySpec],
    sizes: Mapping[str, int],
    constants: Mapping[str, Any],
    assumptions: tuple[str, ...],
) -> Launch:
    values = _values(call, program)
    roles = roles_of(program.function, program.functions)
    arguments = []
    for name, value, role, parameter in zip(
        program.parameters, values, roles, program.function.regions[0].blocks[0].arguments, strict=True
    ):
        if is_descriptor(parameter.type):
            raise ProblemError(f"{program.source}: the parameter {name} is a descriptor: make it in the kernel")
        if is_array(parameter.type):
            if not isinstance(value, str) or value not in arrays:
                raise ProblemError(f"{program.source}: the parameter {name} takes an array, not {value!r}")
            spec = arrays[value]
            arguments.append(Argument(parameter.name, parameter.type, role, value, spec.shape, spec.strides, spec.dtype))
            continue
        if isinstance(value, str) and value in arrays:
            raise ProblemError(f"{program.source}: the parameter {name} takes a number, not the array {value}")
        number = evaluate(value, {**sizes, **constants}) if isinstance(value, str) else value
        symbol = value if isinstance(value, str) else ""
        facts = tuple(each for each in assumptions if names_of(each) & names_of(symbol))
        arguments.append(Argument(parameter.name, parameter.type, role, "", (), (), parameter.type, number, symbol, facts))
    named = {name: each.value for name, each in zip(program.parameters, arguments, strict=True) if each.value is not None}
    grid = grid_of(call.grid, {**sizes, **named, **constants})
    extents = call.grid if callable(call.grid) else grid_parts(call.grid)
    return Launch(
        program.function, grid, tuple(arguments), program.functions, dict(constants), program.source, extents, program.parameters
    )  # fmt: skip


def _values(call: Call, program: Program) -> list[Any]:
    """Return the user's argument for each parameter of a call's program, in order."""
    if isinstance(call.args, Mapping):
        if missing := [name for name in program.parameters if name not in call.args]:
            raise ProblemError(f"{program.source}: no argument for the parameter {missing[0]}")
        return [call.args[name] for name in program.parameters]
    values = [value for value in call.args if value is not None]
    if len(values) != len(program.parameters):
        names = ", ".join(program.parameters)
        raise ProblemError(f"{program.source} takes {len(program.parameters)} arguments ({names}), not {len(values)}")
    return values


def grid_parts(grid: Any) -> tuple[Any, ...]:
    """Return the extents of a grid, as numbers or unevaluated expressions."""
    parts = split_list(grid) if isinstance(grid, str) else grid
    return tuple(parts) if isinstance(parts, Sequence) else (parts,)


def grid_of(grid: Any, known: Mapping[str, Number]) -> tuple[int, int, int]:
    """Return a launch grid as three numbers; `known`: numbers of sizes, arguments and constants, by name.

    Raises:
        ProblemError: the grid has no extents, or more than three.
    """
    extents = [_whole(part, known) for part in grid_parts(grid(known) if callable(grid) else grid)]
    if not 1 <= len(extents) <= 3:
        raise ProblemError(f"a grid has one to three extents, not {len(extents)}")
    x, y, z = (*extents, 1, 1)[:3]
    return x, y, z


def _starts(old: Side, new: Side, arrays: Mapping[str, ArraySpec], problem: Problem) -> dict[str, Start]:
    """Return each array's initial contents: the stated ones, else `undefined` if the first launch with the array only writes it."""
    found: dict[str, Start] = {}
    for name in arrays:
        stated = problem.arrays[name].start
        roles = [first_role(side, name) for side in (old, new)]
        role = next((each for each in roles if each), None)
        by_kernels: Start = "undefined" if role == "output" else "given"
        if role is None and name in problem.results:
            by_kernels = "undefined"
        found[name] = stated or by_kernels
    return found


def first_role(side: Side, array: str) -> str | None:
    """Return the role (input, output or both) of an array in the first launch of a side that takes it; None if no launch does."""
    roles = [{argument.role for argument in launch.arguments if argument.array == array} for launch in side.launches]
    first = next((each for each in roles if each), None)
    if first is None:
        return None
    return "both" if "both" in first or {"input", "output"} <= first else "output" if "output" in first else "input"


def _results(old: Side, new: Side, arrays: Mapping[str, ArraySpec]) -> list[str]:
    """Return the default result arrays: those that a side writes. Arrays of new alone, and temporaries of old alone, are left out."""
    sides = [side for side in (old, new) if side.reference is None]
    found = []
    for name in arrays:
        uses = [side for side in sides if first_role(side, name)]
        if not any(name in _written_arrays(side) for side in uses):
            continue
        alone = len(uses) == 1 and len(sides) == 2
        if alone and (uses[0] is new or _is_read_later(uses[0], name)):
            continue
        found.append(name)
    return found


def _written_arrays(side: Side) -> set[str]:
    return {each.array for launch in side.launches for each in launch.arguments if each.role in ("output", "both")}


def _is_read_later(side: Side, array: str) -> bool:
    """Return whether a launch writes an array that a later launch of the same side reads."""
    writes = False
    for launch in side.launches:
        roles = {argument.role for argument in launch.arguments if argument.array == array}
        if writes and roles & {"input", "both"}:
            return True
        writes = writes or bool(roles & {"output", "both"})
    return False
