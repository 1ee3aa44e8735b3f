#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What must hold for `fdr copy`, whatever the archive, over archives of PCP's test suite:

  whole    the files of a copy are those of the original
  again    what an option has made is not changed by the same option
  parts    an archive that is cut by time, and joined again, has the same content
  order    the order of the arguments does not matter
  inverse  a rule and the rule that undoes it leave the content as it was
  key      two runs with one key make the same bytes

Content is what PCP's pmdumplog prints: records, metrics, help texts, labels.  With FDR_SOAK all archives that open are
copied, otherwise some small ones.

usage: copy_properties_test.py FDR [ARCHIVE...]"""

import collections
import concurrent.futures
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from suite_archives import SUITE, archives_below, files_of

PART = ('archives/20041125', 'archives/sample-labels', 'archives/eventrec', 'archives/omnibus_v3',
        'archives/multi/20150508.11.44')
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
LARGE = 8 << 20  # bytes: the dumps of larger archives take minutes
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', HOME='/nonexistent',
                   PCP_DERIVED_CONFIG='')


def run(*command):
    return subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors='replace', timeout=900, check=False)


def same_files(a, b):
    a, b = files_of(a), files_of(b)
    return a.keys() == b.keys() and all(a[suffix].read_bytes() == b[suffix].read_bytes() for suffix in a)


def blocks(text, start):
    return sorted(re.split(rf'\n(?={start})', text.strip())[1:])


def content(base):
    """What pmdumplog prints, without the order of metadata, sizes and times of labels."""
    dump = {option: run('pmdumplog', option, base).stdout for option in ('-m', '-d', '-h', '-e')}
    records = re.sub(r'\n?\[\d+ bytes?\]', '', dump['-m'])
    labels = sorted(set(re.findall(r'^    (\S.* labels) \(\d+ bytes\): ?(.*)$', dump['-e'], re.MULTILINE)))
    return {'records': [line.rstrip() for line in records.splitlines()], 'metrics': blocks(dump['-d'], 'PMID'),
            'texts': blocks(dump['-h'], '(?:PMID|InDom)'), 'labels': labels}


class Failed(Exception):
    """fdr copy ends with an error, which is no loss."""


class Trial:
    """One archive."""

    def __init__(self, fdr, base, place):
        self.fdr, self.base, self.place = fdr, base, place
        self.counts, self.faults = collections.Counter(), []
        self.number = 0
        self.plain = None

    def copy(self, *words, allow_loss=False):
        """The new archive."""
        self.number += 1
        out = os.path.join(self.place, f'out{self.number}')
        done = run(self.fdr, 'copy', '-q', *map(str, words), out)
        if done.returncode not in ((0, 3) if allow_loss else (0,)):
            raise Failed(f'{words}: {done.returncode}: {done.stderr[:300]}')
        return out

    def expect(self, name, is_so, detail=''):
        self.counts[name] += 1
        if not is_so:
            self.faults.append(f'{self.base}: {name} {detail}')

    def expect_content(self, name, out, detail=''):
        if self.plain is None:
            self.plain = content(self.base)
        # Of a damaged archive, PCP may read less than of its copy.
        if not self.plain['records'] or self.base.parent.name == 'badarchives':
            self.counts['not read by PCP'] += 1
            return
        found = content(out)
        for key, expected in self.plain.items():
            if found[key] == expected:
                continue
            differing = [pair for pair in zip(expected, found[key]) if pair[0] != pair[1]][:2]
            self.expect(name, False, f'{detail}: {len(expected)} and {len(found[key])} {key}: {str(differing)[:600]}')
            return
        self.expect(name, True)

    def stamps(self):
        """Times and kinds of the records and marks, if they ascend."""
        lines = run(self.fdr, 'dump', '-q', '--json', '--tz', 'utc', '-m', self.base).stdout.splitlines()
        found = [match.group(2, 1) for line in lines
                 if (match := re.search(r'"kind":"(record|mark)","time":"([^"]*)Z"', line))]
        return found if found == sorted(found, key=lambda one: one[0]) else []

    def whole(self):
        """An index that ends within an entry loses that entry."""
        copied, own = files_of(self.copy(self.base, allow_loss=True)), files_of(self.base)
        self.expect('whole', copied.keys() == own.keys() and all(
            own[suffix].read_bytes() == path.read_bytes() or
            suffix == '.index' and own[suffix].read_bytes().startswith(path.read_bytes())
            for suffix, path in copied.items()))

    def again(self, names):
        for option in ('-V', '3'), ('--zone', 'UTC'), ('--host', 'other.example'), ('--label', 'a=b'):
            once = self.copy(*option, self.base, allow_loss=True)
            self.expect('again', same_files(once, self.copy(*option, once)), option)
        # Where the first records are left out, the label of the second copy begins later.
        if names:
            once = self.copy('--only', names[0], self.base, allow_loss=True)
            self.expect('again', content(once) == content(self.copy('--only', names[0], once)), names[0])

    def parts(self, stamps):
        """Cut at two records.  Where a step is longer than two of its neighbours, or at a mark, one would stand."""
        def is_steady(i):
            if any(kind == 'mark' for _, kind in stamps[i - 2:i + 1]):
                return False
            before_last, last, now = (nanos(time) for time, _ in stamps[i - 2:i + 1])
            return 0 < now - last <= 2 * (last - before_last)
        steady = [i for i in range(2, len(stamps) - 1) if is_steady(i)]
        if not steady or steady[-1] - steady[0] < 2:
            return
        first = steady[(len(steady) - 1) // 3]
        second = next((i for i in reversed(steady) if i >= first + 2), None)
        if second is None:
            return
        cuts = [stamps[first][0], stamps[second][0]]
        windows = [('-T', f'@{before(cuts[0])}'), ('-S', f'@{cuts[0]}', '-T', f'@{before(cuts[1])}'), ('-S', f'@{cuts[1]}')]
        parts = [self.copy('-Z', 'UTC', *window, self.base) for window in windows]
        joined = self.copy(*parts)
        self.expect_content('parts', joined, cuts)
        self.expect('order', same_files(joined, self.copy(*reversed(parts))))

    def order(self, names):
        """Metrics that are recorded together, in two archives whose times overlap."""
        if len(names) < 2:
            return
        some = names[0]
        both = [self.copy('--only', some, self.base, allow_loss=True), self.copy('--without', some, self.base, allow_loss=True)]
        self.expect('order', same_files(self.copy(*both), self.copy(*reversed(both))), some)

    def inverse(self, metrics):
        pairs = [(('--shift', '+90s'), ('--shift', '-90s'))]
        rules = [('global { time -> 0.25 }', 'global { time -> -0.25 }')]
        for pmid, name, kind in metrics[:3]:
            pairs.append((('--rename', f'{name}=other.x.{name}'), ('--rename', f'other.x.{name}={name}')))
            domain, cluster, item = pmid.split('.')
            rules.append((f'metric {pmid} {{ pmid -> {domain}.4094.1022 }}', f'metric {domain}.4094.1022 {{ pmid -> {pmid} }}'))
            if kind == '32-bit unsigned int':
                rules.append((f'metric {name} {{ type -> u64 }}', f'metric {name} {{ type -> u32 }}'))
        for number, both in enumerate(rules):
            paths = [os.path.join(self.place, f'rules{number}{side}') for side in 'ab']
            for path, text in zip(paths, both):
                pathlib.Path(path).write_text(text, encoding='utf-8')
            pairs.append(tuple(('--rewrite', path) for path in paths))
        for number, (there, back) in enumerate(pairs):
            out = self.copy(*back, self.copy(*there, self.base))
            self.expect_content('inverse', out, rules[number - len(pairs)] if back[0] == '--rewrite' else back)

    def key(self):
        both = [self.copy('--scrub', '--scrub-key', os.path.join(self.place, 'key'), self.base, allow_loss=True)
                for _ in range(2)]
        self.expect('key', same_files(*both))

    def run_all(self):
        described = run('pmdumplog', '-d', self.base).stdout
        metrics = re.findall(r'^PMID: (\S+) \("?([A-Za-z][\w.-]*)[")].*\n    Data Type: (.*?)  InDom', described, re.MULTILINE)
        names = [name for _, name, _ in metrics]
        steps = [self.whole, lambda: self.again(names), lambda: self.parts(self.stamps()), lambda: self.order(names),
                 lambda: self.inverse(metrics), self.key]
        for step in steps:
            try:
                step()
            except Failed as failure:
                self.counts['refused'] += 1
                print(f'{self.base}: {failure}')
            for path in pathlib.Path(self.place).iterdir():
                path.unlink()
        return self.counts, self.faults


def nanos(time):
    head, rest = time.rsplit('.', 1)
    stamp = datetime.datetime.fromisoformat(head).replace(tzinfo=datetime.timezone.utc)
    return int(stamp.timestamp()) * 10 ** 9 + int(rest)


def before(time):
    """The nanosecond before a time such as 2022-04-03T06:50:55.401624349."""
    seconds, rest = divmod(nanos(time) - 1, 10 ** 9)
    return f'{datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc):%Y-%m-%dT%H:%M:%S}.{rest:09}'


def bases(fdr):
    if not IS_SOAK:
        return [SUITE / name for name in PART]
    return [base for base in archives_below(SUITE, LARGE) if run(fdr, 'info', base).returncode == 0]


def try_one(fdr, base):
    with tempfile.TemporaryDirectory() as place:
        return Trial(fdr, base, place).run_all()


def main():
    fdr = sys.argv[1]
    archives = [pathlib.Path(name) for name in sys.argv[2:]] or bases(fdr)
    counts, faults = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for one, wrong in pool.map(lambda base: try_one(fdr, base), archives):
            counts.update(one)
            faults += wrong
    print('\n'.join(faults))
    print(f'{len(archives)} archives: {dict(counts)}, {len(faults)} faults')
    is_whole = counts['whole'] == len(archives) and all(counts[name] for name in ('again', 'parts', 'order', 'inverse', 'key'))
    # Two rules leave nothing of an archive of events.
    has_refusals = len(archives) == len(PART) and counts['refused'] > 2
    return 1 if faults or not is_whole or has_refusals else 0


if __name__ == '__main__':
    sys.exit(main())
