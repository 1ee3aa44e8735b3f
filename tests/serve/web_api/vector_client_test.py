#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: vector_client_test.py FDR

Plays the requests of Grafana's data source "PCP Vector": its check of the source, a dashboard with several panels, an
expired context, and its editor.  The sources are this machine, an archive, and an archive that is played."""
import hashlib
import http.client
import json
import os
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from checks import Checks  # noqa: E402
from golden import ROOT, copy_golden  # noqa: E402
from serving import Server  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
expect = Checks()


class Browser:
    """Pages ask with a type of content, so the browser asks first whether they may."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection('127.0.0.1', port, timeout=300)

    def request(self, method, path, headers):
        self.connection.request(method, path, headers=headers)
        response = self.connection.getresponse()
        return response, response.read()

    def get(self, path, **parameters):
        path += '?' + urllib.parse.urlencode(parameters)
        response, _ = self.request('OPTIONS', path, {
            'Origin': 'http://grafana:3000', 'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'content-type'})
        allowed = response.headers.get('Access-Control-Allow-Headers', '').lower()
        expect(response.status == 204 and 'content-type' in allowed,
               f'preflight of {path}: {response.status} {response.headers.items()}')
        response, body = self.request('GET', path, {'Origin': 'http://grafana:3000', 'Content-Type': 'application/json'})
        origin = response.headers.get('Access-Control-Allow-Origin')
        expect(origin == 'http://grafana:3000', f'{path}: for pages of {origin}')
        return json.loads(body)


class Dashboard:
    """The panels of one source, each with an expression."""

    def __init__(self, browser, hostspec, expressions, refresh=1):
        self.browser, self.hostspec, self.refresh = browser, hostspec, refresh
        self.names = {e: e if e.replace('.', '').replace('_', '').isalnum() else 'derived_' +
                      hashlib.md5(e.encode()).hexdigest() for e in expressions}
        self.context, self.metrics, self.instances, self.values = None, {}, {}, {}

    def begin(self):
        answer = self.browser.get('/pmapi/context', hostspec=self.hostspec, polltimeout=self.refresh + 10)
        self.context = answer['context']
        self.metrics = {}
        for expression, name in self.names.items():
            if name == expression:
                continue
            answer = self.browser.get('/pmapi/derive', context=self.context, name=name, expr=expression)
            expect(answer.get('success') or 'Duplicate per-context derived metric name' in answer['message'],
                   f'{expression}: {answer}')

    def round(self):
        """One refresh.  Metrics that are not known are asked for again."""
        missing = [name for name in self.names.values() if name not in self.metrics]
        if self.context is None:
            self.begin()
        if missing or not self.metrics:
            missing = [name for name in self.names.values() if name not in self.metrics]
            answer = self.browser.get('/pmapi/metric', context=self.context, names=','.join(missing))
            for metric in answer.get('metrics', []):
                if 'message' in metric:
                    expect(metric['message'] == 'Unknown metric name', f'{metric}')
                else:
                    self.metrics[metric['name']] = metric
        answer = self.browser.get('/pmapi/fetch', context=self.context, names=','.join(self.metrics))
        if 'unknown context identifier' in answer.get('message', ''):
            self.context = None
            return False
        for metric in answer['values']:
            self.take(metric, answer['timestamp'])
        return True

    def take(self, metric, stamp):
        known = self.instances.setdefault(metric['name'], {})
        numbers = [i['instance'] for i in metric['instances']]
        if any(number is not None and number not in known for number in numbers):
            answer = self.browser.get('/pmapi/indom', context=self.context, name=metric['name'])
            known.update({i['instance']: i['name'] for i in answer['instances']})
            expect(all(number in known for number in numbers), f'{metric["name"]}: instances {numbers}, known {known}')
        self.values.setdefault(metric['name'], []).append((stamp, metric['instances']))


def check_health(browser, hostspec):
    context = browser.get('/pmapi/context', hostspec=hostspec, polltimeout=30)['context']
    answer = browser.get('/pmapi/fetch', context=context, names='pmcd.version')
    value = answer['values'][0]['instances'][0]['value']
    expect(isinstance(value, str) and value, f'{hostspec}: the version is {value}')


def check_editor(browser, hostspec, top, metric):
    children = browser.get('/pmapi/children', hostspec=hostspec, prefix='')
    expect(top in children['leaf'] + children['nonleaf'], f'{hostspec}: {children}')
    described = browser.get('/pmapi/metric', hostspec=hostspec, names=metric)['metrics'][0]
    expect(described['name'] == metric and 'indom' in described, f'{hostspec}: {described}')
    instances = browser.get('/pmapi/indom', hostspec=hostspec, name=metric)['instances']
    expect(all(i['name'] for i in instances) and instances, f'{hostspec}: {instances}')


def check_machine(browser):
    dashboard = Dashboard(browser, 'pcp://127.0.0.1',
                          ['kernel.all.load', 'disk.all.read', 'rate(kernel.all.cpu.idle)', 'no.such.metric'])
    for _ in range(4):
        expect(dashboard.round(), 'the context is gone')
        time.sleep(0.02)  # the time between two rounds
    rate = dashboard.names['rate(kernel.all.cpu.idle)']
    expect([len(i) for _, i in dashboard.values[rate]] == [0, 1, 1, 1], f'rates: {dashboard.values[rate]}')
    expect(len(dashboard.values['kernel.all.load'][-1][1]) == 3, 'the load has three instances')
    stamps = [stamp for stamp, _ in dashboard.values['disk.all.read']]
    expect(stamps == sorted(set(stamps)), f'stamps do not go forward: {stamps}')
    expect('no.such.metric' not in dashboard.metrics, 'an unknown metric is known')

    dashboard.context = 1  # it has expired
    expect(not dashboard.round(), 'a context that nobody made')
    expect(dashboard.round() and dashboard.round(), 'a dashboard does not begin again')


def check_guide(browser):
    """The dashboard of docs/guide/grafana.md."""
    with open(f'{ROOT}/docs/guide/grafana-vector.json', encoding='ascii') as file:
        panels = json.load(file)['panels']
    expressions = [target['expr'] for panel in panels for target in panel['targets']]
    dashboard = Dashboard(browser, 'pcp://127.0.0.1', expressions)
    for _ in range(2):
        expect(dashboard.round(), 'the context is gone')
        time.sleep(0.02)
    for expression, name in dashboard.names.items():
        expect(dashboard.values.get(name), f'the dashboard of the guide: nothing knows {expression}')


def check_archive(browser, hostspec):
    dashboard = Dashboard(browser, hostspec, ['toy.i32', 'toy.u64', 'toy.i32 * 2'])
    for _ in range(3):
        expect(dashboard.round(), f'{hostspec}: the context is gone')
    for name in dashboard.names.values():
        expect(dashboard.values.get(name) and dashboard.values[name][-1][1], f'{hostspec}: no values of {name}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        with Server(FDR, '--http', '0', '--cors', 'http://grafana:3000', copy_golden('v3-all-types', directory, 'monday')) as server:
            browser = Browser(server.port)
            sources = ('pcp://127.0.0.1', 'archive:monday', 'archive:monday?start=+1s&rate=0.1')
            for hostspec in sources:
                check_health(browser, hostspec)
            check_machine(browser)
            check_guide(browser)
            check_editor(browser, sources[0], 'kernel', 'kernel.all.load')
            for hostspec in sources[1:]:
                check_archive(browser, hostspec)
                check_editor(browser, hostspec, 'toy', 'toy.i32')
    expect.end()


if __name__ == '__main__':
    main()
