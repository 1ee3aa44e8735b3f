#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares `fdr copy` with pmlogextract, on archives of PCP's test suite: whole archives, version 3, windows, some metrics,
volumes, joins, and exit statuses.  Both results are dumped by pmdumplog, and must have the same records and metrics.

What differs on purpose is in docs/compatibility.md.  Here that is: names of instances, which pmlogextract loses where
domains change (fdr must not have more nameless values than the original); marks; metrics without values.
With FDR_SOAK all archives that are not large, otherwise some.

usage: extract_test.py FDR [ARCHIVE...]"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from suite_archives import ARCHIVES, archives_below

PART = ('20041125', 'sample-labels', 'omnibus_v3', 'runq')
# What pmlogextract loses: (1) records of the first minutes of 1970 (2) descriptors of parameters of events.  Here the
# original is the judge.  (3) It also exchanges the names of a metric.
PEER_LOSES = {'dyninsts', 'dyninsts2', 'rank-pred', 'value-test',
              'eventrec', 'eventrec-old', 'foo+', 'omnibus', 'omnibus-nomark_v2', 'omnibus-nomark_v3', 'omnibus_v2', 'omnibus_v3',
              'dynmetric'}
LARGE = 4 << 20  # bytes
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', HOME='/nonexistent', PCP_DERIVED_CONFIG='')


def run(*command):
    return subprocess.run([str(word) for word in command], env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors='replace', timeout=900, check=False)


def lines_of(base, digits=9):
    """Records as pmdumplog prints them, without names of instances, sizes and marks; nothing if a signal ends it."""
    found, dump = [], run('pmdumplog', '-m', base)
    if dump.returncode < 0:
        return None
    for line in dump.stdout.splitlines():
        line = re.sub(r'^\[\d+ bytes?\]', '', line).rstrip()
        line = re.sub(r' or (\?\?\?|".*")\]', ']', line)
        line = re.sub(r'^(\d\d:\d\d:\d\d\.\d{6})\d*', r'\1', line) if digits == 6 else line
        if line and '<mark>' not in line:
            found.append(line)
    return found


def nameless(base):
    return run('pmdumplog', '-m', base).stdout.count(' or ???]')


def metrics_of(base):
    text = run('pmdumplog', '-d', base).stdout
    return {block.split(' ')[1]: block for block in re.split(r'\n(?=PMID)', text.strip())[1:]}


def names_of(metrics):
    return [match[1] for block in metrics.values() if (match := re.search(r'^PMID: \S+ \("?([A-Za-z][\w.-]*)["\)]', block))]


class Comparison:
    """One archive."""

    def __init__(self, fdr, base, place):
        self.fdr, self.base, self.place = fdr, base, place
        self.counts, self.faults = collections.Counter(), []

    def both(self, ours, theirs, inputs=None):
        """The two archives, or nothing where the peer makes none."""
        inputs = inputs or [self.base]
        out = [os.path.join(self.place, name) for name in ('ours', 'theirs')]
        for path in pathlib.Path(self.place).glob('*s.*'):
            path.unlink()
        own, peer = run(self.fdr, 'copy', '-q', *ours, *inputs, out[0]), run('pmlogextract', *theirs, *inputs, out[1])
        made = [bool(list(pathlib.Path(self.place).glob(os.path.basename(name) + '.meta*'))) for name in out]
        if made == [True, True] and own.returncode == 0:
            return out
        if own.returncode == 3:
            self.counts['damaged'] += 1
        elif made[0] != made[1]:
            self.faults.append(f'{self.base} {ours}: {own.returncode} {own.stderr[:200]!r}, peer {peer.returncode} '
                               f'{peer.stderr[:200]!r}')
        else:
            self.counts['made by neither'] += 1
        return None

    def compare(self, name, out, digits=9):
        if out is None:
            return
        self.counts[name] += 1
        if self.base.name in PEER_LOSES:
            if name in ('whole', 'version 3', 'volumes') and lines_of(out[0], digits=6) != lines_of(self.base, digits=6):
                self.faults.append(f'{self.base} {name}: not the records of the original')
            return
        mine, other = (lines_of(base, digits=digits) for base in out)
        if other is None:
            self.counts['PCP dies'] += 1
            return
        if mine is None:
            self.faults.append(f'{self.base} {name}: PCP dies of it')
            return
        # It loses values of singular metrics that have an instance, as in old archives.
        pairs = [pair for pair in zip(mine, other)
                 if pair[0] != pair[1] and not pair[1].endswith('No values returned!')]
        if pairs or len(mine) != len(other):
            first = next(iter(pairs), None)
            self.faults.append(f'{self.base} {name}: {len(mine)} and {len(other)} lines, first {first}')
        described = [metrics_of(base) for base in out]
        for pmid, block in described[1].items():
            if described[0].get(pmid) != block:
                self.faults.append(f'{self.base} {name}: {block} and {described[0].get(pmid)}')
                break
        if nameless(out[0]) > nameless(self.base):
            self.faults.append(f'{self.base} {name}: {nameless(out[0])} values have no names')

    def some_metrics(self):
        names = names_of(metrics_of(self.base))
        for metric in names[:1] + names[len(names) // 2:len(names) // 2 + 1]:
            config = os.path.join(self.place, 'config')
            pathlib.Path(config).write_text(metric + '\n', encoding='utf-8')
            self.compare('metrics', self.both(('--only', metric), ('-c', config)))

    def stamps(self):
        """The seconds in which records begin, as times of options."""
        dump = run(self.fdr, 'dump', '-q', '--json', '--tz', 'utc', '-m', self.base).stdout
        return ['@' + time.replace('T', ' ') for time in sorted(set(re.findall(r'"kind":"record","time":"([^".]*)', dump)))]

    def windows(self):
        stamps = self.stamps()
        if len(stamps) < 3:
            return
        start = stamps[len(stamps) // 2]
        self.compare('windows', self.both(('-Z', 'UTC', '-S', start), ('-Z', 'UTC', '-S', start)))
        # This release adds a second to the end.
        self.compare('windows', self.both(('-Z', 'UTC', '-S', start, '-T', '+60s'), ('-Z', 'UTC', '-S', start, '-T', '+59s')))

    def volumes(self):
        out = self.both(('-v', '3'), ('-v', '3'))
        self.compare('volumes', out)
        if out:
            counts = [len(list(pathlib.Path(self.place).glob(f'{pathlib.Path(base).name}.[0-9]*'))) for base in out]
            if counts[0] != counts[1]:
                self.faults.append(f'{self.base} volumes: {counts}')

    def joins(self):
        """Of two parts; records between them are in neither."""
        stamps = self.stamps()
        if len(stamps) < 4:
            return
        middle = len(stamps) // 2
        parts = [os.path.join(self.place, f'part{number}') for number in range(2)]
        run('pmlogextract', '-Z', 'UTC', '-S', stamps[middle], self.base, parts[1])
        run(self.fdr, 'copy', '-q', '-Z', 'UTC', '-T', stamps[middle - 1], self.base, parts[0])
        if all(os.path.exists(part + '.meta') for part in parts):
            self.compare('joins', self.both((), (), parts))
            self.compare('joins', self.both((), (), parts[::-1]))

    def run_all(self):
        self.compare('whole', self.both((), ()))
        self.compare('version 3', self.both(('-V', '3'), ('-V', '3')), 6)
        for part in self.some_metrics, self.windows, self.volumes, self.joins:
            part()
        return self.counts, self.faults


def statuses(fdr):
    """Commands that both refuse."""
    base, faults = ARCHIVES / '20041125', []
    with tempfile.TemporaryDirectory() as place:
        taken = os.path.join(place, 'taken')
        for suffix in ('.0', '.meta', '.index'):
            pathlib.Path(taken + suffix).touch()
        other = ARCHIVES / 'omnibus_v3'  # of another host
        for words in ([base], [ARCHIVES / 'no.such', place + '/o'], [base, taken], ['-S', '@2030-01-01', base, place + '/o'],
                      ['-S', 'x y z', base, place + '/o'], [base, other, place + '/o'],
                      ['--no-such-option', base, place + '/o'], ['-v', '-1', base, place + '/o']):
            codes = run(fdr, 'copy', *words).returncode, run('pmlogextract', *words).returncode
            if 0 in codes:
                faults.append(f'{words}: statuses {codes}')
    return collections.Counter(statuses=8), faults


def bases():
    return archives_below(ARCHIVES, LARGE) if os.environ.get('FDR_SOAK') else [ARCHIVES / name for name in PART]


def try_one(fdr, base):
    with tempfile.TemporaryDirectory() as place:
        return Comparison(fdr, base, place).run_all()


def main():
    fdr = sys.argv[1]
    archives = [pathlib.Path(name) for name in sys.argv[2:]] or bases()
    counts, faults = statuses(fdr)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for one, wrong in pool.map(lambda base: try_one(fdr, base), archives):
            counts.update(one)
            faults += wrong
    print('\n'.join(faults))
    print(f'{len(archives)} archives: {dict(counts)}, {len(faults)} faults')
    is_whole = all(counts[name] for name in ('whole', 'version 3', 'metrics', 'windows', 'volumes', 'joins'))
    return 1 if faults or not is_whole else 0


if __name__ == '__main__':
    sys.exit(main())
