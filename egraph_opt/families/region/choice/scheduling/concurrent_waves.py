"""Waves: groups of device commands that run concurrently, between two barriers.

Two commands on one buffer may share a wave if their byte ranges are adjacent (IREE's Stream/Analysis/ResourceHazards.cpp).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from egraph_opt.families.region.choice.scheduling.commands import DeviceCommand


def in_waves(
    commands: Sequence[DeviceCommand], producer: Mapping[int, int], awaited: Sequence[Sequence[int]], first: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """Return the numbers of commands in execution order, and the wave of each command in this order.

    As in IREE, commands between two waits of the host are visited backwards. Each command joins the earliest wave made so far. If
    that wave has a command that depends on the visited command, a new wave is put before that wave.

    Args:
        commands: in program order.
        producer: number of the command that makes each value.
        awaited: for each wait of the host, the values awaited.
        first: numbers of the commands that run before all other commands.
    """
    run = [-1 if n in first else len(awaited) for n in range(len(commands))]
    for k, values in reversed(list(enumerate(awaited))):
        stack = [producer[v] for v in values if v in producer]
        while stack:
            n = stack.pop()
            if run[n] > k:
                run[n] = k
                stack += [producer[read.value] for read in commands[n].reads if read.value in producer]
    order = sorted(range(len(commands)), key=lambda n: (run[n], n))
    wave = [0] * len(commands)
    latest = 0
    for n, after in zip(reversed(order), [None, *reversed(order)], strict=False):
        latest += after is not None and run[n] != run[after]
        latest = wave[n] = max(wave[n], latest)
        for p, waits in before(commands, producer, n):
            wave[p] = max(wave[p], wave[n] + waits)
    return order, [wave[n] for n in order]


def depths(commands: Sequence[DeviceCommand], producer: Mapping[int, int]) -> list[int]:
    """Return the length of the longest dependence chain before each command. `commands` are in a valid execution order."""
    depth = [0] * len(commands)
    for n in range(len(commands)):
        depth[n] = max((depth[p] + waits for p, waits in before(commands, producer, n)), default=0)
    return depth


def before(commands: Sequence[DeviceCommand], producer: Mapping[int, int], n: int) -> Iterator[tuple[int, int]]:
    """Yield (p, w) for each command p whose result command `n` reads; w is 0 if both may run concurrently (in one wave), else 1."""
    for read in commands[n].reads:
        p = producer.get(read.value)
        if p is not None and p != n:
            wrote = [access for access in commands[p].writes if access.value == read.value]
            yield p, int(not any(access.end == read.start or access.start == read.end for access in wrote))
