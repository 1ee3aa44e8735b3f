#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: series_expression_test.py FDR

Functions and arithmetic of /series: the same expressions to PCP's pmproxy, with Redis, and to `fdr serve --http`.
Where pmproxy ends, or answers something else than its manual page says, docs/compatibility.md has what fdr does, and
the unit tests of tests/serve/series* show it."""
import json
import math
import os
import random
import sys
import tempfile

import toy_archive
from asking import answer, ask
from checks import Checks
from serving import Server
from web_peers import SeriesPeer

FDR = os.path.abspath(sys.argv[1])
RANDOM = 2000 if os.environ.get('FDR_SOAK') else 200
FORWARD = ('[start:1700000020,finish:1700000060]', '[finish:1700000030]', '[start:1700000050]')
WINDOWS = ('[samples:4]', '[samples:20]') + FORWARD
INTERVALS = [
    f'[start:{1700000000 + start},finish:{1700000000 + finish},interval:{interval}]' for start, finish, interval in (
        (0, 90, 20), (0, 85, 20), (10, 40, 20), (10, 49, 20), (10, 50, 20), (5, 44, 20), (5, 45, 20), (0, 44, 15),
        (3, 77, 25), (0, 90, 35), (0, 35, 30), (0, 90, 100), (0, 65, 30), (0, 90, 10), (0, 90, 3))]

# W is a window. Without one, the answer is an identifier.
EVERYWHERE = (
    # Functions of one value
    'abs(s.i32W)', 'abs(s.u32W)', 'abs(s.i64W)', 'abs(s.u64W)', 'abs(m.i32W)', 'abs(m.doubleW)', 'floor(s.doubleW)',
    'floor(m.floatW)', 'floor(m.doubleW)', 'floor(s.i32W)', 'round(s.floatW)', 'round(m.floatW)', 'round(m.i32W)',
    'round(s.u64W)', 'log(m.floatW)', 'log(m.floatW,2)', 'log(m.floatW, 10)', 'log(m.floatW,2.5)', 'log(s.u32W)',
    'log(s.i32W)', 'sqrt(m.floatW)', 'sqrt(s.bytesW)', 'sqrt(m.i32W)', 'rescale(s.usedW,"Mbyte")',
    'rescale(s.usedW, "byte")', 'rescale(s.bytesW,"Kbyte")', 'rescale(s.lastsW,"millisec")', 'rescale(s.lastsW,"hour")',
    'rescale(m.usedW,"Mbyte")', 'rescale(s.eventsW,"count x 10^3")', 'abs( floor( m.doubleW ) )',
    # Of many values
    'max(m.floatW)', 'max_inst(m.doubleW)', 'max_sample(m.doubleW)', 'max(s.i32W)', 'max_sample(s.i32W)',
    'min(m.i32W)', 'min_inst(s.doubleW)', 'min_sample(m.doubleW)', 'min(s.bytesW)', 'sum(m.floatW)', 'sum_inst(m.i32W)',
    'sum_sample(m.i32W)', 'sum_sample(s.floatW)', 'avg(m.doubleW)', 'avg_inst(s.i64W)', 'avg_sample(m.doubleW)',
    'stdev_inst(m.floatW)', 'stdev_inst(s.i32W)', 'stdev_sample(m.floatW)', 'stdev_sample(s.floatW)',
    'topk_inst(m.doubleW,1)', 'topk_inst(m.floatW, 2)', 'topk_sample(m.floatW,2)', 'topk_sample(m.floatW,3)',
    'topk_inst(m.floatW,0)', 'max(abs(m.doubleW))', 'abs(max_sample(m.doubleW))', 'abs(sum_sample(m.doubleW))',
    'log(sum(m.floatW))', 'sum(sum_sample(m.i32W))', 'max_sample(max(m.floatW))',
    # Operators
    'm.floatW + m.floatW', 'm.floatW - m.doubleW', 'm.floatW * m.doubleW', 'm.doubleW / m.floatW', 's.i32W + s.u32W',
    's.i32W - s.i32W', 's.i32W / s.u32W', 's.u64W / s.u32W', 's.floatW + s.i32W', 's.floatW * s.doubleW',
    's.floatW - s.i64W', 's.stateW + s.otherW', 's.usedW + s.freeW', 's.freeW - s.usedW', 's.usedW / s.freeW',
    's.usedW / s.lastsW', 's.usedW * s.lastsW', 's.lastsW * s.lastsW', 's.bytesW + s.bytes2W', 's.bytesW - s.bytes2W',
    's.bytesW / s.u32W', 's.bytesW * s.doubleW', 's.doubleW * s.bytesW', 'm.floatW - m.floatW - m.floatW',
    'm.floatW - m.floatW * m.doubleW', 'm.floatW / m.doubleW / m.floatW', 'm.floatW / m.doubleW * m.floatW',
    'abs(m.doubleW + m.floatW) * m.floatW', 'max(m.floatW) + min(m.floatW)', '2 * m.floatW', 'm.doubleW * 2.5',
    's.floatW *3 + s.floatW', 's.bytesW * 8', '1024 * s.usedW', 'sum_sample(m.i32W) + sum_sample(m.floatW)',
    # Which series
    'abs(s.floatW)+abs(s.floatW)', 'abs(no.suchW)', 'no.suchW + s.i32W', 's.i32W + no.suchW',
    'abs(s.float{hostname == "one"}W)', 'abs(s.float{hostname : "o*", hostname =~ "^on"}W)',
    'abs(s.float{hostname !~ "one"}W)', 'abs(s.float{label.hostname == "one" || hostname == 5}W)',
    'm.float{instance.name == "sda"}W * m.float{instance.name:"sd*"}W', 'abs(h.floatW)')
# In forward windows: otherwise pmproxy gives a rate the stamp of the earlier sample.
RATES = ('rate(s.bytesW)', 'rate(m.kbytesW)', 'rate(s.busyW)', 'rate(s.countW)', 'rate(s.bytesW + s.bytes2W)',
         'rate(s.bytesW - s.bytes2W)', 'rate(rescale(s.bytesW,"Kbyte"))',
         'rescale(rate(s.kbytesW),"Mbyte/min")', 'rescale(rate(m.kbytesW),"mbytes/s")', 'max(rate(m.kbytesW))',
         'sum_sample(rate(m.kbytesW))', 'rate(s.bytesW) * 8', 'rate(m.kbytesW) + rate(m.kbytesW)',
         'rate(s.bytesW) / rate(s.bytes2W)', 'rate(s.bytesW) * rate(s.bytes2W)', 'rate(s.bytesW *2)')
# Only as identifiers: with a window, pmproxy ends.
ERRORS = (
    'rate(s.used)', 'rate(s.text)', 'rate(rate(s.bytes))', 'rate(avg(s.bytes))', 'rescale(s.used,"sec")',
    'rescale(s.used,"Mbyte/s")', 'rescale(s.used,"")', 'rescale(rate(s.bytes),"sec")', 'rescale(s.used + s.free,"sec")',
    'abs(s.text)', 'floor(s.text)', 'log(s.text)', 's.text + s.i32', 's.i32 + s.text', 's.bytes / s.bytes2',
    's.bytes + s.used', 's.used + s.bytes', 's.bytes - s.used', 's.used - s.bytes', 's.used / s.bytes',
    'm.float + h.float',
    # Words
    '-s.i32', '+s.i32', 's.i32 +', 's.i32 ++ s.i32', 's.i32 * * s.i32', 's.i32* s.i32', '2 * 3', 'rate(', 'rate()',
    'rate(s.bytes',
    'rate(s.bytes))', 'rate("s.bytes")', 'rate (s.bytes)', 'rate({a=="b"})', 'RATE(s.bytes)', 'instant(s.bytes)',
    'stdev(m.float)', 'topk(m.float,2)', 'nth_percentile(m.float,2)', 'ceil(m.float)', 'max(s.i32,s.u32)',
    'max(s.i32)(s.u32)', 'rate(s.bytes)[samples:3]', 'm.float[samples:2]+m.float', 'm.float+m.float[samples:2]',
    '{a=="b"}-s.i32', 's.i32+{a=="b"}', 's.i32{}+s.u32', 'topk_inst(m.float)', 'topk_inst(m.float,-1)',
    'topk_inst(m.float,1.5)', 'topk_inst(m.float,"2")', 'nth_percentile_inst(m.float)',
    'nth_percentile_inst(m.float,101)', 'nth_percentile_inst(m.float,99.9)', 'rescale(s.used)', 'rescale(s.used,5)',
    'rescale(s.used,byte)', 'rescale(s.used,"xyz")', 'rescale(s.lasts,"msec")', 'log(m.float,"2")', 'log(m.float,-2)',
    'log(m.float,m.float)', 's.i32==s.i32', 's.i32<s.i32', 's.i32&&s.i32', '!s.i32', 'rate(5)',
    'rate(s.bytes{h==host-A})')
# The units, the semantics and the domain of what these are: pmproxy knows them before it computes. It does not know
# all types.
DESCRIBED = (
    'rate(s.bytes)', 'rate(m.kbytes)', 'rate(s.busy)', 'rate(s.count)', 'rescale(rate(s.kbytes),"Mbyte/min")',
    'rescale(s.used,"Mbyte")', 'max(m.i32)', 'max_sample(m.i32)', 'max(s.bytes)', 'sum(s.bytes)', 'sum(m.float)',
    'avg(m.i32)', 'avg(s.bytes)', 'stdev_inst(m.i32)', 'topk_inst(m.i32,2)', 'nth_percentile_inst(m.i32,50)',
    'abs(m.i32)',
    'abs(s.bytes)', 'floor(m.float)', 'round(m.double)', 's.i32+s.u32', 's.state+s.other', 's.state+s.i32',
    's.used+s.large', 's.used/s.free', 's.used/s.lasts', 's.used * s.lasts', 's.used * s.used', 's.bytes+s.bytes2',
    's.bytes/s.u32', 's.bytes * s.u32', 's.bytes * 3', 's.used * 3', 'm.i32 * 3', 'rate(s.bytes)*rate(s.bytes)')
check = Checks()


def serve(*archives):
    return Server(FDR, '--http', '0', '--no-local', *archives)


class Side:
    def __init__(self, port):
        self.port = port

    def query(self, expression):
        status, body = ask(self.port, '/series/query', expr=expression)
        return status, json.loads(body)


def rows(told):
    """(series, instance, stamp, value); what is no number is left out. pmproxy says "" where fdr says the metric."""
    found = []
    for row in told:
        value = float(row['value']) if row['value'] not in ('', 'no value') else math.nan
        if math.isfinite(value):
            found.append((row['series'], row.get('instance'), row['timestamp'], value))
    return found


def are_same(peer, ours):
    scale = 1 + max((abs(row[3]) for row in peer), default=0)
    return len(peer) == len(ours) and all(
        a[0] == b[0] and a[1] in ('', b[1]) and a[2] == b[2] and abs(a[3] - b[3]) <= 1e-5 * scale
        for a, b in zip(sorted(peer, key=lambda row: (row[0], row[2], row[1] and 1, row[1], row[3])),
                        sorted(ours, key=lambda row: (row[0], row[2], row[1] and 1, row[1], row[3]))))


def compare(peer, ours, expression):
    """How many values there were."""
    told = [side.query(expression) for side in (peer, ours)]
    if any(status != 200 for status, _ in told) or '[' not in expression:
        check(told[0] == told[1], f'{expression}: {told[1]} instead of {told[0]}')
        return 0
    values = [rows(body) for _, body in told]
    check(are_same(*values), f'{expression}: {values[1]} instead of {values[0]}')
    return len(values[0])


def compare_descriptions(peer, ours, expression):
    found = []
    for side in (peer, ours):
        status, ids = side.query(expression)
        if not check(status == 200 and len(ids) == 1, f'{expression}: {status} {ids}'):
            return
        desc = answer(side.port, '/series/descs', series=ids[0])[0]
        found.append({'name': answer(side.port, '/series/metrics', series=ids[0])[0]['name'],
                      'units': desc['units'] or 'none',
                      'semantics': desc['semantics'].replace('instance', 'instant'),
                      **{name: desc[name] for name in ('series', 'source', 'pmid', 'indom')}})
    check(found[0] == found[1], f'{expression}: {found[1]} instead of {found[0]}')


class Generator:
    """Expressions that pmproxy survives and computes: operands have the same instances and as many samples; units fit;
    real numbers of 64 bits have neither square roots nor are they rounded. floor() is not of a result, which may be a
    little below or above an integer, and nothing is divided by 0."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def expression(self):
        self.has_rates = self.random.random() < 0.3
        self.window = self.random.choice(FORWARD if self.has_rates else WINDOWS)
        self.prefix = self.random.choice('sm')
        deep = self.random.randint(1, 3)
        return self.random.choice((self.sum, self.sum, self.aggregate, self.aggregates))(deep)

    def leaf(self):
        if self.has_rates:
            return f'rate(s.bytes{self.window})' if self.prefix == 's' else f'rate(m.kbytes{self.window})'
        return f'{self.prefix}.{self.random.choice(("float", "double"))}{self.window}'

    def part(self, deep):
        chance = self.random.random()
        if chance < 0.1:
            return f'{self.random.choice(("sqrt", "round"))}({self.prefix}.float{self.window})'
        if chance < 0.2:
            return f'floor({self.leaf()})'
        if deep == 0 or chance < 0.4:
            return self.leaf()
        return f'{self.random.choice(("abs", "log"))}({self.sum(deep - 1)})'

    def plain(self, deep):
        """Without what may be no number,
        and with the units of a leaf. No differences of rates: of some that are the same,
        the largest is a matter of rounding."""
        parts = [self.leaf() if deep == 0 or self.random.random() < 0.4 else f'abs({self.plain(deep - 1)})'
                 for _ in range(self.random.randint(1, 3))]
        return self.random.choice((' + ', '+') if self.has_rates else (' + ', ' - ', '+')).join(parts)

    def sum(self, deep):
        if self.has_rates:
            return self.plain(deep)
        text = self.part(deep)
        for _ in range(self.random.randint(0, 2)):
            sign = self.random.choice((' + ', ' - ', ' * ', ' / ', '+', '/'))
            text += sign + (self.leaf() if '/' in sign else self.part(max(deep - 1, 0)))
        return text

    def aggregate(self, deep):
        name = self.random.choice((
            'max', 'min', 'sum', 'avg', 'max_inst', 'min_inst', 'sum_inst', 'avg_inst', 'stdev_inst', 'max_sample',
            'min_sample', 'sum_sample', 'avg_sample', 'stdev_sample'))
        return f'{name}({self.plain(deep)})'

    def aggregates(self, deep):
        names = self.random.choices(('max', 'min', 'sum', 'avg_inst'), k=2)
        return self.random.choice((' + ', ' - ')).join(f'{name}({self.plain(deep - 1)})' for name in names)


def main():
    with tempfile.TemporaryDirectory() as directory:
        archives = [os.path.join(directory, host) for host in ('one', 'two')]
        for factor, archive in enumerate(archives, 1):
            toy_archive.write(archive, os.path.basename(archive), factor)
        count = 0
        with SeriesPeer(directory, archives[0]) as peer_server, serve(archives[0]) as our_server:
            peer, ours = Side(peer_server.port), Side(our_server.port)
            for text in EVERYWHERE:
                for window in WINDOWS:
                    count += compare(peer, ours, text.replace('W', window))
                compare(peer, ours, text.replace('W', ''))
            for text in RATES:
                for window in FORWARD:
                    count += compare(peer, ours, text.replace('W', window))
                compare(peer, ours, text.replace('W', ''))
            for text in ('s.i32W', 'm.floatW', 'abs(m.doubleW)', 'm.floatW * m.doubleW'):
                for window in INTERVALS:
                    count += compare(peer, ours, text.replace('W', window))
            for text in ERRORS:
                compare(peer, ours, text)
            for text in DESCRIBED:
                compare_descriptions(peer, ours, text)
            for seed in range(RANDOM):
                count += compare(peer, ours, Generator(seed).expression())
        with SeriesPeer(directory, *archives) as peer_server, serve(*archives) as our_server:
            peer, ours = Side(peer_server.port), Side(our_server.port)
            for text in ('rate(m.kbytesW)', 'abs(s.i32W)', 'max(m.floatW)', 'sum_sample(m.floatW)',
            'rescale(s.usedW,"Mbyte")',
                         's.usedW * 2', 'm.float{hostname=="one"}W - m.float{hostname=="two"}W',
                         's.bytes{hostname=="two"}W - s.bytes{hostname=="one"}W'):
                count += compare(peer, ours, text.replace('W', FORWARD[0]))
    check(count >= 5000, f'only {count} values were compared')
    print(f'{count} values')
    check.end()


if __name__ == '__main__':
    main()
