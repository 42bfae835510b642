"""Fields of layouts: what Triton's parser takes is read, and what it refuses is refused at its place."""

from __future__ import annotations

import pytest

import egraph_opt
from egraph_opt.baseline.libtriton import ask, available
from egraph_opt.checker.values.attribute import value
from egraph_opt.ir.module import InputError
from egraph_opt.text import read

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>"
LINEAR = "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = []}>"
TAKEN = [
    "#ttg.swizzled_shared<{}>",
    "#ttg.swizzled_shared<{order = [1, 0]}>",
    "#ttg.swizzled_shared<{order = [0, 1], CGALayout = [[1, 0]]}>",
    "#ttg.swizzled_shared<{vec = 0x4 : i32, perPhase = 1}>",
    "#ttg.amd_rotating_shared<{vec = 4, order = [3, 1]}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>",
    "#ttg.blocked<{}>",
    "#ttg.nvidia_mma<{}>",
    "#ttg.nvidia_mma<{versionMajor = 2, warpsPerCTA = [4, 1], another = 1}>",
    "#ttg.amd_mfma<{instrShape = [32, 32, 8]}>",
    "#ttg.amd_mfma<{version = 4, instrShape = [16, 16, 16], elementBitWidth = 64}>",
    "#ttg.amd_wmma<{version = 2}>",
    f"#ttg.dot_op<{{opIdx = 1, parent = {BLOCKED}}}>",
    f"#ttg.slice<{{parent = {BLOCKED}, dim = 0x1}}>",
    LINEAR,
]
REFUSED = {
    "#ttg.swizzled_shared<{vec = -1}>": ("'vec' of the layout #ttg.swizzled_shared is an unsigned number", "vec"),
    "#ttg.swizzled_shared<{vec = [1]}>": ("'vec' of the layout #ttg.swizzled_shared is an unsigned number", "vec"),
    f"#ttg.swizzled_shared<{{vec = {'9' * 5000}}}>": ("'vec' of the layout #ttg.swizzled_shared is an unsigned number", "vec"),
    "#ttg.swizzled_shared<{order = [1, 1]}>": ("the order of this layout does not name each axis once", "order"),
    "#ttg.swizzled_shared<{order = [0], width = 1}>": ("the layout #ttg.swizzled_shared has no field 'width'", "width"),
    "#ttg.swizzled_shared<{vec = 1, vec = 1}>": ("the layout #ttg.swizzled_shared has 'vec' twice", "vec"),
    "#ttg.swizzled_shared<{order = [0], CGALayout = [[1, 0]]}>": (
        "the bases of 'CGALayout' do not have one number for each axis",
        "CGALayout",
    ),
    "#ttg.nvmma_shared<{transposed = 1}>": ("'transposed' of the layout #ttg.nvmma_shared is true or false", "transposed"),
    "#ttg.blocked<{order = [0]}>": ("the lists of this layout have different lengths", "{"),
    "#ttg.nvidia_mma<{warpsPerCTA = 4}>": (
        "'warpsPerCTA' of the layout #ttg.nvidia_mma is a list of unsigned numbers",
        "warpsPerCTA",
    ),
    "#ttg.amd_mfma<{version = 3}>": ("the layout #ttg.amd_mfma has no 'instrShape'", "{"),
    "#ttg.amd_mfma<{instrShape = [8, 8, 8]}>": (
        "'instrShape' of this layout begins with one of [32, 32], [16, 16], [64, 4], [4, 64]",
        "instrShape",
    ),
    "#ttg.amd_mfma<{instrShape = [16, 16, 8], elementBitWidth = 16}>": (
        "'elementBitWidth' of the layout #ttg.amd_mfma is one of 32, 64",
        "elementBitWidth",
    ),
    "#ttg.amd_wmma<{version = 4}>": ("'version' of the layout #ttg.amd_wmma is one of 1, 2, 3", "version"),
    "#ttg.amd_wmma<{isTranspose = true}>": ("the layout #ttg.amd_wmma has no 'version'", "{"),
    f"#ttg.dot_op<{{opIdx = 2, parent = {BLOCKED}}}>": ("'opIdx' of the layout #ttg.dot_op is one of 0, 1", "opIdx"),
    "#ttg.dot_op<{opIdx = 0}>": ("the layout #ttg.dot_op has no 'parent'", "{"),
    f"#ttg.slice<{{parent = {BLOCKED}}}>": ("the layout #ttg.slice has no 'dim'", "{"),
    "#ttg.slice<{dim = 0, parent = #ttg.swizzled_shared<{}>}>": (
        "'parent' of the layout #ttg.slice is a layout of registers",
        "parent",
    ),
    LINEAR.replace(", block = []", ""): ("the layout #ttg.linear has no 'block'", "{"),
    LINEAR.replace("[[8, 0]]", "[[8, 1]]"): ("a basis of this layout moves along more than one axis", "{"),
    LINEAR.replace("[[8, 0]]", "[[8]]"): ("the bases of this layout do not all have one number for each axis", "{"),
}
HEAD = '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32'


def program(layout: str) -> str:
    """Return a module with a layout as the attribute of a function."""
    return f"#e = {layout}\nmodule attributes {{{HEAD}}} {{\n  tt.func @k() attributes {{x = #e}} {{\n    tt.return\n  }}\n}}\n"


@pytest.mark.parametrize("layout", TAKEN)
def test_fields_that_have_defaults_may_be_left_out(layout: str) -> None:
    read(program(layout))


@pytest.mark.parametrize("layout", REFUSED, ids=lambda layout: layout[:60])
def test_fields_that_triton_refuses_are_refused_at_their_place(layout: str) -> None:
    message, word = REFUSED[layout]
    with pytest.raises(InputError) as refused:
        read(program(layout))
    assert refused.value.message == message
    assert (refused.value.line, refused.value.column) == (1, program(layout).index(word) + 1)


@pytest.mark.skipif(not available(), reason="needs Triton")
def test_triton_takes_and_refuses_the_same() -> None:
    answers = ask("accept", [program(layout) for layout in (*TAKEN, *REFUSED)])
    assert [answer.text is not None for answer in answers] == [True] * len(TAKEN) + [False] * len(REFUSED)


def test_a_missing_field_is_its_default() -> None:
    full = "#ttg.swizzled_shared<{vec = 0, perPhase = 0, maxPhase = 0, order = [1, 0]}>"
    assert value("#ttg.swizzled_shared<{order = [1, 0]}>") == value(full) != value(full.replace("vec = 0", "vec = 1"))
    defined = "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>"
    assert value(defined) != value(defined.replace("transposed = false, ", ""))  # Triton leaves it undefined


@pytest.mark.parametrize("fields", ["{order = [1, 0]}", "{vec = 4, order = [1, 0]}", "{}"])
def test_buffers_without_all_fields_are_optimised_and_checked(fields: str) -> None:
    text = f"""#a = {BLOCKED}
#s = #ttg.swizzled_shared<{fields}>
#m = #ttg.shared_memory
module attributes {{{HEAD}}} {{
  tt.func @k(%x: tensor<32x16xf16, #a>) -> tensor<32x16xf16, #a> {{
    %b = ttg.local_alloc %x : (tensor<32x16xf16, #a>) -> !ttg.memdesc<32x16xf16, #s, #m>
    %y = ttg.local_load %b : !ttg.memdesc<32x16xf16, #s, #m> -> tensor<32x16xf16, #a>
    tt.return %y : tensor<32x16xf16, #a>
  }}
}}
"""
    result = egraph_opt.optimize(text)
    assert not any("internal" in remark for remark in result.remarks)
    assert egraph_opt.check(text, result.ir).equal
