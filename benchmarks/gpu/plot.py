"""Every kernel's speed-up in `../results/layers.tsv` as a picture: `python -m benchmarks.gpu.plot` writes `layers.svg` beside it."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"
SERIES = {"default": "#2a6fbb", "tuned": "#e08a1e"}
STEP, HEIGHT, LEFT, SCALE = 14, 220, 44, 200.0
"""Pixels: between kernels, of the plot, left of it, and for a ratio of 1."""


def picture(rows: list[dict[str, str]]) -> str:
    """A dot a kernel and series, by falling speed-up; the height is the ratio of Triton's time to ours."""

    def y(ratio: float) -> float:
        return HEIGHT - (ratio - 0.9) * SCALE

    width = LEFT + STEP * len(rows) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 24}" font-family="sans-serif" font-size="11">'
    ]
    parts.append(f'<rect width="{width}" height="{HEIGHT + 24}" fill="white"/>')
    for tenth in range(9, 20, 2):
        ratio = tenth / 10
        dark = "#000" if tenth == 10 else "#ccc"
        parts.append(
            f'<line x1="{LEFT}" x2="{width}" y1="{y(ratio):.1f}" y2="{y(ratio):.1f}" stroke="{dark}" stroke-width="0.5"/>'
        )
        parts.append(f'<text x="4" y="{y(ratio) + 4:.1f}">{ratio:.1f}×</text>')
    parts.append(f'<line x1="{LEFT}" x2="{width}" y1="{y(1.0):.1f}" y2="{y(1.0):.1f}" stroke="#000"/>')
    for at, (series, colour) in enumerate(SERIES.items()):
        values = sorted((float(row[series]) for row in rows), reverse=True)
        for i, ratio in enumerate(values):
            parts.append(f'<circle cx="{LEFT + STEP * (i + 0.5):.1f}" cy="{y(ratio):.1f}" r="3.5" fill="{colour}"/>')
        parts.append(f'<circle cx="{width - 250 + 120 * at}" cy="14" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{width - 240 + 120 * at}" y="18">{series}</text>')
    parts.append(
        f'<text x="{LEFT}" y="{HEIGHT + 18}">{len(rows)} kernels, by falling speed-up over plain Triton (H200)</text></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> None:
    _, head, *lines = (RESULTS / "layers.tsv").read_text().splitlines()
    rows = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]
    (RESULTS / "layers.svg").write_text(picture([row for row in rows if "(step)" not in row["kernel"]]))


if __name__ == "__main__":
    main()
