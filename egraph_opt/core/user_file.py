"""Import of rules and cost models from users' files: `my_rules.py:name`."""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from egraph_opt.core.import_hints import describe_import_error
from egraph_opt.errors import nearest
from egraph_opt.plugins import PLACE, OutsideError
from egraph_opt.process.user_code import PREFIX, TooLong, import_from_folder, limit_cpu_time


def in_file(place: str) -> Any:
    """Load the object `file.py:name`, or the module `file.py`.

    Raises:
        OutsideError: the file or the name does not exist, or running the file fails.
    """
    found = PLACE.fullmatch(place)
    assert found is not None, place
    module = _module(found["file"])
    if found["name"] is None:
        return module
    if not hasattr(module, found["name"]):
        raise OutsideError(f"{found['file']}: error: there is no {found['name']!r} in it{nearest(found['name'], vars(module))}")
    return getattr(module, found["name"])


class _AsRead(SourceFileLoader):
    """Module loader without cached bytecode.

    Python's bytecode cache compares length and time in seconds, so it may be stale after a quick edit.
    """

    def __init__(self, name: str, path: Path, text: bytes) -> None:
        super().__init__(name, str(path))
        self.text = text

    def get_data(self, path: object) -> bytes:
        return self.text

    def path_stats(self, path: object) -> Mapping[str, Any]:
        """Raise OSError, which disables reading and writing of cached bytecode."""
        raise OSError


def _module(file: str) -> ModuleType:
    """Run a file as a module, again only if its content has changed. The file can import modules from its own folder."""
    try:
        path = Path(os.path.realpath(file, strict=True))
        text = path.read_bytes()
    except OSError as error:
        raise OutsideError(f"{file}: error: {error.strerror}") from None
    digest = hashlib.sha256(str(path).encode() + b"\0" + text).hexdigest()
    name = f"{PREFIX}{path.stem}_{digest[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path, loader=_AsRead(name, path, text))
    assert spec is not None and spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        with (
            import_from_folder(path.parent),
            limit_cpu_time(),
            redirect_stdout(sys.stderr),
        ):  # its output must not mix with the command's output
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit, TooLong)):
            raise OutsideError(_describe_failure(file, str(path), error)) from error
        raise
    return module


def _describe_failure(file: str, path: str, error: BaseException) -> str:
    """Return a message for a file that failed to run: the error, and the last traceback line in the file."""
    if isinstance(error, SyntaxError) and error.filename == path:
        caret = f"\n{error.text.rstrip()}\n{' ' * ((error.offset or 1) - 1)}^" if error.text else ""
        return f"{file}:{error.lineno}:{error.offset}: error: {error.msg}{caret}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    if str(error).startswith(f"{path}:"):  # the error already contains its position
        return file + str(error).removeprefix(path)
    said = str(error) if isinstance(error, TooLong) else f"{type(error).__name__}: {error}"
    if isinstance(error, (ImportError, NameError)):
        said = describe_import_error(error)
    return f"{file}:{lines[-1] if lines else 1}: error: {said}"
