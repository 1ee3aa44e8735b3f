#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: series_truth_test.py FDR

/series tells what is in the archives: random series, windows and intervals, against `fdr dump --json` of the same
archive, which other tests compare with pmdumplog. Each answer is asked for as Grafana's data source does it."""
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

from asking import answer
from checks import Checks
from dumped_archive import DumpedArchive
from golden import GOLDEN
from seeds import chosen_seed
from serving import Server

FDR = os.path.abspath(sys.argv[1])
TESTSUITE = Path('/var/lib/pcp/testsuite/archives')
LARGEST = 4 << 20  # bytes of a volume
WINDOWS = 2000 if os.environ.get('FDR_SOAK') else 120
expect = Checks()


def choose(samples, start, finish, interval):
    """The samples of a window: the first, for each start + k * interval the last one up to it, and the last."""
    inside = [one for one in samples if start <= one[0] <= finish]
    if not interval or not inside:
        return inside
    chosen, place, time = [inside[0]], 0, start
    while time <= finish and chosen[-1] != inside[-1]:
        while place + 1 < len(inside) and inside[place + 1][0] <= time:
            place += 1
        if inside[place][0] <= time and chosen[-1] != inside[place]:
            chosen.append(inside[place])
        ahead = inside[min(place + 1, len(inside) - 1)][0] - time
        time += max(1, ahead // interval) * interval
    return chosen if chosen[-1] is inside[-1] else chosen + [inside[-1]]


def same(text, value, kind):
    if kind == 'string':
        return text == value
    if 'int' in kind:
        return text == str(value)
    read, told = float(text), float(str(value).replace('Infinity', 'inf'))
    if kind == 'float':
        read, told = (struct.unpack('f', struct.pack('f', one))[0] for one in (read, told))
    return read == told or (read != read and told != told)


def stamp_of(time):
    return time // 1000  # microseconds


class Archive:
    """An archive, and a server that shows it."""

    def __init__(self, path, server):
        self.truth, self.port = DumpedArchive(FDR, path), server.port
        self.instances, self.named = {}, {}  # of all series; numbers of those with names, by series

    def find(self, name):
        """What Grafana asks first: the identifier, and all that describes the series."""
        ids = answer(self.port, '/series/query', expr=name)
        if not expect(len(ids) == 1, f'{name} has {len(ids)} series'):
            return None
        told = answer(self.port, '/series/metrics', series=ids[0])
        desc, = answer(self.port, '/series/descs', series=ids[0])
        labels = answer(self.port, '/series/labels', series=ids[0])
        expect(told == [{'series': ids[0], 'name': name}], f'{name} is called {told}')
        expect((desc['indom'] == 'none') == (len(labels) == 1), f'{name}: {desc} {labels}')
        found = {one['instance']: (one['id'], one['name']) for one in
                 answer(self.port, '/series/instances', series=ids[0])}
        asked = random.sample(sorted(found), min(len(found), 20))
        if asked:
            labelled = {one['series'] for one in answer(self.port, '/series/labels', series=','.join(asked))}
            expect(labelled == set(asked), f'{name}: instances without labels')
        self.instances.update(found)
        self.named[ids[0]] = {number for number, _ in found.values()}
        return ids[0]

    def check(self, name, series, rows, samples, what):
        """Whether the rows are these samples. Instances with one name are one series; an instance that is not in its
        domain has a name of another time; without any name, it is left out."""
        told = {}
        for row in rows:
            if row['series'] != series:
                continue
            instance = self.instances[row['instance']] if 'instance' in row else (None, None)
            told.setdefault(round(row['timestamp'] * 1000), []).append((*instance, row['value']))
        named = self.named[series]
        expected = {stamp_of(time): [] for time, _ in samples}
        for time, values in samples:
            expected[stamp_of(time)] += [one for one in values if one[0] is None or one[1] or one[0] in named]
        kind = self.truth.types[name]
        alike = {time: values for time, values in expected.items() if values}.keys() == told.keys() and all(
            len(values) == len(told[time]) and all(
                (a[1] == b[1] if b[1] else a[0] == b[0]) and same(a[2], b[2], kind) for a, b in zip(told[time], values))
            for time, values in expected.items() if values)
        expect(alike, f'{name} {what}: {str(told)[:300]} instead of {str(expected)[:300]}')

    def check_windows(self, count):
        names = [name for name, samples in self.truth.samples.items() if samples and name[0].isalpha()]
        first, last = self.truth.times[0], self.truth.times[-1]
        for _ in range(count):
            chosen = random.sample(names, min(len(names), random.randint(1, 5)))
            series = {name: self.find(name) for name in chosen}
            if None in series.values():
                continue
            ids = ','.join(series.values())
            kind = random.choice(('window', 'interval', 'newest', 'oldest'))
            begin, end = sorted(random.randint(first // 10**6, last // 10**6 + 1000) * 10**6 for _ in range(2))
            window = {'start': f'{begin / 1e9:.3f}', 'finish': f'{end / 1e9:.3f}'}
            limit, interval = random.randint(1, 5), 0
            if kind == 'interval':
                interval = random.choice((1, 10, 60, max(1, (end - begin) // 10**10)))
                window['interval'] = str(interval)
            if kind == 'newest':
                window = {'samples': limit}
            if kind == 'oldest':
                window['samples'] = limit
            rows = answer(self.port, '/series/values', form=random.random() < 0.5, series=ids, **window)
            if not expect(all(row['instance'] in self.instances for row in rows if 'instance' in row),
                          f'{chosen} {window}: an unknown instance'):
                continue
            for name in chosen:
                samples = self.truth.samples[name]
                if kind == 'newest':
                    samples = samples[-limit:]
                else:
                    samples = choose(samples, begin, end, interval * 10**9)
                if kind == 'oldest':
                    samples = samples[:limit]
                self.check(name, series[name], rows, samples, f'{window}')


def archives():
    """Ours, and some of PCP's that are not too large."""
    ours = sorted(str(path)[:-5] for path in GOLDEN.glob('*.meta'))
    plain = sorted(str(path)[:-5] for path in TESTSUITE.glob('*.meta')
                   if path.with_suffix('.0').exists() and path.with_suffix('.0').stat().st_size < LARGEST)
    return ours + random.sample(plain, min(len(plain), 12))


def main():
    seed = chosen_seed()
    random.seed(seed)
    checked = 0
    for path in archives():
        with Server(FDR, '--http', '0', '--no-local', path) as server:
            try:
                archive = Archive(path, server)
            except subprocess.CalledProcessError:
                continue  # damaged on purpose
            truth = archive.truth
            if not truth.is_in_order() or not any(truth.samples.values()):
                continue
            archive.check_windows(WINDOWS // 10)
            checked += 1
        if expect.problems:
            print(path)
            break
    expect(checked >= 10, f'only {checked} archives were checked')
    print(f'seed {seed}, {checked} archives')
    expect.end()


if __name__ == '__main__':
    main()
