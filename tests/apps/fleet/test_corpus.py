"""Paths of a corpus: folders, globs, lists and archives; and archives that cannot be read as a whole."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from egraph_opt.apps.fleet.corpus import CorpusError, expand_lists, files, is_corpus

SUFFIXES = (".ttgir", ".mlir")
NAMES = ("a.ttgir", "deep/b.mlir", "deep/no.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a corpus as a folder and as archives."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        path = Path("c") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// {name}\n" * 2000)
    for kind in ("tar", "tar.gz"):
        with tarfile.open(f"c.{kind}", "w:gz" if kind.endswith("gz") else "w") as archive:
            archive.add("c", ".")
    with zipfile.ZipFile("c.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name in NAMES:
            packed.write(f"c/{name}", name)
    return tmp_path


def found(*paths: str) -> dict[str, bytes]:
    return {file.source: file.read() for file in files(expand_lists(paths), SUFFIXES)}


@pytest.mark.parametrize(
    ("path", "sources"),
    [
        ("c", ["c/a.ttgir", "c/deep/b.mlir"]),
        ("c/a.ttgir", ["c/a.ttgir"]),
        ("c/**/*.mlir", ["c/deep/b.mlir"]),
        ("c.zip", ["c.zip:a.ttgir", "c.zip:deep/b.mlir"]),
        ("c.ta?", ["c.tar:./a.ttgir", "c.tar:./deep/b.mlir"]),
        ("c.tar.gz", ["c.tar.gz:./a.ttgir", "c.tar.gz:./deep/b.mlir"]),
        ("@list", ["c/a.ttgir", "c.zip:a.ttgir", "c.zip:deep/b.mlir"]),
    ],
)
def test_paths_name_files(folder: Path, path: str, sources: list[str]) -> None:
    Path("list").write_text("# a list\n\nc/a.ttgir\nc.zip\n")
    assert is_corpus(path) == (path != "c/a.ttgir")
    held = found(path)
    assert sorted(held) == sorted(sources)
    assert all(
        text == f"// {Path(source.replace(':', '/')).name}\n".encode() * 2000 or b"deep" in text for source, text in held.items()
    )


def of_tar(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> Callable[[], None]:
    def make() -> None:
        with tarfile.open("x.tar", "w") as archive:
            member = tarfile.TarInfo(name)
            member.type, member.linkname, member.size = kind, target, 2 if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(b"//"))

    return make


def of_zip(name: str) -> Callable[[], None]:
    def make() -> None:
        with zipfile.ZipFile("x.zip", "w") as archive:
            archive.writestr(name, "//")

    return make


def cut(source: str, target: str, part: float) -> Callable[[], None]:
    def make() -> None:
        data = Path(source).read_bytes()
        Path(target).write_bytes(data[: int(len(data) * part)])

    return make


def without_last() -> None:
    """Cut an archive off between two members, where nothing looks wrong but that it has no end."""
    with tarfile.open("c.tar") as archive:
        last = archive.getmembers()[-1].offset
    Path("x.tar").write_bytes(Path("c.tar").read_bytes()[:last])


def damaged(source: str, target: str) -> Callable[[], None]:
    def make() -> None:
        data = bytearray(Path(source).read_bytes())
        data[len(data) // 3] ^= 0xFF
        Path(target).write_bytes(data)

    return make


def written(name: str, text: str) -> Callable[[], None]:
    return lambda: (Path(name).write_text(text), None)[1]


BAD = [
    (cut("c.tar", "x.tar", 0.5), "x.tar", "the archive cannot be read: "),
    (without_last, "x.tar", "the archive cannot be read: it is cut off"),
    (cut("c.tar.gz", "x.tar.gz", 0.7), "x.tar.gz", "the archive cannot be read: "),
    (cut("c.zip", "x.zip", 0.7), "x.zip", "the archive cannot be read: "),
    (damaged("c.zip", "x.zip"), "x.zip", "the archive cannot be read: "),
    (damaged("c.tar.gz", "x.tar.gz"), "x.tar.gz", "the archive cannot be read: "),
    (written("x.tar", "no archive"), "x.tar", "the archive cannot be read: "),
    (written("x.zip", ""), "x.zip", "the archive cannot be read: "),
    (of_tar("../x.ttgir"), "x.tar", "'../x.ttgir' has a name that leads out of the archive"),
    (of_tar("/x.ttgir"), "x.tar", "'/x.ttgir' has a name that leads out of the archive"),
    (of_zip("a/../../x.ttgir"), "x.zip", "has a name that leads out of the archive"),
    (of_tar("x.ttgir", tarfile.LNKTYPE, "absent"), "x.tar", "the link 'x.ttgir' leads nowhere"),
    (of_tar("x.txt"), "x.tar", "the archive holds no file that ends in .ttgir or .mlir"),
    (lambda: None, "absent", "absent: error: No such file or directory"),
    (lambda: None, "", "'': error: No such file or directory"),
    (lambda: None, "c/*.ttir", "c/*.ttir: error: nothing matches"),
    (lambda: None, "@absent", "absent: error: No such file or directory"),
    (written("empty", "# nothing\n"), "@empty", "empty: error: the list names no file"),
    (written("inner", "@inner\n"), "@inner", "@inner: error: No such file"),
    (lambda: Path("void").mkdir(), "void", "void: error: the folder holds no file"),
]


@pytest.mark.parametrize(("make", "path", "message"), BAD)
def test_what_cannot_be_read_as_a_whole_is_refused(folder: Path, make: Callable[[], None], path: str, message: str) -> None:
    make()
    with pytest.raises(CorpusError) as refused:
        found("c", path)
    assert message in str(refused.value) and str(refused.value).count("error: ") == 1
    assert not Path("../x.ttgir").exists()


def test_of_two_members_with_one_name_the_later_one_counts(folder: Path) -> None:
    with tarfile.open("x.tar", "w") as archive:
        for text in (b"old", b"new"):
            member = tarfile.TarInfo("x.ttgir")
            member.size = 3
            archive.addfile(member, io.BytesIO(text))
    assert found("x.tar") == {"x.tar:x.ttgir": b"new"}
