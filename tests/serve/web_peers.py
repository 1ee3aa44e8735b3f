# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Other web servers, each in a directory of its own: those of PCP and Prometheus."""
import json
import socket
import subprocess

from asking import ask, wait_for
from serving import environment, free_port
from waiting import wait_until

PMPROXY = '/usr/lib/pcp/bin/pmproxy'
WITHOUT_DATABASE = '[pmproxy]\nhttp.enabled = true\nredis.enabled = false\npcp.enabled = false\n'


class WebPeer:
    """Processes, of which the last one is the web server."""

    def __init__(self, *processes):
        self.processes = list(processes)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(300)


def start_pmproxy(directory, port, configuration, *options, **variables):
    """PCP's web server takes no port that was in use before."""
    own = {name: directory for name in ('PCP_RUN_DIR', 'PCP_LOG_DIR', 'PCP_TMP_DIR')}
    return subprocess.Popen(
        [PMPROXY, '-f', '-A', '-i', '127.0.0.1', '-p', port, '-c', configuration, '-l', 'pmproxy.log', '-s',
         f'{directory}/pmproxy.socket', '-U', 'root', *options], cwd=directory, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=environment(**own, **variables))


class MetricsPeer(WebPeer):
    """pmproxy without a database, with the metrics of a collector at a port."""

    def __init__(self, directory, collector_port):
        self.port = free_port()
        with open(f'{directory}/pmproxy.conf', 'w', encoding='ascii') as file:
            file.write(WITHOUT_DATABASE)
        super().__init__(start_pmproxy(directory, self.port, 'pmproxy.conf', PMCD_PORT=str(collector_port)))
        wait_for(self.port, '/pmapi/context', self.processes[-1])


class SeriesPeer(WebPeer):
    """pmproxy, and Redis with archives in it."""

    def __init__(self, directory, *archives):
        redis, self.port = free_port(), free_port()
        super().__init__(subprocess.Popen(
            ['redis-server', '--port', redis, '--save', '', '--bind', '127.0.0.1', '--dir', directory], env=environment(),
            stdout=subprocess.DEVNULL))
        wait_until(lambda: listens(redis), 'Redis does not listen')  # pmproxy looks for it once
        self.processes.append(start_pmproxy(directory, self.port, '/etc/pcp/pmproxy/pmproxy.conf', '-r', redis, '-h',
                                            '127.0.0.1'))
        wait_for(self.port, '/series/ping', self.processes[-1])
        for archive in archives:
            subprocess.run(['pmseries', '-h', '127.0.0.1', '-p', redis, '--load', f'{{source.path:"{archive}"}}'],
                           env=environment(), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           timeout=300)


class Prometheus(WebPeer):
    def __init__(self, directory, configuration):
        self.port = free_port()
        with open(f'{directory}/prometheus.yml', 'w', encoding='ascii') as file:
            file.write(configuration)
        super().__init__(subprocess.Popen(
            ['prometheus', f'--config.file={directory}/prometheus.yml', f'--storage.tsdb.path={directory}/data',
             f'--web.listen-address=127.0.0.1:{self.port}'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment()))
        wait_for(self.port, '/-/ready', self.processes[-1])

    def ask(self, path, **parameters):
        """The data of an answer, or None, and the text of the answer."""
        status, body = ask(self.port, '/api/v1/' + path, **parameters)
        return json.loads(body)['data'] if status == 200 else None, body


def listens(port):
    try:
        socket.create_connection(('127.0.0.1', int(port)), timeout=300).close()
    except OSError:
        return False
    return True
