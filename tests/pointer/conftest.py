"""Common fixtures of this folder's tests."""

import os

import pytest

from tests.pointer import cases


@pytest.fixture(scope="session", autouse=True)
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A folder for all processes of this run; pytest removes it in time."""
    own = tmp_path_factory.getbasetemp()
    cases.shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "raised"
    cases.shared.mkdir(exist_ok=True)
