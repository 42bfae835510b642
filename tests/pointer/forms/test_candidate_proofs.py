"""Which forms of an access the e-graph finds equal to it: those that are proposed, under their needs, and no changed ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from egraph_opt.families.pointer.analysis.access_facts import Numbers, RequiredFact
from egraph_opt.families.pointer.analysis.encode import encode
from egraph_opt.families.pointer.analysis.saturate import saturate
from egraph_opt.families.pointer.analysis.structured_access import StructuredAccess, structure_access
from egraph_opt.families.pointer.forms.candidate import TARGETS, AccessForm, Target
from egraph_opt.families.pointer.forms.candidate_proofs import equal_forms
from egraph_opt.families.pointer.forms.candidates import forms
from egraph_opt.families.pointer.forms.form_choice import accesses
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.module import Op
from egraph_opt.ir.polynomial import Poly
from egraph_opt.text import read
from tests.support.kernels import ROOT

ALL = (ROOT / "benchmarks/corpus/kernels").glob("*/*.ttir")
KERNELS = sorted(path for path in ALL if path.stat().st_size < 30_000)[::6]
"""Of all sizes but the largest, which take seconds each."""
ONE = Poly.number(1)


def proposed(function: Op, target: Target) -> tuple[list[tuple[StructuredAccess, list[AccessForm]]], Numbers]:
    """Every access that has forms for a target, if all that is not derived is taken to hold."""
    terms = encode(function, True, target == "tts")
    numbers = Numbers(terms, saturate(terms), True)
    found = []
    for op in (op for op in accesses(function) if op in terms.accesses):
        try:
            access = structure_access(op, numbers, True)
            found.append((access, forms(access, target, numbers, target == "tts")))
        except NotRaised:
            continue
    return found, numbers


def moved(form: AccessForm, d: int) -> AccessForm:
    """Along one dimension an index further, from the same base."""
    return replace(form, offsets=tuple(o + ONE if n == d else o for n, o in enumerate(form.offsets)))


def longer(form: AccessForm, d: int) -> AccessForm | None:
    """Along one dimension one element more."""
    shapes = [s + ONE if s is not None and n == d else s for n, s in enumerate(form.shapes)]
    return replace(form, shapes=tuple(shapes)) if form.shapes[d] is not None and form.shapes[d].terms else None  # type: ignore[union-attr]


def relies_on_fact(form: AccessForm, need: RequiredFact) -> bool:
    return True


@pytest.mark.parametrize(
    ("path", "target"),
    [
        pytest.param(path, target, marks=pytest.mark.slow if (n + m) % len(TARGETS) else [], id=f"{path.parent.name}-{target}")
        for n, path in enumerate(KERNELS)
        for m, target in enumerate(TARGETS)
    ],
)
def test_proposed_forms_are_equal_and_changed_ones_are_not(path: Path, target: Target) -> None:
    """Each kernel for one of the targets, by turns; for the others it is slow."""
    for function in read(path.read_text(), str(path)).functions():
        found, numbers = proposed(function, target)
        assert equal_forms(found, numbers, relies_on_fact)[0] == [given for _, given in found]
        changed = []
        for access, given in found:
            form = given[0]
            if form.gather is None and form.wrap is None:
                wrong = [moved(form, d) for d in range(len(form.offsets)) if form.strides[d].terms]
                wrong += [w for d in range(len(form.shapes)) if form.target != "descriptor" and (w := longer(form, d))]
                changed.append((access, wrong))
        assert not any(equal_forms(changed, numbers, relies_on_fact)[0])


@pytest.mark.parametrize("target", TARGETS)
def test_a_need_that_is_not_relied_on_makes_a_form_unequal(target: Target) -> None:
    """Of every form that needs what is not derived, none is equal where nothing may be relied on, and nobody is asked in vain."""
    needed = 0
    for path in KERNELS[::4]:
        for function in read(path.read_text(), str(path)).functions():
            found, numbers = proposed(function, target)
            kept, _ = equal_forms(found, numbers, lambda form, need: False)
            for (access, given), equal in zip(found, kept, strict=True):
                open_needs = [
                    [n for n in (*access.required_facts, *form.required_facts) if not numbers.holds(n, access.loops)]
                    for form in given
                ]
                assert [form for form, needs in zip(given, open_needs, strict=True) if not needs] == equal
                needed += sum(map(bool, open_needs))
    assert needed or target == "tts"
