"""Kernels are proved against functions and modules of PyTorch, on its CPU build; wrong kernels are refuted, and branches on elements are
not taken for granted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.verify.kernelbench.compilation import compile_problems
from benchmarks.verify.kernelbench.table import tasks
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.proof.reals.evaluation import Evaluation
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring
from egraph_opt.verifier.proof.reals.real_domain import Reals
from egraph_opt.verifier.proof.reference.reference_lifting import array_of
from egraph_opt.verifier.proof.reference.torch_function import TorchFunction, uses_torch
from egraph_opt.verifier.side import ArraySpec, row_major

torch = pytest.importorskip("torch")
pytest.importorskip("triton")
nn, F = torch.nn, torch.nn.functional
pytestmark = pytest.mark.slow
TASKS = {task.name: task for task in tasks()}


class LinearSwish(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.matmul = nn.Linear(20, 10)

    def forward(self, x: Any) -> Any:
        x = self.matmul(x)
        x *= torch.sigmoid(x)
        return x * 2.0


KERNELS: dict[str, Callable[..., Any]] = {
    "1/1 square product": lambda A, B: torch.matmul(A, B),
    "1/11 4D tensor times matrix": lambda A, B: torch.einsum("bijl,lk->bijk", A, B),
    "1/23 softmax": lambda x: F.softmax(x, dim=1),
    "1/24 log-softmax": lambda x: F.log_softmax(x, dim=1),
    "1/26 GELU": lambda x: F.gelu(x),
    "1/29 softplus": lambda x: F.softplus(x),
    "1/33 batch norm": lambda x, bn_weight, bn_bias: F.batch_norm(x, None, None, bn_weight, bn_bias, training=True),
    "1/35 group norm": lambda x, gn_weight, gn_bias, G: F.group_norm(x, G, gn_weight, gn_bias),
    "1/40 layer norm": lambda x, ln_weight, ln_bias: F.layer_norm(x, ln_weight.shape, ln_weight, ln_bias),
    "1/42 maximum pooling 2D": lambda x: F.max_pool2d(x, 4, 1, 1),
    "1/44 average pooling 1D": lambda x: F.avg_pool1d(x, 4, 1, 2),
    "1/63 convolution 2D": lambda x, conv2d_weight: F.conv2d(x, conv2d_weight),
    "1/64 transposed convolution 1D": lambda x, conv1d_transpose_weight: F.conv_transpose1d(x, conv1d_transpose_weight),
    "1/82 depthwise convolution 2D": lambda x, conv2d_weight: F.conv2d(x, conv2d_weight, groups=3),
    "1/51 argmax": lambda x: torch.argmax(x, dim=1),
    "1/92 exclusive cumulative sum": lambda x: torch.cumsum(x, 1) - x,
    "1/95 cross entropy": lambda predictions, targets: F.cross_entropy(predictions, targets),
    "1/96 Huber loss": lambda predictions, targets: F.smooth_l1_loss(predictions, targets),
    "1/97 attention": lambda Q, K, V: F.scaled_dot_product_attention(Q, K, V),
    "2/59 linear, swish, factor": LinearSwish(),
}
WRONG: dict[str, Callable[..., Any]] = {
    "1/23 softmax": lambda x: F.softmax(x, dim=0),
    "1/26 GELU": lambda x: F.gelu(x, approximate="tanh"),
    "1/33 batch norm": lambda x, bn_weight, bn_bias: F.batch_norm(x, bn_bias * 0, bn_weight * 0 + 1, bn_weight, bn_bias),
    "1/44 average pooling 1D": lambda x: F.avg_pool1d(x, 4, 1, 2, count_include_pad=False),
    "1/97 attention": lambda Q, K, V: F.scaled_dot_product_attention(Q, K, V, is_causal=True),
}


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_is_proved_against_pytorch(name: str) -> None:
    (problem,) = compile_problems([TASKS[name].problem(KERNELS[name])])
    verdict = decide(problem)
    assert verdict.equal, str(verdict)


@pytest.mark.parametrize("name", WRONG)
def test_kernel_differs_from_another_function(name: str) -> None:
    (problem,) = compile_problems([TASKS[name].problem(WRONG[name])])
    verdict = decide(problem)
    assert verdict.different, str(verdict)


SHAPE = (2, 6, 5)
X = ArraySpec("x", "f32", SHAPE, row_major(SHAPE))
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "variance": lambda x: torch.var(x, dim=(1, 2)) + x.std(dim=1, unbiased=False).sum(1),
    "log-sum-exp": lambda x: torch.logsumexp(x, dim=-1),
    "triangle": lambda x: torch.tril(x, 1) + torch.triu(x, 2),
    "norm": lambda x: x / torch.norm(x, p=2, dim=1, keepdim=True) + torch.linalg.vector_norm(x, ord=1),
    "in place": lambda x: x.clone().mul_(2).add_(x, alpha=3)[:, 1:4:2],
    "written slice": lambda x: torch.cat([x[:, :2].relu(), x[:, 2:]], dim=1).flip(2).transpose(0, 2),
    "transposed convolution": lambda x: F.conv_transpose1d(x, torch.arange(24.0).double().reshape(6, 2, 2), stride=2, padding=1,
                                                           output_padding=1, groups=2),
    "grouped convolution": lambda x: F.conv1d(x, torch.arange(24.0).double().reshape(4, 3, 2), stride=2, padding=1, dilation=2, groups=2),
    "adaptive pooling": lambda x: F.adaptive_avg_pool2d(x[:, None], (2, 1)),
    "cosine": lambda x: F.cosine_similarity(x[0], x[1], dim=1),
    "activations": lambda x: F.mish(x) + F.hardswish(x) + F.silu(x) + F.selu(x) + F.celu(x) + F.glu(x, dim=1).sum(),
    "bounds": lambda x: torch.clamp(x, min=-0.5) + x.clamp_max(0.25) + F.hardtanh(x) + F.softsign(x) + F.logsigmoid(x),
    "losses": lambda x: F.mse_loss(x, x.flip(0)) + F.l1_loss(x, x.flip(0)) + F.huber_loss(x, x.flip(0), delta=0.5),
    "losses of logits": lambda x: F.binary_cross_entropy_with_logits(x, x.flip(0)) + F.soft_margin_loss(x, x.sign()),
    "smooth labels": lambda x: F.cross_entropy(x[0], torch.tensor([1, 0, 2, 4, 4, 3]), label_smoothing=0.1),
    "values and index": lambda x: torch.max(x, dim=1).values + torch.min(x, 1)[0] + x.amax((0, 1)),
    "changed in place": lambda x: torch.stack([x[0].clone().add_(1).mul_(x[1]), x[1]]).clone().clamp_(min=0),
    "numbers": lambda x: torch.addmm(x[0, :5], x[1, :5], x[0, :5], beta=0.5, alpha=2.0),
    "windows": lambda x: x.unfold(2, 3, 1).mean(-1),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_has_the_values_of_pytorch(name: str) -> None:
    function = TorchFunction(FUNCTIONS[name])
    ring = Ring(expand=20_000)
    found = function(x=array_of(Reals(ring, (X,)), X))
    random = np.random.default_rng(3)
    for _ in range(3):
        numbers = random.normal(size=SHAPE)
        expected = np.asarray(function(x=numbers))
        evaluation = Evaluation(ring, {"x": numbers.reshape(-1)})
        values = np.asarray([evaluation.polynomial(p) for p in found.numbers.reshape(-1).tolist()]).reshape(found.shape)
        assert values.shape == expected.shape
        np.testing.assert_allclose(values, expected, rtol=1e-6, atol=1e-7)


def test_a_branch_on_an_element_is_not_known() -> None:
    problem = TASKS["1/19 ReLU"].problem(lambda x: torch.relu(x) if x.sum() > -1e9 else x)
    verdict = decide(compile_problems([problem])[0])
    assert not verdict.different and not verdict.equal and "cannot be traced" in verdict.reason


def changed_view(x: Any) -> Any:
    y = x.clone()
    y[:, 0].add_(1)
    return torch.relu(y)


def test_a_change_through_a_view_is_seen() -> None:
    problem = TASKS["1/19 ReLU"].problem(changed_view)
    assert decide(compile_problems([problem])[0]).different
    function = TorchFunction(changed_view)
    spec = ArraySpec("x", "f32", (2, 3), (3, 1))
    ring = Ring()
    try:
        found = function(x=array_of(Reals(ring, (spec,)), spec))
    except Unliftable:
        return
    values = [Evaluation(ring, {"x": np.arange(6.0)}).polynomial(p) for p in found.numbers.reshape(-1).tolist()]
    assert values == [1, 1, 2, 4, 4, 5]


def test_random_numbers_are_not_known() -> None:
    problem = TASKS["1/19 ReLU"].problem(lambda x: torch.relu(x) + 0 * torch.rand_like(x))
    verdict = decide(compile_problems([problem])[0])
    assert not verdict.equal and "PyTorch" in verdict.reason


def test_functions_of_pytorch_are_told_from_those_of_numpy() -> None:
    scale = torch.tensor(2.0)
    assert uses_torch(LinearSwish()) and uses_torch(F.softmax) and uses_torch(KERNELS["1/23 softmax"])
    assert uses_torch(lambda x: x * scale)
    assert not uses_torch(lambda x: np.exp(x)) and not uses_torch(TorchFunction(F.softmax))


def test_parameters_of_a_module_are_arrays_where_they_are_named() -> None:
    module = LinearSwish()
    function = TorchFunction(module)
    x = np.ones((2, 20))
    own = function(x=x)
    zeros = function(x=x, matmul_weight=np.zeros((10, 20)), matmul_bias=np.zeros(10))
    assert np.allclose(own, module.double()(torch.ones(2, 20).double()).detach().numpy()) and not zeros.any()
