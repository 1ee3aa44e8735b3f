#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Chooses few archives of a corpus that make a program run all lines and branches that the whole corpus makes it run.

usage: choose_corpus.py FDR [PART...]

FDR is the command of the preset `coverage`.  The script writes tests/support/corpus_parts, which the tests read: a part for
each group of command lines below, or only the parts that are named.  Archives without new lines are left out; those that
add most for their size come first."""

import array
import concurrent.futures
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = tuple(f'{ROOT}/{layer}/' for layer in ('archive', 'replay', 'logger', 'tools'))
SUITE = pathlib.Path('/var/lib/pcp/testsuite')
LIST = ROOT / 'tests/support/corpus_parts'
COMPRESSED = ('.bz2', '.gz', '.xz', '.zst')
SECONDS = 120  # a command may hang at a damaged archive

HEAD = """\
# Archives of the peer's test suite.  Those of a part make `fdr` run all lines and branches that the whole suite makes it run,
# with the command lines of the part.  Made by tests/choose_corpus.py, which says what the parts are.  A third word keeps a
# row that was added by hand.  tests/support/corpus_part.h reads this.
"""

# By part: where it looks for archives, and the command lines.  {} is the archive, {next} the one behind it.
# The tests that read a part are the ones that may leave out some archives of it: these are not in it, either.
NESTED = ('archives/**/*',)
MISREAD = {'960624.08.17_v2', 'babylon.pmview_v2', 'bozo.client_v2'}  # by the peer
MISLED = {'binning', 'pcp-mpstat3'}  # their indexes mislead the peer
LEFT_OUT = {'diff': MISREAD | MISLED, 'summary': MISREAD}
LARGEST = {'diff': 4 << 20, 'dump': 20 << 20, 'summary': 20 << 20}
PARTS = {
    'check': (('archives/*', 'badarchives/*'), ['check {}', 'check --json {}']),
    'diff': (NESTED, ['diff --pcp --quiet {} {next}', 'diff --pcp --quiet -q 1.01 -S 1sec -T 20sec -B 10sec -E 40sec {}',
                     'diff --pcp --quiet -q 1.5 -x 10 -Z EST5EDT {} {next}']),
    'dump': (NESTED, ['dump -LdehIit {}', 'dump -rsx {}', 'dump -xxxLehIit {}', 'dump -xxsm {}', 'dump -zm {}',
                     'dump -S 2sec -T -2sec -m {}', 'dump -S 2sec -T -2sec -rm {}']),
    'replay': (NESTED, ["replay -q --csv --mode recorded -s 40 {} *", "replay -q --csv --mode recorded -s 40 -r {} *",
                       "replay -q --csv -t 7s -s 40 {} *", "replay -q --csv --previous -t 13s -s 40 -r {} *"]),
    'summary': (NESTED, ['summary --pcp -q -aiI {}', 'summary --pcp -q -xba -N -F {}', 'summary --pcp -q -asHB 10 {}',
                        'summary --pcp -q -fHiImM -Z EST5EDT -S 2sec -T -2sec {}']),
}


def size_of(files):
    """About how many bytes the files have when they are not compressed."""
    return sum(file.stat().st_size * (20 if file.suffix in COMPRESSED else 1) for file in files)


def archives(part, patterns):
    """The archives that a part is chosen from, with their sizes.  With `replay`, directories of archives, too."""
    sizes = {}
    for path in sorted(path for pattern in patterns for path in SUITE.glob(pattern)):
        if path.is_dir() and part == 'replay':
            sizes[str(path)] = size_of(path.iterdir())
        elif path.name.removesuffix(path.suffix if path.suffix in COMPRESSED else '').endswith('.meta'):
            base = str(path).rsplit('.meta', 1)[0]
            sizes[base] = size_of(path.parent.glob(f'{pathlib.Path(base).name}.*'))
    return {base: size for base, size in sizes.items()
            if size <= LARGEST.get(part, 1 << 40) and pathlib.Path(base).name not in LEFT_OUT.get(part, ())}


def run(words, profile):
    """Runs a command line, which leaves its profile."""
    environment = {**os.environ, 'LLVM_PROFILE_FILE': profile, 'TZ': 'UTC', 'PCP_DERIVED_CONFIG': ''}
    try:
        subprocess.run(words, env=environment, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        pass


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


class Profile:
    """How often each piece of the code ran.  The counters of a raw profile are one number here, so a sum is one addition."""

    def __init__(self, head, counters, tail):
        self.head, self.counters, self.tail = head, counters, tail
        self.size = len(counters)

    @classmethod
    def read(cls, path):
        """Of the format of clang 14: eleven words, the ids of the binary, 48 bytes for each function, the counters."""
        raw = pathlib.Path(path).read_bytes()
        _, version, ids, functions, padding, counters = struct.unpack('<6Q', raw[:48])
        assert version == 8, f'a profile of version {version}'
        first = 88 + ids + 48 * functions + padding
        return cls(raw[:first], raw[first:first + 8 * counters], raw[first + 8 * counters:])


class Coverage:
    """What the archives of a part make a command run."""

    def __init__(self, fdr, lines, names):
        self.fdr, self.lines, self.names = fdr, lines, names
        self.profile = None
        self.counts = {}  # by name: the counters as one number
        self.pieces = {}  # by name: 1 for each counter that is not 0, as one number

    def run(self, number):
        """Runs the command lines.  A command that a signal ends leaves nothing."""
        name, following = self.names[number], self.names[(number + 1) % len(self.names)]
        with tempfile.TemporaryDirectory() as scratch:
            for line in self.lines:
                words = [word.replace('{next}', following).replace('{}', name) for word in line.split()]
                run([self.fdr, *words], f'{scratch}/%1m.raw')  # adds up
            for path in pathlib.Path(scratch).glob('*.raw'):
                profile = Profile.read(path)
                self.profile = profile
                self.counts[name] = int.from_bytes(profile.counters, 'little')
                counters = array.array('Q', profile.counters)
                self.pieces[name] = int.from_bytes(bytes(map(bool, counters)), 'little')

    def lines_of(self, names):
        """The lines and branches that some archives run together."""
        with tempfile.TemporaryDirectory() as scratch:
            counters = sum(self.counts[name] for name in names).to_bytes(self.profile.size, 'little')
            pathlib.Path(f'{scratch}/raw').write_bytes(self.profile.head + counters + self.profile.tail)
            subprocess.run(['llvm-profdata-14', 'merge', '-sparse', f'{scratch}/raw', '-o', f'{scratch}/profile'], check=True)
            report = subprocess.run(['llvm-cov-14', 'export', '--format=lcov', f'--instr-profile={scratch}/profile', self.fdr],
                                    check=True, capture_output=True, text=True)
        return frozenset(parse(report.stdout))

    def choose(self, sizes):
        """Names that have all counters together, those first that add most for their size."""
        missing, chosen = 0, []
        for pieces in self.pieces.values():
            missing |= pieces
        while missing:
            best = max(self.pieces, key=lambda name: ((self.pieces[name] & missing).bit_count() / (sizes[name] + 100_000), name))
            chosen.append(best)
            missing &= ~self.pieces[best]
        return chosen

    def add_missing(self, chosen, everything):
        """Some lines have no counter of their own, only the difference of two.  Adds names until no line is missing."""
        rest = [name for name in self.counts if name not in chosen]
        while missing := everything - self.lines_of(chosen):
            low, high = 0, len(rest)
            while high - low > 1:
                middle = (low + high) // 2
                has = missing & self.lines_of(chosen + rest[:middle])
                low, high = (low, middle) if has else (middle, high)
            chosen.append(rest.pop(high - 1))


def without_needless(names, ran_by):
    """Leaves out a name if the other names have all that it has, the earliest first."""
    kept = list(names)
    for name in names:
        others = set().union(*(ran_by[other] for other in kept if other != name))
        if ran_by[name] <= others:
            kept.remove(name)
    return kept


def part_of(fdr, part, patterns, lines):
    """The names of a part."""
    sizes = archives(part, patterns)
    coverage = Coverage(fdr, lines, list(sizes))
    with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
        list(pool.map(coverage.run, range(len(sizes))))
        if not coverage.counts:
            sys.exit('choose_corpus.py: the command says nothing about coverage: is it one of the preset coverage?')
        everything = coverage.lines_of(list(coverage.counts))
        chosen = coverage.choose(sizes)
        coverage.add_missing(chosen, everything)
        ran_by = dict(zip(chosen, pool.map(lambda name: coverage.lines_of([name]), chosen)))
    kept = without_needless(chosen, ran_by)
    assert set().union(*(ran_by[name] for name in kept)) >= everything
    count = sum(len(place) == 2 for place in everything)
    print(f'{len(kept)} of {len(sizes)} archives, {sum(sizes[name] for name in kept)} of {sum(sizes.values())} bytes: '
          f'the same {count} lines and {len(everything) - count} branches', flush=True)
    return sorted(str(pathlib.Path(name).relative_to(SUITE)) for name in kept)


def main(fdr, *parts):
    """Writes the list.  Parts that are not named stay as they are."""
    rows = [row.split() for row in LIST.read_text().splitlines() if not row.startswith('#')] if LIST.exists() else []
    for part in parts or PARTS:
        print(f'{part}: ', end='', flush=True)
        rows = [row for row in rows if row[0] != part or row[2:]]  # what was added by hand stays
        has = {row[1] for row in rows if row[0] == part}
        rows += [[part, name] for name in part_of(fdr, part, *PARTS[part]) if name not in has]
        LIST.write_text(HEAD + ''.join(' '.join(row) + '\n' for row in sorted(rows)))


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
