#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: viewer_truth_test.py FDR

What the web server says of archives, beside other programs that read them.  Buckets are compared with brute force over
`fdr dump --json`, records with `fdr replay --json`, and one metric in ten with PCP's pmval."""
import bisect
import json
import math
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from asking import answer  # noqa: E402
from checks import Checks  # noqa: E402
from dumped_archive import nanos  # noqa: E402
from golden import GOLDEN  # noqa: E402
from serving import Server, environment  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
PCP = '/var/lib/pcp/testsuite/archives'
ARCHIVES = [f'{GOLDEN}/v3-all-types', f'{GOLDEN}/v2-marks-volumes', f'{PCP}/ok-foo', f'{PCP}/count-mark',
            f'{PCP}/pmiostat_mark', f'{PCP}/20041125', f'{PCP}/dm-io']
MOST_METRICS, WINDOWS = 40, 4
SECONDS = {'nanosec': 1e-9, 'microsec': 1e-6, 'millisec': 1e-3, 'sec': 1, 'min': 60, 'hour': 3600}
ONE_SAMPLE = 10000
LEAST_SPAN = 50_000_000  # of a rate
expect = Checks()


def output(*command, **variables):
    return subprocess.run(command, env=environment(**variables), capture_output=True, text=True, check=False,
                          timeout=300).stdout


def seconds(time):
    return f'{time // 10**9}.{time % 10**9:09}'


class Archive:
    """All that is recorded: the moments of records and marks, and the values of each series."""

    def __init__(self, base):
        self.moments, self.is_mark, self.samples, self.series, self.metrics = [], [], {}, {}, {}
        for line in output(FDR, 'dump', '--json', '-d', '-m', base).splitlines():
            entry = json.loads(line)
            if entry.get('kind') == 'metric' and entry['names']:
                self.metrics[entry['pmid']] = entry
            elif entry.get('kind') in ('record', 'mark'):
                self.add(entry)

    def add(self, entry):
        at = nanos(entry['time'])
        if self.moments and at < self.moments[-1]:
            return
        self.moments.append(at)
        is_mark = entry['kind'] == 'mark' or not entry['metrics']
        self.is_mark.append(is_mark)
        seen = set()
        for metric in entry.get('metrics', []):
            numbers = [(value.get('id'), value['value']) for value in metric['values']
                       if isinstance(value.get('value'), (int, float)) or value.get('value') in ('NaN', 'Infinity')]
            if not numbers or metric['pmid'] in seen or metric['pmid'] not in self.metrics:
                continue
            seen.add(metric['pmid'])
            self.count_sample(metric['pmid'])
            for instance, value in numbers:
                values = self.series.setdefault((metric['pmid'], instance), [])
                if not values or values[-1][0] != len(self.moments) - 1:
                    values.append((len(self.moments) - 1, float(value) if isinstance(value, str) else value))

    def count_sample(self, metric):
        samples = self.samples.setdefault(metric, [])
        last = samples[-1] if samples else 0
        now = len(self.moments) - 1
        if not samples or self.moments[now] - self.moments[last] >= ONE_SAMPLE or any(self.is_mark[last:now]):
            samples.append(now)

    def sample(self, metric, moment):
        return bisect.bisect_right(self.samples[metric], moment)

    def are_connected(self, metric, before, now):
        return (not any(self.is_mark[before:now])
                and self.sample(metric, before) + 1 >= self.sample(metric, now))

    def events(self, metric, instance):
        """(time, value) of values, and (from, to, value) of the stretches in which they hold."""
        facts = self.metrics[metric]
        if facts['semantics'] == 'counter':
            return self.rates(metric, self.series[metric, instance])
        values = [value for value in self.series[metric, instance] if math.isfinite(value[1])]
        points, stretches = [], []
        for i, (moment, value) in enumerate(values):
            at = self.moments[moment]
            is_joined = i > 0 and self.are_connected(metric, values[i - 1][0], moment)
            points.append((at, value))
            if is_joined:
                before = self.moments[values[i - 1][0]]
                middle = before + (at - before) // 2
                stretches += [(before, middle, values[i - 1][1]), (middle, at, value)]
            is_last = i + 1 == len(values) or not self.are_connected(metric, moment, values[i + 1][0])
            if facts['semantics'] == 'discrete' and is_last:
                end = moment
                while end + 1 < len(self.moments) and not self.is_mark[end]:
                    end += 1
                if self.sample(metric, end) == self.sample(metric, moment):
                    stretches.append((at, self.moments[end], value))
        return points, stretches

    def rates(self, metric, values):
        """The same of a counter: values soon behind one that counted are passed over."""
        points, stretches, last = [], [], None
        for i, (moment, value) in enumerate(values):
            at = self.moments[moment]
            if i == 0 or not self.are_connected(metric, values[i - 1][0], moment):
                last = (at, value)
            elif at - last[0] >= LEAST_SPAN:
                growth = value - last[1]
                if growth < -2**31 and '32-bit' in self.metrics[metric]['type'] and isinstance(value, int):
                    growth += 2**32  # it wrapped
                if growth >= 0:
                    rate = growth / ((at - last[0]) / 1e9) * scale(self.metrics[metric]['units'])
                    points.append((at, rate))
                    stretches.append((last[0], at, rate))
                last = (at, value)
        return points, stretches

    def buckets(self, metric, instance, start, end, count):
        points, stretches = self.events(metric, instance)
        borders = [start + (end - start) * k // count for k in range(count + 1)]
        result = []
        for low, high in zip(borders, borders[1:]):
            inside = [value for at, value in points if low <= at < high]
            held = [(min(b, high) - max(a, low), value) for a, b, value in stretches if min(b, high) > max(a, low)]
            time = sum(part for part, _ in held)
            mean = (sum(part * value for part, value in held) / time if time
                    else sum(inside) / len(inside) if inside else None)
            result.append((min(inside, default=None), max(inside, default=None), mean, inside[-1] if inside else None,
                           len(inside)))
        return result


def scale(units):
    """Of the rate of a counter with these units."""
    return SECONDS.get(units, 1)


def same(a, b, error=1e-9):
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=error, abs_tol=1e-9)


def check_buckets(port, source, archive, metric, chance):
    name = archive.metrics[metric]['names'][0]
    a, b = sorted(chance.sample(archive.moments, 2)) if len(archive.moments) > 1 else archive.moments * 2
    start, end, count = a - chance.randrange(10**9), b + 1 + chance.randrange(10**9), chance.randrange(1, 60)
    told = answer(port, '/fdr/v1/buckets', s=source, m=name, n=count, format='json', p=64,
                  **{'from': seconds(start), 'to': seconds(end)})
    found = {series.get('id'): series['values'] for series in told['series']}
    for pmid, instance in archive.series:
        if pmid != metric:
            continue
        want = archive.buckets(metric, instance, start, end, count)
        got = found.get(instance)
        if got is None:
            expect(not any(bucket[4] or bucket[2] is not None for bucket in want),
                   f'{source}: {name}[{instance}] is missing from {start} to {end}')
            continue
        error = 1e-6 if archive.metrics[metric]['type'] == 'float' else 1e-9  # printed with fewer digits
        for k, bucket in enumerate(want):
            numbers = [got[field][k] for field in ('min', 'max', 'avg', 'last', 'count')]
            if not expect(all(same(x, y, error) for x, y in zip(numbers, bucket)),
                          f'{source}: {name}[{instance}] from {start} to {end}, {k} of {count}: {numbers}, not {bucket}'):
                return


def records(port, source, archive, name, **more):
    """Times and values by instance."""
    told = answer(port, '/fdr/v1/records', s=source, m=name, t=seconds(archive.moments[0]), n=10000, **more)
    times = [round(time * 1e6) for time in told['t']]
    return times, {series.get('id'): values for series, values in zip(told['series'], told['values'])}


def check_replay(port, source, base, archive, metric):
    """Raw values, as fdr replay has them."""
    name = archive.metrics[metric]['names'][0]
    lines = [json.loads(line) for line in output(FDR, 'replay', base, name, '--json', '--raw').splitlines()]
    if len(lines) < 2:
        return
    times, values = records(port, source, archive, name, rate='raw')
    for series in lines[0]['series']:
        want = {nanos(row['time']) // 1000: row['values'][series['name']] for row in lines[1:]}
        got = values.get(series.get('instance_id'), [])
        for time, value in zip(times, got):
            near = want.get(time, want.get(time - 1, want.get(time + 1)))
            are_numbers = isinstance(value, (int, float)) and isinstance(near, (int, float))
            if are_numbers and not expect(same(value, near, 1e-7),
                                          f'{source}: {series["name"]} at {time}: {value}, not {near}'):
                return


def check_pmval(port, source, base, archive, metric):
    """Rates and levels, as pmval prints the records."""
    name = archive.metrics[metric]['names'][0]
    if any(instance is not None for pmid, instance in archive.series if pmid == metric):
        return 0
    lines = re.findall(r'^(\d\d:\d\d:\d\d\.\d{3}) +(\S+) *$', output('pmval', '-Z', 'UTC', '-f', '6', '-U', base, name), re.M)
    printed = {}  # a time of day may occur on several days
    for time, value in lines:
        if re.fullmatch(r'[-+0-9.Ee]+', value):
            printed.setdefault(time, []).append(float(value))
    times, values = records(port, source, archive, name)
    own = values.get(None, [])
    compared = 0
    for i, (time, value) in enumerate(zip(times, own)):
        if i > 1 and own[i - 1] is None:
            continue  # pmval does not pass the value before over
        clock = (time // 1000) % 86400000
        text = f'{clock // 3600000:02}:{clock // 60000 % 60:02}:{clock // 1000 % 60:02}.{clock % 1000:03}'
        if isinstance(value, (int, float)) and text in printed:
            compared += 1
            if not expect(any(math.isclose(value, one, rel_tol=2e-3, abs_tol=2e-3) for one in printed[text]),
                          f'{source}: {name} at {text}: {value}, but pmval prints {printed[text]}'):
                return compared
    return compared


def main():
    chance = random.Random(20260726)
    compared = 0
    for base in ARCHIVES:
        archive = Archive(base)
        metrics = sorted({pmid for pmid, _ in archive.series})
        chosen = chance.sample(metrics, min(MOST_METRICS, len(metrics)))
        with Server(FDR, '--http', '0', '--no-local', base) as server:
            source = answer(server.port, '/fdr/v1/sources')[0]['id']
            for i, metric in enumerate(chosen):
                for _ in range(WINDOWS):
                    check_buckets(server.port, source, archive, metric, chance)
                check_replay(server.port, source, base, archive, metric)
                if i % 10 == 0:
                    compared += check_pmval(server.port, source, base, archive, metric)
    expect(compared, 'no value was compared with pmval')
    print(f'{len(ARCHIVES)} archives, {compared} values of pmval')
    expect.end()


main()
