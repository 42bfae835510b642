"""Sentinel: at a kernel's first launches, several programs of it run on copies of the arguments, and their results are compared.

The optimiser has proved the programs equal, so different bits mean that Triton, LLVM or ptxas miscompiled one of them. The launch
itself does not change.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from egraph_opt.apps.sentinel.comparison import repro_folder
from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, CannotCompare
from egraph_opt.apps.sentinel.comparison.bit_comparison import Crash, ProgramComparison, compare_programs
from egraph_opt.apps.sentinel.comparison.equal_programs import NAMES, TRITON, Candidate, candidates
from egraph_opt.apps.sentinel.comparison.gpu_runner import Device
from egraph_opt.apps.sentinel.comparison.interpreter_judge import Evidence, Judgement, judge_evidence
from egraph_opt.errors import reason_of
from egraph_opt.process.fork_safety import OwnLock
from egraph_opt.triton.launches.launch_timing import can_measure
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs, StandIn
from egraph_opt.triton.state.report import Log
from egraph_opt.triton.state.sentinel_findings import Guarded

LAUNCHES = 3
"""Number of a kernel's launches that are checked. At the first launch, weights may still be zero."""
MAX_COPIED_BYTES = 64 << 20
"""Largest size in bytes of arguments that are copied to the host before the comparison, in case a program crashes."""


class Sentinel:
    """Comparison of results at kernels' first launches. Findings go to a log; reproducers are written if a folder is given."""

    def __init__(self, log: Log, folder: Path | None = None, reassociated: bool = False) -> None:
        """`reassociated`: the plug-in may reorder sums, so last bits may differ."""
        self._log, self._folder, self._reassociated = log, folder, reassociated
        self._lock = OwnLock(threading.RLock)
        self._warned = False

    def watch_kernel(self, kernel: Any, program: CompilationInputs) -> WatchedKernel:
        """Return the proxy that replaces a kernel until the kernel has been checked."""
        return WatchedKernel(kernel, program, self)

    def look(
        self, kernel: Any, launched: Any, program: CompilationInputs, arguments: Sequence[Any], where: tuple[Any, ...]
    ) -> Guarded:
        """Compare the results of a kernel's programs on the arguments of one launch, and report the finding.

        `launched` is the kernel that the launch runs, and `where` its grid and stream.
        """
        with self._lock():
            try:
                found = self._guard_finding(kernel, launched, program, arguments, where)
            except CannotCompare as reason:
                found = Guarded(kernel.name, "skipped", str(reason))
            except Exception as error:
                found = Guarded(kernel.name, "skipped", reason_of(error))
            options = (f"{name}={program.options[name]}" for name in ("num_warps", "num_stages") if name in program.options)
            found = replace(found, configuration=", ".join(options))
            self._log.add_finding(found, kernel.hash)
            if found.alarm and not self._warned:
                self._warned = True
                with suppress(RuntimeWarning):  # if warnings are errors, this one still must not end a launch
                    warnings.warn(
                        f"{found}. Further ones are only counted: see egraph_opt.triton.report()", RuntimeWarning, stacklevel=2
                    )
            return found

    def _guard_finding(
        self, kernel: Any, launched: Any, program: CompilationInputs, arguments: Sequence[Any], where: tuple[Any, ...]
    ) -> Guarded:
        def launch(candidate: Candidate, given: Sequence[Any]) -> None:
            run = candidate.kernel.run  # loads it
            run(*where, candidate.kernel.function, candidate.kernel.packed_metadata, None, None, None, *given)

        device = Device(arguments, kernel.src.signature, launch)
        programs = candidates(kernel, launched, program.target, program.options, self._reassociated)
        given = device.initial_memories() if sum(device.sizes) <= MAX_COPIED_BYTES else None
        found = compare_programs(programs, device)
        names = tuple(candidate.name for candidate in programs)
        guarded = Guarded(kernel.name, found.outcome, _reason(found, names, kernel.asm["ttir"]), names, names[found.number])
        if not guarded.alarm:
            return guarded
        case = Case(kernel, programs, (where[0], where[1], where[2]), device, given, found)
        judgement = case.judgement()
        guarded = replace(guarded, agrees=_agrees(judgement, names[found.number]))
        if self._folder is None:
            return guarded
        return replace(guarded, folder=str(case.write_case(self._folder, str(guarded), judgement.reason)))


class WatchedKernel(StandIn):
    """Proxy of a kernel that checks its first launches."""

    def __init__(self, kernel: Any, program: CompilationInputs, sentinel: Sentinel) -> None:
        super().__init__(kernel)
        self._program, self._sentinel, self._left = program, sentinel, LAUNCHES

    def choose_kernel(self, arguments: Sequence[Any], where: tuple[Any, ...]) -> Any:
        program, launched = self._program, self._kernel
        while isinstance(launched, StandIn):
            launched = launched.choose_kernel(arguments, where)
        if (kept := program.launches.get(program.key, self)) is not self:  # a tuner has decided
            self._kernel = kept
        if can_measure():  # no other work may run during graph capture
            self._left -= 1
            if self._sentinel.look(self._kernel, launched, program, arguments, where).final:
                self._left = 0
        program.launches[program.key] = self if self._left > 0 else self._kernel
        return launched


@dataclass(frozen=True)
class Case:
    """Programs of one kernel that are proved equal but give different results, and their inputs."""

    kernel: Any
    programs: Sequence[Candidate]
    grid: tuple[int, int, int]
    device: Device
    given: list[Bytes] | None
    found: ProgramComparison

    def judgement(self) -> Judgement:
        """Return which of the two programs an interpreter agrees with."""
        if self.found.memories is None:
            return Judgement("unknown", "one of the programs did not end")
        device, parameters, (first, second) = self.device, self.device.parameters, self.found.memories
        before, names = self.given or device.initial_memories(), [name for name, _ in parameters]
        source, differences = self.kernel.asm["ttir"], self.found.differences
        return judge_evidence(
            Evidence(source, names, dict(parameters), device.places, self.grid, before, first, second, differences)
        )

    def write_case(self, folder: Path, says: str, judgement: str) -> Path:
        """Write a reproducer into `folder`, with the finding `says` and the interpreter's `judgement`, and return its path.

        If random inputs show the difference too, their seeds replace the inputs.
        """
        ended, pair = self.found.outcome == "different", (self.programs[0], self.programs[self.found.number])
        given = self.given or (self.device.initial_memories() if ended else None)
        chosen = repro_folder.seeds(self.device.places, len(self.device.sizes))
        if given is not None and not (ended and self._differ(repro_folder.fill_memories(given, chosen), pair)):
            chosen = {}
        source, sizes = self.kernel.asm["ttir"], self.device.sizes
        parameters = self.device.parameters
        finding = repro_folder.Finding(
            self.kernel.name, says, judgement, source, pair, self.grid, parameters, sizes, given, chosen
        )
        return repro_folder.write_finding(finding, folder)

    def _differ(self, contents: list[Bytes], pair: tuple[Candidate, Candidate]) -> bool:
        left = []
        with suppress(Crash):
            for program in pair:
                memories = self.device.holding(contents)
                self.device.run(program, memories)
                left.append(memories)
        return len(left) == 2 and not self.device.is_same(*left)


def _reason(found: ProgramComparison, names: Sequence[str], source: str) -> str:
    others = " and ".join(names[number] for number in found.alike)
    if found.outcome == "unstable":
        steady = f"{others} leave{'s' * (len(found.alike) == 1)} the same bits each time" if others else ""
        race = "" if "tt.atomic" in source else "it has no atomic operations: its threads race, or it is compiled wrongly"
        return "; ".join(filter(None, (found.reason, race, steady)))
    return f"{found.reason}; {others} leave{'s' * (len(found.alike) == 1)} the latter" if others else found.reason


def _agrees(judgement: Judgement, other: str) -> str:
    match judgement.agrees:
        case "first":
            return f"an interpreter agrees with {NAMES[TRITON]}"
        case "second":
            return f"an interpreter agrees with {NAMES[other]}"
        case "neither":
            return "an interpreter agrees with neither"
    return f"an interpreter cannot tell ({judgement.reason})"
