# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""No process outlives the test that has started it, or started its parents.

Some agents of PCP go on when their collector has ended.  Linux gives such orphans to the test, which ends them."""
import atexit
import contextlib
import ctypes
import os
import signal

PR_SET_CHILD_SUBREAPER = 36


def children():
    found = []
    for thread in os.listdir('/proc/self/task'):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the thread has just ended
            with open(f'/proc/self/task/{thread}/children', encoding='ascii') as file:
                found += map(int, file.read().split())
    return found


def end_children():
    """Ends all that this process has started, and then what these leave behind."""
    while True:
        for child in children():
            os.kill(child, signal.SIGKILL)  # nobody has waited for it, so no other process has its number
        try:
            os.wait()
        except ChildProcessError:
            return


def adopt_orphans():
    """From now on, and until this process ends."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), 'prctl')
    atexit.register(end_children)
