"""One process of `benchmarks.gpu.start`: build a model, train it for some steps or serve requests, and print when each step ended.

`python -m benchmarks.gpu.start.workload NAME SIDE STEPS CONFIGURATIONS BEGAN`; the last is `time.time()` when the process was started. The
last line of the output is JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

SIDES: dict[str, dict[str, Any] | None] = {"plain": None, "default": {}, "model": {"autotune": "model"}}
"""Arguments of `enable` by side; None for Triton alone."""
ALL = 0
"""Number of configurations that stands for all of a tuner's."""
FLA = ("gla", "kda", "rwkv7", "delta_net")
"""Models of flash-linear-attention, by `model_type`."""
ANSWER = 16
"""Tokens of an answer to a request."""
SERVED = "-served"
"""Ends the names of models that answer requests instead of being trained."""
BATCH, TOKENS, HIDDEN, LAYERS, VOCABULARY = 2, 2048, 1024, 2, 32_000


def limit_configurations(number: int) -> None:
    """Give each `triton.autotune` that is declared from now on `number` evenly spread configurations of its list."""
    from triton.runtime.autotuner import Autotuner

    initialise = Autotuner.__init__

    def limited(tuner: Any, fn: Any, arg_names: Any, configs: Any, *rest: Any, **named: Any) -> None:
        configs = list(configs or ())
        if len(configs) > number:
            configs = [configs[place * (len(configs) - 1) // max(1, number - 1)] for place in range(number)]
        initialise(tuner, fn, arg_names, configs, *rest, **named)

    Autotuner.__init__ = limited


def build_fla(name: str) -> Any:
    """Return a language model of flash-linear-attention."""
    import fla  # noqa: F401  registers its models with transformers
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    config = AutoConfig.for_model(name, hidden_size=HIDDEN, num_hidden_layers=LAYERS, vocab_size=VOCABULARY)
    return AutoModelForCausalLM.from_config(config).to("cuda", torch.bfloat16)


def serve(model: Any) -> Callable[[], Any]:
    """Return one request: a prompt, and `ANSWER` tokens after it."""
    import torch

    prompt = torch.randint(VOCABULARY, (1, TOKENS), device="cuda")

    def step() -> Any:
        with torch.inference_mode():
            answer = model.generate(prompt, max_new_tokens=ANSWER, min_new_tokens=ANSWER, do_sample=False, pad_token_id=0)
        return answer.float().mean()

    return step


def train_llama() -> Callable[[], Any]:
    """Return one training step of a Llama under `torch.compile`."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        hidden_size=HIDDEN, intermediate_size=4 * HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=16, vocab_size=VOCABULARY
    )
    model = LlamaForCausalLM(config).to("cuda", torch.bfloat16)
    model.compile()
    return training_step(model)


def training_step(model: Any) -> Callable[[], Any]:
    """Return forward, backward and AdamW on random tokens."""
    import torch

    tokens = torch.randint(VOCABULARY, (BATCH, TOKENS), device="cuda")
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def step() -> Any:
        loss = model(input_ids=tokens, labels=tokens).loss
        loss.backward()
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        return loss

    return step


def run_flex() -> Callable[[], Any]:
    """Return forward and backward of compiled flex attention with a causal mask."""
    import torch
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    q, k, v = (torch.randn(2, 16, 4096, 64, device="cuda", dtype=torch.bfloat16).requires_grad_() for _ in range(3))
    mask = create_block_mask(lambda b, h, i, j: i >= j, None, None, 4096, 4096)
    attention = torch.compile(flex_attention)

    def step() -> Any:
        output = attention(q, k, v, block_mask=mask)
        output.sum().backward()
        return output.sum()

    return step


def main(name: str, side: str, steps: int, configurations: int, began: float) -> None:
    """Run the steps; the last line printed is their times in seconds since `began`, and what the plug-in reports."""
    arguments = SIDES[side]
    if arguments is not None:
        import egraph_opt.triton

        egraph_opt.triton.enable(**arguments)
    if configurations != ALL:
        limit_configurations(configurations)
    import torch

    torch.manual_seed(0)
    if (model := name.removesuffix(SERVED)) in FLA:
        step = (serve if name.endswith(SERVED) else training_step)(build_fla(model))
    else:
        step = {"llama": train_llama, "flex": run_flex}[name]()
    torch.cuda.synchronize()
    ended = [time.time() - began]
    for _ in range(steps):
        loss = step()
        torch.cuda.synchronize()
        ended.append(time.time() - began)
    row: dict[str, Any] = {
        "ended": ended,
        "loss": float(loss),
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name(),
    }
    if arguments is not None:
        found = egraph_opt.triton.report()  # waits for what is under way
        row |= {"report": str(found), "settled": time.time() - began, "kernels": [kernel.row() for kernel in found.kernels]}
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(given[0], given[1], int(given[2]), int(given[3]), float(given[4]))
