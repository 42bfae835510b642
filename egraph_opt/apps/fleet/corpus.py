"""Files of a corpus: files, folders, globs, members of tar and zip archives, and the entries of `@list` files.

Archives are read without unpacking. Damaged archives are rejected before the run, and so are archives with a member path that
leaves the archive (`../`).
"""

from __future__ import annotations

import glob
import os
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from egraph_opt.errors import UserError

MAX_MEMBER_BYTES = 1 << 28
"""Largest size in bytes of an archive member that is read as a program."""
TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ZIP = (".zip",)
LIST = "@"
ARCHIVE_ERRORS = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
)
"""Errors of the archive readers. A needed password causes a `RuntimeError`, an unknown compression method a `NotImplementedError`."""


class CorpusError(UserError):
    """Error: a path names no file, or an archive cannot be read."""


class File(NamedTuple):
    source: str
    """Path from the user; `ARCHIVE:MEMBER` for a member of an archive."""
    inside: str
    """Path relative to the user's folder or archive, by which files of two corpora are matched."""
    read: Callable[[], bytes]
    """Function that returns the content. Raises OSError."""


def is_corpus(path: str) -> bool:
    """Return whether a path is a folder, an archive, a glob or a list."""
    if os.path.exists(path):
        return os.path.isdir(path) or path.endswith((*TAR, *ZIP))
    return path.startswith(LIST) or _is_glob(path) or path.endswith((*TAR, *ZIP))


def files(paths: Sequence[str], suffixes: Sequence[str]) -> Iterator[File]:
    """Yield the files at some paths, in an order that depends only on the names.

    Args:
        paths: the user's paths after `expand_lists`.
        suffixes: file name suffixes of programs in folders and archives.

    Raises:
        CorpusError: a path names no file, or an archive cannot be read.
    """
    for path in paths:
        yield from _named_files(path, suffixes)


def expand_lists(paths: Sequence[str]) -> list[str]:
    """Return the paths with `@list` files replaced by their entries. A list is read once, so it may be a pipe. Raises CorpusError."""
    return [name for path in paths for name in (_lines(path[1:]) if _is_list(path) else [path])]


def _is_list(path: str) -> bool:
    return path.startswith(LIST) and not os.path.exists(path)


def _named_files(path: str, suffixes: Sequence[str]) -> Iterator[File]:
    if os.path.isdir(path):
        walked = os.walk(path)  # skips folders that disappear during the walk
        ours = (Path(folder, name) for folder, _, names in walked for name in names if name.endswith(tuple(suffixes)))
        inside = sorted(file for file in ours if file.is_file())
        if not inside:
            raise CorpusError(f"{path}: error: the folder holds no file that ends in {' or '.join(suffixes)}")
        for file in inside:
            yield File(str(file), file.relative_to(path).as_posix(), file.read_bytes)
    elif os.path.exists(path):
        if path.endswith(TAR):
            yield from _archive_files(path, suffixes, _tar)
        elif path.endswith(ZIP):
            yield from _archive_files(path, suffixes, _zip)
        else:
            yield File(path, os.path.basename(path), Path(path).read_bytes)
    elif _is_glob(path) and (found := sorted(glob.glob(path, recursive=True))):
        for name in found:
            yield from _named_files(name, suffixes)
    else:
        raise CorpusError(f"{path or repr(path)}: error: {'nothing matches' if _is_glob(path) else 'No such file or directory'}")


def _is_glob(path: str) -> bool:
    return glob.has_magic(path)


def _lines(path: str) -> list[str]:
    """Return the lines of a list file, without blank lines and lines that begin with `#`."""
    try:
        lines = [line.strip() for line in Path(path).read_text().splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: error: {getattr(error, 'strerror', None) or 'the list is not text'}") from None
    if not (found := [line for line in lines if line and not line.startswith("#")]):
        raise CorpusError(f"{path}: error: the list names no file")
    return found


Members = Iterator[tuple[str, int, Callable[[], bytes]]]
"""Iterator over the members of an archive: name, size, and a function that reads the content."""


def _archive_files(path: str, suffixes: Sequence[str], members: Callable[[str], Members]) -> Iterator[File]:
    some = False
    try:
        for name, size, read in members(path):
            _vet(path, name)
            if name.endswith(tuple(suffixes)):
                if size > MAX_MEMBER_BYTES:
                    raise CorpusError(f"{path}: error: the member {name!r} holds {size} bytes, more than a program may")
                some = True
                data = read()
                yield File(f"{path}:{name}", name, lambda data=data: data)  # type: ignore[misc]
    except ARCHIVE_ERRORS as error:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0].rstrip(":") or type(error).__name__
        why = "it is no tar archive, or damaged at its beginning" if why.startswith("file could not be opened") else why
        raise CorpusError(f"{path}: error: the archive cannot be read: {why}") from None
    if not some:
        raise CorpusError(f"{path}: error: the archive holds no file that ends in {' or '.join(suffixes)}")


def _vet(path: str, name: str) -> None:
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
        raise CorpusError(f"{path}: error: the member {name!r} has a name that leads out of the archive: it is not used")


def _tar(path: str) -> Members:
    with tarfile.open(path) as archive:
        latest = {member.name: member for member in archive.getmembers()}  # the last of several members with one name is used
        assert archive.fileobj is not None
        archive.fileobj.seek(archive.offset)
        if archive.fileobj.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
            raise tarfile.ReadError("it is cut off")
        while archive.fileobj.read(1 << 20):
            pass  # reading to the end verifies the checksum
        for member in latest.values():
            if member.isfile() or member.islnk():
                yield member.name, member.size, lambda member=member: _content(archive, member)  # type: ignore[misc]
            elif not member.isdir():
                _vet(path, member.name)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    try:
        file = archive.extractfile(member)
    except KeyError:
        raise tarfile.ReadError(f"the link {member.name!r} leads nowhere") from None
    assert file is not None
    data = file.read(MAX_MEMBER_BYTES)
    if not member.islnk() and len(data) < member.size:
        raise tarfile.ReadError("it is cut off")
    return data


def _zip(path: str) -> Members:
    with zipfile.ZipFile(path) as archive:
        for member in {member.filename: member for member in archive.infolist()}.values():
            if not member.is_dir():
                yield member.filename, member.file_size, lambda member=member: archive.read(member)  # type: ignore[misc]
