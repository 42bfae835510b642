"""Programs that read shared or tensor memory around writes, waits and releases, as Triton 3.6 accepts them.

In each of `CASES` a view's type says that nothing is written through it, and something is written all the same.
"""

from __future__ import annotations

HEAD = """#A = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#B = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#S2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32, rank = 1}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func private @f(!ttg.memdesc<512xi32, #S, #smem>)
  tt.func public @k(%in: !tt.ptr<i32>, %p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %d: !tt.tensordesc<tensor<512xi32, #N>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %b = arith.cmpi sgt, %n, %c1 : i32
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #A>
    %in0 = tt.splat %in : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #A>
    %in1 = tt.addptr %in0, %r : tensor<512x!tt.ptr<i32>, #A>, tensor<512xi32, #A>
    %rb = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #B>
    %p0 = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #B>
    %p1 = tt.addptr %p0, %rb : tensor<512x!tt.ptr<i32>, #B>, tensor<512xi32, #B>
    %q0 = tt.splat %q : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #B>
    %q1 = tt.addptr %q0, %rb : tensor<512x!tt.ptr<i32>, #B>, tensor<512xi32, #B>
    %x = tt.splat %n : i32 -> tensor<512xi32, #A>
    %y = arith.addi %x, %r : tensor<512xi32, #A>
"""
TAIL = "    tt.return\n  }\n}\n"
MUT, IMM = "!ttg.memdesc<512xi32, #S, #smem, mutable>", "!ttg.memdesc<512xi32, #S, #smem>"
MUT2 = "!ttg.memdesc<2x512xi32, #S2, #smem, mutable>"
BAR = "!ttg.memdesc<1xi64, #S, #smem, mutable>"
NMUT, NIMM = MUT.replace("#S", "#N"), IMM.replace("#S", "#N")


def alloc(name: str = "%m", of: str = "", type: str = MUT) -> str:
    return f"%{name[1:]} = ttg.local_alloc {of} : ({'tensor<512xi32, #A>' if of else ''}) -> {type}\n"


def view(name: str, of: str, source: str = MUT, target: str = IMM) -> str:
    return f"{name} = ttg.memdesc_reinterpret {of} : {source} -> {target}\n"


def load(name: str, of: str, type: str = IMM) -> str:
    return f"{name} = ttg.local_load {of} : {type} -> tensor<512xi32, #A>\n"


def store(value: str, to: str, type: str = MUT) -> str:
    return f"ttg.local_store {value}, {to} : tensor<512xi32, #A> -> {type}\n"


def out(value: str, to: str) -> str:
    """A value stored in the other layout: it pays to read it in that one, or not to read it twice."""
    return (
        f"{value}B = ttg.convert_layout {value} : tensor<512xi32, #A> -> tensor<512xi32, #B>\n"
        f"tt.store {to}, {value}B : tensor<512x!tt.ptr<i32>, #B>\n"
    )


def around(view: str, write: str, type: str = IMM) -> str:
    """Two equal reads with a write between them."""
    return load("%u", view, type) + write + load("%v", view, type) + out("%u", "%p1") + out("%v", "%q1")


COPY = f"%t = ttg.async_copy_global_to_local %in1, %m : tensor<512x!tt.ptr<i32>, #A> -> {MUT}\n"
COMMIT = "%g = ttg.async_commit_group tokens %t\n"
WAIT = "%w = ttg.async_wait %g {num = 0 : i32}\n"
FILLED = alloc() + store("%x", "%m")
LOOP = "scf.for %i = %c0 to %n step %c1 : i32 {\n"
CASES = {
    "a store past a view of another type": FILLED + view("%o", "%m") + around("%o", store("%y", "%m")),
    "a store through one of two views": (
        alloc(type=MUT2)
        + f"%o = ttg.memdesc_index %m[%c0] : {MUT2} -> {IMM}\n%o2 = ttg.memdesc_index %m[%c0] : {MUT2} -> {MUT}\n"
        + store("%x", "%o2")
        + around("%o", store("%y", "%o2"))
    ),
    "a store through a view of a view": (
        alloc(type=MUT2)
        + view("%m2", "%m", MUT2, MUT2.replace(", mutable", ""))
        + f"%o = ttg.memdesc_index %m2[%c0] : {MUT2.replace(', mutable', '')} -> {IMM}\n"
        + f"%o2 = ttg.memdesc_subslice %m[0, 0] : {MUT2} -> !ttg.memdesc<1x512xi32, #S2, #smem, mutable, 2x512>\n"
        + f"%o3 = ttg.memdesc_reinterpret %o2 : !ttg.memdesc<1x512xi32, #S2, #smem, mutable, 2x512> -> {MUT}\n"
        + store("%x", "%o3")
        + around("%o", store("%y", "%o3"))
    ),
    "an asynchronous copy": FILLED + view("%o", "%m") + around("%o", COPY + COMMIT + WAIT),
    "a copy waited for": FILLED + view("%o", "%m") + COPY + COMMIT + around("%o", WAIT),
    "a copy waited for, of addresses": (
        FILLED + view("%o", "%m") + LOOP + COPY + COMMIT + WAIT + load("%u", "%o")
        + "%in2 = tt.addptr %in0, %u : tensor<512x!tt.ptr<i32>, #A>, tensor<512xi32, #A>\n"
        + "%z = tt.load %in2 : tensor<512x!tt.ptr<i32>, #A>\n" + out("%z", "%p1") + "}\n"
    ),
    "a buffer filled when it is made, and written through a view": (
        alloc(of="%x", type=IMM) + view("%o", "%m", IMM, MUT) + around("%m", store("%y", "%o"))
    ),
    "one of two equal buffers is written": (
        alloc("%a", "%x", IMM) + alloc("%m", "%x", IMM) + view("%o", "%m", IMM, MUT) + store("%y", "%o")
        + load("%u", "%a") + load("%v", "%m") + out("%u", "%p1") + out("%v", "%q1")
    ),
    "one buffer or the other, by scf.if": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = scf.if %b -> {IMM} {{\n scf.yield %o : {IMM}\n}} else {{\n scf.yield %a : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "one buffer or the other, by arith.select": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = arith.select %b, %o, %a : {IMM}\n"
        + around("%e", store("%y", "%m"))
    ),
    "what a loop leaves": (
        FILLED + view("%o", "%m") + alloc("%a", "%x", IMM)
        + f"%e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> ({IMM}) : i32 {{\n scf.yield %o : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "what a while loop leaves": (
        FILLED + view("%o", "%m")
        + f"%e = scf.while (%s = %o) : ({IMM}) -> {IMM} {{\n %no = arith.constant false\n scf.condition(%no) %s : {IMM}\n"
        + f"}} do {{\n^bb0(%s: {IMM}):\n scf.yield %s : {IMM}\n}}\n"
        + around("%e", store("%y", "%m"))
    ),
    "handed to another block": (
        FILLED + view("%o", "%m") + f"cf.br ^bb1(%o : {IMM})\n^bb1(%e: {IMM}):\n" + around("%e", store("%y", "%m"))
    ),
    "handed to another block, and written through it": (
        alloc(of="%x", type=IMM)
        + f"cf.br ^bb1(%m : {IMM})\n^bb1(%e: {IMM}):\n" + view("%o", "%e", IMM, MUT) + around("%m", store("%y", "%o"))
    ),
    "written in a loop": (
        FILLED + view("%o", "%m") + load("%u", "%o") + LOOP + load("%v", "%o") + out("%v", "%q1") + store("%y", "%m")
        + "}\n" + out("%u", "%p1")
    ),
    "written in a conditional": FILLED + view("%o", "%m") + around("%o", "scf.if %b {\n" + store("%y", "%m") + "}\n"),
    "made anew in a loop that carries it": (
        alloc("%a", "%x", IMM)
        + f"%e = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> ({IMM}) : i32 {{\n"
        + load("%u", "%s")
        + "%xi = tt.splat %i : i32 -> tensor<512xi32, #A>\n" + alloc("%m", "%xi", IMM) + out("%u", "%p1")
        + f"scf.yield %m : {IMM}\n}}\n" + load("%v", "%e") + out("%v", "%q1")
    ),
    "given back": (
        alloc(of="%y", type=IMM) + load("%u", "%m") + load("%v", "%m") + f"ttg.local_dealloc %m : {IMM}\n"
        + out("%u", "%p1") + out("%v", "%q1")
    ),
    "given back through a view": (
        alloc("%a", "%y", IMM) + alloc("%m", "%y", IMM) + load("%u", "%a") + view("%o", "%a", IMM, IMM)
        + f"ttg.local_dealloc %o : {IMM}\n" + load("%v", "%m") + out("%u", "%p1") + out("%v", "%q1")
    ),
    "seen by a function": alloc(of="%x", type=IMM) + around("%m", f"tt.call @f(%m) : ({IMM}) -> ()\n"),
    "written by the copy engine": (
        alloc(type=NMUT) + "%bar = ttg.local_alloc : () -> " + BAR + "\n" + "%yes = arith.constant true\n"
        + view("%o", "%m", NMUT, NIMM)
        + around(
            "%o",
            f"ttng.async_tma_copy_global_to_local %d[%c0] %m, %bar, %yes : !tt.tensordesc<tensor<512xi32, #N>>, {BAR} -> {NMUT}\n"
            + f"ttng.wait_barrier %bar, %c0 : {BAR}\n",
            NIMM,
        )
    ),
    "read by the copy engine": (
        alloc(of="%x", type=NIMM)
        + f"ttng.async_tma_copy_local_to_global %d[%c0] %m : !tt.tensordesc<tensor<512xi32, #N>>, {NIMM}\n"
        + around("%m", "ttng.async_tma_store_wait {pendings = 0 : i32}\n", NIMM)
    ),
    "captured by warps that write it": (
        FILLED + view("%o", "%m") + "ttg.warp_specialize(%m, %o, %x, %p1, %q1)\ndefault {\n ttg.warp_yield\n}\n"
        + f"partition0(%mm: {MUT}, %oo: {IMM}, %xx: tensor<512xi32, #A>, %p2: tensor<512x!tt.ptr<i32>, #B>,"
        + " %q2: tensor<512x!tt.ptr<i32>, #B>) num_warps(4) {\n"
        + load("%u", "%oo") + store("%xx", "%mm") + load("%v", "%oo") + out("%u", "%p2") + out("%v", "%q2")
        + f"ttg.warp_return\n}} : ({MUT}, {IMM}, tensor<512xi32, #A>, tensor<512x!tt.ptr<i32>, #B>, tensor<512x!tt.ptr<i32>, #B>) -> ()\n"
    ),
    "captured by warps while others write it": (
        FILLED + view("%o", "%m") + "ttg.warp_specialize(%o, %p1, %q1)\ndefault {\n" + store("%y", "%m") + "ttg.warp_yield\n}\n"
        + f"partition0(%oo: {IMM}, %p2: tensor<512x!tt.ptr<i32>, #B>, %q2: tensor<512x!tt.ptr<i32>, #B>) num_warps(4) {{\n"
        + load("%u", "%oo") + "gpu.barrier\n" + load("%v", "%oo") + out("%u", "%p2") + out("%v", "%q2")
        + f"ttg.warp_return\n}} : ({IMM}, tensor<512x!tt.ptr<i32>, #B>, tensor<512x!tt.ptr<i32>, #B>) -> ()\n"
    ),
}  # fmt: skip
TENSOR_MEMORY = """#T = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
#N2 = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8}>
#B = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%a: !ttg.memdesc<128x128xf8E5M2, #N, #smem>, %b: !ttg.memdesc<128x128xf8E5M2, #N2, #smem>, %x: tensor<128x128xf32, #B>,
      %p1: tensor<128x128x!tt.ptr<f32>, #B>, %q1: tensor<128x128x!tt.ptr<f32>, #B>) {
    %yes = arith.constant true
    %m = ttng.tmem_alloc %x : (tensor<128x128xf32, #B>) -> !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable>
    %u = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #B>
    WRITE
    %v = ttng.tmem_load %m : !ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable> -> tensor<128x128xf32, #B>
    tt.store %p1, %u : tensor<128x128x!tt.ptr<f32>, #B>
    tt.store %q1, %v : tensor<128x128x!tt.ptr<f32>, #B>
"""
ACCUMULATOR = "!ttg.memdesc<128x128xf32, #T, #ttng.tensor_memory, mutable>"
WRITES_TENSOR_MEMORY = {
    "a matrix product": (
        "ttng.tc_gen5_mma %a, %b, %m, %yes, %yes : !ttg.memdesc<128x128xf8E5M2, #N, #smem>,"
        f" !ttg.memdesc<128x128xf8E5M2, #N2, #smem>, {ACCUMULATOR}"
    ),
    "a store": f"ttng.tmem_store %x, %m, %yes : tensor<128x128xf32, #B> -> {ACCUMULATOR}",
}
PRODUCT = """#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#B = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%x: tensor<64x64xf16, #A>, %acc: tensor<64x64xf32, #M>, %p1: tensor<64x64x!tt.ptr<f16>, #B>,
      %q1: tensor<64x64x!tt.ptr<f16>, #B>, %r1: tensor<64x64x!tt.ptr<f32>, #M>) {
    %m = ttg.local_alloc %x : (tensor<64x64xf16, #A>) -> !ttg.memdesc<64x64xf16, #N, #smem>
    ttng.fence_async_shared {bCluster = false}
    %d = ttng.warp_group_dot %m, %m, %acc {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<64x64xf16, #N, #smem>
      * !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf32, #M>
    %u = ttg.local_load %m : !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf16, #A>
    %e = ttng.warp_group_dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #M>
    %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #N, #smem> -> tensor<64x64xf16, #A>
    %uB = ttg.convert_layout %u : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    %vB = ttg.convert_layout %v : tensor<64x64xf16, #A> -> tensor<64x64xf16, #B>
    tt.store %p1, %uB : tensor<64x64x!tt.ptr<f16>, #B>
    tt.store %q1, %vB : tensor<64x64x!tt.ptr<f16>, #B>
"""
"""The second read is all that keeps the buffer from being used again while the product reads it."""
PROGRAMS = (
    {name: HEAD + body + TAIL for name, body in CASES.items()}
    | {f"tensor memory and {name}": TENSOR_MEMORY.replace("WRITE", text) + TAIL for name, text in WRITES_TENSOR_MEMORY.items()}
    | {"read by a product until it is waited for": PRODUCT + TAIL}
)
