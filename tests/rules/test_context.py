"""Each proof has a context of the solver to itself."""

from __future__ import annotations

import gc

import pytest

pytest.importorskip("z3")

import z3

from egraph_opt.prover.z3_context import own_context


def test_terms_have_a_new_context_and_names_start_again() -> None:
    before, names = z3.main_ctx(), []
    for _ in range(2):
        with own_context():
            assert z3.main_ctx() is not before and not gc.isenabled()
            names.append(str(z3.FreshConst(z3.IntSort())))
    assert names[0] == names[1] and z3.main_ctx() is before and gc.isenabled()


def test_a_context_ends_with_an_error() -> None:
    before = z3.main_ctx()
    with pytest.raises(ValueError, match="no"), own_context():
        raise ValueError("no")
    assert z3.main_ctx() is before and gc.isenabled()


def test_the_solver_leaves_interruptions_to_python() -> None:
    """Otherwise z3 ends a query without an answer, and the command goes on."""
    with own_context():
        assert z3.get_param("ctrl_c") == "false"
