#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: pmapi_contract_test.py FDR

Asks PCP's web server and fdr the same, of the same collector.  The answers must be the same: status, fields, their order,
values and texts.  What is different by intention has a test of its own here, and a row in docs/compatibility.md, "Web API"."""
import json
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '../../agents')]
from asking import request  # noqa: E402
from checks import Checks  # noqa: E402
from private_collector import Collector, run  # noqa: E402
from serving import Server  # noqa: E402
from web_peers import MetricsPeer  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
expect = Checks()

# Requests whose answers are equal, but for the number of the context and the time.
EQUAL = [
    '/pmapi/context?client=abc',
    '/pmapi/context?polltimeout=abc',
    '/pmapi/context?hostspec=127.0.0.1:5',
    '/pmapi/fetch?context=99&names=hinv.ncpu',
    '/pmapi/99/fetch?names=hinv.ncpu',
    '/pmapi/{C}/fetch?names=hinv.ncpu,no.such,sample.long.one,sample.string.hullo,sample.double.bin,pmcd.version&client=x',
    '/pmapi/fetch?context={C}&name=sample.float.million,sample.ulonglong.hundred,sample.longlong.write_me',
    '/pmapi/fetch?context={C}&names=no.such',
    '/pmapi/fetch?context={C}&names=sample',
    '/pmapi/fetch?context={C}&names=sample.aggregate.hullo,sample.double.bin',
    '/pmapi/fetch?context={C}&pmids=29.0.10,1.2.3',
    '/pmapi/metric?context={C}&names=kernel.all.load,disk.all.read,no.such',
    '/pmapi/metric?context={C}&names=no.such',
    '/pmapi/metric?context={C}&names=no.such,no.such2',
    '/pmapi/metric?context={C}&name=kernel.all.load&client=y',
    '/pmapi/metric?context={C}&prefix=kernel.all.cpu',
    '/pmapi/metric?context={C}&prefix=kernel.percpu.cpu.user,hinv.ncpu',
    '/pmapi/metric?context={C}&prefix=no.such',
    '/pmapi/metric?context={C}&names=sample.long.one,sample.colour,sample.string.hullo,sample.aggregate.hullo',
    '/pmapi/metric?context={C}&names=sample.event.records,sample.event.highres_records',
    '/pmapi/{C}/metric?names=hinv.ncpu',
    '/pmapi/children?context={C}&prefix=sample.long',
    '/pmapi/children?context={C}&prefix=sample.long.one',
    '/pmapi/children?context={C}&prefix=nosuch',
    '/pmapi/children?context={C}&prefix=a..b',
    '/pmapi/indom?context={C}&name=hinv.ncpu',
    '/pmapi/indom?context={C}&name=no.such',
    '/pmapi/indom?context={C}&name=sample',
    '/pmapi/indom?context={C}&indom=abc',
    '/pmapi/indom?context={C}&name=sample.double.bin&match=nonsense&iname=x',
    # A profile stays with its context.
    '/pmapi/profile?context={C}&expr=add&indom=29.2&iname=bin-100',
    '/pmapi/fetch?context={C}&names=sample.double.bin',
    '/pmapi/profile?context={C}&expr=del&indom=29.2',
    '/pmapi/fetch?context={C}&names=sample.double.bin',
    '/pmapi/profile?context={C}&expr=add&indom=29.2',
    '/pmapi/profile?context={C}&expr=del&name=sample.double.bin&instance=100,300,500',
    '/pmapi/fetch?context={C}&names=sample.double.bin',
    '/pmapi/profile?context={C}&expr=del',
    '/pmapi/fetch?context={C}&names=sample.double.bin,sample.long.one',
    '/pmapi/profile?context={C}&expr=add',
    '/pmapi/fetch?context={C}&names=sample.double.bin',
    '/pmapi/profile?context={C}&expr=zap&indom=29.2',
    '/pmapi/profile?context={C}&expr=add&name=nosuch&iname=x',
    # Derived metrics.
    '/pmapi/derive?context={C}&name=d.one&expr=sample.long.ten*3',
    '/pmapi/derive?context={C}&name=d.one&expr=sample.long.ten',
    '/pmapi/derive?context={C}&name=d.later&expr=rate(no.such)',
    '/pmapi/derive?context={C}&name=d.plus&expr=sample.long.ten%2B',
    '/pmapi/derive?context={C}&name=d.text&expr=kernel.all.load%2Bpmcd.version',
    '/pmapi/derive?context={C}&name=d.sum&expr=sum(pmcd.version)',
    '/pmapi/derive?context={C}&name=hinv.ncpu&expr=sample.long.ten',
    '/pmapi/derive?context={C}&name=d.nothing',
    '/pmapi/fetch?context={C}&names=d.one,d.later,d.text,hinv.ncpu',
    '/pmapi/metric?context={C}&names=d.one,d.later',
    '/pmapi/children?context={C}&prefix=d',
    '/pmapi/indom?context={C}&name=d.one',
    # Stored values.
    '/pmapi/store?context={C}&name=sample.long.write_me&value=5',
    '/pmapi/fetch?context={C}&names=sample.long.write_me',
    '/pmapi/store?context={C}&name=sample.string.write_me&value=abc',
    '/pmapi/store?context={C}&name=sample.float.write_me&value=1.5e3',
    '/pmapi/fetch?context={C}&names=sample.string.write_me,sample.float.write_me',
    '/pmapi/store?context={C}&name=sample.long.write_me&value=abc',
    '/pmapi/store?context={C}&name=hinv.ncpu&value=5',
    '/pmapi/store?context={C}&name=no.such&value=5',
]
# Of lines with definitions.
POSTED = [
    'd.p1 = sample.long.ten*2\n',
    '# a comment\n\nd.p2 = sample.long.ten*3\nd.p3 = sample.long.ten+\n',
]


def start_collector(directory):
    """PCP's, with the agents linux and sample."""
    agents, names = '/var/lib/pcp/pmdas', '/var/lib/pcp/pmns'
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as file:
        file.write(f'''pmcd 2 dso pmcd_init {agents}/pmcd/pmda_pmcd.so
linux 60 pipe binary {agents}/linux/pmdalinux
sample 29 pipe binary {agents}/sample/pmdasample -d 29
''')
    with open(f'{directory}/sample', 'w', encoding='ascii') as file:
        file.write(f'#define SAMPLE 29\nroot {{ sample }}\n#include "{agents}/sample/pmns"\n')
    run(['/usr/lib/pcp/bin/pmnsmerge', '-f', f'{names}/root_pmcd', f'{names}/root_linux', f'{directory}/sample',
         f'{directory}/names'])
    return Collector(FDR, directory, 'sample.long.one')


def ask(port, path, body=None):
    """The status, the type and the text."""
    response, text = request(port, path, body)
    return response.status, response.headers.get('Content-Type', ''), text.decode()


def ordered(text):
    """JSON as nested lists of pairs, which keep their order."""
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: [list(pair) for pair in pairs])
    except ValueError:
        return text


def without_nature(answer, context):
    """Without the number of the context, and without the time."""
    status, kind, text = answer
    text = text.replace(f'"context":{context}', '"context":C')
    text = re.sub(r'"context":\d+', '"context":N', text)
    text = re.sub(r'"timestamp":\d+\.\d+', '"timestamp":"T"', text)
    text = text.replace('"context":C', '"context":"C"').replace('"context":N', '"context":"N"')
    return status, kind.split(';')[0], ordered(text)


class Pair:
    """Both servers, each with a context of its own."""

    def __init__(self, peer, ours, host):
        self.ports, self.host = (peer.port, ours.port), f'&hostspec={host}'
        self.contexts = [json.loads(ask(port, '/pmapi/context?polltimeout=600' + self.host)[2])['context']
                         for port in self.ports]

    def ask(self, path, body=None):
        if '{C}' not in path and 'context=' not in path and 'hostspec=' not in path and '/99/' not in path:
            path += ('&' if '?' in path else '?') + self.host[1:]
        return [ask(port, path.replace('{C}', str(context)), body) for port, context in zip(self.ports, self.contexts)]

    def compare(self, path, body=None):
        answers = self.ask(path, body)
        theirs, ours = [without_nature(answer, context) for answer, context in zip(answers, self.contexts)]
        expect(theirs == ours, f'{path} {body or ""}\n  PCP: {theirs}\n  fdr: {ours}')
        expect(answers[1][2].endswith('\r\n'), f'{path}: the body does not end with the end of a line')


def check_intended_differences(pair):
    """Each has a row in docs/compatibility.md."""
    theirs, ours = [json.loads(a[2]) for a in pair.ask('/pmapi/indom?context={C}&name=sample.bin')]
    for answer in (theirs, ours):
        answer['instances'].sort(key=lambda instance: instance['instance'])
    expect([i['name'] for i in theirs['instances']] == [i['name'] for i in ours['instances']], 'instances of /indom')
    expect(theirs['labels'].items() <= ours['labels'].items(), f'labels of /indom: {theirs["labels"]} {ours["labels"]}')
    expect('agent' in ours['labels'], 'labels of the domain in /indom')

    for path in ('/pmapi/fetch?context={C}', '/pmapi/indom?context={C}', '/pmapi/profile?context={C}&indom=29.2',
                 '/pmapi/store?context={C}&name=sample.long.write_me'):
        theirs, ours = pair.ask(path)
        expect(theirs[0] == ours[0] == 400, f'status of {path}: {theirs[0]} {ours[0]}')
        expect(json.loads(ours[2])['message'].startswith('missing parameter'), f'{path}: {ours[2]}')
    for path in ('/pmapi/children?context={C}', '/pmapi/children?context={C}&prefix='):
        theirs, ours = [json.loads(a[2])['nonleaf'] for a in pair.ask(path)]
        expect('event' in theirs and [n for n in theirs if n != 'event'] == ours, f'{path}: {theirs} {ours}')
    for path in ('/pmapi', '/pmapi/', '/pmapi/nosuch'):
        theirs, ours = pair.ask(path)
        expect((theirs[0], ours[0]) == (400, 404), f'{path}: {theirs[0]} {ours[0]}')

    theirs, ours = pair.ask('/pmapi/fetch?context={C}&names=' + ','.join(['hinv.ncpu'] * 1000))
    expect((theirs[0], ours[0]) == (414, 200), f'a URL of 10 kB: {theirs[0]} {ours[0]}')
    theirs, ours = pair.ask('/pmapi/metric?context={C}&names=' + 'x' * 6000)
    expect((theirs[0], ours[0]) == (400, 400), f'an unknown name of 6 kB: {theirs[0]} {ours[0]}')
    theirs, ours = [json.loads(a[2])['message'] for a in (theirs, ours)]
    begin, end = ours.split(' ... ')
    expect(len(theirs) > 6000 > len(ours) and theirs.startswith(begin) and theirs.endswith(end), f'{theirs} {ours}')

    theirs, ours = pair.ask('/pmapi/fetch?context=abc&names=hinv.ncpu')
    expect('"context":abc' in theirs[2], 'PCP writes JSON now')
    expect(json.loads(ours[2])['message'] == 'invalid context identifier: abc', ours[2])

    theirs, ours = [json.loads(a[2]) for a in pair.ask('/pmapi/metric?context={C}&pmids=29.0.10')]
    expect(len(theirs['metrics']) > 1000 and [m['name'] for m in ours['metrics']] == ['sample.long.one'],
           'numbers of metrics in /metric')

    theirs, ours = [json.loads(a[2]) for a in pair.ask('/pmapi/fetch?context={C}&names=sample.colour')]
    expect([v['name'] for v in theirs['values']] == ['sample.dupnames.four.colour', 'sample.colour'] or
           len(theirs['values']) == 2, f'two names of one metric: {theirs["values"]}')
    expect([v['name'] for v in ours['values']] == ['sample.colour'], f'one name asked: {ours["values"]}')

    theirs, ours = pair.ask('/pmapi/derive?context={C}&name=d.rate&expr=rate(sample.long.ten')
    expect('Metric name expected to follow rate(' in theirs[2] and '<expr> expected to follow rate(' in ours[2],
           f'{theirs[2]} {ours[2]}')
    theirs, ours = pair.ask('/pmapi/derive?context={C}', 'd.p9 = sample.long.ten')
    expect('incomplete expression' in theirs[2] and '"success":true' in ours[2], f'{theirs[2]} {ours[2]}')

    theirs, ours = pair.ask('/pmapi/derive?context={C}', 'nonsense here\n')
    expect('"success":true' in theirs[2] and 'incomplete expression' in ours[2], f'{theirs[2]} {ours[2]}')

    theirs, ours = pair.ask('/pmapi/store?context={C}&name=sample.colour&value=9&iname=nosuch')
    expect((theirs[0], ours[0]) == (200, 400) and 'instance identifier' in ours[2], f'{theirs} {ours}')
    # PCP's server never answers this ...
    status, _, text = ask(pair.ports[1], f'/pmapi/derive?context={pair.contexts[1]}')
    expect(status == 400 and 'invalid derive parameters' in text, text)
    # ... and ends at a wrong regular expression.
    status, _, text = ask(pair.ports[1], f'/pmapi/indom?context={pair.contexts[1]}&name=sample.bin&iname=[&match=regex')
    expect(status == 400 and 'invalid pattern' in text, text)

    for _ in range(3):
        stamp = re.search(r'"timestamp":\d+\.(\d+)', pair.ask('/pmapi/fetch?context={C}&names=hinv.ncpu')[1][2])
        expect(len(stamp[1]) == 9, f'a stamp is not padded: {stamp[0]}')


def check_live_values(pair):
    """Values that change: what is not a number must be equal."""
    names = 'kernel.all.load,kernel.all.cpu.user,kernel.percpu.cpu.user,disk.dev.read,mem.util.used,network.interface.in.bytes'
    theirs, ours = [json.loads(a[2])['values'] for a in pair.ask('/pmapi/fetch?context={C}&names=' + names)]

    def shape(values):
        return [(v['pmid'], v['name'], [i['instance'] for i in v['instances']]) for v in values]
    expect(shape(theirs) == shape(ours), f'{shape(theirs)}\n{shape(ours)}')


def check_metrics(pair):
    """/metrics: the same lines, but for the order of labels, and for labels that PCP's server leaves out."""
    theirs, ours = pair.ask('/metrics?names=sample.double.bin,sample.double.bin_ctr,sample.float.bin,sample.string,hinv.ncpu,kernel.all.load')
    expect(theirs[0] == ours[0] == 200 and ours[1].startswith('text/plain; version=0.0.4'), f'{theirs[:2]} {ours[:2]}')

    def samples(text):
        lines = [re.match(r'(\w+)(?:\{(.*)\})? (\S+)$', line) for line in text.split('\n') if line and line[0] != '#']
        return [(m[1], dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', m[2] or '')), m[3]) for m in lines]

    def comments(text):
        return [line for line in text.split('\n') if line.startswith('#')]
    expect(comments(theirs[2]) == comments(ours[2]), f'{comments(theirs[2])}\n{comments(ours[2])}')
    for one, other in zip(samples(theirs[2]), samples(ours[2])):
        same_value = one[2] == other[2] or one[0] == 'kernel_all_load'
        expect(one[0] == other[0] and same_value and one[1].items() <= other[1].items(), f'{one} {other}')
    expect(len(samples(theirs[2])) == len(samples(ours[2])), 'number of samples')
    pair.compare('/pmapi/{C}/metrics?names=no.such')


def main():
    with tempfile.TemporaryDirectory() as directory, start_collector(directory) as collector, \
            MetricsPeer(directory, collector.port) as peer, \
            Server(FDR, '--http', '0', '--allow-host', '127.0.0.1:*', '--allow-store') as ours:
        pair = Pair(peer, ours, f'127.0.0.1:{collector.port}')
        for path in EQUAL:
            pair.compare(path)
        for body in POSTED:
            pair.compare('/pmapi/derive?context={C}', body)
        check_intended_differences(pair)
        check_live_values(pair)
        check_metrics(pair)
    expect.end()


if __name__ == '__main__':
    main()
