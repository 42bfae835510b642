"""What the plug-in would launch under another version of Triton: it searches here, and that version accepts and compiles what is found."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from egraph_opt.ir.module import InputError
from egraph_opt.machine.use import processor_of
from egraph_opt.replay.corpus import Kernel
from egraph_opt.replay.elsewhere import Elsewhere
from egraph_opt.replay.measure import Unmeasured, measured
from egraph_opt.triton.choice.improve import Found, has_conversions, improve, loads_wait
from egraph_opt.triton.compile.compiler import Threads
from egraph_opt.triton.compile.confirm import Unfit, confirmed
from egraph_opt.triton.compile.make import Made
from egraph_opt.triton.compile.work import Recipe
from egraph_opt.triton.state.limits import check_shared
from egraph_opt.triton.state.settings import Settings


@dataclass(frozen=True, slots=True)
class Ours:
    """What becomes of a kernel: `outcome` as the plug-in reports it (`changed`, `kept`, `failed`, `unfit`), and the answer of the compiler
    for the program that is launched."""

    outcome: str
    reason: str
    answer: dict[str, Any]


class There(Threads):
    """Compiles with another version, one program after the other: it is one process. It also says what that version accepts."""

    WORKERS = 1

    def __init__(self, compiler: Elsewhere, kernel: Kernel, settings: Settings) -> None:
        backend, _, arch = kernel.target.partition(":")
        self._there, self._kernel, self._settings = compiler, kernel, settings
        self.answers: dict[str, dict[str, Any]] = {}
        super().__init__(Recipe(settings, "", SimpleNamespace(backend=backend, arch=arch), {}, None, {}), None, ())

    def start(self) -> None:
        """The compiler is there already."""

    def refusal(self, text: str) -> str:
        """Why that version refuses a text; empty where it accepts it."""
        return str(self._ask(text, until="parse").get("error", ""))

    def searched(self, text: str) -> Found:
        return improve(text, text, self._settings.searched(), self, True)

    def has_second(self, text: str) -> bool:
        """No second version is made."""
        return False

    def _make(self, text: str, metadata: dict[str, Any]) -> Made:
        answer = self.answers.get(text) or self._ask(text)
        self.answers[text] = answer
        try:
            found = measured(answer, self._kernel)
        except Unmeasured as error:
            raise RuntimeError(str(error)) from None
        return Made({"binary": base64.b64decode(answer["binary"])}, answer["metadata"], 0.0, found.use)

    def _make_checked(self, text: str, metadata: dict[str, Any]) -> Made:
        made = self._make(text, metadata)
        check_shared(made.metadata["shared"] or 0, self.target)
        return made

    def _ask(self, text: str, **more: Any) -> dict[str, Any]:
        return self._there.ask(kind="ttgir", text=text, target=self._kernel.target, options=dict(self._kernel.options), **more)


def ours(compiler: Elsewhere, kernel: Kernel, theirs: dict[str, Any], settings: Settings) -> Ours:
    """What the plug-in makes of a kernel under the version of a compiler, whose own answer is given. Triton's program if all else fails."""
    plain, processor = str(theirs["ttgir"]), processor_of(kernel.target)
    if processor is None:
        return Ours("failed", f"there is no model of the machine code of {kernel.target}", theirs)
    if not has_conversions(plain) and not (settings.loads_first and loads_wait(plain)):
        return Ours("kept", "no conversions", theirs)
    there = There(compiler, kernel, settings)
    there.answers[plain] = theirs
    try:
        found = confirmed(plain, {}, there, processor).found
    except Unfit as error:
        return Ours("unfit", str(error), theirs)
    except InputError as error:
        return Ours("failed", str(error).partition("\n")[0], theirs)
    except Exception as error:  # as in the plug-in: Triton's own kernel
        return Ours("failed", f"{type(error).__name__}: {error}".partition("\n")[0], theirs)
    if found.text is None:
        return Ours("unfit" if found.unfit else "failed" if found.failed else "kept", found.reason, theirs)
    return Ours("changed", found.reason, there.answers[found.text])
