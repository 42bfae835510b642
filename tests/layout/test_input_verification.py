"""Programs that the reader takes, and no compiler does."""

import pytest

from egraph_opt import optimize
from egraph_opt.ir.module import InputError
from tests.support.kernels import ROOT

KERNEL = (ROOT / "tests/cases/layout/fan_out.mlir").read_text()


@pytest.mark.parametrize("name", ["ttg.num-warps", "ttg.threads-per-warp", "ttg.num-ctas"])
@pytest.mark.parametrize("count", ["-4", "0", "1.0"])
def test_counts_of_threads(name: str, count: str) -> None:
    assert f'"{name}" = ' in KERNEL
    head, _, tail = KERNEL.partition(f'"{name}" = ')
    wrong = f'{head}"{name}" = {count} : {"f32" if "." in count else "i32"}{tail[tail.index(" : i32") + 6 :]}'
    with pytest.raises(InputError, match=f"{name} = {count}.*expected a number above 0") as error:
        optimize(wrong)
    assert wrong.splitlines()[error.value.line - 1][error.value.column - 1 :].startswith(name)


HEAD = """#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%x: tensor<32x32xf32, #a>, %n: i32, %c: i1) -> tensor<32x32xf32, #b> {
    %y = ttg.convert_layout %x : tensor<32x32xf32, #a> -> tensor<32x32xf32, #b>
    %copy = ttg.local_alloc %x : (tensor<32x32xf32, #a>) -> !ttg.memdesc<32x32xf32, #m, #ttg.shared_memory>
    %again = ttg.local_load %copy : !ttg.memdesc<32x32xf32, #m, #ttg.shared_memory> -> tensor<32x32xf32, #b>
"""
TAIL = "    %s = arith.addf %y, %again : tensor<32x32xf32, #b>\n    tt.return %s : tensor<32x32xf32, #b>\n  }\n}\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "%r = tt.make_range {start = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #b}>>",
            "make_range: it has a start and an end",
        ),
        ("%r = tt.expand_dims %n : tensor<32xi32> -> tensor<32x1xi32>", "'axis'|tensor|type"),
        (
            "%r = scf.for %i = %n to %n step %n iter_args(%t = %x) -> (tensor<32x32xf32, #a>) : i32 {\n"
            "      scf.yield %t, %t : tensor<32x32xf32, #a>, tensor<32x32xf32, #a>\n    }",
            "it yields 2 values, and needs 1",
        ),
        ("%r = scf.if %c -> (f32) {\n      scf.yield\n    } else {\n      scf.yield\n    }", "it yields 0 values, and needs 1"),
    ],
)
def test_what_is_missing_or_too_much_is_named(line: str, said: str) -> None:
    assert optimize(HEAD + TAIL).functions[0].stopped_by == ""
    with pytest.raises(InputError, match=said) as error:
        optimize(f"{HEAD}    {line}\n{TAIL}")
    assert error.value.line


@pytest.mark.parametrize("field", ["vec = 1, ", "maxPhase = 1, ", ", order = [1, 0]", "perPhase = 1, "])
def test_a_buffer_with_an_unreadable_layout_has_no_conflicts_that_count(field: str) -> None:
    old = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>"
    assert old in HEAD and field in old
    (found,) = optimize(HEAD.replace(old, old.replace(field, "")) + TAIL).functions
    assert not found.stopped_by


def test_layouts_of_other_warps_are_refused() -> None:
    with pytest.raises(InputError, match="its layouts have 4 and 8 warps"):
        optimize((HEAD + TAIL).replace("warpsPerCTA = [1, 4]", "warpsPerCTA = [1, 8]"))
