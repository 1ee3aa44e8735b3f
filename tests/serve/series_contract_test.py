#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: series_contract_test.py FDR

The same requests to PCP's pmproxy, with Redis and an archive loaded, and to `fdr serve --http` of the archive. The
answers are the same, but for what docs/compatibility.md lists under "Time series". Identifiers are those of pminfo."""
import json
import os
import sys
import tempfile

from asking import answer, ask
from checks import Checks
from golden import GOLDEN, ROOT
from pminfo_series import identifiers
from serving import Server
from web_peers import SeriesPeer

FDR = os.path.abspath(sys.argv[1])
# The archive, a metric, and whether its instances stay: pmproxy repeats the last values of those that have gone.
ARCHIVES = (
    (GOLDEN / 'v3-instances-delta', 'toy.load', False),
    (GOLDEN / 'v3-labels-texts', 'toy.i32', True),
    (GOLDEN / 'v3-marks-volumes', 'toy.counter', True),
)
EXPRESSIONS = (
    '{name}', 'no.such', '{glob}', '{name}{{hostname=="toyhost"}}', '{name}{{hostname=="other"}}',
    '{name}{{hostname:"toy*"}}', '{name}{{hostname~~"toy*"}}', '{name}{{hostname=~"^toy"}}', '{name}{{hostname=~"oyh"}}',
    '{name}{{hostname!~"other"}}', '{name}{{hostname!~"toy"}}', '{name}{{label.hostname=="toyhost"}}',
    '{name}{{nolabel=="x"}}', '{name}{{metric.name=="{name}"}}', '{{metric.name=="{name}"}}',
    '{name}{{hostname=="toyhost" && nolabel=="x"}}', '{name}{{hostname=="toyhost" || nolabel=="x"}}',
    '{name}{{nolabel=="x" && hostname=="toyhost" || metric.name:"*"}}', '{name}[offset:1]', '{name}[align:"1m"]',
    '{name}[timezone:"UTC"]')
ERRORS = (
    '*', '{', '}', '{}', '%', '+ toy', '"toy"', "'toy'", 'toy]', 'toy;', 'toy{', 'toy[', 'toy,toy', 'toy toy',
    'toy{}', 'toy[]', 'toy{,}', 'toy{1==2}', 'toy{(a=="x")}', 'toy[sample:1]', 'toy[zone:"UTC"]', 'toy{a}', '{a exists}',
    'toy{a==}', "toy{a=='x'}", 'toy{a=="b"', 'toy[align:1m]', 'toy[start:-60]', 'toy[samples]', 'toy[samples:]',
    'toy[samples:1', 'toy[samples:-1]', 'toy[samples:1.5]', 'toy[samples:"1"]', 'toy{a~"t*"}', 'toy{a="x"}',
    'toy[interval:10s]', 'toy{a==1e5}', 'toy[samples:1 offset:1]', 'toy[samples:1]{a=="b"}', 'noop(toy)',
    'toy{a=="x"}}', 'toy{a=="x",}', 'toy{a=="x"&&}', 'toy{a=="x"|b=="c"}', 'toy[samples:1,samples:2]')
WINDOWS = (
    {}, {'samples': 1}, {'samples': 2}, {'samples': 100}, {'count': 2}, {'start': 1700000010}, {'finish': 1700000020},
    {'start': 1700000001, 'finish': 1700000009}, {'start': 1700000001.5, 'finish': 1700000009.5},
    {'begin': 1700000001, 'end': 1700000006}, {'start': 1700000000, 'samples': 2}, {'finish': 1700000020, 'samples': 2},
    {'start': 1700000030, 'finish': 1700000010}, {'start': '2023-11-14 22:13:25', 'zone': 'UTC'},
    {'start': 1700000000, 'finish': 1700000020, 'interval': 0},
    {'start': 1700000000, 'finish': 1700000020, 'interval': 0.1}, {'start': 'yesterday'})
BAD_WINDOWS = ({'samples': 'abc'}, {'samples': '1.5'}, {'start': 'abc'}, {'finish': 'abc'}, {'interval': 'abc'})
check = Checks()


class Side:
    """One of the two servers. Identifiers are replaced by names, since labels may differ."""

    def __init__(self, port):
        self.port, self.names = port, {}

    def learn(self, metric):
        series = answer(self.port, '/series/query', expr=metric)
        for one in series:
            self.names[one] = metric
            for instance in answer(self.port, '/series/instances', series=one):
                self.names[instance['instance']] = instance['name']
        return series[0]

    def rows(self, **parameters):
        told = answer(self.port, '/series/values', **parameters)
        return [(self.names[row['series']], self.names.get(row.get('instance')), row['timestamp'], float(row['value']))
                for row in told]


def expect_same(what, peer, ours):
    check(peer == ours, f'{what}: {ours} instead of {peer}')


def compare_queries(peer, ours, name):
    for template in EXPRESSIONS:
        expression = template.format(name=name, glob=name[:-2] + '*')
        expect_same(expression, *(sorted(answer(side.port, '/series/metrics', series=one)[0]['name'] for one in
                                         answer(side.port, '/series/query', expr=expression)) for side in (peer, ours)))
    for expression in ERRORS + (name + '{hostname=~"["}',):
        expect_same(expression, *((status, json.loads(body)) for status, body in
                                  (ask(side.port, '/series/query', expr=expression) for side in (peer, ours))))


def compare_metadata(peer, ours, name, ids):
    for field in ('pmid', 'indom', 'semantics', 'type', 'units'):
        expect_same(f'{field} of {name}', *(answer(side.port, '/series/descs', series=one)[0][field]
                                            for side, one in zip((peer, ours), ids)))
    unknown = '0' * 40
    for path, parameters in (
            ('/series/descs', {'series': unknown}), ('/series/descs', {'series': 'xyz'}),
            ('/series/metrics', {'series': unknown}), ('/series/metrics', {'match': 'zzz*'}),
            ('/series/instances', {'series': unknown}), ('/series/labels', {'series': unknown}),
            ('/series/labels', {'names': 'nolabel'}), ('/series/labels', {'names': 'hostname'}),
            ('/series/values', {'series': unknown}), ('/series/sources', {'source': unknown}),
            ('/series/sources', {'match': 'zzz*'}), ('/series/query', {'expr': 'no.such', 'client': 'c1'}),
            ('/series/ping', {})):
        expect_same(f'{path} {parameters}', *(answer(side.port, path, **parameters) for side in (peer, ours)))
    for path in ('/series/instances', '/series/metrics'):
        expect_same(path, *(sorted(answer(side.port, path)) for side in (peer, ours)))
    expect_same(f'instances of {name}', *(sorted(
        (one['id'], one['name']) for one in answer(side.port, '/series/instances', series=one_id))
        for side, one_id in zip((peer, ours), ids)))
    expect_same(f'labels of {name}', *(bool(answer(side.port, '/series/labels', series=one))
                                       for side, one in zip((peer, ours), ids)))


def compare_values(peer, ours, ids):
    for window in WINDOWS:
        expect_same(f'{window}', *(sorted(side.rows(series=one, **window), key=str)
                                   for side, one in zip((peer, ours), ids)))
        times = [[row[2] for row in side.rows(series=one, **window)] for side, one in zip((peer, ours), ids)]
        expect_same(f'order of {window}', *times)
    for window in BAD_WINDOWS:
        expect_same(f'{window}', *((status, json.loads(body)) for status, body in (
            ask(side.port, '/series/values', series=one, **window) for side, one in zip((peer, ours), ids))))
    expect_same('no series', *((status, json.loads(body)) for status, body in (
        ask(side.port, '/series/values', series='xyz') for side in (peer, ours))))


def compare_identifiers(archive):
    series, instances = identifiers('-a', archive)
    with Server(FDR, '--http', '0', '--no-local', archive) as server:
        ours = {}
        ids = answer(server.port, '/series/query', expr='{metric.name:"*"}')
        for row in answer(server.port, '/series/metrics', form=True, series=','.join(ids)):
            ours[row['name']] = row['series']
        wrong = [name for name, one in ours.items() if series.get(name) != one]
        expect_same(f'identifiers of {archive}', [], wrong)
        for metric in sorted({metric for metric, _, _ in instances} & ours.keys())[:20]:
            told = {(metric, row['id'], row['name']): row['instance']
                    for row in answer(server.port, '/series/instances', series=ours[metric])}
            wrong = [key for key, one in instances.items() if key[0] == metric and told.get(key) != one]
            expect_same(f'instances of {metric}', [], wrong)


def main():
    compare_identifiers(ROOT / 'testdata/peer/v3-pmlogger')
    compare_identifiers('/var/lib/pcp/testsuite/archives/20201109')
    for archive, name, has_steady_instances in ARCHIVES:
        with tempfile.TemporaryDirectory() as directory, SeriesPeer(directory, archive) as peer_server, \
                Server(FDR, '--http', '0', '--no-local', archive) as our_server:
            peer, ours = Side(peer_server.port), Side(our_server.port)
            ids = [side.learn(name) for side in (peer, ours)]
            compare_queries(peer, ours, name)
            compare_metadata(peer, ours, name, ids)
            if has_steady_instances:
                compare_values(peer, ours, ids)
        if check.problems:
            print(archive)
            break
    check.end()


if __name__ == '__main__':
    main()
