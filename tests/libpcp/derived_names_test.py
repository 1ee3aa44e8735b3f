#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: derived_names_test.py LIBRARY PROGRAM

Derived metrics have their names in the order of PCP, among those of a collector, an archive, this machine or a file.
Those that cannot be computed are listed where PCP lists them, and as long as it does."""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../agents'))
from private_collector import Collector  # noqa: E402

OWN, PROGRAM = str(pathlib.Path(sys.argv[1]).resolve().parent), sys.argv[2]
AGENTS = 'sample 29 dso sample_init /var/lib/pcp/pmdas/sample/pmda_sample.so\n'
# Names are at the end, above others, and below those that the source has.
DEFINITIONS = '''
mine.first = sample.long.one
sample.long.sum = sample.long.one + 1
mine.below.first = sample.long.one
mine.bad = nobody.knows
sample.long.bad = sample.string.hullo + 1
mine.second = sample.long.one
mine.below.second = sample.long.one
sample.deep.er.one = hinv.ncpu
sample.long.none = nobody.knows + 1
mine.worse = sample.string.hullo + 1
hinv.mine = hinv.ncpu
hinv.no = nobody
'''
NAMES = '''root { mine sample }
mine { own 29:0:10 }
sample { long string }
sample.long { one 29:0:10 }
sample.string { hullo 29:0:31 }
'''
WALKS = [
    'wmine cmine wsample.long csample.long whinv chinv wmine.bad csample c'.split(),
    'cmine wmine.bad wmine.worse cmine wmine fmine.bad fmine.worse'.split(),
    'fmine.bad dmine.bad wmine cmine dmine.worse cmine dhinv.no chinv whinv w'.split(),
    'cmine.below wmine.below dmine.below.first csample.deep wsample.deep cevent wevent'.split(),
]
SOURCES = [('host', 'unix:'), ('archive', '/var/lib/pcp/testsuite/archives/mirage-3'), ('local', 'local')]
TOOLS = ['pminfo', 'pminfo -d mine sample.long', 'pminfo -f sample.long mine.below', 'pmprobe -v mine sample.long',
         'pminfo -n names', 'pminfo -d mine.bad mine.worse', 'pmprobe -n names mine']


def answer(words, library, directory, collector):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'LD_', 'PMNS'))}
    environment.update(TZ='UTC', PCP_DERIVED_CONFIG=f'{directory}/derived', PMCD_SOCKET=collector.socket,
                       ASAN_OPTIONS='detect_leaks=0')
    if library:
        environment['LD_LIBRARY_PATH'] = library
    done = subprocess.run(words, env=environment, cwd=directory, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    # The names of this machine are those of the built-in collector.
    jobs = [[PROGRAM, *source, *(step for step in walk if source[0] != 'local' or step[1:].startswith('mine'))]
            for source in SOURCES for walk in WALKS]
    jobs += [[*tool.split(), '-h', 'unix:'] for tool in TOOLS]
    problems = []
    with tempfile.TemporaryDirectory() as directory:
        for name, text in (('derived', DEFINITIONS), ('pmcd.conf', AGENTS),
                           ('names', '#define SAMPLE 29\nroot { sample }\n'
                                     '#include "/var/lib/pcp/pmdas/sample/pmns"\n')):
            pathlib.Path(directory, name).write_text(text)
        with Collector(None, directory, 'sample.long.one') as collector:
            pathlib.Path(directory, 'names').write_text(NAMES)
            for job in jobs:
                peers, ours = (answer(job, library, directory, collector) for library in (None, OWN))
                if peers != ours or len(peers[1] + peers[2]) < 20:
                    problems.append(f'{" ".join(job)}\n  PCP: {peers}\n  fdr: {ours}')
    if problems:
        sys.exit('\n'.join(problems))


main()
