#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: programs_test.py PROGRAMS LIBRARIES COMPILER HEADERS

PCP's own test programs for importing, in C, Perl and Python, print the same and write the same archives with PCP's
libraries and with ours.  Those in C are compiled with PCP's headers, and with ours of the directory HEADERS."""

import pathlib
import re
import subprocess
import sys
import tempfile

import sides

LIBRARIES, COMPILER, HEADERS = pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
SUITE = pathlib.Path('/var/lib/pcp/testsuite/src')
# The program, and its arguments.
C_PROGRAMS = [('check_import', ()), ('check_import', ('-V', '2')), ('check_import', ('-V', '3')),
              ('check_pmi_errconv', ('archive',)), ('check_pmiend_fdleak', ()),
              *(('check_import_name', (name,)) for name in ('good', 'a.b.c', '', 'a..b', '1', 'a-b', '_x', 'a.9', 'a.b.'))]
PERL = ['check_import', 'import_limit_test', 'batch_import']
PYTHON = [('check_import', ('archive', 'host', 'UTC', version)) for version in ('2', '3')]
# Those that write records at the time of day: only what they print is compared.
PRESENT = {'check_import', 'batch_import'}


def compile_program(name, directory, side):
    program = pathlib.Path(directory) / f'{name}_{side}'
    headers = [f'-I{HEADERS}'] if side == 'ours' else []
    subprocess.run([COMPILER, '-D_GNU_SOURCE', '-w', *headers, str(SUITE / f'{name}.c'), '-o', str(program),
                    '-lpcp_import', '-lpcp'], check=True)
    return program


def check(name, ours, peers, arguments, problems):
    pair = sides.Pair(ours, peers, arguments)
    found = [problem for problem in pair.problems if not (name in PRESENT and re.match(r'\w+\.(\d+|index|meta):', problem))]
    problems += [f'{name} {arguments}: {problem}' for problem in found]
    if len(pair.peers) < 2 and not pair.archives:
        problems.append(f'{name} {arguments}: PCP prints {pair.peers}')
    return len(pair.archives)


def main():
    problems, archives, runs = [], 0, 0
    with tempfile.TemporaryDirectory() as directory:
        compiled = {(name, side): compile_program(name, directory, side)
                    for name in dict(C_PROGRAMS) for side in ('ours', 'peer')}
        for name, arguments in C_PROGRAMS:
            for side in ('ours', 'peer'):
                archives += check(name, (compiled[name, side], LIBRARIES), (compiled[name, 'peer'], None), arguments, problems)
                runs += 1
    for name in PERL:
        archives += check(name, ('/usr/bin/perl', LIBRARIES), ('/usr/bin/perl', None), (SUITE / f'{name}.perl',), problems)
        runs += 1
    for name, arguments in PYTHON:
        archives += check(name, ('/usr/bin/python3', LIBRARIES), ('/usr/bin/python3', None),
                          (SUITE / f'{name}.python', *arguments), problems)
        runs += 1
    if archives < 10:
        problems.append(f'only {archives} archives were written')
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{runs} runs, {archives} archives')


main()
