"""Text that identifies a kind of GPU, for choices that depend on its speed."""

from __future__ import annotations

from egraph_opt.triton.state.shared_memory_limits import target_name


def describe_device() -> str:
    """Return the current device's target, number of multiprocessors, and bytes of shared memory."""
    from triton.runtime.driver import driver

    properties = driver.active.utils.get_device_properties(driver.active.get_current_device())
    return (
        f"{target_name(driver.active.get_current_target())}, {properties['multiprocessor_count']} multiprocessors,"
        f" {properties['max_shared_mem']} bytes of shared memory"
    )
