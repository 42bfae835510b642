"""Write the blocks of this folder: PyTorch blocks of well-known models, as IREE's compiler takes them in, weights as parameters.

    python export.py FOLDER [NAME ...]    (PyTorch 2.13, iree-turbine 3.9 and IREE 3.13; none of them is needed to use what is written)

Shapes are small and otherwise those of the models. `NAME.npz`, which is written too and kept out of this folder for its size, has the
weights (`p.NAME`), the inputs (`in0`, ...) and what PyTorch computes of them (`out0`, ...).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import torch
from iree.turbine import aot
from sequence import GLU, LSTM, HeadsConcat, LlamaDecode, LlamaPrefill, Mamba, RopeOnly, TokenShift
from vision import TSM, ConvNeXt, Dense, Fire, Focus, Inception, MobileNet, Residual, Shuffle, Swin, UNet, ViTEmbed

MODELS = dict(
    llama_decode=LlamaDecode,
    llama_prefill=LlamaPrefill,
    rope=RopeOnly,
    swin=Swin,
    densenet=Dense,
    shufflenet=Shuffle,
    unet_skip=UNet,
    convnext=ConvNeXt,
    mobilenet=MobileNet,
    mamba=Mamba,
    lstm=LSTM,
    glu=GLU,
    vit_embed=ViTEmbed,
    inception=Inception,
    fire=Fire,
    yolo=Focus,
    token_shift=TokenShift,
    temporal_shift=TSM,
    resnet_down=Residual,
    towers=HeadsConcat,
)


def export(name: str, folder: Path) -> None:
    """Write one block, its weights, its inputs and its outputs."""
    torch.manual_seed(7)
    model = MODELS[name]().eval()
    inputs = tuple(torch.randn(shape) for shape in MODELS[name].shapes)
    with torch.no_grad():
        for buffer in model.buffers():
            if buffer.dtype.is_floating_point:
                buffer.copy_(torch.rand_like(buffer) * 0.4 + 0.8)
        outputs = model(*inputs)
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    aot.externalize_module_parameters(model)
    torch_text = str(aot.export(model, args=inputs).mlir_module)
    done = subprocess.run(
        ["iree-compile", "--compile-to=input", "-", "-o", "-"], input=torch_text, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr}")
    (folder / f"{name}.mlir").write_text(done.stdout)
    arrays = {f"p.{key}": value.detach().numpy() for key, value in model.state_dict().items()}
    arrays |= {f"in{n}": x.numpy() for n, x in enumerate(inputs)} | {f"out{n}": x.detach().numpy() for n, x in enumerate(outputs)}
    np.savez(folder / f"{name}.npz", **arrays)


if __name__ == "__main__":
    for chosen in sys.argv[2:] or MODELS:
        export(chosen, Path(sys.argv[1]))
