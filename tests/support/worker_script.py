"""A script that does not know of the plug-in: kernels compiled in it and in workers of many kinds. Prints who has whose program.

`python worker_script.py WORKER ...`: `main`, `spawn`, `forkserver`, `fork`, `subprocess`, `loky` (of joblib), `notebook` (of Jupyter), with
PyTorch `loader`, `forked_loader`, `torch_spawn` and `compile`, and `ray`.
"""

import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

TTIR = """
module {
  tt.func public @scaled(%out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %in: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                         %scale: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %at = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %p = tt.splat %in : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %q = tt.addptr %p, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %x = tt.load %q : tensor<1024x!tt.ptr<f32>>
    %sum = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<1024xf32>) -> f32
    %r = tt.splat %scale : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %s = tt.addptr %r, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %y = tt.load %s : tensor<1024x!tt.ptr<f32>>
    %sums = tt.splat %sum : f32 -> tensor<1024xf32>
    %d = arith.divf %x, %sums : tensor<1024xf32>
    %e = arith.mulf %d, %y : tensor<1024xf32>
    %t = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %u = tt.addptr %t, %at : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %u, %e : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
"""
"""The second load need not wait for the sum."""


def compiled(_: object = None) -> str:
    """Whose program of the kernel this process compiles, from its text."""
    import triton
    from triton.backends.compiler import GPUTarget

    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRITON_CACHE_DIR"] = folder  # so that it is compiled
        path = Path(folder, "scaled.ttir")
        path.write_text(TTIR)
        text = triton.compile(str(path), target=GPUTarget("cuda", 90, 32)).asm["ttgir"]
    match re.findall(r"tt\.(load|reduce)[ \"]", text):
        case ["load", "load", "reduce"]:
            return "ours"
        case ["load", "reduce", "load"]:
            return "Triton's"
    return "?"


class Compiled:
    """A data set for PyTorch's DataLoader."""

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> str:
        return compiled()


def in_pool(kind: str) -> str:
    """By a process of `multiprocessing`."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(kind)) as pool:
        return pool.submit(compiled).result()


def in_subprocess() -> str:
    """By Python started anew."""
    command = [sys.executable, "-c", "from worker_script import compiled; print(compiled())"]
    return subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()


def in_loky() -> str:
    """By a worker of joblib's executor."""
    from loky import ProcessPoolExecutor as Executor

    with Executor(1) as pool:
        return str(pool.submit(import_module("worker_script").compiled).result())


def in_notebook() -> str:
    """By the kernel of a notebook."""
    from jupyter_client.manager import start_new_kernel

    said: list[str] = []
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(Path(__file__).parent))
    try:
        cell = "from worker_script import compiled; print(compiled())"
        client.execute_interactive(cell, output_hook=lambda message: said.append(message["content"].get("text", "")))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    return "".join(said).strip()


def in_loader(context: str = "spawn") -> str:
    """By a worker of a DataLoader."""
    from torch.utils.data import DataLoader

    (found,) = DataLoader(Compiled(), num_workers=1, batch_size=None, multiprocessing_context=context)
    return str(found)


def _write(rank: int, file: str) -> None:
    Path(file).write_text(compiled())


def in_torch_spawn() -> str:
    """By a process that PyTorch spawns, as for training on several GPUs."""
    from torch.multiprocessing import spawn

    with tempfile.TemporaryDirectory() as folder:
        spawn(import_module("worker_script")._write, (f"{folder}/said",))
        return Path(folder, "said").read_text()


def in_ray() -> str:
    """By a worker of Ray."""
    import ray

    ray.init(
        num_cpus=1,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parent)}},
    )
    try:
        return str(ray.get(ray.remote(import_module("worker_script").compiled).remote()))
    finally:
        ray.shutdown()


def in_compile_worker() -> str:
    """By one of the processes in which `torch.compile` compiles."""
    from torch._inductor.compile_worker.subproc_pool import SubprocPool

    pool = SubprocPool(1)
    try:
        return str(pool.submit(import_module("worker_script").compiled).result())  # by a name that it has there
    finally:
        pool.shutdown()


WORKERS = {
    "main": compiled,
    "subprocess": in_subprocess,
    "loky": in_loky,
    "notebook": in_notebook,
    "loader": in_loader,
    "forked_loader": lambda: in_loader("fork"),
    "torch_spawn": in_torch_spawn,
    "compile": in_compile_worker,
    "ray": in_ray,
}

if __name__ == "__main__":
    for worker in sys.argv[1:]:
        found = WORKERS[worker]() if worker in WORKERS else in_pool(worker)
        print(f"{os.environ.get('LOCAL_RANK', '')}{worker}: {found}", flush=True)
