#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: functions_test.py LIBRARY DIRECTORY PROGRAM...

Runs each program of DIRECTORY with PCP's library and with ours: standard output and status must be the same.  With
FDR_SOAK, valgrind then finds no error of memory in ours."""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def answer(program, library_directory, arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'LD_', 'NOTIFY'))}
    # The programs end without returning what they own.
    environment.update(TZ='UTC', MALLOC_PERTURB_='85', ASAN_OPTIONS='detect_leaks=0')
    if library_directory:
        environment['LD_LIBRARY_PATH'] = str(library_directory)
    done = subprocess.run([str(program), *arguments], env=environment, capture_output=True, text=True, timeout=300)
    complaints = re.sub(r'\[[^]]*\]', '[date]', re.sub(r'\(\d+\)', '(pid)', done.stderr))
    return done.returncode, done.stdout.splitlines(), complaints


def valgrind_finds(program, library_directory, arguments):
    with tempfile.NamedTemporaryFile('r') as report:
        words = ['-q', '--leak-check=no', f'--log-file={report.name}', str(program), *arguments]
        answer('valgrind', library_directory, words)
        return report.read()


def main():
    library, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    problems = []
    for name in sys.argv[3:]:
        answers = []
        for place in (None, library.parent):
            with tempfile.TemporaryDirectory() as empty:
                arguments = [empty] if name == 'processes' else []
                status, lines, _ = answer(directory / f'libpcp_{name}', place, arguments)
                answers.append([f'status {status}'] + [line.replace(empty, 'DIRECTORY') for line in lines])
        if os.environ.get('FDR_SOAK'):
            with tempfile.TemporaryDirectory() as empty:
                found = valgrind_finds(directory / f'libpcp_{name}', library.parent,
                                       [empty] if name == 'processes' else [])
            if found:
                problems.append(f'{name}, valgrind: {found[:2000]}')
        peers, ours = answers
        if len(peers) < 10:
            problems.append(f'{name}: PCP prints only {len(peers)} lines')
        different = list(difflib.unified_diff(peers, ours, 'PCP', 'fdr', lineterm='', n=0))
        problems += [f'{name}: {line}' for line in different[:20]]
    if problems:
        sys.exit('\n'.join(problems))


main()
