"""Cost models: units, order, and what a whole function costs."""

import pytest

from egraph_opt.cost import MODELS, Cycles, conversion, element_bytes, evaluate
from egraph_opt.linear_layout import ConversionClass
from egraph_opt.text import read

A = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
B = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>"
SAME = "#ttg.linear<{register = [[0, 1], [0, 2], [0, 32], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>"  # noqa: E501


def tensor(element: str, encoding: str) -> str:
    return f"tensor<64x64x{element}, {encoding}>"


@pytest.mark.parametrize(
    ("element", "width"),
    [("f32", 4), ("f16", 2), ("bf16", 2), ("i1", 1), ("i8", 1), ("i64", 8), ("f8E4M3FN", 1), ("f8E5M2", 1), ("!tt.ptr<f32>", 8)],
)
def test_bytes_of_an_element(element: str, width: int) -> None:
    assert element_bytes(element) == width


def test_a_conversion_moves_what_it_writes_and_reads() -> None:
    kind, moved = conversion(tensor("f32", A), tensor("f32", B))
    assert kind is ConversionClass.SHARED
    assert moved == 2 * 64 * 64 * 4


def test_equal_maps_cost_nothing_but_count() -> None:
    source, target = tensor("f32", A), tensor("f32", SAME)
    assert conversion(source, target)[0] is ConversionClass.EQUAL
    costs = {name: model.cost("ttg.convert_layout", [source], [target]) for name, model in MODELS.items()}
    assert costs == {"converts": 1.0, "shared_bytes": 0.0, "cycles": 0.0, "roofline": 0.0}


def test_narrow_conversions_are_cheaper() -> None:
    model = Cycles()
    wide, narrow = (model.cost("ttg.convert_layout", [tensor(t, A)], [tensor(t, B)]) for t in ("f32", "f16"))
    assert 0 < narrow < wide


def test_expensive_functions_cost_more_than_additions_and_copies_more_than_none() -> None:
    model = Cycles()
    kind = tensor("f32", A)
    assert (
        model.cost("arith.addf", [kind, kind], [kind])
        < model.cost("math.exp2", [kind], [kind])
        < model.cost("math.erf", [kind], [kind])
    )
    copies = "tensor<64xf32, #ttg.slice<{dim = 0, parent = " + A + "}>>"
    once = "tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>"
    assert model.cost("arith.addf", [once], [once]) <= model.cost("arith.addf", [copies], [copies])


def test_unknown_encodings_count_as_the_dearest_kind() -> None:
    kind, moved = conversion(tensor("f32", "#their.layout<1>"), tensor("f32", A))
    assert kind is ConversionClass.SHARED and moved == 2 * 64 * 64 * 4


def test_loops_multiply() -> None:
    body = """
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @k(%x: tensor<64x64xf32, AAA>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c6 = arith.constant 6 : i32
    scf.for %i = %c0 to BOUND step %c1  : i32 {
      scf.for %j = %c0 to %c6 step %c1  : i32 {
        %y = ttg.convert_layout %x : tensor<64x64xf32, AAA> -> tensor<64x64xf32, BBB>
        "their.use"(%y) : (tensor<64x64xf32, BBB>) -> ()
      }
    }
    tt.return
  }
}
""".replace("AAA", A).replace("BBB", B)
    for bound, trips in (("%c6", 36), ("%n", 48)):
        (function,) = read(body.replace("BOUND", bound)).functions()
        total = evaluate(function, MODELS["converts"])
        assert (total.cost, total.converts, total.converts_in_loops) == (trips, 1, 1)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_documented_and_never_negative(name: str) -> None:
    model = MODELS[name]
    assert model.name == name and model.unit and type(model).__doc__
    assert model.change_factor >= 1.0 and model.change_price > 0.0
    assert model.cost("their.op", [], []) == 0.0
