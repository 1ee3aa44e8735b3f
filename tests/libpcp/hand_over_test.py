#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: hand_over_test.py LIBRARY

Tools that need what our library lacks get PCP's; the others get ours."""

import os
import pathlib
import subprocess
import sys

OWN = str(pathlib.Path(sys.argv[1]).parent)
ARCHIVE = '/var/lib/pcp/testsuite/archives/20041125'
problems = []


def run(*words, path=OWN, **variables):
    environment = dict(os.environ, TZ='UTC', **variables)
    environment.pop('LD_LIBRARY_PATH', None)
    if path is not None:
        environment['LD_LIBRARY_PATH'] = path
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)


def expect(what, found, wanted):
    if found != wanted:
        problems.append(f'{what}: {found!r}, not {wanted!r}')


def main():
    dump = ('pmdumplog', '-z', ARCHIVE)
    stock = run(*dump, path=None)
    expect('stock pmdumplog', stock.returncode, 0)
    for path in (OWN, OWN + '/', f'/nonexistent:{OWN}', f'{OWN}:/nonexistent', f'/tmp;{OWN};/var'):
        ours = run(*dump, path=path)
        expect(f'with {path}', (ours.returncode, ours.stdout, ours.stderr), (0, stock.stdout, stock.stderr))
    told = run(*dump, FDR_LIBPCP_VERBOSE='1')
    expect('verbose', 'handed over' in told.stderr, True)
    # The program sees the other directories in their order.
    shown = run('sh', '-c', 'pmdumplog -L /nonexistent; echo "$LD_LIBRARY_PATH"', path=f'/a:{OWN}:/b')
    expect('the shell keeps its own', shown.stdout.splitlines()[-1], f'/a:{OWN}:/b')
    for tool, answer in (('pminfo', 'runs here'), ('pmval', 'runs here'), ('pmie', 'runs here'),
                         ('pmlogsummary', 'runs here'), ('pmdumplog', 'handed over: '),
                         ('pmlogextract', 'handed over: '), ('pmlogger', 'handed over: ')):
        directory = '/usr/lib/pcp/bin/' if os.path.exists('/usr/lib/pcp/bin/' + tool) else '/usr/bin/'
        expect(tool, run(directory + tool, FDR_LIBPCP_CHECK='1').stdout.startswith(answer), True)
    # What is loaded later cannot be handed over.
    late = run('python3', '-c', 'import ctypes; ctypes.CDLL("libpcp.so.3").__pmHandleToPtr(0)')
    expect('a missing function', late.returncode, 99)
    expect('a missing function', '__pmHandleToPtr is not provided' in late.stderr, True)
    # Without another library, the loader says what is missing, once.
    alone = run('python3', '-c', 'print("started")')
    expect('a program that does not use it', alone.stdout, 'started\n')
    if problems:
        sys.exit('\n'.join(problems))


main()
