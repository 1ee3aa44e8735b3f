# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""How a test counts what it checks."""
import sys


class Checks:
    """Prints what does not hold."""

    def __init__(self):
        self.count, self.problems = 0, 0

    def __call__(self, holds, problem):
        """`problem` says what is wrong.  Returns whether it holds."""
        self.count += 1
        if not holds:
            self.problems += 1
            print(problem, flush=True)
        return holds

    def end(self):
        """Ends the test.  One that has checked nothing has failed."""
        print(f'{self.count} checks, {self.problems} problems')
        sys.exit(1 if self.problems or not self.count else 0)
