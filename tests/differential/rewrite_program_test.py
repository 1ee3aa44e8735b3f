#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs `pmlogrewrite` of fdr's and of PCP's side by side: a table of command lines, plain copies of archives, rules of
all kinds, and in place; and `pmlogredact` of fdr's alone.  Statuses, files and first lines of messages must be the same,
and so must the archives: by their bytes, by what pmdumplog prints, or by their content as rewriting_test.py compares it.
What differs on purpose is in docs/compatibility.md.  With FDR_SOAK all archives and rules of that test are taken,
otherwise a part of them.

usage: rewrite_program_test.py PROGRAM, which is a link with the name pmlogrewrite"""

import collections
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

import rewriting_test as shared

CORPUS = shared.CORPUS
PEER = shared.REWRITE
DAILY_COPIES, DAILY_RULES = 24, 24
# Their stamps begin in 1970, where the peer takes a time for none, or a name has blanks that the peer cuts off.
ODD = ('dyninsts', 'vldb-disks')

A = str(CORPUS / '20041125')
DAMAGED = str(CORPUS / 'multi-corrupted/20150508.11.50')
# The words behind the program, and rules, if any.
LINES = [
    ((A, 'o'), None), ((A,), None), ((DAMAGED, 'o'), None), (('-d', DAMAGED, 'o'), None),
    (('-V', '2', str(CORPUS / 'omnibus_v3'), 'o'), None), (('-V', '4', A, 'o'), None), (('-c', 'none', A, 'o'), None),
    (('-i', A, 'o'), None), (('nosuch', 'o'), None), ((A, '/nosuch/o'), None), (('-X', A, 'o'), None), ((A, 'o', 'x'), None),
    (('-q', '-c', 'r', A, 'o'), 'metric no.such { delete }'), (('-v', '-c', 'r', A, 'o'), 'metric no.such { delete }'),
    (('-C', '-c', 'r', A, 'o'), 'metric no.such { delete }'),
    (('--config=r', '--warnings', '--verbose', A, 'o'), 'metric pmcd.numclients { delete }'),
] + [(('-w', '-c', 'r', A, 'o'), rules) for rules in '''
metric {
global { hostname -> a hostname -> b }
global { tz -> "UTC" timezone -> "UTC" }
metric kernel.all.load { type -> 32 }
metric kernel.all.load { delete name -> x }
metric kernel.all.load { name -> x } metric kernel.all.load { delete }
metric kernel.all.load { indom -> 244.9 }
metric kernel.all.load { name -> kernel.all.cpu.user }
metric kernel.all.load { type -> u64 } metric 60.2.0 { type -> 32 }
metric kernel.all.load { units -> 0,0,0,0,FORTNIGHT,0 }
metric kernel.all.nprocs { type -> u32 }
metric kernel.all.load { sem -> instant type -> float indom -> 60.2 pmid -> 60.2.0 name -> kernel.all.load }
metric kernel.all.cpu.user { units -> 0,0,1,0,0,ONE rescale }
metric 60.99.1 { delete }
metric 511.0.0 { delete }
metric pmcd.version { type -> 32 }
metric pmcd.version { indom -> 60.2 output sum }
indom 60.2 { iname "1 minute" -> "5 x" }
indom 60.2 { inst 1 -> 5 }
indom 60.2 { inst 1 -> delete inst 1 -> 7 }
indom 60.2 { iname "1 minute" -> delete inst 1 -> 7 }
indom 60.2 { iname "nix" -> "b" inst 77 -> 3 }
indom 60.2 { indom -> 61.2 } metric kernel.all.load { indom -> 60.4 }
indom 99.1 { inst 1 -> 2 }
text metric kernel.all.load { delete delete }
global { zoneinfo -> ":Europe/Paris" }
global { time -> 0 }
label context { new "a" "b" new "c" "d" }
'''.splitlines()]
# Files that are damaged or unusable for both, but with other places in the messages: compared by the status alone.
STATUS_ONLY = [(('-c', 'r', A, 'o'), rules) for rules in ('foo', 'metric kernel.all.load { foo }', 'metric 600.1.1 { delete }')]
# Where the statuses differ: fdr's, PCP's.  See docs/compatibility.md.
DIFFERENT = [
    (('-c', 'r', A, 'o'), 'indom 60.* { indom -> 61.* }', (0, 1)),
    (('-C', '-c', 'r', A), 'metric no.such { delete }', (0, 1)),
]


def files_in(place):
    return sorted(name for name in os.listdir(place) if name.startswith('o.'))


def head_of(text):
    lines = text.splitlines()
    count = 2 if lines and lines[0].startswith(('Warning [', 'Specification', 'Semantic')) else 1
    return lines[:count]


class Comparison:
    def __init__(self, program):
        self.program = program

    def both(self, place, words, rules):
        runs = []
        for name, program in (('ours', self.program), ('theirs', PEER)):
            folder = os.path.join(place, name)
            os.makedirs(folder)
            if rules is not None:
                pathlib.Path(folder, 'r').write_text(rules, encoding='utf-8')
            runs.append(shared.run('env', '-C', folder, program, *words))
        return runs

    def line(self, case, status_only=False):
        words, rules = case
        with tempfile.TemporaryDirectory() as place:
            ours, theirs = self.both(place, words, rules)
            seen = [(run.returncode, files_in(os.path.join(place, name)),
                     [] if status_only else head_of(run.stderr), '' if status_only else head_of(run.stdout))
                    for run, name in ((ours, 'ours'), (theirs, 'theirs'))]
            return None if seen[0] == seen[1] else f'{words} {rules}\n  fdr: {seen[0]}\n  PCP: {seen[1]}'

    def different(self, case):
        words, rules, statuses = case
        with tempfile.TemporaryDirectory() as place:
            found = tuple(run.returncode for run in self.both(place, words, rules))
            return None if found == statuses else f'{words} {rules}: {found}, not {statuses}'

    def archives(self, case):
        """How the results are equal, and what is wrong."""
        base, rules = case
        where = f'{os.path.basename(base)}: {rules[:200]}'
        with tempfile.TemporaryDirectory() as place:
            words = (base, 'o') if not rules else ('-c', 'r', base, 'o')
            ours, theirs = self.both(place, words, rules)
            if theirs.returncode != 0:
                return 'refused by PCP', None
            if ours.returncode != 0:
                is_argued = shared.REFUSED.search(ours.stderr) or 'would move the time' in ours.stderr
                return 'refused by fdr', None if is_argued else f'{where}\n  {ours.stderr}'
            own, peer = os.path.join(place, 'ours'), os.path.join(place, 'theirs')
            names = files_in(own)
            if names != files_in(peer):
                return 'files', f'{where}\n  {names} {files_in(peer)}'
            if all(pathlib.Path(own, n).read_bytes() == pathlib.Path(peer, n).read_bytes() for n in names):
                return 'bytes', None
            if shared.dump(own + '/o', '-a').replace(own, '') == shared.dump(peer + '/o', '-a').replace(peer, ''):
                return 'dump', None
            wrong = shared.Comparison.difference(where, shared.content(peer + '/o', rules), shared.content(own + '/o', rules))
            return 'content', wrong

    def in_place(self):
        """The mode and the compression stay; PCP's program keeps neither."""
        with tempfile.TemporaryDirectory() as place:
            for file in CORPUS.glob('20190628.04.03.*'):
                shutil.copy(file, place)
            before = {name: os.stat(os.path.join(place, name)).st_mode for name in os.listdir(place)}
            for name in before:
                os.chmod(os.path.join(place, name), 0o640)
            rules = os.path.join(place, 'rules')
            pathlib.Path(rules).write_text('global { hostname -> other }', encoding='utf-8')
            base = os.path.join(place, '20190628.04.03')
            run = shared.run(self.program, '-i', '-c', rules, base)
            os.remove(rules)
            after = {name: os.stat(os.path.join(place, name)).st_mode & 0o777 for name in os.listdir(place)}
            is_right = (run.returncode == 0 and sorted(after) == sorted(before) and set(after.values()) == {0o640}
                        and 'from host other' in shared.dump(base, '-l'))
            return None if is_right else f'in place: {run.returncode} {run.stderr} {before} {after}'


    def redact(self):
        """pmlogredact, which PCP 6.0.3 does not have."""
        program = os.path.join(os.path.dirname(self.program), 'pmlogredact')
        with tempfile.TemporaryDirectory() as place:
            refused = shared.run(program, '-x', A, place + '/o')
            made = shared.run(program, A, place + '/o')
            is_right = (refused.returncode == 1 and '-x is not supported' in refused.stderr and made.returncode == 0
                        and 'from host host-' in shared.dump(place + '/o', '-l'))
            return None if is_right else f'pmlogredact: {refused.stderr} {made.returncode} {made.stderr}'


def corpus():
    names = sorted({path.name.split('.meta')[0] for path in CORPUS.glob('*.meta*')} - set(ODD))
    return [(str(CORPUS / name), '') for name in names]


def part(cases, count):
    return cases if os.environ.get('FDR_SOAK') else cases[::max(1, len(cases) // count)][:count]


def main():
    program, = sys.argv[1:]
    comparison = Comparison(program)
    rules = [case for case in shared.cases() if not case[0].endswith(ODD)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        complaints = list(pool.map(comparison.line, LINES))
        complaints += pool.map(lambda case: comparison.line(case, status_only=True), STATUS_ONLY)
        complaints += pool.map(comparison.different, DIFFERENT)
        outcomes = list(pool.map(comparison.archives, part(corpus(), DAILY_COPIES) + part(rules, DAILY_RULES)))
    complaints += [complaint for _, complaint in outcomes] + [comparison.in_place(), comparison.redact()]
    complaints = [complaint for complaint in complaints if complaint]
    counts = collections.Counter(outcome for outcome, _ in outcomes)
    print('\n'.join(complaints))
    print(f'{len(LINES)} lines, {len(outcomes)} archives: {dict(counts)}, {len(complaints)} complaints')
    return 1 if complaints or counts['bytes'] < len(outcomes) * 7 // 10 else 0


if __name__ == '__main__':
    sys.exit(main())
