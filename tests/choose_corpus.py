#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Chooses few archives of a corpus that make a program run all lines and branches that the whole corpus makes it run.

usage: choose_corpus.py FOLDER PROGRAM ARGUMENT...      an argument {} stands for the archive

The program is one of the preset `coverage`.  Archives without new lines are left out, those that add most for their
size come first.  Prints the names of the chosen ones, and how many lines and branches each of them added."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = tuple(f'{ROOT}/{layer}/' for layer in ('archive', 'replay', 'logger', 'tools'))
SECONDS = 120  # a program may hang at a damaged archive


def archives(folder):
    """The archives of a folder, with their sizes."""
    sizes = {}
    for meta in sorted(folder.glob('*.meta*')):
        base = meta.name.split('.meta')[0]
        sizes[base] = sum(part.stat().st_size for part in folder.glob(f'{base}.*'))
    return sizes


def parse(lcov):
    """What ran, of a report in the format of lcov: lines, and branches, of the sources of the project."""
    ran, source = set(), ''
    for row in lcov.splitlines():
        key, _, value = row.partition(':')
        if key == 'SF':
            # Headers are found through a link in the build tree.
            place = f'{ROOT}/' + value.split('/include/fdr/')[-1] if '/include/fdr/' in value else value
            source = place if place.startswith(LAYERS) else ''
        elif source and key == 'DA':
            line, count = value.split(',')[:2]
            if count != '0':
                ran.add((source, line))
        elif source and key == 'BRDA':
            line, block, branch, count = value.split(',')
            if count not in ('-', '0'):
                ran.add((source, line, block, branch))
    return ran


def covered(command, scratch):
    """What runs when the command does."""
    raw, profile = f'{scratch}/raw', f'{scratch}/profile'
    pathlib.Path(raw).unlink(missing_ok=True)
    try:
        subprocess.run(command, env={**os.environ, 'LLVM_PROFILE_FILE': raw, 'TZ': 'UTC'}, timeout=SECONDS, check=False,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        pass
    if not pathlib.Path(raw).exists():  # a program that a signal ends writes nothing
        return set()
    subprocess.run(['llvm-profdata-14', 'merge', '-sparse', raw, '-o', profile], check=True)
    report = subprocess.run(['llvm-cov-14', 'export', '--format=lcov', f'--instr-profile={profile}', command[0]],
                            check=True, capture_output=True, text=True)
    return parse(report.stdout)


def choose(ran_by, sizes):
    """Yields names and what each adds, until together they have what all have."""
    missing = set().union(*ran_by.values())
    while missing:
        best = max(ran_by, key=lambda name: (len(ran_by[name] & missing) / (sizes[name] + 100_000), name))
        if not ran_by[best] & missing:
            raise AssertionError('no archive adds anything')
        yield best, len(ran_by[best] & missing)
        missing -= ran_by[best]


def without_needless(names, ran_by):
    """Leaves out a name if the other names have all that it has, the earliest first."""
    kept = list(names)
    for name in names:
        others = set().union(*(ran_by[other] for other in kept if other != name))
        if ran_by[name] <= others:
            kept.remove(name)
    return kept


def main(folder, program, *arguments):
    """Prints the choice."""
    sizes = archives(pathlib.Path(folder))
    ran_by = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in sizes:
            ran_by[name] = covered([program, *(part.replace('{}', f'{folder}/{name}') for part in arguments)], scratch)
    everything = set().union(*ran_by.values())
    if not everything:
        sys.exit('choose_corpus.py: the program says nothing about coverage: is it one of the preset coverage?')
    added = dict(choose(ran_by, sizes))
    kept = without_needless(list(added), ran_by)
    assert set().union(*(ran_by[name] for name in kept)) == everything
    for name in kept:
        print(f'{name:40}  {sizes[name]:>10} bytes  {added[name]:>6} new')
    lines = sum(len(place) == 2 for place in everything)
    print(f'{len(kept)} of {len(sizes)} archives, {sum(sizes[name] for name in kept)} of {sum(sizes.values())} bytes: '
          f'the same {lines} lines and {len(everything) - lines} branches')


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
