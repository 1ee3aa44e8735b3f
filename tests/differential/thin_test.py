#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares `fdr copy -t` and its --statistics with a model that reads a whole archive at once (thinned_model.py), value by
value, over archives of PCP's test suite.  PCP's pmlogcheck finds nothing in the new archives that it does not find in the originals.

With FDR_SOAK in the environment: all archives, with more intervals."""

import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from suite_archives import ARCHIVES, archives_below  # noqa: E402
from thinned_model import INTEGERS, REALS, Model, samples_of, statistics_of  # noqa: E402

IS_SOAK = bool(os.environ.get('FDR_SOAK'))
PART = ('20041125', 'bozo-disk', 'interpmark', 'omnibus_v3', 'rep', 'pcp-dstat', 'bug1057', 'kenj-pc-1', 'eventrec')
STEADY = ('20041125', 'bozo-disk')  # no instance comes or goes
LARGE = 4 << 20  # bytes: Python would need gigabytes for these
INTERVALS = ((1, '1ns'), (3_333_333_333, '3.333333333s'), (7 * 10 ** 9, '7s'), (60 * 10 ** 9, '60s'),
             (3600 * 10 ** 9, '3600s'))
OF_STATISTICS = INTERVALS[2:4] if IS_SOAK else INTERVALS[3:4]
OF_PART = ((7 * 10 ** 9, '7s'), (60 * 10 ** 9, '60s'))


def nanos(text):
    """Of "2022-04-03T06:50:55.401624349Z"."""
    match = re.fullmatch(r'(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)\.(\d{9})Z', text)
    year, month, day, hour, minute, second, rest = (int(part) for part in match.groups())
    # The days since the Epoch.
    y = year - (month <= 2)
    era, of_era = divmod(y, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468
    return ((days * 24 + hour) * 60 + minute) * 60 * 10 ** 9 + second * 10 ** 9 + rest


def read(fdr, base):
    """Descriptors; and a list of (time, {identifier: {instance: value}}), where no values are a mark."""
    run = subprocess.run([fdr, 'dump', '--json', '--tz', 'utc', '-md', base], capture_output=True, check=False)
    descs, records, step = {}, [], 1
    for line in run.stdout.decode(errors='surrogateescape').splitlines():
        one = json.loads(line)
        if one.get('version') == 2:
            step = 1000  # nanoseconds
        if one.get('kind') == 'metric':
            descs[one['pmid']] = one
        elif one.get('kind') == 'mark':
            records.append((nanos(one['time']), None))
        elif one.get('kind') == 'record':
            sets = {}
            for metric in one['metrics']:
                values = metric.get('values')
                if not values:
                    continue
                sets.setdefault(metric['pmid'], {}).update(
                    {v.get('id', -1): v.get('value', v.get('events')) for v in reversed(values)})
            if sets:
                records.append((nanos(one['time']), sets))
    return descs, records, step


def kind_has_other_values(kind, records):
    """Whether JSON does not have all values: not what is infinite, or stored as another type, and no aggregates."""
    expected = (int, float) if kind in (*INTEGERS, *REALS) else (str, list)
    return any(not isinstance(value, expected) for one in records if one for value in one[1].values())


def is_same(kind, a, b):
    if a.keys() != b.keys():
        return False
    if kind not in REALS:
        return a == b
    near = 1e-6 if kind == 'float' else 1e-12
    return all(x == y or (x is not None and y is not None and abs(x - y) <= near * max(abs(x), abs(y)))
               for x, y in ((a[i], b[i]) for i in a))


def compare(name, descs, records, thinned, step, interval, origin):
    """Yields what differs."""
    got = {}
    for at, sets in thinned:
        for pmid, values in (sets or {}).items():
            got.setdefault(pmid, []).append((at, values))
    marks = [at for at, sets in records if sets is None]
    while marks and marks[0] < origin:
        marks.pop(0)
    if [at for at, sets in thinned if sets is None] != marks:
        yield f'{name}: other marks'
    agents = {pmid.split('.')[0] for pmid, desc in descs.items() if 'event' in desc['type']}
    for pmid, desc in descs.items():
        mine = [None if sets is None else (at, sets[pmid]) for at, sets in records if sets is None or pmid in sets]
        if kind_has_other_values(desc['type'], mine):
            continue
        kind = desc['type']
        if kind not in (*INTEGERS, *REALS, 'string', 'aggregate'):
            expected = [one for one in mine if one is not None]
        else:
            has_events = pmid.split('.')[0] in agents
            expected = Model(kind, desc['semantics'], interval, origin, has_events).run(samples_of(mine))
        expected = [(at - at % step, values) for at, values in expected]
        actual = got.get(pmid, [])
        if len(expected) == len(actual) and all(
                a == b and is_same(kind, x, y) for (a, x), (b, y) in zip(expected, actual)):
            continue
        first = next((pair for pair in zip(expected, actual)
                      if pair[0][0] != pair[1][0] or not is_same(kind, pair[0][1], pair[1][1])), None)
        yield f'{name}: {pmid} {desc["names"]} {kind} {desc["semantics"]}: {len(expected)} sets expected, {len(actual)} ' \
              f'found; first difference {str(first)[:600]}'


def compare_statistics(name, descs, records, thinned, new_descs, step, interval, origin):
    """Yields what differs in the metrics beside the instantaneous ones."""
    by_name = {one['names'][0]: pmid for pmid, one in new_descs.items() if one['names']}
    for pmid, desc in descs.items():
        if desc['type'] not in (*INTEGERS, *REALS) or desc['semantics'] != 'instant' or not desc['names']:
            continue
        mine = [None if sets is None else (at, sets[pmid]) for at, sets in records if sets is None or pmid in sets]
        if kind_has_other_values(desc['type'], mine):
            continue
        expected = statistics_of(samples_of(mine), interval, origin)
        for which, ending in enumerate(('min', 'max', 'mean')):
            other = by_name.get(f'fdr.{desc["names"][0]}.{ending}')
            actual = [(at, sets[other]) for at, sets in thinned if sets and other in sets]
            kind = 'double' if ending == 'mean' and desc['type'] != 'float' else desc['type']
            wanted = [(at - at % step, {i: one[which] for i, one in values.items()}) for at, values in expected]
            if len(wanted) != len(actual) or not all(
                    a == b and is_same(kind, x, y) for (a, x), (b, y) in zip(wanted, actual)):
                first = next((pair for pair in zip(wanted, actual)
                              if pair[0][0] != pair[1][0] or not is_same(kind, pair[0][1], pair[1][1])), None)
                yield f'{name}: fdr.{desc["names"][0]}.{ending}: {len(wanted)} sets expected, {len(actual)} found; ' \
                      f'{str(first)[:400]}'


def check(base):
    """What PCP's program finds, without places and numbers."""
    run = subprocess.run(['pmlogcheck', '-w', base], capture_output=True, text=True, check=False)
    return {re.sub(r'[\d.]+', 'N', line.replace(str(base), '')) for line in (run.stdout + run.stderr).splitlines()}


def nameless(base):
    """The values for which PCP's pmdumplog finds no name."""
    run = subprocess.run(['pmdumplog', base], capture_output=True, check=False)
    return run.stdout.count(b' or ???]')


def means(fdr, base):
    """The mean of each series."""
    run = subprocess.run([fdr, 'summary', '--csv', '-q', '--all-metrics', base], capture_output=True, text=True, check=False)
    return {(row['metric'], row['instance']): float(row['mean']) for row in csv.DictReader(io.StringIO(run.stdout))}


def compare_means(fdr, base, out, descs):
    """Yields counters whose mean rate has changed.  Readers pass over samples that are less than 50 ms apart."""
    before, after = means(fdr, base), means(fdr, out)
    counters = {name for one in descs.values() if one['semantics'] == 'counter' for name in one['names']}
    for series, mean in before.items():
        if series[0] in counters and not math.isclose(mean, after.get(series, math.inf), rel_tol=2e-3, abs_tol=1e-9):
            yield f'{base}: {series} has the mean {mean}, and {after.get(series)} when it is thinned'


def use_stock_tools(base, scratch):
    """Yields complaints of PCP's programs about an archive."""
    for command in (['pminfo', '-dfmtlT', '-a', base], ['pmval', '-t', '10s', '-a', base, 'fdr.kernel.all.load.max'],
                    ['pmlogsummary', base], ['pmlogextract', base, scratch / 'extracted'],
                    ['/usr/bin/python3', '/usr/bin/pmrep', '-z', '-a', base, 'kernel.all.load', 'fdr.kernel.all.load.mean']):
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0 or run.stderr:
            yield f'{command[0]} of {base}: {run.returncode} {run.stderr[:500]}'


def bases():
    return archives_below(ARCHIVES, LARGE) if IS_SOAK else [ARCHIVES / name for name in PART]


def try_archive(fdr, base, scratch):
    """Returns what is wrong, and the number of comparisons."""
    descs, records, step = read(fdr, base)
    faults, compared = [], 0
    starts = [at for at, sets in records if sets is not None]
    if not starts or starts != sorted(starts):
        return faults, compared
    before = check(base)
    for interval, text in OF_STATISTICS:
        out = scratch / 'statistics'
        run = subprocess.run([fdr, 'copy', '-q', '-t', text, '--statistics', base, out], capture_output=True, text=True,
                             check=False)
        if run.returncode == 0:
            new_descs, thinned, _ = read(fdr, out)
            faults += compare_statistics(f'{base.name} -t {text}', descs, records, thinned, new_descs, step, interval,
                                         starts[0])
            faults += [f'{base} -t {text} --statistics: {line}' for line in check(out) - before]
            if base.name in STEADY:
                faults += compare_means(fdr, base, out, descs)
            if base.name == STEADY[0]:
                faults += use_stock_tools(out, scratch)
        for path in scratch.iterdir():
            path.unlink()
    for interval, text in INTERVALS if IS_SOAK else OF_PART:
        out = scratch / f'out{text}'
        run = subprocess.run([fdr, 'copy', '-q', '-t', text, base, out], capture_output=True, text=True, check=False)
        if run.returncode not in (0, 3):
            faults.append(f'{base}: {run.stderr}')
            continue
        _, thinned, _ = read(fdr, out)
        if [at for at, _ in thinned] != sorted(at for at, _ in thinned):
            faults.append(f'{base}: time goes back')
        if run.returncode == 0:
            faults += compare(f'{base.name} -t {text}', descs, records, thinned, step, interval, starts[0])
            faults += [f'{base} -t {text}: {line}' for line in check(out) - before]
            if nameless(out) > nameless(base):
                faults.append(f'{base} -t {text}: {nameless(out)} values have no names, and {nameless(base)} of the original')
            compared += 1
        for path in scratch.iterdir():
            path.unlink()
    return faults, compared


def main():
    fdr, faults, compared = sys.argv[1], [], 0
    for base in [pathlib.Path(name) for name in sys.argv[2:]] or bases():
        with tempfile.TemporaryDirectory() as scratch:
            new, count = try_archive(fdr, base, pathlib.Path(scratch))
        faults += new
        compared += count
    print('\n'.join(faults[:40]))
    print(f'{compared} comparisons, {len(faults)} faults')
    sys.exit(1 if faults or compared == 0 else 0)


main()
