# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the viewer share: the server, and how checks are counted."""
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def environment():
    kept = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'FDR_'))}
    return dict(kept, TZ='UTC', LC_ALL='C.UTF-8', PCP_DERIVED_CONFIG='', FDR_CONFIG='/dev/null', PATH='/usr/bin:/bin')


class ViewerServer:
    """fdr serve --http over some archives."""

    def __init__(self, fdr, *archives, options=()):
        self.log = os.memfd_create('log')
        self.process = subprocess.Popen(
            [fdr, 'serve', '--http', '0', *options, *archives],
            stderr=self.log,
            stdout=subprocess.DEVNULL,
            env=environment(),
        )
        end = time.monotonic() + 60
        while not (match := re.search(r'http://[^\s/]*:\d+', self.text())):
            if self.process.poll() is not None or time.monotonic() > end:
                sys.exit(f'fdr serve said: {self.text()}')
            time.sleep(0.02)
        self.url = match[0] + '/'

    def text(self):
        return os.pread(self.log, 1 << 20, 0).decode()

    def memory(self):
        """Of the process, in MiB."""
        with open(f'/proc/{self.process.pid}/statm', encoding='ascii') as file:
            return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') / 2**20

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        os.close(self.log)


class Checks:
    """Sentences that are true or not."""

    def __init__(self):
        self.count, self.failures = 0, []

    def __call__(self, sentence, value, detail=''):
        self.count += 1
        if not value:
            self.failures.append(f'{sentence} {detail}')
            print(f'NOT: {sentence} {detail}', flush=True)

    def end(self):
        print(f'{self.count} checks, {len(self.failures)} failures')
        sys.exit(1 if self.failures or self.count == 0 else 0)


def replay_json(fdr, archive, *arguments):
    """The series and the rows of fdr replay."""
    import json

    output = subprocess.run(
        [fdr, 'replay', archive, '--json', *arguments], env=environment(), check=True, capture_output=True, text=True
    ).stdout
    head, *rows = [json.loads(line) for line in output.splitlines()]
    return head['series'], rows
