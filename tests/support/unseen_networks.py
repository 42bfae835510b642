"""Whole networks beside those that the search was tuned on, with the shapes of published models and weights as parameters: GoogLeNet,
ShuffleNetV2 x1, U-Net, Swin-T.
"""

from __future__ import annotations

from tests.support.networks import Network

INCEPTION = (
    (64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64), (192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64),
    (128, 128, 256, 24, 64, 64), (112, 144, 288, 32, 64, 64), (256, 160, 320, 32, 128, 128), (256, 160, 320, 32, 128, 128),
    (384, 192, 384, 48, 128, 128),
)  # fmt: skip
"""Channels of GoogLeNet's branches: 1x1, 3x3 (reduced, full), 5x5 (reduced, full), pooled."""
POOLED = (1, 6)
"""Inception modules after which the image is halved."""
STAGES = ((116, 4), (232, 8), (464, 4))
"""Channels and units of ShuffleNetV2's stages."""
LEVELS = (64, 128, 256, 512)
"""Channels of U-Net on the way down."""
WINDOW, SHIFT = 7, 3
SWIN = ((96, 3, 2), (192, 6, 2), (384, 12, 6), (768, 24, 2))
"""Channels, heads and layers of Swin-T's stages."""
ADDED = "    %y = arith.addf %a, %b : f32"


def active(net: Network, x: str, channels: int, size: int, stride: int = 1) -> str:
    """Return a convolution, a batch normalisation and the positive part."""
    return net.normalised(net.convolved(x, channels, size, stride))


def googlenet() -> str:
    """Return GoogLeNet up to its classifier, on one image."""
    given = (1, 3, 224, 224)
    net = Network(shapes={"%x": given})
    x = net.pooled(active(net, "%x", 64, 7, 2), 2)
    x = net.pooled(active(net, active(net, x, 64, 1), 192, 3), 2)
    for n, (one, reduced3, three, reduced5, five, pool) in enumerate(INCEPTION):
        branches = [
            active(net, x, one, 1), active(net, active(net, x, reduced3, 1), three, 3),
            active(net, active(net, x, reduced5, 1), five, 5), active(net, x, pool, 1),
        ]  # fmt: skip
        x = net.concatenated(1, branches)
        x = net.pooled(x, 2) if n in POOLED else x
    return net.module(given, x)


def depthwise(net: Network, x: str, stride: int = 1) -> str:
    """Return a convolution of each channel by itself, of size 3, and a batch normalisation."""
    n, c, h, w = net.shapes[x]
    padded = (n, c, h + 2, w + 2)
    typed = [f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in ((n, c, h, w), padded)]
    x = net.add(
        "tensor.pad {} low[0, 0, 1, 1] high[0, 0, 1, 1] {{\n  ^bb0(%i: index, %j: index, %k: index, %l: index):\n"
        "    tensor.yield %zero : f32\n  }} : {} to {}".format(x, *typed), padded,
    )  # fmt: skip
    steps = f"{{dilations = dense<1> : tensor<2xi64>, strides = dense<{stride}> : tensor<2xi64>}}"
    shape = (n, c, -(-h // stride), -(-w // stride))
    return net.normalised(net.named("linalg.depthwise_conv_2d_nchw_chw", [x, net.weight(c, 3, 3)], shape, steps), relu=False)


def shuffled(net: Network, x: str) -> str:
    """Return channels of two groups in turns."""
    n, c, h, w = net.shapes[x]
    apart = net.reshaped(x, "[[0], [1, 2], [3], [4]]", n, 2, c // 2, h, w)
    return net.reshaped(net.transposed(apart, 0, 2, 1, 3, 4), "[[0], [1, 2], [3], [4]]", n, c, h, w)


def shufflenet() -> str:
    """Return ShuffleNetV2 up to its classifier, on one image."""
    given = (1, 3, 224, 224)
    net = Network(shapes={"%x": given})
    x = net.pooled(active(net, "%x", 24, 3, 2), 2)
    for channels, units in STAGES:
        half = channels // 2
        left = active(net, depthwise(net, x, 2), half, 1)
        right = active(net, depthwise(net, active(net, x, half, 1), 2), half, 1)
        x = shuffled(net, net.concatenated(1, [left, right]))
        for _ in range(units - 1):
            n, _, h, w = net.shapes[x]
            kept, used = (net.sliced(x, [0, k * half, 0, 0], [n, half, h, w]) for k in range(2))
            x = shuffled(net, net.concatenated(1, [kept, active(net, depthwise(net, active(net, used, half, 1)), half, 1)]))
    return net.module(given, active(net, x, 1024, 1))


def doubled(net: Network, x: str) -> str:
    """Return an image with each pixel repeated in both directions."""
    n, c, h, w = net.shapes[x]
    wide = net.elementwise("    %y = arith.addf %a, %zero : f32", [(x, [0, 1, 2, 4])], (n, c, h, 2, w, 2))
    return net.reshaped(wide, "[[0], [1], [2, 3], [4, 5]]", n, c, 2 * h, 2 * w)


def unet() -> str:
    """Return U-Net with padded convolutions, on one image."""
    given = (1, 3, 256, 256)
    net, skipped = Network(shapes={"%x": given}), []
    x = "%x"
    for channels in LEVELS:
        x = active(net, active(net, x, channels, 3), channels, 3)
        skipped.append(x)
        x = net.pooled(x, 2)
    x = active(net, active(net, x, 2 * LEVELS[-1], 3), 2 * LEVELS[-1], 3)
    for channels, skip in zip(reversed(LEVELS), reversed(skipped), strict=True):
        x = net.concatenated(1, [skip, net.convolved(doubled(net, x), channels, 1)])
        x = active(net, active(net, x, channels, 3), channels, 3)
    return net.module(given, net.convolved(x, 2, 1))


def rolled(net: Network, x: str, by: int) -> str:
    """Return an image of shape rows x columns x channels, moved round both of its axes."""
    for axis in range(2):
        shape = list(net.shapes[x])
        cut = by % shape[axis]
        parts = []
        for begin, size in ((cut, shape[axis] - cut), (0, cut)):
            offsets, sizes = [0, 0, 0], list(shape)
            offsets[axis], sizes[axis] = begin, size
            parts.append(net.sliced(x, offsets, sizes))
        x = net.concatenated(axis, parts)
    return x


def attended(net: Network, x: str, heads: int) -> str:
    """Return attention within windows, for tokens of shape (windows * tokens, channels)."""
    rows, width = net.shapes[x]
    tokens, head = WINDOW * WINDOW, width // heads
    windows = rows // tokens
    parts = []
    qkv = net.linear(x, 3 * width)
    for n in range(3):
        part = net.reshaped(net.sliced(qkv, [0, n * width], [rows, width]), "[[0, 1], [2, 3]]", windows, tokens, heads, head)
        turned = net.transposed(part, *((0, 2, 3, 1) if n == 1 else (0, 2, 1, 3)))
        parts.append(net.reshaped(turned, "[[0, 1], [2], [3]]", windows * heads, *net.shapes[turned][2:]))
    q, k, v = parts
    scores = net.named("linalg.batch_matmul", [q, k], (windows * heads, tokens, tokens))
    scaled = "    %s = arith.mulf %a, %small : f32\n    %y = math.exp %s : f32"  # weights that are made up give large scores
    weights = net.elementwise(scaled, [(scores, range(3))], net.shapes[scores])
    total = net.reduced(weights)
    weights = net.elementwise("    %y = arith.divf %a, %b : f32", [(weights, range(3)), (total, [0, 1])], net.shapes[weights])
    mixed = net.named("linalg.batch_matmul", [weights, v], (windows * heads, tokens, head))
    apart = net.transposed(net.reshaped(mixed, "[[0, 1], [2], [3]]", windows, heads, tokens, head), 0, 2, 1, 3)
    return net.linear(net.reshaped(apart, "[[0, 1], [2, 3]]", rows, width), width)


def swin() -> str:
    """Return Swin-T up to its classifier, on the patches of one image."""
    side = 56
    given = (side * side, 48)
    net = Network(shapes={"%x": given})
    x = net.linear("%x", SWIN[0][0])
    for stage, (width, heads, layers) in enumerate(SWIN):
        if stage:
            image = net.reshaped(net.reshaped(x, "[[0, 1], [2]]", side, side, width // 2), "[[0, 1], [2, 3], [4]]",
                                 side // 2, 2, side // 2, 2, width // 2)  # fmt: skip
            merged = net.transposed(image, 0, 2, 1, 3, 4)
            side //= 2
            tokens = net.reshaped(net.reshaped(merged, "[[0], [1], [2, 3, 4]]", side, side, 2 * width), "[[0, 1], [2]]",
                                  side * side, 2 * width)  # fmt: skip
            x = net.linear(net.layer_norm(tokens), width)
        for layer in range(layers):
            shift = SHIFT if layer % 2 and side > WINDOW else 0
            normal = net.layer_norm(x)
            image = net.reshaped(normal, "[[0, 1], [2]]", side, side, width)
            image = rolled(net, image, shift) if shift else image
            count = side // WINDOW
            cut = net.transposed(net.reshaped(image, "[[0, 1], [2, 3], [4]]", count, WINDOW, count, WINDOW, width), 0, 2, 1, 3, 4)
            out = attended(net, net.reshaped(cut, "[[0, 1, 2, 3], [4]]", side * side, width), heads)
            back = net.transposed(net.reshaped(out, "[[0, 1, 2, 3], [4]]", count, count, WINDOW, WINDOW, width), 0, 2, 1, 3, 4)
            image = net.reshaped(back, "[[0, 1], [2, 3], [4]]", side, side, width)
            image = rolled(net, image, -shift) if shift else image
            x = net.elementwise(ADDED, [(x, [0, 1]), (net.reshaped(image, "[[0, 1], [2]]", side * side, width), [0, 1])],
                                (side * side, width))  # fmt: skip
            wide = net.linear(net.layer_norm(x), 4 * width)
            gelu = "    %e = math.erf %a : f32\n    %y = arith.mulf %a, %e : f32"
            out = net.linear(net.elementwise(gelu, [(wide, [0, 1])], net.shapes[wide]), width)
            x = net.elementwise(ADDED, [(x, [0, 1]), (out, [0, 1])], (side * side, width))
    return net.module(given, net.layer_norm(x))


NETWORKS = {"googlenet": googlenet, "shufflenet": shufflenet, "unet": unet, "swin": swin}
