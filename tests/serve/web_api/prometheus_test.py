#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: prometheus_test.py FDR

Prometheus scrapes /metrics of this machine, and promtool reads both formats."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import web_peer

FDR = os.path.abspath(sys.argv[1])
ROUNDS = 3
OPEN = 'application/openmetrics-text; version=1.0.0'
problems = []


def expect(holds, problem):
    if not holds:
        problems.append(problem)


def check_format(server, accept, kind):
    status, content_type, text = server.ask('/metrics', Accept=accept)
    expect(status == 200 and content_type.startswith(kind), f'{accept}: {status} {content_type}')
    done = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True, text=True, check=False,
                          timeout=120)
    # 3: advice about names.
    expect(done.returncode in (0, 3) and 'error' not in done.stderr.replace('error while linting', 'error').split('\n')[0],
           f'promtool: {done.returncode} {done.stderr[:300]}')
    samples = [line for line in text.split('\n') if line and not line.startswith('#')]
    expect(len(samples) > 500, f'only {len(samples)} samples')
    families = re.findall(r'^# TYPE (\S+) ', text, re.MULTILINE)
    expect(len(families) == len(set(families)), f'a family stands twice in {kind}')
    return text


class Prometheus:
    """A server of its own, which scrapes one port every five seconds."""

    def __init__(self, directory, port):
        with open(f'{directory}/prometheus.yml', 'w', encoding='ascii') as file:
            file.write('global: {scrape_interval: 5s, scrape_timeout: 5s}\nscrape_configs:\n- job_name: fdr\n  static_configs:\n'
                       f'  - targets: ["127.0.0.1:{port}"]\n')
        self.port = web_peer.free_port()
        self.process = subprocess.Popen(
            ['prometheus', f'--config.file={directory}/prometheus.yml', f'--storage.tsdb.path={directory}/data',
             f'--web.listen-address=127.0.0.1:{self.port}'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def query(self, expression):
        """The value; None without one."""
        url = f'http://127.0.0.1:{self.port}/api/v1/query?' + urllib.parse.urlencode({'query': expression})
        try:
            with urllib.request.urlopen(url, timeout=10) as response:
                result = json.load(response)['data']['result']
        except OSError:
            return None
        return float(result[0]['value'][1]) if result else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)


def check_scrape(directory, port):
    with Prometheus(directory, port) as prometheus:
        end = time.monotonic() + 90
        while (prometheus.query('sum_over_time(up[1m])') or 0) < ROUNDS and time.monotonic() < end:
            time.sleep(0.2)
        expect(prometheus.query('min_over_time(up[1m])') == 1, 'a scrape failed')
        expect((prometheus.query('scrape_samples_scraped') or 0) > 500, 'few samples')
        expect(prometheus.query('kernel_all_load{instname="1 minute"}') is not None, 'no load')
        expect(prometheus.query('rate(kernel_all_cpu_idle_total[1m])') is not None, 'no rate of a counter')
        expect(prometheus.query('count(kernel_percpu_cpu_user_total)') == os.cpu_count(), 'processors')


def main():
    with tempfile.TemporaryDirectory() as directory, web_peer.start_ours(FDR) as ours:
        server = web_peer.WebServer(ours.port)
        plain = check_format(server, '*/*', 'text/plain; version=0.0.4')
        opened = check_format(server, OPEN, OPEN)
        expect(opened.endswith('\n# EOF\n') and '# EOF' not in plain, 'the end of OpenMetrics')
        check_scrape(directory, ours.port)
    print(*problems, f'{len(problems)} problems', sep='\n')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
