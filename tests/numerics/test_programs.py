"""Loops as products of matrices: within the bound that is said, where the guard holds, and bit for bit the input elsewhere."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from egraph_opt import OptionError, optimize
from tests.numerics.loops import PROGRAMS, Inputs, N, exact, inputs, precise_products, run

ERROR = re.compile(r"its error is at most (\S+) of its magnitude .*, plus (\S+) from underflow$")


@cache
def changed(name: str, budget: str) -> tuple[str, float, float]:
    """The program that is chosen, its bound, and what may be lost because it underflows."""
    result = optimize(PROGRAMS[name], rules="numerics", numerics=budget)
    (said,) = [found for note in result.functions[0].notes if (found := ERROR.search(note))]
    return result.ir, float(said[1]) * 1.001, float(said[2]) * 1.01


BUDGETS = {"2^-8": "tf32", "1e-4": "bf16x3", "4e-5": "tf32x3", "2.5e-5": "tf32x3"}


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_cheapest_precision_within_the_budget_is_taken(name: str, budget: str) -> None:
    text = changed(name, budget)[0]
    said = re.findall(r"inputPrecision = (\w+)", text)
    assert said == [BUDGETS[budget]]
    assert text.count("tt.dot ") == 1 and text.count("egraph_opt.bounded") == 1


def within(name: str, budget: str, given: Inputs) -> float:
    """Return the error as a fraction of its bound: at most 1."""
    text, bound, lost = changed(name, budget)
    with precise_products():
        found = run(text, given)
    real, size = exact(name, given)
    return float((np.abs(found - real) / (bound * size + lost)).max())


@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_errors_are_within_the_bound(name: str, budget: str) -> None:
    takes = [within(name, budget, inputs(seed, steepest, seed % 2 == 0)) for seed in range(4) for steepest in (0.1, 1.0, 7.0)]
    assert max(takes) <= 1


def worst() -> Inputs:
    """Mantissas of which most is cut off, all products of one sign, and powers far apart that keep mantissas."""
    given = inputs(0, same_sign=True)
    for x in "qkd":
        given[x] = np.full((N, N), np.nextafter(np.float32(2), np.float32(0)))
    given["g"] = given["h"] = np.repeat(-7 * np.arange(N, dtype=np.float32)[:, None], N, 1)
    return given


@pytest.mark.parametrize("name", PROGRAMS)
def test_bounds_hold_at_the_worst_inputs_and_are_no_tenth_too_large(name: str) -> None:
    takes = within(name, "2^-8", worst())
    assert 0.1 < takes <= 1


def is_exact(name: str, given: Inputs) -> bool:
    """Return whether the version is taken that computes the same as the input: no bit differs, for all precisions."""
    same = run(PROGRAMS[name], given).tobytes() == run(changed(name, "1e-4")[0], given).tobytes()
    with precise_products():
        return same and run(PROGRAMS[name], given).tobytes() == run(changed(name, "1e-4")[0], given).tobytes()


def edge(exponent: float) -> Inputs:
    """All exponents 0, but one that is so far from the middle iteration's."""
    given = inputs(3)
    given["g"], given["h"] = np.zeros((N, N), np.float32), np.zeros((N, N), np.float32)
    given["g"][2, 5] = exponent
    return given


ABOVE, BELOW = np.float32(np.inf), np.float32(-np.inf)
FACTORS = {"q": ("stores", None), "k": ("stores", None), "d": ("adds", -100)}
"""Of some factors the program, and the exponent of the least size: a factor beside a power has none."""


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("sign", (1, -1))
def test_the_guard_takes_exponents_up_to_its_range(name: str, sign: int) -> None:
    edge_of = np.float32(60 * sign)
    assert not is_exact(name, edge(edge_of))
    assert is_exact(name, edge(np.nextafter(edge_of, ABOVE if sign > 0 else BELOW)))


@pytest.mark.parametrize("bad", (np.nan, np.inf, -np.inf))
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_guard_takes_no_nan_and_no_infinity(name: str, bad: float) -> None:
    for factor in "kgh" if name == "adds" else "qkgh":
        given = inputs(4)
        given[factor][3, 1] = bad
        assert is_exact(name, given), factor


@pytest.mark.parametrize("factor", FACTORS)
def test_the_guard_takes_factors_up_to_their_range_and_zero(factor: str) -> None:
    name, exponent = FACTORS[factor]

    def with_factor(x: np.float32) -> bool:
        given = inputs(5)
        given[factor][9, 1] = x
        return is_exact(name, given)

    most = np.float32(2.0**10)
    assert not with_factor(most) and not with_factor(-most) and not with_factor(np.float32(0))
    assert with_factor(np.nextafter(most, ABOVE)) and with_factor(-np.nextafter(most, ABOVE))
    least = np.float32(2.0 ** (-149 if exponent is None else exponent))
    assert not with_factor(-least) and with_factor(-np.nextafter(least, np.float32(0))) == (exponent is not None)


def test_the_guard_takes_scalars_up_to_their_range() -> None:
    taken = {scale: is_exact("stores", {**inputs(6), "scale": scale}) for scale in (2.0**6, -(2.0**6) * 1.01, np.nan, 0.0)}
    assert taken[2.0**6] is False and taken[-(2.0**6) * 1.01] and taken[np.nan]


def test_what_underflows_is_within_the_bound() -> None:
    """Factors that are the least floats, beside large ones and powers."""
    for small in (2.0**-149, 2.0**-126, 2.0**-100):
        given = inputs(10)
        given["g"] = given["h"] = np.repeat(-7 * np.arange(N, dtype=np.float32)[:, None], N, 1)
        given["k"] *= np.float32(small)
        given["q"] *= np.float32(200.0)
        assert within("stores", "1e-4", given) <= 1 and (small < 2.0**-100 or not is_exact("stores", given))


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("n", (-5, 0, 1, 2, 15, 16, 17))
def test_every_number_of_iterations_is_within_the_bound(name: str, n: int) -> None:
    assert within(name, "1e-4", {**inputs(7), "n": n}) <= 1


def test_stores_that_overlap_loads_are_left_in_order() -> None:
    """The out tile is the k tile, or lies behind it by so many elements: of one buffer."""
    body = PROGRAMS["stores"].replace("tt.splat %out : ", "tt.splat %moved : ")
    text = body.replace(
        "    %c0 = arith.constant 0 : i32\n",
        "    %c0 = arith.constant 0 : i32\n    %moved = tt.addptr %k, %n : !tt.ptr<f32>, i32\n",
    )
    text = text.replace("arith.minsi %n, %c16", "arith.minsi %c16, %c16")
    result = optimize(text, rules="numerics", numerics="1e-4")
    assert "egraph_opt.bounded" in result.ir
    from egraph_opt.interpret import interpret
    from egraph_opt.text import read

    def ran(program: str, offset: int) -> bytes:
        (function,) = read(program).functions()
        given, k = inputs(8, 0.01), np.zeros(4 * N * N, np.float32)
        k[: N * N] = given["k"].reshape(-1)
        interpret(function, [given["q"], k, given["g"], given["h"], given["d"], np.zeros(1, np.float32), offset, 0.25])
        return k.tobytes()

    for offset in (0, 1, 100, 255):
        assert ran(text, offset) == ran(result.ir, offset)
    assert ran(text, 256) != ran(result.ir, 256)


def test_a_budget_that_nothing_meets_leaves_the_program_with_the_reason() -> None:
    for name, text in PROGRAMS.items():
        result = optimize(text, rules="numerics", numerics="1e-9")
        assert result.ir == text, name
        assert re.search(
            r"left unchanged: .*no other way to compute it has an error within 1e-09; the least is \d", result.functions[0].remark
        )


@pytest.mark.parametrize("wrong", ("", "-1", "2", "1e-4x4", "ulp", "nan", "2^4", "inf", "1e999"))
def test_what_is_no_budget_is_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match="an error bound is a number from 0 to 1"):
        optimize(PROGRAMS["adds"], rules="numerics", numerics=wrong)


def test_a_processor_without_constants_is_refused() -> None:
    with pytest.raises(OptionError, match="sm91"):
        optimize(PROGRAMS["adds"], rules="numerics", target="sm91")


UNLIKE = {
    "a loop that may run more often": ("arith.minsi %n, %c16", "arith.maxsi %n, %c16"),
    "a loop that counts from one": ("%j = %c0 to", "%j = %c1 to"),
    "a sum that is not plain": ("%sum = arith.addf %acc, %m3", "%sum = arith.addf %acc, %m3 fastmath<nnan>"),
    "a sum that is used otherwise": ("%m1 = arith.mulf %db, %kb", "%m1 = arith.mulf %acc, %kb"),
    "no power": ("math.exp2", "math.sin"),
    "an exponent that is no difference": ("arith.subf %gt", "arith.addf %gt"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNLIKE)
def test_what_is_not_understood_stays(what: str) -> None:
    text = PROGRAMS["adds"].replace(*UNLIKE[what])
    assert text != PROGRAMS["adds"]
    result = optimize(text, rules="numerics", numerics="1e-3")
    assert result.ir == text and "left unchanged" in result.functions[0].remark


def test_natural_exponentials_are_factored_too() -> None:
    text = PROGRAMS["adds"].replace("math.exp2", "math.exp")
    result = optimize(text, rules="numerics", numerics="1e-3")
    assert result.ir.count("math.exp ") == 3
    given = inputs(9, 0.1)
    np.testing.assert_allclose(run(result.ir, given), run(text, given), rtol=1e-4, atol=1e-4)
