"""Pairs of kernels of packages, from the corpus, beside kernels for the same operation."""

from __future__ import annotations

from typing import Any

from benchmarks.verify.pair import NORM, OPEN, ROWS, SMALL, TILE, B, Pair, Side


def of_package(name: str, grid: Any, order: tuple[Any, ...], new: tuple[Side, ...], args: dict[str, Any],
               sizes: dict[str, int | None], same: bool = True, **options: Any) -> Pair:  # fmt: skip
    """Return a pair of a kernel of the corpus and others."""
    return Pair(f"packages: {name}", (Side(f"corpus:{name}", grid, order=order),), new, args, sizes, same, **options)


def packages() -> list[Pair]:
    """Kernels of packages, from the corpus, beside others."""
    small: dict[str, int | None] = {"M": 3, "N": 100}

    def rows(dtype: str) -> dict[str, Any]:
        return {**ROWS, "x": f"{dtype}[M, N]", "y": f"{dtype}[M, N]", "stride_x": "N", "stride_y": "N", "m": "M"}

    online, passes = Side("softmax:online", "M", SMALL), Side("softmax:two_passes", "M", SMALL)
    blocks = Side("softmax:several_rows", "cdiv(M, 4)", {"ROWS": 4, "BLOCK": 128})
    order = ("y", "N", "x", "N", "N")
    softmax = "liger._softmax_single_block_forward_kernel"
    found = [of_package(f"{softmax}__2", "M", order, (each,), rows("f32"), small) for each in (online, passes, blocks)]
    found += [of_package(f"{softmax}__2", "M", order, (each,), rows("f32"), OPEN, **TILE) for each in (online, passes, blocks)]
    found.append(of_package(softmax, "M", order, (online,), rows("bf16"), small))
    found.append(of_package("gems.softmax_kernel_inner", "M", ("y", "x", "M", "N"), (online,), rows("f16"), small))
    found.append(of_package("gems.softmax_kernel_inner", "M", ("y", "x", "M", "N"), (online,), rows("f16"), OPEN, **TILE))
    log = Side("losses:log_softmax_online", "M", SMALL)
    found.append(of_package("gems.log_softmax_kernel", "cdiv(M, 8)", ("y", "x", "M", "N"), (log,), rows("f16"), small))
    total = Side("reductions:row_sum_loop", "M", SMALL)
    sums = {**rows("f16"), "y": "f16[M]"}
    found.append(of_package("gems.sum_dim_kernel_inner", "M", ("y", "x", "M", "N"), (total,), sums, small))
    found.append(of_package("gems.sum_dim_kernel_inner", "M", ("y", "x", "M", "N"), (total,), sums, OPEN, **TILE))
    half = {**NORM, **{name: str(NORM[name]).replace("f32", "bf16") for name in "xwby"}}
    order = ("y", "N", "x", "N", "w", "r", "N", 1e-5, 0.0)
    for kernel, same in (("rms_norm_rounded", True), ("rms_norm_loop", True), ("rms_norm_eps_outside", False)):
        side = Side(f"norms:{kernel}", "M", B)
        found.append(of_package("liger._rms_norm_forward_kernel", "M", order, (side,), half, small, same,
                                arrays={"r": "f32[M]"}, results=("y",)))  # fmt: skip
        found.append(of_package("liger._rms_norm_forward_kernel", "M", order, (side,), half, OPEN, same,
                                arrays={"r": "f32[M]"}, results=("y",), **TILE))  # fmt: skip
    order = ("y", "N", "x", "N", "w", "b", "mean", "r", "N", 1e-5)
    for kernel in ("layer_norm_tutorial", "layer_norm_moments"):
        side = Side(f"norms:{kernel}", "M", SMALL)
        found.append(of_package("liger._layer_norm_forward_kernel", "M", order, (side,), half, small,
                                arrays={"r": "f32[M]", "mean": "f32[M]"}, results=("y",)))  # fmt: skip
        found.append(of_package("liger._layer_norm_forward_kernel", "M", order, (side,), half, OPEN,
                                arrays={"r": "f32[M]", "mean": "f32[M]"}, results=("y",), **TILE))  # fmt: skip
    gated = {"gate": "bf16[M, 4096]", "up": "bf16[M, 4096]", "y": "bf16[M, 4096]", "n": "M * 4096"}
    two: dict[str, int | None] = {"M": 2}
    for name, order, kernel, same in (
        ("liger._swiglu_forward_kernel", ("gate", "up", "y", 4096, 1.0), "swiglu_rounded", True),
        ("liger._swiglu_forward_kernel", ("gate", "up", "y", 4096, 1.0), "swiglu", True),
        ("liger._geglu_tanh_forward_kernel", ("gate", "up", "y", 4096), "geglu", True),
    ):  # fmt: skip
        found.append(
            of_package(
                name, "M", order, (Side(f"elementwise:{kernel}", "cdiv(M * 4096, 512)", {"BLOCK": 512}),), gated, two, same
            )
        )
    product = {"a": "f16[M, K]", "b": "f16[K, N]", "c": "f16[M, N]", "m": "M", "n": "N", "k": "K"}
    tiles = Side("products:tiles", "cdiv(M, 32), cdiv(N, 32)", {"BM": 32, "BN": 32, "BK": 32})
    order = ("a", "b", "c", "M", "N", "K", "K", "N", "N")
    sizes: dict[str, int | None] = {"M": 70, "N": 60, "K": 100}
    found.append(of_package("gems.mm_kernel_general", "cdiv(M, 64) * cdiv(N, 64)", order, (tiles,), product, sizes))
    found.append(of_package("tb.matmul_kernel", "cdiv(M, 128) * cdiv(N, 256)", order, (tiles,), product, sizes))
    general = Side("corpus:gems.mm_kernel_general", "cdiv(M, 64) * cdiv(N, 64)", order=order)
    found.append(of_package("tb.matmul_kernel", "cdiv(M, 128) * cdiv(N, 256)", order, (general,), product, sizes))
    column = Side("products:tiles", "cdiv(M, 16), 1", {"BM": 16, "BN": 16, "BK": 16})
    vector: dict[str, int | None] = {"M": 20, "N": 1, "K": 100}
    found.append(of_package("gems.mv_kernel", "cdiv(M, 8)", ("a", "b", "c", "M", "K", "K"), (column,), product, vector))
    one: dict[str, int | None] = {"M": 1, "N": 1, "K": 100}
    found.append(of_package("gems.dot_kernel", 1, ("a", "b", "c", "K"), (column,), {**product, "c": "f32[M, N]"}, one))
    fixed = {**NORM, "x": "f32[2, 1024]", "y": "f32[2, 1024]", "w": "f32[1024]", "b": "f32[1024]", "stride": 1024, "n": 1024}
    steps = (Side("norms:layer_norm_tutorial", 2, B, {"y": "t"}),
             Side("elementwise:relu_maximum", 16, B, {"x": "t", "n": 2048}))  # fmt: skip
    found.append(of_package("inductor.triton_per_fused_native_layer_norm_relu_0", 2, ("x", "w", "b", "y", 256, 1024), steps, fixed, {},
                            arrays={"t": "f32[2, 1024]"}))  # fmt: skip
    return [*found, *chunks(), *vectors(), *planes(), *inductor_kernels(), *triangles()]


def launch(name: str, grid: Any, *order: Any) -> Side:
    """Return a launch of a kernel of the corpus."""
    return Side(f"corpus:{name}", grid, order=order)


def match(old: Side, new: Side, args: dict[str, Any], sizes: dict[str, int | None], same: bool = True, **options: Any) -> Pair:
    """Return a pair of a launch of a kernel of the corpus and another launch."""
    return Pair(f"packages: {old.kernel.partition(':')[2]}", (old,), (new,), args, sizes, same, **options)


def counterpart(name: str, grid: Any, **constants: Any) -> Side:
    """Return a launch of an operation of packages that is written otherwise."""
    return Side(f"counterparts:{name}", grid, constants)


def chunks() -> list[Pair]:
    """Prefix sums and means within chunks, from flash-linear-attention."""
    args = {"x": "f32[2, T, 4]", "y": "f32[2, T, 4]", "t": "T", "scale": 0.5}
    plain = {**args, "scale": 1.0}
    few: dict[str, int | None] = {"T": 60}
    many: dict[str, int | None] = {"T": 100}
    local = launch("fla.chunk_local_cumsum_scalar_kernel", "8 * cdiv(T, 64)", "x", "y", "T")
    scaled = launch("fla.chunk_local_cumsum_scalar_kernel__2", "8 * cdiv(T, 64)", "x", "y", 0.5, "T")
    longer = launch("fla.chunk_local_cumsum_scalar_kernel__3", "8 * cdiv(T, 128)", "x", "y", 0.5, "T")
    whole = launch("fla.chunk_global_cumsum_scalar_kernel", 8, "x", "y", "T")
    reverse = launch("fla.chunk_global_cumsum_scalar_kernel__2", 8, "x", "y", "T")
    product = launch("fla.chunk_global_cumsum_scalar_kernel__3", 8, "x", "y", 0.5, "T")
    short, long = (counterpart("chunk_cumsum", 2, D=4, CHUNK=length) for length in (64, 128))
    back = counterpart("chunk_cumsum_reverse", "2, 1", D=4, CHUNK=128)
    found = [match(local, short, plain, many), match(scaled, short, args, many), match(longer, long, args, many)]
    found += [match(whole, long, plain, many), match(reverse, back, plain, many), match(product, long, args, many)]
    found += [match(local, scaled, plain, many, False), match(whole, local, plain, few), match(product, longer, args, many)]
    found += [match(scaled, longer, args, few), match(scaled, longer, args, many, False), match(whole, local, plain, many, False),
              match(reverse, whole, plain, few, False)]  # fmt: skip
    heads = {"x": "f32[1, T, 4, 64]", "y": "f32[1, T, 4, 64]", "t": "T", "scale": 1.0}
    half = {**heads, "x": "bf16[1, T, 4, 64]", "scale": 0.5}
    least: dict[str, int | None] = {"T": 20}
    grid = "2 * cdiv(T, 64), 4"
    vector = launch("fla.chunk_local_cumsum_vector_kernel", grid, "x", "y", "T")
    scaled = launch("fla.chunk_local_cumsum_vector_kernel__2", grid, "x", "y", 0.5, "T")
    back = launch("fla.chunk_local_cumsum_vector_kernel__3", grid, "x", "y", "T")
    steps, rest = counterpart("chunk_cumsum", 1, D=256, CHUNK=64), counterpart("chunk_cumsum_reverse", "1, 1", D=256, CHUNK=64)
    found += [match(vector, steps, heads, least), match(scaled, steps, half, least), match(back, rest, heads, least),
              match(back, vector, heads, least, False)]  # fmt: skip
    pool = launch("fla.mean_pooling_fwd_kernel", "4 * cdiv(T, 32), 2", "x", "y", "T")
    means = {"x": "bf16[2, T, 64]", "y": "bf16[2, cdiv(T, 32), 64]", "t": "T"}
    found += [match(pool, counterpart(kernel, "cdiv(T, 32), 2", D=64, CHUNK=32), means, {"T": 50}, kernel == "mean_pool")
              for kernel in ("mean_pool", "mean_pool_full")]  # fmt: skip
    rows = {"x": "bf16[2, T, 256]", "y": "bf16[2, T, 256]", "t": "T", "n": 256}
    shift = launch("fla.token_shift_fwd_kernel_short", "2, T", "x", "y", "T")
    found.append(match(shift, counterpart("token_shift", "T * 4", BLOCK=128), rows, {"T": 5}))
    return found


def vectors() -> list[Pair]:
    """Norms and gradients of rows."""
    rows = {"x": "bf16[M, 64]", "y": "bf16[M, 64]", "dy": "bf16[M, 64]", "dx": "bf16[M, 64]", "r": "f32[M]", "eps": 1e-6}
    sizes: dict[str, int | None] = {"M": 11}
    norm = launch("fla.l2norm_fwd_kernel", "cdiv(M, 8)", "x", "y", "r", 1e-6, "M")
    found = [match(norm, counterpart("l2_norm", "M", D=64, BLOCK=16), rows, sizes),
             match(norm, counterpart("l2_norm_clamped", "M", D=64), rows, sizes, False)]  # fmt: skip
    slope = launch("fla.l2norm_bwd_kernel", "cdiv(M, 8)", "y", "r", "dy", "dx", 1e-6, "M")
    found.append(match(slope, counterpart("l2_norm_gradient", "M", D=64), rows, sizes))
    small: dict[str, int | None] = {"M": 3, "N": 100}
    wide = {name: "bf16[M, N]" for name in ("dy", "y", "dx", "p", "q")} | {"loss": "f32[M]", "n": "N", "eps": 1e-10}
    slope = launch("liger._softmax_single_block_backward_kernel", "M", "dy", "N", "y", "N", "dx", "N", "N")
    found.append(match(slope, counterpart("softmax_gradient", "M", BLOCK=32), wide, small))
    divergence = launch("liger._kldiv_kernel_forward", "M", "p", "N", "q", "N", "loss", "N", 1e-10)
    found.append(match(divergence, counterpart("divergence", "M", BLOCK=32), wide, small))
    gated = {name: "bf16[M, 4096]" for name in ("dc", "a", "b")}
    slope = launch("liger._swiglu_backward_kernel", "M", "dc", "a", "b", 4096, 1.0)
    found.append(match(slope, counterpart("swiglu_gradient", "M * 8", BLOCK=512), gated, {"M": 1}))
    entropy = {"x": "bf16[M, N]", "target": "i64[M] low=0 high=N", "loss": "bf16[M]", "stride": "N", "n": "N"}
    loss = launch("liger.liger_cross_entropy_kernel", "M", "x", "N", "target", "loss", 1, 1, "N", 1, 1, 0.0, -100)
    found.append(match(loss, Side("losses:cross_entropy_online", "M", SMALL), entropy, {"M": 2, "N": 100}, results=("loss",)))
    index = {"x": "f16[M, N]", "y": "i64[M]", "n": "N"}
    largest = launch("gems.argmax_kernel_inner", "M", "x", "y", "M", "N")
    found += [match(largest, counterpart("first_largest", "M", BLOCK=128), index, small),
              match(largest, counterpart("first_largest_blocks", "M", BLOCK=32), index, small)]  # fmt: skip
    table = {"table": "f32[V, 256]", "indices": "i64[M] low=0 high=V", "y": "f32[M]", "n": 256}
    mean = launch("inductor.triton_per_fused_index_mean_0", "M", "y", "indices", "table", 64, 256)
    found.append(match(mean, counterpart("indexed_mean", "M", BLOCK=32), table, {"V": 20, "M": 3}))
    mean = launch("gems.nll_loss_forward_kernel", 1, "x", "target", "loss", -100, "M", "N")
    chosen = {"x": "f16[M, N]", "target": "i64[M] low=0 high=N", "loss": "f32[4] start=zeros", "m": "M", "n": "N"}
    found.append(match(mean, Side("counterparts:mean_loss", 1, SMALL, {"y": "loss"}), chosen, {"M": 50, "N": 10}))
    return found


def triangles() -> list[Pair]:
    """Products of triangles of chunks."""
    args = {name: "bf16[T, 4, 64]" for name in "wukv"} | {"left": "f32[T, 4, 16]", "right": "f32[T, 4, 16]", "t": "T"}
    products = launch("fla.wu_fwd_kernel", "cdiv(T, 16), 4", "w", "u", "k", "v", "left", "right", "T")
    return [match(products, counterpart("triangle_products", "cdiv(T, 16), 4", D=64, HEADS=4, BLOCK=16), args, {"T": 20})]


def planes() -> list[Pair]:
    """Operations on planes and on batches of them."""
    cube = {"x": "f16[M, N, K]", "y": "f16[M, N, K]", "n": "N", "k": "K"}
    softmax = launch("gems.softmax_kernel_non_inner", "M, cdiv(K, 8)", "y", "x", "N", "K")
    columns = counterpart("column_softmax", "M, K", BLOCK=32)
    inner = launch("gems.softmax_kernel_inner", "M", "y", "x", "M", "N")
    rows = launch("gems.softmax_kernel_inner", "M * K", "y", "x", "M * K", "N")
    found = [match(softmax, columns, cube, {"M": 2, "N": 50, "K": 3}), match(softmax, inner, cube, {"M": 3, "N": 100, "K": 1}),
             match(softmax, rows, cube, {"M": 2, "N": 50, "K": 3}, False)]  # fmt: skip
    matrix = {"x": "f16[2, M, N]", "y": "f16[2, M, N]", "m": "M", "n": "N", "diagonal": 1}
    triangle = launch("gems._tril_kernel", "cdiv(M, 32), cdiv(N, 32), 2", "x", "y", "M", "N", 1)
    lower = counterpart("lower_triangle", "cdiv(2 * M * N, 16)", BLOCK=16)
    found += [match(triangle, lower, matrix | {"diagonal": diagonal}, {"M": 40, "N": 50}, diagonal == 1) for diagonal in (1, 0)]
    product = {"a": "f16[M, K]", "b": "f16[K, N]", "c": "f16[M, N]", "m": "M", "n": "N", "k": "K"}
    order = ("a", "b", "c", "M", "N", "K")
    tiles = Side("products:tiles", "cdiv(M, 16), cdiv(N, 16)", {"BM": 16, "BN": 16, "BK": 16})
    general = launch("gems.mm_kernel_general", "cdiv(M, 64) * cdiv(N, 64)", *order, "K", "N", "N")
    tutorial = launch("tb.matmul_kernel", "cdiv(M, 128) * cdiv(N, 256)", *order, "K", "N", "N")
    batch = launch("gems.bmm_kernel", "M // 32, N // 32, 1", *order, "M * K", "K", "K * N", "N", "M * N", "N")
    vector = launch("gems.mv_kernel", "cdiv(M, 8)", "a", "b", "c", "M", "K", "K")
    found += [match(batch, each, product, {"M": 32, "N": 64, "K": 64}) for each in (tiles, general, tutorial)]
    found += [match(vector, each, product, {"M": 20, "N": 1, "K": 100}) for each in (general, tutorial)]
    half = {"x": "f16[2, 16, A]", "y": "f16[2, 16, A]", "w": "f16[16]", "b": "f16[16]", "size": 8, "area": "A", "groups": 2, "eps": 1e-5,
            "mean": "f16[2, 2]", "r": "f16[2, 2]"}  # fmt: skip
    full = {name: value.replace("f16", "f32") if isinstance(value, str) else value for name, value in half.items()}
    norm = launch("gems.group_norm_kernel", 4, "x", "y", "w", "b", "mean", "r", 8, 16, "A", 2, 1e-5)
    other = launch("liger._group_norm_forward_kernel", "2, 2", "y", "16 * A", "8 * A", "x", "16 * A", "8 * A", "mean", 2, "r", 2,
                   "w", "b", "8 * A", 8, 1e-5)  # fmt: skip
    blocks = counterpart("group_norm", 4, BLOCK=32)
    found += [match(norm, blocks, half, {"A": 10}, results=("y",)), match(other, blocks, full, {"A": 10}, results=("y",))]
    image = {"x": "f16[2, C, H, W]", "y": "f16[2, C, H // 2, W // 2]", "height": "H", "width": "W"}
    pool = launch("gems.avg_pool2d_forward_kernel", "2 * C, cdiv(H, 32) * cdiv(W, 32)", "x", "y", "C * H * W", "H * W", "W", "C", "H", "W",
                  "H // 2", "W // 2", 0.0)  # fmt: skip
    squares = counterpart("mean_pool_squares", "2 * C, cdiv(H * W, 256)", BLOCK=64)
    found.append(match(pool, squares, image, {"C": 3, "H": 10, "W": 36}))
    single = {
        "x": "f16[C, A]",
        "y": "f16[C, A]",
        "w": "f16[C]",
        "b": "f16[C]",
        "size": 1,
        "area": "A",
        "groups": "C",
        "eps": 1e-5,
    }
    stored = {"mean": "f16[C]", "r": "f16[C]", "average": "f32[C]", "variance": "f32[C]"}
    norm = launch("gems.batch_norm_forward_kernel", "C", "x", "w", "b", "mean", "r", "y", "average", "variance", 1, "A", "C * A", "A",
                  "C * A", "A", 0.1, 1e-5)  # fmt: skip
    found.append(match(norm, counterpart("group_norm", "C", BLOCK=32), single, {"C": 3, "A": 20}, arrays=stored, results=("y",)))
    return found


def inductor_kernels() -> list[Pair]:
    """Kernels that Inductor fused."""
    turned = {"x": "f32[512, 1024]", "y": "f32[1024, 512]", "sums": "f32[1024]", "m": 512, "n": 1024}
    sums = launch("inductor.triton_red_fused_add_clone_sum_t_0", 2, "x", "sums", "y", 1024, 512)
    found = [match(sums, counterpart("turned_sums", 4, BLOCK=128), turned, {})]
    rows = {"x": "f32[2, 2048]", "y": "f32[2, 2048]", "n": 2048}
    prefix = launch("inductor.triton_red_fused_cumsum_mul_0", 1, "x", "y", 64, 2048)
    found.append(match(prefix, counterpart("doubled_cumsum", 2, BLOCK=512), rows, {}))
    return found
