#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs `pmlogreduce` of fdr's and of PCP's side by side: a table of command lines, then archives.  At each time that PCP's
result has, fdr's has the same values of the same instances.  Labels and texts are those of the original; PCP's program
loses them.  What differs on purpose is in docs/compatibility.md.  With FDR_SOAK all archives are taken, otherwise a part.

usage: reduce_program_test.py PROGRAM, which is a link with the name pmlogreduce"""

import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

import rewriting_test as shared

CORPUS = shared.CORPUS
PEER = '/usr/lib/pcp/bin/pmlogreduce'
PART = ('20041125', 'omnibus_v3', 'sample-labels', 'bozo-disk', 'rep', 'pcp-dstat', 'bug1057', 'interpmark', 'mmv.help',
        'nfsclient_64', 'changeinst', 'ok-foo', 'diff1', 'eventrec')
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
LIMIT = 60  # seconds in the soak: for some archives PCP's program takes hours
# Of all value sets of the soak.  docs/compatibility.md says what they are: counters that wrap, and values that PCP loses.
MOST_DIFFERENT = 0.03

A = str(CORPUS / '20041125')
# The words behind the program.  Statuses, files, and the first line on stderr are the same.
LINES = [(A, 'o'), ('-t', 'x', A, 'o'), ('-s', 'x', A, 'o'), ('-z', '-Z', 'UTC', A, 'o'), ('-Z', 'UTC', A, 'o'),
         ('-z', A, 'o'), (str(CORPUS / 'nosuch'), 'o'), ('-S', 'foo', A, 'o'), (), (A,), ('-t', '60', '-s', '5', A, 'o'),
         ('-t', '60', '-A', '5min', A, 'o'), ('-S', '@23:20', '--finish=@23:40', '--interval', '2min', A, 'o'),
         (str(CORPUS / 'eventrec'), 'o')]
# Where the statuses differ: fdr's, PCP's.
DIFFERENT = [((str(CORPUS / 'binning'), 'o'), (0, 1)), ((str(CORPUS / '951127.23.01_v2'), 'o'), (0, 1)),
             ((A, str(CORPUS / 'omnibus_v3'), 'o'), (1, 0)), (('-S', '@Jan 1 2030', A, 'o'), (1, 0))]


def values_of(base):
    """Of each time and metric.  Names of instances are not compared: PCP's program has those of the next time."""
    found, now, metric = {}, None, None
    for line in shared.dump(base, '-m').splitlines():
        if head := re.match(r'(?:\[\d+ bytes\]\s*)?(\d\d:\d\d:\d\d\.\d+)\s', line):
            now = found.setdefault(head[1], {})
        elif now is None:
            continue
        elif of_metric := re.match(r'\s+(\d+\.\d+\.\d+) \(.*?\): ?(.*)$', line):
            metric = of_metric[1]
            # An error, or no values, in place of a value.
            if re.match(r'inst|value', of_metric[2]):
                now.setdefault(metric, []).append(of_metric[2])
        elif value := re.match(r'\s+(inst \[.*)$', line):
            now.setdefault(metric, []).append(value[1])
    unnamed = re.compile(r' or (".*?"|\?\?\?)\]')
    return {time: {metric: sorted(unnamed.sub(']', text) for text in texts) for metric, texts in sets.items()}
            for time, sets in found.items() if sets}


class Comparison:
    def __init__(self, program):
        self.program = program

    def both(self, place, words):
        runs = []
        for name, program in (('ours', [self.program]), ('theirs', ['timeout', str(LIMIT), PEER] if IS_SOAK else [PEER])):
            os.makedirs(os.path.join(place, name))
            runs.append(shared.run('env', '-C', os.path.join(place, name), *program, *words))
        return runs

    def line(self, words):
        with tempfile.TemporaryDirectory() as place:
            seen = []
            for name, run in zip(('ours', 'theirs'), self.both(place, words)):
                files = sorted(file for file in os.listdir(os.path.join(place, name)) if file.startswith('o.'))
                seen.append((run.returncode, files, run.stderr.splitlines()[:1], run.stdout))
            return None if seen[0] == seen[1] else f'{words}\n  fdr: {seen[0]}\n  PCP: {seen[1]}'

    def different(self, case):
        words, statuses = case
        with tempfile.TemporaryDirectory() as place:
            found = tuple(run.returncode for run in self.both(place, words))
            return None if found == statuses else f'{words}: {found}, not {statuses}'

    def never_ends(self):
        with tempfile.TemporaryDirectory() as place:
            run = shared.run('env', '-C', place, self.program, '-t', '0', A, 'o')
            is_right = run.returncode == 1 and not os.listdir(place)
            return None if is_right else f'-t 0: {run.returncode} {run.stderr}'

    def compare(self, name):
        """Value sets that are equal, and that differ, with the first of them; nothing if PCP's program fails."""
        with tempfile.TemporaryDirectory() as place:
            ours, theirs = self.both(place, ('-t', '60', str(CORPUS / name), 'o'))
            if theirs.returncode != 0:
                return name, None, None, None
            if ours.returncode != 0:
                return name, 0, 1, f'{ours.returncode} {ours.stderr}'
            own, peer = values_of(place + '/ours/o'), values_of(place + '/theirs/o')
            equal, different = 0, []
            for time, sets in peer.items():
                for metric, values in sets.items():
                    if own.get(time, {}).get(metric) == values:
                        equal += 1
                    else:
                        different.append(f'{time} {metric}: fdr {own.get(time, {}).get(metric)}, PCP {values}')
            return name, equal, len(different), different[0][:300] if different else None

    def metadata(self, name):
        """Texts and labels are those of the original."""
        base = str(CORPUS / name)
        with tempfile.TemporaryDirectory() as place:
            run = shared.run(self.program, '-t', '5', base, place + '/o')
            for option in ('-h', '-e'):
                wanted = [line for line in shared.dump(base, option).splitlines()[4:] if not line[:1].isdigit()]
                found = [line for line in shared.dump(place + '/o', option).splitlines()[4:] if not line[:1].isdigit()]
                if sorted(wanted) != sorted(found) or run.returncode != 0:
                    return f'{name}: pmdumplog {option}: {len(wanted)} lines, then {len(found)}: {run.stderr}'
        return None


def main():
    program, = sys.argv[1:]
    comparison = Comparison(program)
    names = sorted({path.name.split('.meta')[0] for path in CORPUS.glob('*.meta*')}) if IS_SOAK else PART
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        complaints = list(pool.map(comparison.line, LINES))
        complaints += pool.map(comparison.different, DIFFERENT)
        complaints += pool.map(comparison.metadata, ('omnibus_v3', 'mmv.help'))
        compared = list(pool.map(comparison.compare, names))
    complaints.append(comparison.never_ends())
    complaints = [complaint for complaint in complaints if complaint]
    counts = collections.Counter()
    for name, equal, different, first in compared:
        if equal is None:
            counts['archives that PCP fails on'] += 1
            if not IS_SOAK:
                complaints.append(f'{name}: not compared, since PCP fails')
            continue
        counts['equal sets'] += equal
        counts['different sets'] += different
        if first:
            print(f'{name}: {different} of {equal + different} differ: {first}')
    most = MOST_DIFFERENT * counts['equal sets'] if IS_SOAK else 0
    if counts['different sets'] > most or counts['equal sets'] == 0:
        complaints.append(f'{counts["different sets"]} sets differ, more than {most:.0f}')
    print('\n'.join(complaints))
    print(f'{len(LINES)} lines, {len(compared)} archives, {dict(counts)}, {len(complaints)} complaints')
    return 1 if complaints else 0


if __name__ == '__main__':
    sys.exit(main())
