"""One kernel under Triton's own interpreter, in a process in which TRITON_INTERPRET=1 is set: arrays in, arrays out, as one .npz file.

python -m tests.support.interpreter_child KERNEL FILE
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from triton.runtime.interpreter import GridExecutor

from egraph_opt.triton.capture.fake_driver import FakeTensor
from tests.support.jit_kernels import ARGUMENTS


class OnHost(GridExecutor):
    """Arguments that are in this process's memory already: there is nothing to copy from a device or back."""

    def _init_args_hst(self, args_dev: Any, kwargs: Any) -> Any:
        return args_dev, kwargs

    def _restore_args_dev(self, *nothing: Any) -> None:
        pass


def main() -> None:
    name, path = sys.argv[1:]
    kernel, types, constants = ARGUMENTS[name]
    given = dict(np.load(path))
    arrays = {key: np.ascontiguousarray(value) for key, value in given.items() if value.ndim}
    arguments = [
        FakeTensor(str(arrays[key].dtype), arrays[key].shape, arrays[key].ctypes.data) if key in arrays else int(given[key])
        for key in types
    ]
    OnHost(kernel.rewrite(), kernel.arg_names, (1,))(*arguments, **constants)
    np.savez(path, **arrays)


if __name__ == "__main__":
    main()
