# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's collector with the agents linux and sample, PCP's web server in front of it, and fdr's beside that."""
import http.client
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../agents')]
from private_collector import Collector, run  # noqa: E402
from serving import Server, environment, free_port  # noqa: E402

LIBRARY, AGENTS, NAMES = '/usr/lib/pcp/bin', '/var/lib/pcp/pmdas', '/var/lib/pcp/pmns'
CONFIGURATION = f'''pmcd 2 dso pmcd_init {AGENTS}/pmcd/pmda_pmcd.so
linux 60 pipe binary {AGENTS}/linux/pmdalinux
sample 29 pipe binary {AGENTS}/sample/pmdasample -d 29
'''
NO_DATABASE = '[pmproxy]\nhttp.enabled = true\nredis.enabled = false\npcp.enabled = false\n'


def start_collector(fdr, directory):
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as file:
        file.write(CONFIGURATION)
    with open(f'{directory}/sample', 'w', encoding='ascii') as file:
        file.write(f'#define SAMPLE 29\nroot {{ sample }}\n#include "{AGENTS}/sample/pmns"\n')
    run([f'{LIBRARY}/pmnsmerge', '-f', f'{NAMES}/root_pmcd', f'{NAMES}/root_linux', f'{directory}/sample',
         f'{directory}/names'])
    return Collector(fdr, directory, 'sample.long.one')


class WebServer:
    """A server of /pmapi; a request returns the status, the type and the body."""

    def __init__(self, port, process=None):
        self.port, self.process = int(port), process

    def ask(self, path, body=None, **headers):
        """Each on a connection of its own: PCP's server may not answer the request behind a refused one."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=60)
        connection.request('GET' if body is None else 'POST', path, body, headers)
        response = connection.getresponse()
        answer = response.status, response.headers.get('Content-Type', ''), response.read().decode()
        connection.close()
        return answer

    def json(self, path, body=None):
        return json.loads(self.ask(path, body)[2])

    def new_context(self, parameters=''):
        return self.json('/pmapi/context?polltimeout=600' + parameters)['context']


def start_peer(directory, collector):
    """PCP's web server takes no port that was in use before."""
    port = free_port()
    with open(f'{directory}/pmproxy.conf', 'w', encoding='ascii') as file:
        file.write(NO_DATABASE)
    own = {name: directory for name in ('PCP_RUN_DIR', 'PCP_LOG_DIR', 'PCP_TMP_DIR')}
    process = subprocess.Popen(
        [f'{LIBRARY}/pmproxy', '-f', '-A', '-i', '127.0.0.1', '-p', port, '-c', 'pmproxy.conf', '-l', 'pmproxy.log', '-s',
         f'{directory}/pmproxy.socket', '-U', 'root'], cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=environment(PMCD_PORT=collector.port, **own))
    server = WebServer(port, process)
    for _ in range(300):
        try:
            server.ask('/pmapi/context')
            return server
        except OSError:
            time.sleep(0.1)
    sys.exit('PCP\'s web server does not start')


def start_ours(fdr, *options):
    return Server(fdr, '--http', '0', *options)
