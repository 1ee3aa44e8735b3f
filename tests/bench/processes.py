# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Processes, with all that they have started, and the CPU time that they took."""
import glob
import time


def family(pid):
    """The process, and all that it has started."""
    found = [pid]
    for children in glob.glob(f"/proc/{pid}/task/*/children"):
        with open(children, encoding="ascii") as file:
            for child in file.read().split():
                found += family(int(child))
    return found


def cpu(pids):
    return sum(time.clock_gettime(~pid << 3 | 2) for pid in pids)  # clock_getcpuclockid(3)
