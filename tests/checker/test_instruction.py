"""A matrix product by another instruction is not equal to the last bit."""

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read

NVIDIA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"
AMD = "#ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>"
PROGRAM = """#mma = LAYOUT
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = WIDE}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = WIDE}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = LANES : i32} {
  tt.func public @f(%x: tensor<64x64xf16, #a>, %y: tensor<64x64xf16, #b>, %c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %d = tt.dot %x, %y, %c : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
    tt.return %d : tensor<64x64xf32, #mma>
  }
}
"""


def between(layout: str) -> str:
    """Return the product in a layout, between conversions from and to another one."""
    text = (
        PROGRAM.replace("#a =", "#a1 =")
        .replace("#b =", "#b1 =")
        .replace("parent = #mma", "parent = #m1")
        .replace("#mma =", "#m1 =")
    )
    text = (
        text.replace("LAYOUT", layout)
        .replace("WIDE", "4" if "amd" in layout else "2")
        .replace("LANES", "64" if "amd" in layout else "32")
    )
    head, _, _ = text.partition("module")
    attributes = text[text.index("module") : text.index("tt.func")]
    lanes = 8 if "amd" in layout else 4
    return f"""{head}#p = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [8, {lanes}], warpsPerCTA = [4, 1], order = [1, 0]}}>
{attributes}tt.func public @f(%x: tensor<64x64xf16, #p>, %y: tensor<64x64xf16, #p>, %c: tensor<64x64xf32, #p>) -> tensor<64x64xf32, #p> {{
    %x1 = ttg.convert_layout %x : tensor<64x64xf16, #p> -> tensor<64x64xf16, #a1>
    %y1 = ttg.convert_layout %y : tensor<64x64xf16, #p> -> tensor<64x64xf16, #b1>
    %c1 = ttg.convert_layout %c : tensor<64x64xf32, #p> -> tensor<64x64xf32, #m1>
    %d = tt.dot %x1, %y1, %c1 : tensor<64x64xf16, #a1> * tensor<64x64xf16, #b1> -> tensor<64x64xf32, #m1>
    %e = ttg.convert_layout %d : tensor<64x64xf32, #m1> -> tensor<64x64xf32, #p>
    tt.return %e : tensor<64x64xf32, #p>
  }}
}}
"""


@pytest.mark.parametrize(
    ("layout", "old", "new"),
    [
        (NVIDIA, "versionMinor = 0", "versionMinor = 1"),
        (AMD, "[32, 32, 8]", "[32, 32, 16]"),
        (AMD, "version = 4", "version = 3"),
    ],
)
def test_another_instruction(layout: str, old: str, new: str) -> None:
    before, after = read(between(layout)), read(between(layout.replace(old, new)))
    assert check(before, before).equal and not check(before, after).equal
    loose = check(before, after, strict=False)
    assert loose.equal and [excuse.name for excuse in loose.excused] == ["tt.dot"]


def test_a_default_is_the_same_instruction() -> None:
    assert check(read(between(NVIDIA)), read(between(NVIDIA.replace("versionMinor = 0, ", "")))).equal
