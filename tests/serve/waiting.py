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
    """Until a process, and all that it has started, sleep, and have not run between some looks.

    So they have done what they were asked, and wait for more."""
    looks = []

    def is_idle():
        looks.append(sorted(work_of(process.pid)))
        return len(looks) > 3 and all(look == looks[-1] for look in looks[-4:]) and not any(
            is_running for _, _, is_running in looks[-1])

    wait_until(is_idle, lambda: f'{process.args[0]} does not come to rest: {looks[-1]}', process, seconds)


def work_of(process):
    """Yields the threads of a process and of all that it has started: number, time on processors, whether it runs."""
    try:
        threads = os.listdir(f'/proc/{process}/task')
    except OSError:
        return  # it has ended
    for thread in threads:
        try:
            state, work, children = (read(f'/proc/{process}/task/{thread}/{name}') for name in ('stat', 'schedstat', 'children'))
        except OSError:
            continue
        yield int(thread), work.split()[0], state.rsplit(')', 1)[1].split()[0] in 'RD'
        for child in children.split():
            yield from work_of(child)


def read(path):
    with open(path, encoding='ascii', errors='replace') as file:
        return file.read()
