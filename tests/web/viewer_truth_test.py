#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether the numbers that the viewer shows are those of the archive: beside fdr replay, and beside PCP's pmval.

usage: viewer_truth_test.py FDR"""
import math
import random
import re
import subprocess
from datetime import datetime, timezone

import archives
from viewing import check, checks, environment, replay_json, viewed_incident

METRICS = (
    'kernel.all.cpu.user',
    'kernel.all.load',
    'mem.util.used',
    'disk.dev.read',
    'disk.all.read_bytes',
    'network.interface.in.bytes',
)
SCALES = {'Kbyte': 1024, 'millisec': 1e-3}


def stamp(text):
    return datetime.fromisoformat(re.sub(r'\.(\d{6})\d*Z$', r'.\1+00:00', text)).timestamp()


def recorded(archive, metric):
    """For each series: its units, whether it is a rate, and its values by time as fdr replay prints them."""
    series, rows = replay_json(archive, metric)
    return {
        one['name']: (one, [(stamp(row['time']), row['values'].get(one['name'])) for row in rows]) for one in series
    }


def factor(one):
    """From the units of fdr replay to those of the page, which have no scale."""
    for units, scale in SCALES.items():
        if one['units'].startswith(units):
            return scale
    return 1


def same(shown, expected, bound=1e-6):
    if shown is None or expected is None:
        return shown is None and expected is None
    return math.isclose(shown, expected, rel_tol=bound, abs_tol=1e-9)


def buckets(page, archive, metric):
    """Least and greatest value of each bucket, by brute force over the records."""
    state = page.state()
    panel = next(one for one in state['panels'] if one['series'] == [metric])
    frame = panel['buckets']
    step = (frame['to'] - frame['from']) / frame['n']
    wrong = compared = 0
    for name, (one, values) in recorded(archive, metric).items():
        shown = next(series for series in frame['series'] if series['label'] == name)
        expected = {}
        for time, value in values:
            if value is not None and frame['from'] <= time < frame['to']:
                expected.setdefault(int((time - frame['from']) / step + 1e-7), []).append(value * factor(one))
        for place in range(frame['n']):
            inside = expected.get(place, [])
            compared += 1
            # A record at a border may fall into the bucket beside, by a rounding of floats.
            if not (
                same(shown['min'][place], min(inside, default=None))
                and same(shown['max'][place], max(inside, default=None))
                and shown['count'][place] == len(inside)
            ):
                wrong += 1
    check(f'buckets of {metric} are those of the records', wrong <= compared / 500, f'{wrong} of {compared}')


def values(page, archive, chosen):
    """The values at the playhead, at times of records and between them."""
    everything = {metric: recorded(archive, metric) for metric in METRICS}
    wrong, compared = [], 0
    for _ in range(12):
        record = archives.START + archives.STEP * chosen.randrange(1, archives.HOURS * 360)
        if archives.GAP[0] - 20 <= record <= archives.GAP[1] + 20:
            continue
        page.run('time.go', t=record)
        page.wait(f'fdr.state().values?.t === {record}')
        shown = page.state()['values']['byLabel']
        for metric, series in everything.items():
            for name, (one, rows) in series.items():
                expected = next((value for time, value in rows if abs(time - record) < 1e-3), None)
                compared += 1
                if not same(shown.get(name), None if expected is None else expected * factor(one), 1e-9):
                    wrong.append(f'{name} at {record}: {shown.get(name)} is not {expected}')
    check('values at the playhead are those of the records', not wrong and compared > 50, f'{compared}: {wrong[:3]}')


def legend(page):
    """The legend says what the state says."""
    page.run('time.go', t=archives.INCIDENT)
    page.wait(f'fdr.state().values?.t === {archives.INCIDENT}')
    page.ready()
    state = page.state()
    panel = next(one for one in state['panels'] if one['series'] == ['mem.util.used'])
    size = state['values']['byLabel']['mem.util.used'] / 2**30
    number = float(re.search(r'([\d.]+) GiB', panel['legend'][0])[1])
    check('the legend has the value, in the units of people', abs(number - size) < 0.06, panel['legend'])


def peer(page, archive):
    """PCP's own program, at one time: values that are no counters, and the rate of a counter between two records."""
    at = archives.INCIDENT
    page.run('time.go', t=at)
    page.wait(f'fdr.state().values?.t === {at}')
    shown = page.state()['values']['byLabel']

    def pmval(metric):
        time = datetime.fromtimestamp(at - archives.STEP, timezone.utc).strftime('@%Y-%m-%d %H:%M:%S')
        output = subprocess.run(
            ['pmval', '-a', archive, '-Z', 'UTC', '-S', time, '-t', '10', '-s', '2', '-f', '6', metric],
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        clock = datetime.fromtimestamp(at, timezone.utc).strftime('%H:%M:%S.000')
        return [float(word) for line in output.splitlines() if line.startswith(clock) for word in line.split()[1:]]

    load = pmval('kernel.all.load')
    check(
        'pmval sees the same load',
        [round(shown[f'kernel.all.load[{name} minute]'], 6) for name in (1, 5, 15)] == load,
        load,
    )
    user = pmval('kernel.all.cpu.user')
    check('and the same use of processors', same(shown['kernel.all.cpu.user'], user[0], 1e-5), user)
    reads = pmval('disk.dev.read')
    mine = sorted(value for name, value in shown.items() if name.startswith('disk.dev.read['))
    check('and the same reads', all(same(a, b, 1e-4) for a, b in zip(mine, sorted(reads))), f'{mine} {reads}')


def main():
    chosen = random.Random(3)
    with viewed_incident() as (archive, server, browser):
        page = browser.page(1280, 4000)
        page.open(server.url + '/#m=' + ';'.join(METRICS))
        for metric in METRICS:
            buckets(page, archive, metric)
        start = archives.START + chosen.randrange(1, 2 * 3600)
        page.run('zoom.to', **{'from': start, 'to': start + chosen.randrange(60, 3600)})
        page.ready()
        for metric in METRICS:
            buckets(page, archive, metric)
        values(page, archive, chosen)
        legend(page)
        peer(page, archive)
        check('the console is empty', not page.errors(), page.errors())
    checks.end()


if __name__ == '__main__':
    main()
