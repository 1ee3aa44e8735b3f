#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: viewer_states_test.py FDR

The runs of texts that the web server answers with, beside brute force over `fdr dump --json`."""
import json
import os
import random
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
ARCHIVES = [f'{GOLDEN}/v3-all-types', f'{GOLDEN}/v2-marks-volumes', f'{PCP}/20041125', f'{PCP}/bozo-disk',
            f'{PCP}/pcp-atop-log', f'{PCP}/omnibus_v3', f'{PCP}/naslog', f'{PCP}/mysql-1', f'{PCP}/20180415.09.16']
WINDOWS, MOST_METRICS, ONE_SAMPLE = 6, 20, 10000
expect = Checks()


def seconds(time):
    return f'{time // 10**9}.{time % 10**9:09}'


class Archive:
    """The moments of records and marks, and the texts of each metric: for each moment those by instance."""

    def __init__(self, base):
        dump = subprocess.run([FDR, 'dump', '--json', '-d', '-m', base], env=environment(), capture_output=True,
                              text=True, check=False, timeout=300)
        self.moments, self.is_mark, self.texts, self.names = [], [], {}, {}
        for line in dump.stdout.splitlines():
            entry = json.loads(line)
            if entry.get('kind') == 'metric' and entry['names'] and entry['type'] == 'string':
                self.names[entry['pmid']] = entry['names'][0]
            elif entry.get('kind') in ('record', 'mark'):
                self.add(entry)

    def add(self, entry):
        at = nanos(entry['time'])
        if self.moments and at < self.moments[-1]:
            return
        self.moments.append(at)
        self.is_mark.append(entry['kind'] == 'mark' or not entry['metrics'])
        seen = set()
        for metric in entry.get('metrics', []):
            if metric['pmid'] not in self.names or metric['pmid'] in seen:
                continue
            seen.add(metric['pmid'])
            texts = {}
            for value in metric['values']:
                if isinstance(value.get('value'), str):
                    texts.setdefault(value.get('id'), value['value'])
            if texts:
                self.texts.setdefault(metric['pmid'], []).append((len(self.moments) - 1, texts))

    def samples(self, metric):
        """For each entry of texts: its segment between marks, and its sample."""
        places, sample, begun, last = [], 0, None, -1
        for moment, _ in self.texts[metric]:
            has_gap = any(self.is_mark[last + 1:moment])
            if begun is None or has_gap or self.moments[moment] - begun >= ONE_SAMPLE:
                sample += 1
                begun = self.moments[moment]
            places.append(sample)
            last = moment
        return places

    def end_of_segment(self, moment):
        while moment + 1 < len(self.moments) and not self.is_mark[moment]:
            moment += 1
        return moment

    def runs(self, metric, instance):
        """(from, to, text)"""
        entries, samples = self.texts[metric], self.samples(metric)
        runs = []
        for i, (moment, texts) in enumerate(entries):
            if instance not in texts:
                continue
            start, end = self.moments[moment], self.end_of_segment(moment)
            until, next_sample = self.moments[end], None
            for (later, others), sample in zip(entries[i + 1:], samples[i + 1:]):
                if later > end or sample > samples[i] + 1:
                    break
                if sample > samples[i] and next_sample is None:
                    next_sample = self.moments[later]
                if instance in others:
                    next_sample = self.moments[later]
                    break
            until = until if next_sample is None else next_sample
            if runs and runs[-1][1] == start and runs[-1][2] == texts[instance]:
                runs[-1] = (runs[-1][0], until, texts[instance])
            else:
                runs.append((start, until, texts[instance]))
        return runs


def cut(text):
    encoded = text.encode()
    return text if len(encoded) <= 256 else encoded[:256].decode(errors='ignore') + '…'


def merged(runs, start, end, most):
    """What is shown of runs in a window."""
    inside = [(max(a, start), min(b, end), text) for a, b, text in runs if a < end and (b > start or a == b == start)]
    least = -(-2 * (end - start) // most)
    groups = []
    for run in inside:
        is_short = groups and all(time < least for time in (
            groups[-1][-1][1] - groups[-1][-1][0], run[0] - groups[-1][-1][1], run[1] - run[0]))
        if is_short:
            groups[-1].append(run)
        else:
            groups.append([run])
    return [(group[0][0], group[-1][1], cut(group[0][2]) if len(group) == 1 else len(group)) for group in groups]


def check_states(port, source, archive, metric, chance):
    a, b = (chance.choice(archive.moments) for _ in range(2))
    start, end = min(a, b) - chance.randrange(10**9), max(a, b) + 1 + chance.randrange(10**9)
    most = chance.choice([chance.randrange(1, 60), 10000])
    told = answer(port, '/fdr/v1/states', s=source, m=archive.names[metric], n=most,
                  **{'from': seconds(start), 'to': seconds(end)})
    found = {series.get('id'): [(run[0], run[1], run[3] if run[2] is None else run[2]) for run in series['runs']]
             for series in told['series']}
    for instance in {instance for _, texts in archive.texts[metric] for instance in texts}:
        want = merged(archive.runs(metric, instance), start, end, most)
        got = found.get(instance, [])
        is_same = len(got) == len(want) and len(got) <= most and all(
            abs(x[0] * 10**9 - y[0]) < 500 and abs(x[1] * 10**9 - y[1]) < 500 and x[2] == y[2]
            for x, y in zip(got, want))
        if not expect(is_same, f'{source}: {archive.names[metric]}[{instance}] from {start} to {end}, at most {most}: '
                               f'{got[:5]}, not {want[:5]}'):
            return 0
    return len(found)


def main():
    chance = random.Random(20260728)
    compared = 0
    for base in ARCHIVES:
        archive = Archive(base)
        metrics = sorted(archive.texts)
        with Server(FDR, '--http', '0', '--no-local', base) as server:
            source = answer(server.port, '/fdr/v1/sources')[0]['id']
            for metric in chance.sample(metrics, min(MOST_METRICS, len(metrics))):
                for _ in range(WINDOWS):
                    compared += check_states(server.port, source, archive, metric, chance)
    expect(compared > 100, f'only {compared} series were compared')
    print(f'{len(ARCHIVES)} archives, {compared} series')
    expect.end()


main()
