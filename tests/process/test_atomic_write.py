"""Files that are there as a whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt.process.atomic_write import write_whole


def test_a_file_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    file = tmp_path / "new" / "file"
    for data in (b"old", b"", b"new"):
        write_whole(file, data)
        assert file.read_bytes() == data and list(file.parent.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("blocked", ["", "below"], ids=["a folder has its name", "a file is in the way"])
def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path, blocked: str) -> None:
    place = tmp_path / "place"
    if blocked:
        place.write_text("kept")
    else:
        place.mkdir()
    with pytest.raises(OSError) as raised:
        write_whole(place / blocked if blocked else place, b"data")
    assert raised.value.filename == str(place / blocked if blocked else place)
    assert list(tmp_path.iterdir()) == [place] and (not blocked or place.read_text() == "kept")
