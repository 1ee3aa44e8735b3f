# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""How a test waits: until what it needs holds, however busy the machine is."""
import time

LIMIT = 300  # seconds; only what never comes takes so long


def wait_until(condition, missing, process=None, seconds=LIMIT):
    """The first true value of `condition()`.

    Without one, `missing` says what did not come: a text, or a function that makes one.  There is none either once
    `process` has ended, which should have brought it about."""
    end, pause = time.monotonic() + seconds, 0.01
    while True:
        has_ended = process is not None and process.poll() is not None
        value = condition()
        if value:
            return value
        if has_ended or time.monotonic() > end:
            text = missing() if callable(missing) else missing
            raise TimeoutError(f'{text} ({"the process has ended" if has_ended else f"within {seconds} s"})')
        time.sleep(pause)
        pause = min(2 * pause, 0.2)
