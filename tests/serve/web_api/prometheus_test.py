#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: prometheus_test.py FDR

Prometheus scrapes /metrics of this machine, and promtool reads both formats."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from asking import request  # noqa: E402
from checks import Checks  # noqa: E402
from serving import Server  # noqa: E402
from waiting import wait_until  # noqa: E402
from web_peers import Prometheus  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
ROUNDS = 3
CONFIGURATION = '''global: {{scrape_interval: 5s, scrape_timeout: 5s}}
scrape_configs:
- job_name: fdr
  static_configs:
  - targets: ["127.0.0.1:{}"]
'''
OPEN = 'application/openmetrics-text; version=1.0.0'
expect = Checks()


def check_format(port, accept, kind):
    response, body = request(port, '/metrics', Accept=accept)
    content_type, text = response.headers['Content-Type'], body.decode()
    expect(response.status == 200 and content_type.startswith(kind), f'{accept}: {response.status} {content_type}')
    done = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True, text=True, check=False,
                          timeout=300)
    # 3: advice about names.
    expect(done.returncode in (0, 3) and 'error' not in done.stderr.replace('error while linting', 'error').split('\n')[0],
           f'promtool: {done.returncode} {done.stderr[:300]}')
    samples = [line for line in text.split('\n') if line and not line.startswith('#')]
    expect(len(samples) > 500, f'only {len(samples)} samples')
    families = re.findall(r'^# TYPE (\S+) ', text, re.MULTILINE)
    expect(len(families) == len(set(families)), f'a family stands twice in {kind}')
    return text


def query(prometheus, expression):
    """The value; None without one."""
    data, text = prometheus.ask('query', query=expression)
    expect(data, f'{expression}: {text}')
    return float(data['result'][0]['value'][1]) if data and data['result'] else None


def last_error(prometheus):
    """Of scraping."""
    return prometheus.ask('targets')[0]['activeTargets'][0]['lastError']


def check_scrape(directory, port):
    with Prometheus(directory, CONFIGURATION.format(port)) as prometheus:
        wait_until(lambda: (query(prometheus, 'sum_over_time(up[1m])') or 0) >= ROUNDS, 'few scrapes')
        expect(query(prometheus, 'min_over_time(up[1m])') == 1, f'a scrape failed: {last_error(prometheus)}')
        expect((query(prometheus, 'scrape_samples_scraped') or 0) > 500, 'few samples')
        expect(query(prometheus, 'kernel_all_load{instname="1 minute"}') is not None, 'no load')
        expect(query(prometheus, 'rate(kernel_all_cpu_idle_total[1m])') is not None, 'no rate of a counter')
        expect(query(prometheus, 'count(kernel_percpu_cpu_user_total)') == os.cpu_count(), 'processors')


def main():
    with tempfile.TemporaryDirectory() as directory, Server(FDR, '--http', '0') as server:
        plain = check_format(server.port, '*/*', 'text/plain; version=0.0.4')
        opened = check_format(server.port, OPEN, OPEN)
        expect(opened.endswith('\n# EOF\n') and '# EOF' not in plain, 'the end of OpenMetrics')
        check_scrape(directory, server.port)
    expect.end()


if __name__ == '__main__':
    main()
