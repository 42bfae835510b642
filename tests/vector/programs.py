"""Vector programs with IREE's layouts: some by hand, and a strategy that makes many."""

from __future__ import annotations

from hypothesis import strategies as st

from egraph_opt.linear_layout.nested_layout import Nested, NestedDimension, text

THREADS = 64
INFO = (
    "attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> "
    "workgroup_size = [64, 1, 1] subgroup_size = 64>}"
)


def layout(*rows: tuple[int, ...]) -> str:
    """A layout from one row a dimension: subgroup, batch, outer, thread, element, stride of subgroups, of threads."""
    return text(NestedDimension(*row) for row in rows)


WIDE = layout((1, 1, 1, 64, 4, 0, 1))
"""256 elements, four neighbours a thread."""
STRIPED = layout((1, 4, 1, 64, 1, 0, 1))
"""256 elements, every 64th."""
ROWS = layout((1, 2, 1, 8, 1, 0, 4), (1, 2, 1, 4, 8, 0, 1))
"""16x64."""
SQUARES = layout((1, 1, 1, 4, 4, 0, 16), (1, 1, 1, 16, 4, 0, 1))
"""16x64."""


def to_layout(result: str, operand: str, wanted: str, type: str) -> str:
    return f"  {result} = iree_vector_ext.to_layout {operand} to layout({wanted}) : {type}\n"


def first_comes_first(anchor: str = WIDE) -> str:
    """One vector in one layout, three in another, all added up and written: IREE lets the first layout win."""
    v = "vector<256xf32>"
    lines = "".join(to_layout(f"%l{i}", f"%x{i}", anchor if i == 0 else STRIPED, v) for i in range(4))
    sums = "".join(f"  %s{i} = arith.addf %{'l0' if i == 1 else f's{i - 1}'}, %l{i} : {v}\n" for i in (1, 2, 3))
    arguments = ", ".join(f"%x{i}: {v}" for i in range(4))
    return (
        f"func.func @add_up(%m: memref<256xf32>, {arguments}) {{\n  %c0 = arith.constant 0 : index\n{lines}{sums}"
        f"  vector.transfer_write %s3, %m[%c0] {{in_bounds = [true]}} : {v}, memref<256xf32>\n  return\n}}\n"
    )


def over_workgroups() -> str:
    """Program `first_comes_first` in a grid of workgroups over tensors, like whole kernels of IREE's pipeline; with a constant
    from outside."""
    v, t = "vector<256xf32>", "tensor<4x256xf32>"
    reads = "".join(
        f"    %x{i} = vector.transfer_read %m[%w, %c{i}], %z {{in_bounds = [true]}} : {t}, {v}\n"
        + to_layout(f"%l{i}", f"%x{i}", WIDE if i == 0 else STRIPED, v)
        for i in range(3)
    )
    return (
        f"func.func @workgroups(%m: {t}, %o: {t}) -> {t} {{\n  %one = arith.constant dense<1.0> : {v}\n  %z = arith.constant 0.0 : f32\n"
        + "".join(f"  %c{i} = arith.constant {i} : index\n" for i in range(3))
        + f"  %r = scf.forall (%w) in (4) shared_outs(%out = %o) -> ({t}) {{\n{reads}"
        f"    %p = arith.mulf %l0, %l1 : {v}\n    %q = arith.addf %p, %l2 : {v}\n"
        f"    %u = arith.addf %q, %one : {v}\n    %e = tensor.empty() : tensor<256xf32>\n"
        f"    %d = vector.transfer_write %u, %e[%c0] {{in_bounds = [true]}} : {v}, tensor<256xf32>\n"
        f"    scf.forall.in_parallel {{\n"
        f"      tensor.parallel_insert_slice %d into %out[%w, 0] [1, 256] [1, 1] : tensor<256xf32> into {t}\n"
        f"    }}\n  }}\n  return %r : {t}\n}}\n"
    )


def narrow_last() -> str:
    """A conversion in f32 before a truncation to eight bits."""
    wide, narrow = "vector<16x64xf32>", "vector<16x64xf8E4M3FNUZ>"
    return (
        f"func.func @narrow(%x: {wide}) -> {narrow} {{\n{to_layout('%a', '%x', ROWS, wide)}{to_layout('%b', '%a', SQUARES, wide)}"
        f"  %e = math.absf %b : {wide}\n  %t = arith.truncf %e : {wide} to {narrow}\n  return %t : {narrow}\n}}\n"
    )


def narrow_twice() -> str:
    """Two vectors of eight bits, widened, added and converted."""
    wide, narrow = "vector<16x64xf32>", "vector<16x64xf8E4M3FNUZ>"
    lines = "".join(
        to_layout(f"%a{i}", f"%x{i}", ROWS, narrow) + f"  %w{i} = arith.extf %a{i} : {narrow} to {wide}\n" for i in (0, 1)
    )
    return (
        f"func.func @narrow_twice(%x0: {narrow}, %x1: {narrow}) -> {wide} {{\n{lines}  %s = arith.addf %w0, %w1 : {wide}\n"
        f"{to_layout('%b', '%s', SQUARES, wide)}  return %b : {wide}\n}}\n"
    )


def one_owner() -> str:
    """Two spellings of one layout: no thread has a neighbour's element."""
    v = "vector<64x6xf32>"
    single, run = (layout((1, 1, 1, 64, 1, 0, 1), (1, 1, 6 // n, 1, n, 0, 0)) for n in (1, 6))
    return (
        f"func.func @one_owner(%x: {v}) -> {v} {{\n{to_layout('%a', '%x', single, v)}  %e = math.absf %a : {v}\n"
        f"{to_layout('%b', '%e', run, v)}  %f = math.sqrt %b : {v}\n  return %f : {v}\n}}\n"
    )


def long_chain(length: int) -> str:
    """A chain of cheap operations that two layouts want: IREE makes it again for each where it is no longer than eight."""
    v = "vector<256xindex>"
    chain = "".join(f"  %v{i} = arith.{'muli' if i % 2 else 'addi'} %v{i - 1}, %v0 : {v}\n" for i in range(1, length))
    return (
        f"func.func @chain(%x: {v}, %y: {v}) -> ({v}, {v}) {{\n  %v0 = vector.step : {v}\n{chain}"
        f"{to_layout('%a', '%x', WIDE, v)}{to_layout('%b', '%y', STRIPED, v)}"
        f"  %p = arith.addi %a, %v{length - 1} : {v}\n  %q = arith.addi %b, %v{length - 1} : {v}\n  return %p, %q : {v}, {v}\n}}\n"
    )


def shared_constant() -> str:
    """A constant and a sum that two layouts want."""
    v = "vector<16x64xf16>"
    return (
        f"func.func @constant(%x: {v}, %y: {v}) -> {v} {{\n{to_layout('%a', '%x', ROWS, v)}{to_layout('%b', '%y', SQUARES, v)}"
        f"  %one = arith.constant dense<1.0> : {v}\n  %p = arith.addf %a, %one : {v}\n  %q = arith.addf %b, %one : {v}\n"
        f"{to_layout('%c', '%q', ROWS, v)}  %r = arith.addf %c, %p : {v}\n  return %r : {v}\n}}\n"
    )


def carried() -> str:
    """A sum carried by a loop in another layout than what is added in each iteration."""
    v, m = "vector<16x64xf16>", "memref<16x64xf16>"
    return (
        f"func.func @carried(%m: {m}, %o: {m}, %n: index) {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
        f"  %z = arith.constant 0.0 : f16\n  %zero = arith.constant dense<0.0> : {v}\n{to_layout('%start', '%zero', SQUARES, v)}"
        f"  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %start) -> ({v}) {{\n"
        f"    %x = vector.transfer_read %m[%c0, %i], %z {{in_bounds = [true, true]}} : {m}, {v}\n"
        f"  {to_layout('%a', '%x', ROWS, v)}    %e = math.exp %a : {v}\n    %s = arith.addf %sum, %e : {v}\n    scf.yield %s : {v}\n"
        f"  }}\n{to_layout('%l', '%r', SQUARES, v)}"
        f"  vector.transfer_write %l, %o[%c0, %c0] {{in_bounds = [true, true]}} : {v}, {m}\n  return\n}}\n"
    )


def around_shapes() -> str:
    """A maximum of rows, broadcast and transposed, and a wider result in a layout of its own."""
    v, t, w = "vector<16x64xf16>", "vector<64x16xf16>", "vector<64x16xf32>"
    turned = layout((1, 1, 1, 16, 4, 0, 1), (1, 1, 1, 4, 4, 0, 16))
    return (
        f"func.func @shapes(%m: memref<16x64xf16>, %o: memref<64x16xf32>) {{\n  %c0 = arith.constant 0 : index\n"
        f"  %z = arith.constant 0.0 : f16\n"
        f"  %x = vector.transfer_read %m[%c0, %c0], %z {{in_bounds = [true, true]}} : memref<16x64xf16>, {v}\n"
        f"{to_layout('%a', '%x', ROWS, v)}  %low = arith.constant dense<-1.0> : vector<16xf16>\n"
        f"  %top = vector.multi_reduction <maximumf>, %a, %low [1] : {v} to vector<16xf16>\n"
        f"  %b = vector.broadcast %top : vector<16xf16> to {t}\n  %t = vector.transpose %a, [1, 0] : {v} to {t}\n"
        f"  %d = arith.subf %t, %b : {t}\n  %w = arith.extf %d : {t} to {w}\n{to_layout('%l', '%w', turned, w)}"
        f"  vector.transfer_write %l, %o[%c0, %c0] {{in_bounds = [true, true]}} : {w}, memref<64x16xf32>\n  return\n}}\n"
    )


def rows(kind: str, element: str, start: str) -> str:
    """Reduction of the rows of a matrix that is converted first."""
    v, r = f"vector<16x64x{element}>", f"vector<16x{element}>"
    if start.startswith("["):
        start = "[" + ", ".join(f"{n}.0" for n in range(16)) + "]"
    return (
        f"func.func @rows(%x: {v}, %p: memref<16x{element}>) {{\n  %c0 = arith.constant 0 : index\n"
        f"{to_layout('%a', '%x', ROWS, v)}{to_layout('%b', '%a', SQUARES, v)}  %start = arith.constant dense<{start}> : {r}\n"
        f"  %r = vector.multi_reduction <{kind}>, %b, %start [1] : {v} to {r}\n"
        f"  vector.transfer_write %r, %p[%c0] {{in_bounds = [true]}} : {r}, memref<16x{element}>\n  return\n}}\n"
    )


def float_sum() -> str:
    """A sum of floats: its last bits depend on who adds what, so its operand stays where it is."""
    v = "vector<16x64xf32>"
    row = layout((1, 1, 1, 4, 4, 0, 16))
    return (
        f"func.func @sum(%x: {v}) -> vector<16xf32> {{\n{to_layout('%a', '%x', ROWS, v)}"
        f"  %zero = arith.constant dense<0.0> : vector<16xf32>\n"
        f"  %s = vector.multi_reduction <add>, %a, %zero [1] : {v} to vector<16xf32>\n"
        f"{to_layout('%l', '%s', row, 'vector<16xf32>')}  return %l : vector<16xf32>\n}}\n"
    )


@st.composite
def nested(draw: st.DrawFn, shape: tuple[int, ...]) -> Nested:
    """A layout of a shape that gives every element to somebody, over at most 64 threads of at most 4 subgroups."""
    rows: list[list[int]] = [[1, 1, 1, 1, 1, 0, 0] for _ in shape]
    lanes = groups = 1
    for axis in draw(st.permutations(range(len(shape)))):
        rest = shape[axis]
        thread = draw(st.sampled_from([n for n in range(1, rest + 1) if rest % n == 0 and lanes * n <= THREADS]))
        rest //= thread
        subgroup = draw(st.sampled_from([n for n in (1, 2) if rest % n == 0 and groups * n <= 4]))
        rest //= subgroup
        element = draw(st.sampled_from([n for n in range(1, rest + 1) if rest % n == 0]))
        outer = draw(st.sampled_from([n for n in range(1, rest // element + 1) if rest // element % n == 0]))
        strides = [groups if subgroup > 1 else 0, lanes if thread > 1 else 0]
        rows[axis] = [subgroup, rest // element // outer, outer, thread, element, *strides]
        lanes, groups = lanes * thread, groups * subgroup
    return tuple(NestedDimension(*row) for row in rows)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A function that reads, converts, computes, reduces, transposes, loops, and writes; extents need be no powers of two."""
    rows, columns = draw(st.sampled_from([(16, 64), (24, 32), (12, 20)]))
    shapes = {"f16": "f16", "f32": "f32"}
    layouts = [text(draw(nested((rows, columns)))) for _ in range(draw(st.integers(2, 4)))]
    turned = [text(draw(nested((columns, rows)))) for _ in range(2)]
    lines = ["  %c0 = arith.constant 0 : index", "  %c1 = arith.constant 1 : index", "  %c4 = arith.constant 4 : index"]
    lines += [f"  %z{element} = arith.constant 0.0 : {element}" for element in shapes]
    values: list[tuple[str, tuple[int, int], str]] = []
    number = 0

    def of(shape: tuple[int, ...], element: str) -> str:
        return f"vector<{'x'.join(map(str, shape))}x{element}>"

    def add(text: str, shape: tuple[int, int], element: str) -> None:
        nonlocal number
        lines.append(f"  %v{number} = {text}")
        values.append((f"%v{number}", shape, element))
        number += 1

    def convert(value: tuple[str, tuple[int, int], str]) -> None:
        name, shape, element = value
        wanted = draw(st.sampled_from(layouts if shape == (rows, columns) else turned))
        add(f"iree_vector_ext.to_layout {name} to layout({wanted}) : {of(shape, element)}", shape, element)

    for _ in range(draw(st.integers(1, 3))):
        shape, element = (rows, columns), draw(st.sampled_from(sorted(shapes)))
        memory = f"memref<{rows}x{columns}x{element}>"
        add(f"vector.transfer_read %in{element}[%c0, %c0], %z{element} {{in_bounds = [true, true]}} : {memory}, {of(shape, element)}",
            shape, element)  # fmt: skip
        convert(values.pop())  # IREE cannot distribute what has no layout
    for _ in range(draw(st.integers(2, 9))):
        name, shape, element = draw(st.sampled_from(values))
        vector, wide = of(shape, element), of(shape, "f32")
        kind = draw(st.sampled_from("convert unary binary constant transpose widen reduce loop choose".split()))
        same = [v for v in values if v[1:] == (shape, element)]
        if kind == "convert":
            convert((name, shape, element))
        elif kind == "unary":
            add(f"math.{draw(st.sampled_from(['exp', 'absf', 'sqrt']))} {name} : {vector}", shape, element)
        elif kind == "binary":
            add(
                f"arith.{draw(st.sampled_from(['addf', 'mulf']))} {name}, {draw(st.sampled_from(same))[0]} : {vector}",
                shape,
                element,
            )
        elif kind == "constant":
            add(f"arith.constant dense<{draw(st.sampled_from(['1.0', '2.0']))}> : {vector}", shape, element)
            add(f"arith.addf {values[-1][0]}, {name} : {vector}", shape, element)
        elif kind == "transpose":
            add(f"vector.transpose {name}, [1, 0] : {vector} to {of(shape[::-1], element)}", shape[::-1], element)
        elif kind == "widen":
            op, target = ("extf", "f32") if element == "f16" else ("truncf", "f16")
            add(f"arith.{op} {name} : {vector} to {of(shape, target)}", shape, target)
        elif kind == "reduce":
            small, how = of(shape[1:], element), draw(st.sampled_from(["maximumf", "add"]))
            lines.append(f"  %low{number} = arith.constant dense<0.0> : {small}")
            lines.append(f"  %red{number} = vector.multi_reduction <{how}>, {name}, %low{number} [0] : {vector} to {small}")
            add(f"vector.broadcast %red{number} : {small} to {vector}", shape, element)
            add(f"arith.subf {values[-1][0]}, {name} : {vector}", shape, element)
        elif kind == "loop":
            start, other = draw(st.sampled_from(same))[0], draw(st.sampled_from(same))[0]
            add(f"scf.for %i{number} = %c0 to %c4 step %c1 iter_args(%carry{number} = {start}) -> ({vector}) {{\n"
                f"    %t{number} = arith.mulf %carry{number}, {other} : {vector}\n    scf.yield %t{number} : {vector}\n  }}",
                shape, element)  # fmt: skip
        elif wide:
            add(f"arith.select %p, {name}, {draw(st.sampled_from(same))[0]} : {vector}", shape, element)
    for name, shape, element in values[-2:]:
        memory = f"memref<{'x'.join(map(str, shape))}x{element}>"
        target = f"%out{element}{'t' if shape != (rows, columns) else ''}"
        lines.append(
            f"  vector.transfer_write {name}, {target}[%c0, %c0] {{in_bounds = [true, true]}} : {of(shape, element)}, {memory}"
        )
    arguments = [f"%{way}{element}: memref<{rows}x{columns}x{element}>" for way in ("in", "out") for element in shapes]
    arguments += [f"%out{element}t: memref<{columns}x{rows}x{element}>" for element in shapes]
    return f"func.func @f({', '.join(arguments)}, %p: i1) {INFO} {{\n" + "\n".join(lines) + "\n  return\n}\n"
