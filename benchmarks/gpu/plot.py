"""Every kernel's speed-up in the tables `layers.tsv` and `gpu_pairs.tsv`, as pictures beside them: `python -m benchmarks.gpu.plot`."""

from __future__ import annotations

from benchmarks.paths import RESULTS

COLOURS = ("#2a6fbb", "#e08a1e")
Series = dict[str, list[float]]
"""Ratios of Triton's time to ours, by a name."""
LEFT, SCALE = 44, 200.0
"""Pixels: left of the plot, and for a ratio of 1."""


def picture(series: Series, what: str, step: float) -> str:
    """A dot a kernel and series, by falling speed-up, `step` pixels apart."""

    top = max(2.0, max(max(values) for values in series.values()) + 0.1)
    height = round((top - 0.9) * SCALE)

    def y(ratio: float) -> float:
        return height - (ratio - 0.9) * SCALE

    count = max(map(len, series.values()))
    width = int(LEFT + step * count + 10)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 24}" font-family="sans-serif" font-size="11">'
    ]
    parts.append(f'<rect width="{width}" height="{height + 24}" fill="white"/>')
    for tenth in range(9, int(10 * top), 2):
        ratio = tenth / 10
        dark = "#000" if tenth == 10 else "#ccc"
        parts.append(
            f'<line x1="{LEFT}" x2="{width}" y1="{y(ratio):.1f}" y2="{y(ratio):.1f}" stroke="{dark}" stroke-width="0.5"/>'
        )
        parts.append(f'<text x="4" y="{y(ratio) + 4:.1f}">{ratio:.1f}×</text>')
    parts.append(f'<line x1="{LEFT}" x2="{width}" y1="{y(1.0):.1f}" y2="{y(1.0):.1f}" stroke="#000"/>')
    for at, (name, values) in enumerate(series.items()):
        for i, ratio in enumerate(sorted(values, reverse=True)):
            parts.append(
                f'<circle cx="{LEFT + step * (i + 0.5):.1f}" cy="{y(ratio):.1f}" r="{step / 4:.1f}" fill="{COLOURS[at]}"/>'
            )
        parts.append(f'<circle cx="{width - 250 + 120 * at}" cy="14" r="4" fill="{COLOURS[at]}"/>')
        parts.append(f'<text x="{width - 240 + 120 * at}" y="18">{name}</text>')
    parts.append(f'<text x="{LEFT}" y="{height + 18}">{count} {what}, by falling speed-up over plain Triton (H200)</text></svg>')
    return "\n".join(parts) + "\n"


def table(name: str) -> list[dict[str, str]]:
    head, *lines = (line for line in (RESULTS / name).read_text().splitlines() if not line.startswith("#"))
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def main() -> None:
    layers = [row for row in table("layers.tsv") if "(step)" not in row["kernel"]]
    series = {name: [float(row[name]) for row in layers] for name in layers[0] if name in ("default", "tuned")}
    (RESULTS / "layers.svg").write_text(picture(series, "kernels", 14))
    best = [row for row in table("gpu_pairs.tsv") if row["configuration"] == "best against best, confirmed"]
    for_loops = [float(row["ratio"]) for row in best if row["in_loops"] == "yes"]
    pairs = {"all": [float(row["ratio"]) for row in best], "conversions in loops": for_loops}
    (RESULTS / "gpu_pairs.svg").write_text(picture(pairs, "kernels and shapes, best configuration against best", 4.5))


if __name__ == "__main__":
    main()
