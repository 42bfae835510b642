"""The folder between the machine that prepares programs and the one that times them: a line of JSON for each kernel, shape and
configuration, and programs by the hash of their text, compressed. Needs nothing but Python.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Case = dict[str, Any]
"""One kernel at one shape in one configuration: `group` (what a tuner chooses within), `kernel`, `configuration`, `grid`, `arguments`,
`fusion` (whether multiplications and additions may be fused), `programs` (variant: hash), `predicted` (variant: model: number)."""


def put(folder: Path, text: str) -> str:
    """Keep a program; the name that `get` knows it by."""
    name = hashlib.sha256(text.encode()).hexdigest()[:20]
    file = folder / "programs" / f"{name}.ttgir.xz"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, lzma.compress(text.encode(), preset=6))
    return name


def get(folder: Path, name: str) -> str:
    return lzma.decompress((folder / "programs" / f"{name}.ttgir.xz").read_bytes()).decode()


def write(file: Path, content: bytes) -> None:
    """All or nothing, also where several processes write the same."""
    new = file.with_name(f"{file.name}.{os.getpid()}")
    new.write_bytes(content)
    os.replace(new, file)


def cases(folder: Path) -> Iterator[Case]:
    """All cases that were prepared, in the order of their files and lines."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            yield json.loads(line)


def fingerprint(folder: Path) -> str:
    """Of all cases: results number them, so they belong to these alone."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(folder.glob("*.jsonl")))).hexdigest()[:12]
