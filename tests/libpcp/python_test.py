#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: python_test.py LIBRARY

PCP's own tests of its Python modules print the same with our library as with PCP's."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

OWN = str(pathlib.Path(sys.argv[1]).parent)
SUITE = '/var/lib/pcp/testsuite/'
ARCHIVE = SUITE + 'archives/20041125'
# The test, its arguments, and whether it must succeed: some need a collector.
CASES = [
    ('mergelabels', '', False),
    ('mergelabelsets', '', True),
    ('pmapi_exceptions', '', True),
    ('test_pcp_options', '', True),
    ('test_pcp_options', '-a ARCHIVE -t 1min', True),
    ('test_pcp_options', '-a ARCHIVE -S 10sec -T 1min -Z UTC', True),
    ('test_pcp_getopts', '', True),
    ('test_pcp_getopts', '-a ARCHIVE -S 10sec', True),
    ('test_pcp_time', '', False),
    ('test_pmnswalk', '-a ARCHIVE', True),
    ('test_pmcc', '-a ARCHIVE', True),
    ('test_set_source', '-a ARCHIVE', True),
    ('procpid', 'ARCHIVE', True),
    ('labelsets', '', False),
    ('test_pcp', '', False),
    ('test_pmfg', '', False),
]
NAMES = ('import pcp.pmapi, pcp.pmcc, cpmapi, ctypes; library = ctypes.CDLL("libpcp.so.3"); '
         'library.pmSetProgname(b"a/b"); print(ctypes.c_char_p.in_dll(library, "pmProgname").value, '
         'pcp.pmapi.pmErr(-12345).progname())')


def run(words, library):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('PCP_', 'LD_', 'FDR_'))}
    environment.update(TZ='UTC', LC_ALL='C')
    if library:
        environment['LD_LIBRARY_PATH'] = library
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run(['/usr/bin/python3', *words], env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, cwd=directory, timeout=300)
    mask = re.compile(r'in [\d.]+s|0x[0-9a-f]{6,}|\(\d+\)')
    return done.returncode, mask.sub('MASKED', done.stdout), mask.sub('MASKED', done.stderr)


def main():
    problems = []
    for name, arguments, succeeds in CASES:
        words = [f'{SUITE}src/{name}.python', *arguments.replace('ARCHIVE', ARCHIVE).split()]
        peers, ours = run(words, None), run(words, OWN)
        if ours != peers:
            problems.append(f'{name} {arguments}: {ours}, with PCP {peers}')
        if succeeds and peers[0] != 0 or not peers[1] + peers[2]:
            problems.append(f'{name} {arguments} fails with PCP: {peers}')
    peers, ours = run(['-c', NAMES], None), run(['-c', NAMES], OWN)
    if ours != peers or peers[0] != 0:
        problems.append(f'names: {ours}, with PCP {peers}')
    if problems:
        sys.exit('\n'.join(problems))


main()
