"""Schedule of selected nodes: device commands in waves (groups that run concurrently), and orders of computation with few waves."""

from __future__ import annotations

from collections import Counter

from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.scheduling.buffer_packing import pack_buffers, transient
from egraph_opt.families.region.choice.scheduling.commands import ByteRange, CommandSchedule
from egraph_opt.families.region.choice.scheduling.concurrent_waves import before, depths, in_waves
from egraph_opt.families.region.choice.scheduling.iree_lowering import BARRIER, MOVES, PASS_THROUGH_OPS, READ_BACK, Lowering
from egraph_opt.families.region.encode.dispatch_reader import WORKGROUPS
from egraph_opt.families.region.encode.loop_nest import Amount
from egraph_opt.families.region.encode.tensor_program import GLOBAL_LOAD
from egraph_opt.ir.module import Value


def schedule(selected: SelectedNodes) -> CommandSchedule:
    """Return the schedule of the selected nodes: device commands with their waves."""
    lowering, returned = _lower_choice(selected)
    order, wave = in_waves(lowering.commands, lowering.producer, lowering.awaited, _constant_copies(lowering))
    commands = [lowering.commands[n] for n in order]
    kept = {lowering.buffer[v] for v in (*returned, *lowering.given)}
    return CommandSchedule(commands, wave, pack_buffers(transient(commands, wave, lowering.buffer, lowering.size, kept)))


def _constant_copies(lowering: Lowering) -> set[int]:
    """Return the commands that copy a whole constant from a global into a buffer with other writers.

    IREE runs the copies of whole constants together, before all other commands.
    """
    commands, buffer = lowering.commands, lowering.buffer
    writers = Counter(buffer[access.value] for command in commands for access in command.writes)
    return {
        n
        for n, command in enumerate(commands)
        if command.kind == "copy"
        and all(_is_global(lowering, read) for read in command.reads)
        and all(writers[buffer[access.value]] > 1 for access in command.writes)
    }


def _is_global(lowering: Lowering, read: ByteRange) -> bool:
    buffer = lowering.buffer[read.value]
    return lowering.constant.get(buffer) == GLOBAL_LOAD and read.end - read.start == lowering.size[buffer]


def as_written(_: SelectedNodes) -> tuple[int, ...]:
    """Return the empty sequence, which means that each e-class is computed at its first use, as in the input."""
    return ()


def by_depth(selected: SelectedNodes) -> tuple[int, ...]:
    """Return the e-classes that commands compute, by increasing depth in the dependence graph."""
    lowering, _ = _lower_choice(selected)
    depth = depths(lowering.commands, lowering.producer)
    at = {c: lowering.producer[v] for c, v in lowering.known.items() if c >= 0 and v in lowering.producer}
    return tuple(sorted(at, key=lambda c: (depth[at[c]], at[c])))


def by_height(selected: SelectedNodes) -> tuple[int, ...]:
    """Return the e-classes that commands compute, each as late as its dependents allow.

    In this order, each wave contains at most one command that writes into a fill.
    """
    lowering, _ = _lower_choice(selected)
    commands, depth = lowering.commands, depths(lowering.commands, lowering.producer)
    at = {lowering.producer[v]: c for c, v in lowering.known.items() if c >= 0 and v in lowering.producer}
    fills = {n for n, command in enumerate(commands) if command.kind == "fill" and not command.reads}
    filled = {n for n in range(len(commands)) if any(lowering.producer.get(read.value) in fills for read in commands[n].reads)}
    waits = {n: list(before(commands, lowering.producer, n)) for n in range(len(commands))}
    users = Counter(p for n in waits for p, _ in waits[n])
    earliest = dict.fromkeys(range(len(commands)), 0)
    ready = {n for n in earliest if not users[n]}
    found: list[int] = []
    wave = 0
    while ready:
        now = [n for n in ready if earliest[n] <= wave]
        plain = [n for n in now if n not in filled]
        for n in sorted(plain, reverse=True) or sorted(now, key=lambda n: (depth[n], n))[-1:]:
            ready.remove(n)
            found.append(n)
            for p, waiting in waits[n]:
                earliest[p] = max(earliest[p], wave + waiting)
                users[p] -= 1
                ready.update({p} if not users[p] else ())
            wave += n in filled
        wave += not now
    return tuple(at[n] for n in reversed(found) if n in at)


def _lower_choice(selected: SelectedNodes) -> tuple[Lowering, list[int]]:
    """Return the device commands of the selected nodes, and the values that are results of the program."""
    lowering = Lowering(selected)
    returned: list[int] = []
    skeleton = selected.program.skeleton
    used_at: dict[int, list[tuple[Value, int]]] = {}
    for at, v, root in zip(selected.program.root_at, selected.program.root_values, selected.roots, strict=True):
        used_at.setdefault(at, []).append((v, root))
    for at, op in enumerate((*skeleton, None)):
        roots = used_at.get(at, [])
        if not roots and (op is None or op.name not in (*READ_BACK, *MOVES, WORKGROUPS)):
            continue
        for c in selected.due(at):
            lowering.value(c)
        if op is not None and op in selected.program.bodies:
            lowering.add_formed_dispatch(op, dict(roots))
        elif op is not None and op.name in READ_BACK:
            lowering.read_back(op, [lowering.value(root) for _, root in roots])
        elif op is not None and op.name in PASS_THROUGH_OPS and roots:
            known = {v: lowering.value(root) for v, root in roots}
            lowering.made.update((r, known[v]) for v, r in zip(op.operands, op.results, strict=False) if v in known)
            if op.name == BARRIER:
                lowering.awaited.append(list(known.values()))
                lowering.pass_on(op)
            returned += known.values()
        elif op is not None and op.name in MOVES and selected.program.formed:
            lowering.moves(op, dict(roots))
        elif op is not None and roots and not (selected.program.formed or op.name.startswith("hal.")):
            lowering.opaque[at] = len(lowering.commands)
            returned += (used := [lowering.value(root) for _, root in roots])
            lowering.run("opaque", [lowering.whole(value) for value in used], 0, Amount(0.0, 0))
        else:
            returned += [
                lowering.result_buffer(root) for v, root in roots for _ in range(max(1, op.operands.count(v) if op else 1))
            ]
    return lowering, returned
