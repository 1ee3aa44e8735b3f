# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A collector of PCP with three agents, for the programs of a test."""

import getpass
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from ports import PATIENCE, free_port, greets  # noqa: E402
from waiting import wait_until  # noqa: E402

AGENTS = '''pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so
sample 29 dso sample_init /var/lib/pcp/pmdas/sample/pmda_sample.so
linux 60 dso linux_init /var/lib/pcp/pmdas/linux/pmda_linux.so
'''
NAMES = '''#define SAMPLE 29
root { sample }
#include "/var/lib/pcp/pmdas/sample/pmns"
'''


class Collector:
    """PCP's, at a port of its own."""

    def __init__(self, directory):
        os.mkdir(directory)
        for name in ('run', 'log', 'tmp'):
            os.mkdir(f'{directory}/{name}')
        pathlib.Path(directory, 'config').write_text(AGENTS)
        pathlib.Path(directory, 'sample').write_text(NAMES)
        roots = [f'/var/lib/pcp/pmns/root_{agent}' for agent in ('pmcd', 'linux')]
        subprocess.run(['/usr/lib/pcp/bin/pmnsmerge', '-f', *roots, f'{directory}/sample', f'{directory}/names'],
                       check=True)
        self.port = int(free_port())
        own = {f'PCP_{name.upper()}_DIR': f'{directory}/{name}' for name in ('run', 'log', 'tmp')}
        self.process = subprocess.Popen(
            ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-n', f'{directory}/names', '-c', f'{directory}/config',
             '-l', f'{directory}/log/pmcd', '-x', f'{directory}/fatal', '-p', str(self.port), '-i',
             '127.0.0.1', '-s', f'{directory}/socket', '-U', getpass.getuser(), '-t', PATIENCE, '-q', PATIENCE], cwd=directory,
            env=dict(os.environ, PCP_VAR_DIR=directory, PCP_DERIVED_CONFIG='', **own), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: greets(self.port), "PCP's collector does not answer", self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()
