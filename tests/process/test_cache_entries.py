"""Entries of caches are read as they were written, or not at all."""

from pathlib import Path

import pytest

from egraph_opt.process.cache_entries import DamagedError, cache_folder, read_entry, write_entry


@pytest.mark.parametrize(("base", "expected"), [("/somewhere", "/somewhere"), ("", "~/.cache"), ("relative", "~/.cache")])
def test_the_folder_is_where_the_specification_says(base: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", base)
    assert cache_folder("kind") == Path(expected).expanduser() / "egraph-opt" / "kind"


def test_an_entry_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "key.json"
    with pytest.raises(FileNotFoundError):
        read_entry(file)
    for data in ({"a": [1, None, "ä"]}, 7, None):
        write_entry(file, data)
        assert read_entry(file) == data


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-3], lambda data: data.replace(b"1", b"2"), lambda _: b"", lambda _: b"[]"]
)
def test_a_damaged_entry_is_not_read(damage, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "key.json"
    write_entry(file, {"number": 1})
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(DamagedError):
        read_entry(file)


def test_an_entry_of_another_key_is_not_read(tmp_path: Path) -> None:
    write_entry(tmp_path / "one.json", 1)
    (tmp_path / "one.json").rename(tmp_path / "other.json")
    with pytest.raises(DamagedError):
        read_entry(tmp_path / "other.json")
