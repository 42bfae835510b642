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
