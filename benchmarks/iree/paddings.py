"""Paddings before convolutions: in a fill and a copy of their own, as IREE makes them, or in the dispatch of the convolution.

    python -m benchmarks.iree.paddings [--rounds 7]

Writes benchmarks/results/iree_paddings.tsv. Programs are compiled for this processor, and timed in turns on one thread.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import astuple, dataclass
from pathlib import Path

from benchmarks.iree.dispatches import HERE, HOST
from benchmarks.paths import RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench, agree
from egraph_opt.apps.iree_tuning.pinned_dispatches import groups, hold_groups
from egraph_opt.iree.program import read_any
from egraph_opt.text import write

TABLE = RESULTS / "iree_paddings.tsv"
COLUMNS = "height width channels filters kernel stride apart together gain spread same".split()


@dataclass(frozen=True)
class Convolution:
    """A convolution of a padded image; `filters` is 0 for a depthwise one."""

    height: int
    width: int
    channels: int
    filters: int
    kernel: int
    stride: int = 1

    @property
    def text(self) -> str:
        around, k = self.kernel // 2, self.kernel
        tall, wide = (n + 2 * around for n in (self.height, self.width))
        rows, columns = ((n - k) // self.stride + 1 for n in (tall, wide))
        image, padded = (f"tensor<1x{h}x{w}x{self.channels}xf32>" for h, w in ((self.height, self.width), (tall, wide)))
        weights = f"tensor<{k}x{k}x{self.channels}{f'x{self.filters}' if self.filters else ''}xf32>"
        result = f"tensor<1x{rows}x{columns}x{self.filters or self.channels}xf32>"
        name = "conv_2d_nhwc_hwcf" if self.filters else "depthwise_conv_2d_nhwc_hwc"
        steps = f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{self.stride}> : tensor<2xi64>}}"
        return f"""func.func @f(%x: {image}, %k: {weights}) -> {result} {{
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, {around}, {around}, 0] high[0, {around}, {around}, 0] {{
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  }} : {image} to {padded}
  %e = tensor.empty() : {result}
  %f = linalg.fill ins(%z : f32) outs(%e : {result}) -> {result}
  %r = linalg.{name} {steps} ins(%p, %k : {padded}, {weights}) outs(%f : {result}) -> {result}
  return %r : {result}
}}
"""


CONVOLUTIONS = (
    Convolution(6, 10, 4, 8, 3), Convolution(56, 56, 32, 32, 3), Convolution(28, 28, 64, 64, 3), Convolution(14, 14, 128, 128, 3),
    Convolution(7, 7, 256, 256, 3), Convolution(112, 112, 3, 16, 3, 2), Convolution(56, 56, 32, 0, 3), Convolution(28, 28, 16, 32, 5),
    Convolution(224, 224, 3, 32, 7, 2),
)  # fmt: skip


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    rows: list[tuple[object, ...]] = []
    for each in CONVOLUTIONS:
        module = read_any(each.text, "convolution")
        held = write(hold_groups(module, [group.with_paddings() for group in groups(module)]))
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(module, each.text, Path(folder), 1024)
            files = [bench.compile(text, HOST) for text in (each.text, held)]
            timings = bench.alternate(files, rounds)
            apart, together = (timings[file] for file in files)
            same = agree(*map(bench.results, files))
        times, spread = (apart.fastest, together.fastest), max(apart.spread, together.spread)
        found = (*(f"{t * 1e6:.4g}" for t in times), f"{times[0] / times[1]:.3f}", f"{spread:.2g}", same)
        rows.append((*astuple(each), *found))
        print(*rows[-1], sep="\t", flush=True)
        write_table(TABLE, [origin("iree-base-compiler", note=f"{HERE}; microseconds")], COLUMNS, rows)


if __name__ == "__main__":
    main()
