#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: command_test.py LIBRARY FDR

`fdr pcp` finds the library and the tools, gives the tool its arguments, and ends with its status."""

import os
import pathlib
import subprocess
import sys
import tempfile

OWN, FDR = str(pathlib.Path(sys.argv[1]).parent), sys.argv[2]
ARCHIVE = '/var/lib/pcp/testsuite/archives/20041125'
BIN = pathlib.Path(FDR).parent / 'pcp-bin'
problems = []


def run(*words, **variables):
    environment = dict({name: value for name, value in os.environ.items() if name != 'LD_LIBRARY_PATH'},
                       TZ='UTC', **variables)
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)


def expect(what, found, wanted):
    if found != wanted:
        problems.append(f'{what}: {found!r}, not {wanted!r}')


def expect_complaint(words, status, part):
    done = run(FDR, 'pcp', *words)
    expect(words, (done.returncode, done.stdout), (status, ''))
    if part not in done.stderr:
        problems.append(f'{words}: {done.stderr!r} lacks {part!r}')


def main():
    expect('--which', run(FDR, 'pcp', '--which').stdout, OWN + '\n')
    for tool, answer in (('pmval', 'runs here'), ('pmdumplog', 'handed over: '),
                         ('pmlogextract', 'runs here, as a program of fdr'), ('/bin/true', 'does not use'),
                         ('pmrep', 'runs here, as a script of Python'), ('pcp', 'a script: '),
                         ('uptime', 'runs here')):
        expect(tool, run(FDR, 'pcp', '--check', tool).stdout.startswith(answer), True)
    expect('--stock', run(FDR, 'pcp', '--stock', '--check', 'pmlogextract').stdout.startswith('handed over: '), True)
    own = run(FDR, 'pcp', '--stock', '--check', 'pmlogextract', PATH=f'{BIN}:{os.environ["PATH"]}')
    expect('--stock, with the links first', own.stdout.startswith('handed over: '), True)
    for words in ((FDR, 'pcp', 'pmlogextract', '-?'), (f'{BIN}/pmlogextract', '-?')):
        expect(words, run(*words).stderr, run('pmlogextract', '-?').stderr)
    stock = run('pminfo', '-a', ARCHIVE, '-d')
    ours = run(FDR, 'pcp', 'pminfo', '-a', ARCHIVE, '-d')
    expect('pminfo', (ours.returncode, ours.stdout, ours.stderr), (stock.returncode, stock.stdout, stock.stderr))
    # Options behind the tool are the tool's, even those that fdr has.
    expect('--help', 'pminfo [options]' in run(FDR, 'pcp', 'pminfo', '--help').stderr, True)
    expect('status', run(FDR, 'pcp', 'pminfo', '-a', '/nonexistent').returncode, 1)
    with tempfile.TemporaryDirectory() as directory:
        tool = pathlib.Path(directory, 'tool')
        tool.write_text('#!/bin/sh\necho "$LD_LIBRARY_PATH" "$FDR_PCP_VERSION" "$@"\nexit 7\n')
        tool.chmod(0o755)
        done = run(FDR, 'pcp', str(tool), '-a', 'b c', '--', '--check', FDR_PCP_VERSION='7')
        expect('words', (done.returncode, done.stdout), (7, f'{OWN} 6 -a b c -- --check\n'))
        environment = dict(os.environ, LD_LIBRARY_PATH='/x:/y')
        done = subprocess.run([FDR, 'pcp', str(tool)], env=environment, capture_output=True, text=True)
        expect('other directories', done.stdout, f'{OWN}:/x:/y 6\n')
    expect_complaint(['no-such-tool'], 127, 'no-such-tool')
    expect_complaint([], 2, 'TOOL is required')
    expect_complaint(['--whcih'], 2, 'no option --whcih')
    expect_complaint(['--check', '--which', 'pmval'], 2, 'fdr pcp --help')
    # A tool whose reader has gone ends by the signal.
    done = subprocess.run(f'{FDR} pcp pminfo -a {ARCHIVE} -dmtT; echo $? >&2', shell=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    expect('a whole output', done.stderr.strip(), '0')
    if problems:
        sys.exit('\n'.join(problems))


main()
