#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: remote_read_test.py FDR

A Prometheus server that reads a day of an archive through `fdr serve --http`. What PromQL makes of it is compared with
values that are computed from `fdr dump --json` of the archive."""
import math
import os
import random
import struct
import sys
import tempfile

from checks import Checks
from dumped_archive import DumpedArchive
from seeds import chosen_seed
from serving import Server
from web_peers import Prometheus

FDR = os.path.abspath(sys.argv[1])
ARCHIVE = '/var/lib/pcp/testsuite/archives/20130706'
COUNTERS, GAUGES = ('disk.dev.read', 'kernel.percpu.cpu.user'), ('kernel.all.load', 'mem.freemem')
CONFIGURATION = 'remote_read:\n  - url: {}/api/v1/read\n    read_recent: true\n'
RANGE, STEP, LOOKBACK = 300, 600, 300  # seconds
expect = Checks()


def query(prometheus, expression, start, end):
    """The values of each series, by its labels without the name: {labels: {time: value}}."""
    data, text = prometheus.ask('query_range', query=expression, start=start, end=end, step=STEP)
    expect(data, f'{expression}: {text}')
    return {one['metric'].get('instname'): {time: float(value) for time, value in one['values']}
            for one in (data or {'result': []})['result']}


def series_of(truth, metric):
    """{instance: [(seconds, value)]}, with the milliseconds of Prometheus."""
    series = {}
    for time, values in truth.samples[metric]:
        for _, name, value in values:
            number = struct.unpack('f', struct.pack('f', value))[0] if truth.types[metric] == 'float' else float(value)
            series.setdefault(name, []).append((time // 10**6 / 1000, number))
    return series


def inside(samples, time):
    return [one for one in samples if time - RANGE <= one[0] <= time]


def rate(samples, time):
    """As Prometheus 2.42 computes it: it extends the growth to the ends of the range."""
    window = inside(samples, time)
    if len(window) < 2:
        return None
    (first_time, first), (last_time, last) = window[0], window[-1]
    growth = last - first + sum(a[1] for a, b in zip(window, window[1:]) if b[1] < a[1])
    length = last_time - first_time
    step = length / (len(window) - 1)
    before, after = first_time - (time - RANGE), time - last_time
    if growth > 0 and first >= 0:
        before = min(before, length * first / growth)
    extended = length + sum(gap if gap < step * 1.1 else step / 2 for gap in (before, after))
    return growth * extended / length / RANGE


def average(samples, time):
    window = inside(samples, time)
    return sum(value for _, value in window) / len(window) if window else None


def newest(marks):
    """Looks back for a value, but not over a mark."""
    def find(samples, time):
        begin = max([time - LOOKBACK, *(mark for mark in marks if mark <= time)])
        window = [value for at, value in samples if begin < at <= time]
        return window[-1] if window else None
    return find


def expected(series, compute, times):
    found = {name: {time: compute(samples, time) for time in times} for name, samples in series.items()}
    return {name: values for name, values in
            ((name, {t: v for t, v in values.items() if v is not None}) for name, values in found.items()) if values}


def compare(expression, told, wanted):
    if not expect(told.keys() == wanted.keys(),
                  f'{expression}: series {sorted(map(str, told))} instead of {sorted(map(str, wanted))}'):
        return
    for name, values in wanted.items():
        if not expect(told[name].keys() == values.keys(),
                      f'{expression} {name}: not at the same times: {sorted(told[name].keys() ^ values.keys())}'):
            continue
        wrong = [t for t, v in values.items() if not math.isclose(told[name][t], v, rel_tol=1e-9, abs_tol=1e-9)]
        expect(not wrong, f'{expression} {name}: {[(t, told[name][t], values[t]) for t in wrong[:3]]}: time, told, wanted')


def largest(series, count):
    """Of each time, the largest values."""
    found = {}
    for time in {time for values in series.values() for time in values}:
        ranked = sorted((values[time] for values in series.values() if time in values), reverse=True)
        found[time] = ranked[:count]
    return found


def check(prometheus, truth, start, end):
    times = list(range(start, end + 1, STEP))
    for metric in COUNTERS:
        name, series = metric.replace('.', '_'), series_of(truth, metric)
        rates = expected(series, rate, times)
        compare(f'rate({name})', query(prometheus, f'rate({name}[{RANGE}s])', start, end), rates)
        for scraped in (f'{name}_total', f'{{__name__=~"{name}_tota."}}'):
            compare(f'rate({scraped})', query(prometheus, f'rate({scraped}[{RANGE}s])', start, end), rates)
        one = random.choice(sorted(rates))
        compare(f'rate({name}) of {one}', query(prometheus, f'rate({name}{{instname="{one}"}}[{RANGE}s])', start, end),
                {one: rates[one]})
        compare(f'rate({name}) but {one}', query(prometheus, f'rate({name}{{instname!~"{one}"}}[{RANGE}s])', start, end),
                {other: values for other, values in rates.items() if other != one})
        top = query(prometheus, f'topk(2, rate({name}[{RANGE}s]))', start, end)
        ranked = {time: sorted((v[time] for v in top.values() if time in v), reverse=True)
                  for time in {time for v in top.values() for time in v}}
        for time, values in largest(rates, 2).items():
            told = ranked.get(time, [])
            expect(len(told) == len(values) and all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(told, values)),
                   f'topk of {name} at {time}: {told} instead of {values}')
    for metric in GAUGES:
        name, series = metric.replace('.', '_'), series_of(truth, metric)
        compare(f'avg_over_time({name})', query(prometheus, f'avg_over_time({name}[{RANGE}s])', start, end),
                expected(series, average, times))
        compare(name, query(prometheus, name, start, end), expected(series, newest([mark / 1e9 for mark in truth.marks]), times))


def check_series(prometheus, truth, start, end):
    data, text = prometheus.ask('series', **{'match[]': '{__name__=~"disk_dev_.*"}', 'start': start, 'end': end})
    names = {one['__name__'] for one in data or ()}
    wanted = {name.replace('.', '_') for name, kind in truth.types.items()
              if name.startswith('disk.dev.') and kind != 'string'}
    expect(names == wanted, f'/api/v1/series: {text[:2000]} instead of {wanted}')


def main():
    seed = chosen_seed()
    random.seed(seed)
    truth = DumpedArchive(FDR, ARCHIVE)
    start, end = truth.times[0] // 10**9 + RANGE, truth.times[-1] // 10**9
    with tempfile.TemporaryDirectory() as directory, Server(FDR, '--http', '0', '--no-local', ARCHIVE) as server, \
            Prometheus(directory, CONFIGURATION.format(server.url)) as prometheus:
        check(prometheus, truth, start, end)
        check_series(prometheus, truth, start, end)
    print(f'seed {seed}')
    expect.end()


if __name__ == '__main__':
    main()
