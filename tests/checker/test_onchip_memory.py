"""Memory by allocation: what a view says of itself is not believed, and nothing is read before it is there or after it is gone."""

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read
from tests.checker.programs import SHORT, program

MORE = {
    "@M2": "!ttg.memdesc<2x128xf32, #shared, #smem>",
    "@W2": "!ttg.memdesc<2x128xf32, #shared, #smem, mutable>",
    "@S": "!ttg.memdesc<1x128xf32, #shared, #smem, 2x128>",
    "@N": "!ttg.memdesc<64x64xf16, #shared, #smem>",
    "@T": "tensor<64x64xf16, #c>",
}
RING = "%ring = ttg.local_alloc : () -> @W2\n%slot = ttg.memdesc_index %ring[%n] : @W2 -> @W\n"
PUT = "ttg.local_store %y, %slot : @A -> @W\n"
TAKE = "%t = ttg.local_load %v : @M -> @A\n"
USE = "tt.store %p, %t : @P\n"
ALLOC = "%v = ttg.local_alloc %x : (@A) -> @M\n"


def body(text: str) -> str:
    for short, type in MORE.items():
        text = text.replace(short, type)
    return program(text)


VIEWS = {
    "memdesc_index": "%v = ttg.memdesc_index %ring[%n] : @W2 -> @M\n",
    "memdesc_reinterpret": "%v = ttg.memdesc_reinterpret %slot : @W -> @M\n",
    "memdesc_trans": "%v = ttg.memdesc_trans %slot {order = array<i32: 0>} : @W -> @M\n",
    "memdesc_reshape": "%v = ttg.memdesc_reshape %slot : @W -> @M\n",
    "memdesc_subslice": "%v0 = ttg.memdesc_subslice %ring[0, 0] : @W2 -> @S\n%v = ttg.memdesc_reshape %v0 : @S -> @M\n",
    "a conditional": "%v0 = ttg.memdesc_index %ring[%k] : @W2 -> @M\n%v1 = ttg.memdesc_index %ring[%n] : @W2 -> @M\n"
    "%v = scf.if %c -> (@M) { scf.yield %v0 : @M } else { scf.yield %v1 : @M }\n",
    "a choice": "%v0 = ttg.memdesc_index %ring[%k] : @W2 -> @M\n%v1 = ttg.local_alloc %x : (@A) -> @M\n"
    "%v = arith.select %c, %v1, %v0 : @M\n",
    "a loop": "%v0 = ttg.memdesc_index %ring[%k] : @W2 -> @M\n%v1 = ttg.memdesc_index %ring[%n] : @W2 -> @M\n"
    "%v = scf.for %i = %n to %k step %n iter_args(%a = %v0) -> (@M) : i32 { scf.yield %v1 : @M }\n",
    "a while loop": "%v0 = ttg.memdesc_index %ring[%k] : @W2 -> @M\n"
    "%v = scf.while (%a = %v0) : (@M) -> @M {\n%g = \"some.test\"(%n) : (i32) -> i1\nscf.condition(%g) %a : @M\n} do {\n"
    "^bb0(%b: @M):\nscf.yield %b : @M\n}\n",
    "a wait": "%v0 = ttg.memdesc_reinterpret %slot : @W -> @M\n"
    "%v = ttng.warp_group_dot_wait %v0 {pendings = 0 : i32} : @M\n",
    "an unknown operation": '%v = "some.view"(%slot) : (@W) -> @M\n',
}  # fmt: skip
WRITES = {
    "a store": PUT,
    "an asynchronous copy": "%tok = ttg.async_copy_global_to_local %q, %slot : @P -> @W\n",
    "a wait for a copy": "ttg.async_wait {num = 0 : i32}\n",
    "a bulk copy": '"ttng.async_tma_copy_global_to_local"(%slot) : (@W) -> ()\n',
    "giving it back": "ttg.local_dealloc %ring : @W2\n",
    "an unknown operation": '"some.write"(%slot) : (@W) -> ()\n',
    "a call": "tt.call @g(%slot) : (@W) -> ()\n",
    "a barrier": "gpu.barrier\n",
    "another thread's arrival": '"ttng.wait_barrier"(%slot, %n) : (@W, i32) -> ()\n',
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_no_view_makes_memory_constant(view: str, write: str) -> None:
    late, early = (read(body(RING + view + text + USE)) for text in (write + TAKE, TAKE + write))
    for before, after in ((late, early), (early, late)):
        assert check(before, before).equal
        assert not check(before, after).equal


CONSTANT = {
    "another type of it is written": "%w = ttg.memdesc_reinterpret %v : @M -> @W\nttg.local_store %y, %w : @A -> @W\n",
    "it is written through a loop": "%w = ttg.memdesc_reinterpret %v : @M -> @W\n"
    "%z = scf.for %i = %n to %k step %n iter_args(%a = %w) -> (@W) : i32 {\nttg.local_store %y, %a : @A -> @W\nscf.yield %a : @W\n}\n",
    "it is copied to": "%tok = ttg.async_copy_global_to_local %q, %v : @P -> @M\n",
    "nobody knows what becomes of it": '"some.write"(%v) : (@M) -> ()\n',
    "a region that nobody knows has it": '"some.region"() ({\n"some.write"(%v) : (@M) -> ()\n}) : () -> ()\n',
    "it is given back": "ttg.local_dealloc %v : @M\n",
    "other warps have it": "ttg.warp_specialize(%v)\ndefault {\nttg.warp_yield\n}\npartition0(%w: @M) num_warps(4) {\n"
    '"some.write"(%w) : (@M) -> ()\nttg.warp_return\n} : (@M) -> ()\n',
}  # fmt: skip


@pytest.mark.parametrize("write", CONSTANT.values(), ids=CONSTANT)
def test_memory_that_something_may_change_is_no_constant(write: str) -> None:
    before = read(body(ALLOC + write + TAKE + USE))
    assert check(before, before).equal
    for wrong in (ALLOC + TAKE + write + USE, ALLOC + write + "tt.store %p, %x : @P\n"):
        assert not check(before, read(body(wrong))).equal
        assert not check(read(body(wrong)), before).equal


def test_memory_that_is_written_once_is_what_it_was_made_of() -> None:
    before = read(body(ALLOC + "gpu.barrier\n" + TAKE + USE))
    assert check(before, read(body(ALLOC + TAKE + "gpu.barrier\n" + USE))).equal
    assert check(before, read(body("gpu.barrier\ntt.store %p, %x : @P\n"))).equal
    assert not check(before, read(body("gpu.barrier\ntt.store %p, %y : @P\n"))).equal


def test_places_given_by_hand_may_overlap() -> None:
    placed = ALLOC.replace("alloc %x", "alloc %x {allocation.offset = 0 : i32}")
    other = '%o = ttg.local_alloc %y {allocation.offset = 0 : i32} : (@A) -> @M\n"some.sink"(%o) : (@M) -> ()\n'
    before, after = read(body(placed + TAKE + other + USE)), read(body(placed + other + TAKE + USE))
    assert check(before, before).equal and not check(before, after).equal


def test_memory_of_an_argument_is_anybody_s() -> None:
    head = "module {{ tt.func @f(%v: !ttg.memdesc<8xi32, #s, #m>, %p: tensor<8x!tt.ptr<i32>, #a>) {{\n{}tt.return }} }}"
    load = "%t = ttg.local_load %v : !ttg.memdesc<8xi32, #s, #m> -> tensor<8xi32, #a>\n"
    use = "tt.store %p, %t : tensor<8x!tt.ptr<i32>, #a>\n"
    aliases = (
        "#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
        "#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>\n#m = #ttg.shared_memory\n"
    )
    before, after = (read(aliases + head.format(text)) for text in (load + "gpu.barrier\n" + use, "gpu.barrier\n" + load + use))
    assert check(before, before).equal and not check(before, after).equal


def test_a_pointer_to_shared_memory_sees_what_is_stored_there() -> None:
    pointers = '%s3 = "some.pointer"(%slot) : (@W) -> tensor<128x!tt.ptr<f32, 3>, #a>\n'
    load = "%t = tt.load %s3 : tensor<128x!tt.ptr<f32, 3>, #a>\n"
    before, after = read(body(RING + pointers + load + PUT + USE)), read(body(RING + pointers + PUT + load + USE))
    assert check(before, before).equal and not check(before, after).equal


TENSOR_MEMORY = """module {{ tt.func @f(%x: tensor<128x128xf32, #b>, %p: tensor<128x128x!tt.ptr<f32>, #b>, %c: i1,
    %u: !ttg.memdesc<128x64xf16, #s, #m>, %w: !ttg.memdesc<64x128xf16, #s, #m>) {{
%acc = "ttng.tmem_alloc"() : () -> !ttg.memdesc<128x128xf32, #t, #tm, mutable>
{}tt.store %p, %t : tensor<128x128x!tt.ptr<f32>, #b>
tt.return }} }}"""
TMEM_READ = '%t = "ttng.tmem_load"(%acc) : (!ttg.memdesc<128x128xf32, #t, #tm, mutable>) -> tensor<128x128xf32, #b>\n'
TMEM_WRITES = {
    "a store": '"ttng.tmem_store"(%acc, %x, %c) : (!ttg.memdesc<128x128xf32, #t, #tm, mutable>, tensor<128x128xf32, #b>, i1) -> ()\n',
    "a product": '"ttng.tc_gen5_mma"(%u, %w, %acc, %c, %c) : (!ttg.memdesc<128x64xf16, #s, #m>, !ttg.memdesc<64x128xf16, #s, #m>, '
    "!ttg.memdesc<128x128xf32, #t, #tm, mutable>, i1, i1) -> ()\n",
    "a copy": '"ttng.tmem_copy"(%u, %acc) : (!ttg.memdesc<128x64xf16, #s, #m>, !ttg.memdesc<128x128xf32, #t, #tm, mutable>) -> ()\n',
}
LAYOUTS = """#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#m = #ttg.shared_memory
#t = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, unpacked = true>
#tm = #ttng.tensor_memory
"""


@pytest.mark.parametrize("write", TMEM_WRITES.values(), ids=TMEM_WRITES)
def test_tensor_memory_is_read_in_its_turn(write: str) -> None:
    before, after = (read(LAYOUTS + TENSOR_MEMORY.format(text)) for text in (write + TMEM_READ, TMEM_READ + write))
    assert check(before, before).equal and not check(before, after).equal


DOT = "%d = ttng.warp_group_dot %a, %b, %m {inputPrecision = 0 : i32, isAsync = true} : @N * @N -> @C\n"
WAIT = "%r = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : @C\n"
FACTORS = "%h = arith.truncf %m : @C to @T\n%a = ttg.local_alloc %h : (@T) -> @N\n%b = ttg.local_alloc %h : (@T) -> @N\n"
SINK = '"some.sink"(%r) : (@C) -> ()\n'
ASYNC = {
    "a sum before the wait": (
        FACTORS + DOT + WAIT + "%e = arith.addf %d, %d : @C\n" + SINK + SINK.replace("%r", "%e"),
        FACTORS + DOT + "%e = arith.addf %d, %d : @C\n" + WAIT + SINK + SINK.replace("%r", "%e"),
    ),
    "a conversion before the wait": (
        FACTORS + DOT + WAIT + SINK,
        FACTORS + DOT + "%d1 = ttg.convert_layout %d : @C -> @D\n%d2 = ttg.convert_layout %d1 : @D -> @C\n" + WAIT.replace("%d", "%d2")
        + SINK,
    ),
    "the wait keeps another buffer": (
        FACTORS + DOT + "%r:2 = ttng.warp_group_dot_wait %d, %a {pendings = 0 : i32} : @C, @N\n" + SINK.replace("%r", "%r#0"),
        FACTORS + DOT + "%r:2 = ttng.warp_group_dot_wait %d, %b {pendings = 0 : i32} : @C, @N\n" + SINK.replace("%r", "%r#0"),
    ),
    "one buffer for two": (
        FACTORS + DOT + "%r:2 = ttng.warp_group_dot_wait %d, %a {pendings = 0 : i32} : @C, @N\n" + SINK.replace("%r", "%r#0"),
        FACTORS + DOT.replace("%a", "%b") + "%r:2 = ttng.warp_group_dot_wait %d, %b {pendings = 0 : i32} : @C, @N\n"
        + SINK.replace("%r", "%r#0"),
    ),
    "a buffer is made while others that nothing keeps are read": (
        FACTORS + DOT + WAIT + "%v = ttg.local_alloc %x : (@A) -> @M\n\"some.sink\"(%v) : (@M) -> ()\n" + SINK,
        FACTORS + DOT + "%v = ttg.local_alloc %x : (@A) -> @M\n" + WAIT + "\"some.sink\"(%v) : (@M) -> ()\n" + SINK,
    ),
    "a wait in a loop comes first": (
        FACTORS + "%l = scf.for %i = %n to %k step %n iter_args(%o = %m) -> (@C) : i32 {\n%g = ttng.warp_group_dot_wait %o "
        "{pendings = 0 : i32} : @C\n%e = arith.addf %o, %g : @C\n" + SINK.replace("%r", "%e") + DOT.replace("%m", "%g")
        + "scf.yield %d : @C\n}\n",
        FACTORS + "%l = scf.for %i = %n to %k step %n iter_args(%o = %m) -> (@C) : i32 {\n%e = arith.addf %o, %o : @C\n"
        "%g = ttng.warp_group_dot_wait %o {pendings = 0 : i32} : @C\n" + SINK.replace("%r", "%e") + DOT.replace("%m", "%g")
        + "scf.yield %d : @C\n}\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ASYNC)
def test_nothing_moves_over_the_wait_for_a_product(name: str) -> None:
    before, after = (read(body(text)) for text in ASYNC[name])
    assert check(before, before).equal and check(after, after).equal
    assert not check(before, after).equal
    assert not check(after, before).equal


STARTS = {
    "a bulk copy": (
        '"ttng.async_tma_copy_local_to_global"({}) : (@M) -> ()\n',
        "ttng.async_tma_store_wait {{pendings = 0 : i32}}\n",
    ),
    "a reduction": ('"ttng.async_tma_reduce"({}) : (@M) -> ()\n', "ttng.async_tma_store_wait {{pendings = 0 : i32}}\n"),
    "a product": ('"ttng.tc_gen5_mma"({}) : (@M) -> ()\n', '"ttng.wait_barrier"(%n) : (i32) -> ()\n'),
}
OTHER = "%g = ttg.local_alloc %y : (@A) -> @M\n"
OTHER_TWO = ALLOC.replace("%v", "%v2")
LATER = {
    "another is allocated before the wait": ("{S}{W}{G}{T}", "{S}{G}{W}{T}"),
    "another is allocated before the wait, and loaded from": ("{S}{W}{G}{T}", "{S}{G}%z = ttg.local_load %g : @M -> @A\n{W}{T}"),
    "nothing loads from it after the wait": ("{S}{G}{T}{W}{L}", "{S}{G}{T}{W}tt.store %p, %x : @P\n"),
    "it is loaded from before the wait": ("{S}{G}{T}{W}{L}", "{S}" + TAKE + "{G}{T}{W}" + USE),
    "another is allocated after the load": ("{S}{G}{L}{T}{W}", "{S}{L}{G}{T}{W}"),
    "an equal one stands for it": ("{S}{G}{T}{W}{S}", "{S}{G}{T}{W}{S2}"),
}
SAFE = {
    "another is allocated before it starts": ("{S}{W}{G}{T}", "{G}{S}{W}{T}"),
    "it is loaded from later": ("{S}{G}{T}{W}tt.store %p, %x : @P\n", "{S}{G}{T}{W}{L}"),
    "equal ones that nothing waits for": ("{S}{S2}{G}{T}{W}{L}", "{S}{S2}{G}{T}{W}{L}"),
    "one for two": ("{S}{G}{T}{W}{S2}", "{S}{G}{T}{W}{S}"),
}


def started(text: str, start: str, wait: str) -> str:
    two = OTHER_TWO if "{S2}" in text else ""
    steps = {
        "S": start.format("%v"),
        "S2": start.format("%v2"),
        "W": wait.format(),
        "G": OTHER,
        "T": start.format("%g"),
        "L": TAKE + USE,
    }
    return body(ALLOC + two + text.format(**steps))


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("texts", LATER.values(), ids=LATER)
def test_what_is_read_later_keeps_its_place(texts: tuple[str, str], start: tuple[str, str]) -> None:
    """A buffer is there until it is last mentioned: what goes on reading it does not keep it, and another one would take its place."""
    before, after = (read(started(text, *start)) for text in texts)
    assert check(before, before).equal and check(after, after).equal
    assert not check(before, after).equal


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("texts", SAFE.values(), ids=SAFE)
def test_what_is_kept_for_longer_is_no_difference(texts: tuple[str, str], start: tuple[str, str]) -> None:
    before, after = (read(started(text, *start)) for text in texts)
    assert check(before, before).equal and check(before, after).equal


def test_short_names_are_the_types_they_were() -> None:
    assert not set(MORE) & set(SHORT)


CALLED = """module {{
  tt.func private @{name}(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>) -> i32 attributes {{noinline = true}} {{
    %c = arith.constant 1 : i32
    {body}
    tt.return %x : i32
  }}
  tt.func public @{caller}(%a: !tt.ptr<i32>) {{
    %r = tt.call @{name}(%a, %a) : (!tt.ptr<i32>, !tt.ptr<i32>) -> i32
    tt.store %a, %r : !tt.ptr<i32>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize("name", ["f", '"f"', '"f g"', '"f/g"', '"@"', r'"\22"'])
@pytest.mark.parametrize("outer", ["%s", "module @n {\n%s}\n"])
def test_what_callers_promise_of_arrays_says_nothing_of_functions_within(name: str, outer: str) -> None:
    """However it is named, and wherever it stands: it is given one array twice."""
    put, take = "tt.store %b, %c : !tt.ptr<i32>", "%x = tt.load %a : !tt.ptr<i32>"
    before, after = (
        read(outer % CALLED.format(name=name, caller="k", body="\n    ".join(ops))) for ops in ((put, take), (take, put))
    )
    assert check(before, before, no_alias=True).equal
    assert not check(before, after, no_alias=True).equal
