# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's collector, and fdr in its place, each with the agents of a directory: pmcd.conf, and their names."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from serving import PATIENCE, environment, free_port  # noqa: E402
from waiting import LIMIT, wait_until, wait_until_idle  # noqa: E402


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(command)}: {done.stderr}')


class Collector:
    """PCP's own."""
    more = {}  # of the environment of the collector, and of its agents
    patience = PATIENCE  # of the tools that ask it

    def __init__(self, fdr, directory, first_name):
        self.directory, self.socket = directory, f'{directory}/socket'
        self.port = free_port()
        # The directory of temporary files is also one of sockets.
        self.own = {name: directory for name in ('PCP_RUN_DIR', 'PCP_LOG_DIR', 'PCP_TMP_DIR')}
        with open(f'{directory}/output', 'w', encoding='utf-8') as output:
            self.process = subprocess.Popen(self.command(fdr), cwd=directory, stdout=output, stderr=output,
                                            env=environment(PMCD_ROOT_AGENT='0', **self.own, **self.more))
        self.wait(first_name)

    def command(self, _):
        return ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-n', 'names', '-c', 'pmcd.conf', '-l', 'log', '-x', 'fatal', '-U', 'root',
                '-p', self.port, '-i', '127.0.0.1', '-s', self.socket, '-t', PATIENCE, '-q', PATIENCE]

    def wait(self, name):
        """Until metrics of this name have values."""
        wait_until(lambda: ' value ' in self.tool('pminfo', '-f', name), self.silence, self.process)

    def wait_for_agents(self, names):
        """Until none of these agents is still starting: fdr serves the others meanwhile."""
        for name in names:
            wait_until(lambda: 'Try again' not in self.tool('pminfo', '-d', name), f'{name} does not start', self.process)

    def wait_until_idle(self):
        """Until its agents have nothing to do, or for some seconds, where they always have something to do."""
        try:
            wait_until_idle(self.process, 10)
        except TimeoutError:
            if self.process.poll() is not None:
                raise

    def silence(self):
        return f'the collector of {self.directory} does not answer: {self.log()}'

    def log(self):
        texts = []
        for name in ('output', 'log'):
            path = f'{self.directory}/{name}'
            if os.path.exists(path):
                with open(path, encoding='utf-8', errors='replace') as file:
                    texts.append(file.read())
        return '\n'.join(texts)

    def tool(self, *command):
        """What a tool prints, and its status."""
        name, *arguments = command
        done = subprocess.run([name, '-h', 'unix:', *arguments], capture_output=True, text=True, timeout=LIMIT, check=False,
                              errors='backslashreplace', env=environment(PMCD_SOCKET=self.socket, PMCD_REQUEST_TIMEOUT=self.patience, **self.own))
        text = f'{done.stdout}{done.stderr}status {done.returncode}\n'
        return re.sub(re.escape(self.directory), 'HERE', text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(LIMIT)


class OurCollector(Collector):
    """fdr serve."""

    def command(self, fdr):
        return [fdr, 'serve', '-c', 'pmcd.conf', '-n', 'names', '-p', self.port, '--socket', self.socket]


class InProcessCollector(OurCollector):
    """The same, with the agents that are shared objects inside it."""

    def command(self, fdr):
        return [*super().command(fdr), '--in-process']

    def children(self):
        """The processes that it has started."""
        with open(f'/proc/{self.process.pid}/task/{self.process.pid}/children', encoding='ascii') as file:
            return file.read().split()
