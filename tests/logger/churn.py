# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Processes that come, take another program (exec), and end: one change at a time."""
import subprocess


class Churn:
    """Ends its processes at the end of the `with`."""

    def __init__(self, size):
        self.count, self.young, self.old = 0, [], []
        for _ in range(size):
            self.come()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self.young or self.old:
            self.end()

    def come(self):
        """Returns its name."""
        self.count += 1
        name = f'first-{self.count}-'
        process = subprocess.Popen([name, '-c', f'read a; exec -a another-{self.count}- sh -c "read b"'],
                                   executable='/bin/bash', stdin=subprocess.PIPE)
        self.young.append((self.count, process))
        return name

    def rename(self):
        """The youngest takes another program.  Returns its new name."""
        number, process = self.young.pop()
        process.stdin.write(b'\n')
        process.stdin.flush()
        self.old.append((number, process))
        return f'another-{number}-'

    def end(self):
        """The oldest ends."""
        _, process = (self.young or self.old).pop(0)
        process.kill()
        process.communicate()
