"""Compilation of the kernels of many questions in few child processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.verifier.kernel_programs import Program, Request, load_programs
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.user_question import Call, Problem

EACH = 60
"""Number of kernels that one child compiles."""


def compile_problems(problems: Sequence[Problem]) -> list[Problem]:
    """Return questions about the same kernels in TTIR."""
    requests: dict[str, Request] = {}
    for problem in problems:
        for call in calls_of(problem):
            request = QuestionBuilder(problem).request(call)
            requests.setdefault(request.key, request)
    programs: dict[str, Program] = {}
    listed = list(requests.values())
    for start in range(0, len(listed), EACH):
        some = listed[start : start + EACH]
        programs |= zip((request.key for request in some), load_programs(some), strict=True)
    return [with_programs(problem, programs) for problem in problems]


def with_programs(problem: Problem, programs: dict[str, Program]) -> Problem:
    """Return a question about kernels in TTIR, which take their arguments in order."""
    builder, calls = QuestionBuilder(problem), []
    for call in calls_of(problem):
        program = programs[builder.request(call).key]
        calls.append(Call(program.text, call.grid, tuple(call.args[name] for name in program.parameters)))  # type: ignore[call-overload]
    return replace(problem, new=calls)


def calls_of(problem: Problem) -> Sequence[Call]:
    """Return the calls of the side that is no reference."""
    return () if callable(problem.new) else problem.new
