"""Types and attributes: each text says what MLIR means by it, prints back as it is, and no text is an error."""

import random

import pytest

from egraph_opt.ir import types
from egraph_opt.ir.attributes import divisibility, groups, integer, integers, list_entries, splat, splat_integer
from egraph_opt.ir.types import (
    DYNAMIC,
    DescriptorType,
    FunctionType,
    MemDescType,
    OpaqueType,
    PointerType,
    ScalarType,
    TensorType,
    Type,
    VectorType,
    bits_of,
    block_of,
    element_bytes,
    element_of,
    integer_bits,
    is_block_pointer,
    is_tensor,
    is_vector,
    items,
    pointee_of,
    tensor_type,
    type_of,
)
from egraph_opt.text import read
from tests.support.kernels import kernels

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
SHARED = '#ttg.swizzled_shared<{vec = 1, note = ">, (", order = [1, 0]}>'
KNOWN: dict[str, Type] = {
    "i32": ScalarType("i32", 32, False),
    "ui8": ScalarType("ui8", 8, False),
    "bf16": ScalarType("bf16", 16, True),
    "f8E4M3FN": ScalarType("f8E4M3FN", 8, True),
    "index": ScalarType("index", 64, False),
    "tensor<f32>": TensorType((), "f32", None),
    f"tensor<64x16xf32, {BLOCKED}>": TensorType((64, 16), "f32", BLOCKED),
    "tensor<?x4xindex>": TensorType((DYNAMIC, 4), "index", None),
    "tensor<8x!tt.ptr<f32, 3>, #ttg.slice<{dim = 0, parent = #ttg.x<{a = [1, 2]}>}>>": TensorType(
        (8,), "!tt.ptr<f32, 3>", "#ttg.slice<{dim = 0, parent = #ttg.x<{a = [1, 2]}>}>"
    ),
    "vector<4x8xf16>": VectorType((4, 8), "f16"),
    "!tt.ptr<f32>": PointerType("f32", None),
    "!tt.ptr<tensor<64x64xf16>, 1>": PointerType("tensor<64x64xf16>", 1),
    f"!ttg.memdesc<2x64xf16, {SHARED}, #ttg.shared_memory>": MemDescType((2, 64), "f16", SHARED, "#ttg.shared_memory", False, ()),
    f"!ttg.memdesc<64xi8, {SHARED}, #ttg.shared_memory, mutable, 3x64>": MemDescType(
        (64,), "i8", SHARED, "#ttg.shared_memory", True, (3, 64)
    ),
    "!tt.tensordesc<tensor<64x64xf16>>": DescriptorType(TensorType((64, 64), "f16", None), False),
    f"!tt.tensordesc<64x64xf16, {SHARED}>": DescriptorType(TensorType((64, 64), "f16", SHARED), True),
    "(i32, tensor<4xf32>) -> (i1, f32)": FunctionType(("i32", "tensor<4xf32>"), ("i1", "f32")),
    "() -> ((i32) -> i1)": FunctionType((), ("(i32) -> i1",)),
}
UNKNOWN = (
    "",
    "none",
    "tensor<*xf32>",
    "vector<[4]xf32>",
    "tensor<1234567890123456789012xf32>",
    "!tt.ptr<f32, x>",
    "complex<f32>",
    "memref<4xf32>",
    "!ttg.async.token",
    "tensor<",
    "tensor<>",
    "!tt.tensordesc<?xf32>",
    "(i32",
    "(i32) i1",
    "i",
    "i1234",
)


@pytest.mark.parametrize("text", KNOWN)
def test_what_a_type_says(text: str) -> None:
    assert type_of(text) == KNOWN[text] and type(type_of(text)) is type(KNOWN[text])
    assert str(type_of(text)) == text
    assert type_of(text) is type_of("".join(text))


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_not_known_is_opaque(text: str) -> None:
    assert type_of(text) == OpaqueType(text) and str(type_of(text)) == text


def test_types_of_kernels_print_back() -> None:
    seen = set[type]()
    for path in kernels("rlc3.before")[::5]:
        for op in read(path.read_text()).op.walk():
            for text in (*(v.type for v in op.results), *filter(None, [op.attributes.get("function_type")])):
                assert str(type_of(text)) == text
                seen.add(type(type_of(text)))
    assert {ScalarType, TensorType, PointerType, FunctionType} <= seen


def test_no_text_is_an_error() -> None:
    """Texts made of the pieces of types, in any order, with pieces lost and doubled."""
    chance = random.Random(5)
    pieces = [piece for text in KNOWN for piece in types._MARK.split(text)] + list('<>(){}[],?x"') + ["->", "tensor<", "!tt.ptr<"]
    for _ in range(20_000):
        text = "".join(chance.choices(pieces, k=chance.randint(1, 9)))
        found = type_of(text)
        for ask in (tensor_type, block_of, element_of, pointee_of, bits_of, integer_bits, element_bytes, is_block_pointer, items):
            ask(text)
        assert isinstance(found, Type)


@pytest.mark.parametrize(
    ("text", "bits", "integer", "held"),
    [
        ("i1", 1, 1, 1),
        ("index", 64, 64, 8),
        ("f8E5M2", 8, 0, 1),
        ("bf16", 16, 0, 2),
        ("si32", 32, 0, 4),
        ("!tt.ptr<f16>", 64, 64, 8),
        ("tensor<4x!tt.ptr<f16>>", 64, 64, 8),
        ("vector<4xi64>", 64, 64, 8),
        (f"!ttg.memdesc<2x64xf64, {SHARED}, #ttg.shared_memory>", 64, 0, 8),
        ("!ttg.async.token", 0, 0, 4),
    ],
)
def test_bits_and_bytes_of_an_element(text: str, bits: int, integer: int, held: int) -> None:
    assert (bits_of(text), integer_bits(text), element_bytes(text)) == (bits, integer, held)


def test_what_is_pointed_to() -> None:
    assert [pointee_of(t) for t in ("!tt.ptr<bf16, 1>", "tensor<4x!tt.ptr<i8>>", "f32")] == ["bf16", "i8", None]
    tile = TensorType((16, 8), "f16", None)
    windows = ("!tt.ptr<tensor<16x8xf16>>", "!tt.tensordesc<tensor<16x8xf16>>", "!tt.tensordesc<16x8xf16>")
    assert [block_of(t) for t in windows] == [tile] * 3 and [is_block_pointer(t) for t in windows] == [True, False, False]
    assert block_of("!tt.ptr<f16>") is None and not is_block_pointer("tensor<4x!tt.ptr<i8>>")


def test_a_tensor_type_is_static() -> None:
    asked = [(is_tensor(text), is_vector(text)) for text in ("tensor<*xf32>", "vector<[4]xf32>", "!tt.ptr<tensor<4xf32>>")]
    assert asked == [(True, False), (False, True), (False, False)]
    assert tensor_type("tensor<?xf32>") is None and tensor_type("vector<4xf32>") is None
    assert tensor_type("tensor<4xf32>") == TensorType((4,), "f32", None)


def test_numbers_in_attributes() -> None:
    assert [integer(t) for t in ("2 : i32", "-1 : i64", "true", "0x7F : i32")] == [2, -1, 1, 127]
    assert [integers(t) for t in ("array<i32: 1, -2>", "array<i32>", "")] == [(1, -2), (), ()]
    assert groups("[[0, 1], [2], []]") == ((0, 1), (2,), ())
    constants = (
        "5 : i32",
        "dense<-3> : tensor<4xi32>",
        "true",
        "dense<false> : tensor<4xi1>",
        "0x7FC00000 : f32",
        "dense<1.5> : tensor<f32>",
        "dense<[1, 2]> : tensor<2xi32>",
        'dense<"0x01"> : tensor<1xi8>',
        "dense_resource<w> : tensor<4xi8>",
        "",
    )
    assert [splat(t) for t in constants] == ["5", "-3", "true", "false", "0x7FC00000", "1.5", None, None, None, None]
    assert [splat_integer(t) for t in constants] == [5, -3, 1, 0, None, None, None, None, None, None]


def test_what_a_function_says_of_its_parameters() -> None:
    text = """module {
      tt.func @k(%a: !tt.ptr<f32> {tt.divisibility = 16 : i32, x.note = "}, {tt.divisibility = 8"}, %b: i32, %c: i32 {tt.divisibility = 4 : i32}) {
        tt.return
      }
      tt.func @plain(%a: i32) {
        tts.seen %a, strides: [%a, 4] : i32
        tt.return
      }
    }"""  # noqa: E501
    first, plain = read(text).functions()
    assert divisibility(first) == [16, 1, 4] and divisibility(plain) == [1]
    assert list_entries(plain.regions[0].blocks[0].ops[0], "strides") == ["%", "4"]
