# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""How a test waits: until what it needs holds, however busy the machine is."""
import os
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


def wait_until_idle(process, seconds=LIMIT):
    """Until a process, and all that it has started, are found asleep some times in a row.

    So they have done what they were asked: a process with something to do is not asleep, however busy the machine is."""
    looks = []

    def is_idle():
        looks.append(is_asleep(process.pid))
        return len(looks) > 2 and all(looks[-3:])

    wait_until(is_idle, f'{process.args[0]} does not come to rest', process, seconds)


def is_asleep(process):
    """Whether no thread of a process, or of one that it has started, runs."""
    try:
        threads = os.listdir(f'/proc/{process}/task')
    except OSError:
        return True  # it has ended
    for thread in threads:
        try:
            state, children = (read(f'/proc/{process}/task/{thread}/{name}') for name in ('stat', 'children'))
        except OSError:
            continue
        if state.rsplit(')', 1)[1].split()[0] in 'RD' or not all(is_asleep(child) for child in children.split()):
            return False
    return True


def read(path):
    with open(path, encoding='ascii', errors='replace') as file:
        return file.read()
