#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: symbols_test.py LIBFDR_PMDA
#
# Our library has all functions of PCP's library for agents.
"""Compares the symbols of our library with those of PCP's."""
import re
import subprocess
import sys

# Nothing declares these two: parts of PCP's own tools use them.
LEFT_OUT = {'__pmdaHelpTab', 'pmdaNodeLookup'}


def symbols(path):
    lines = subprocess.run(['nm', '-D', '--defined-only', path], capture_output=True, text=True, check=True).stdout
    return {match[1] for match in re.finditer(r' T (\w+)', lines)}


def main():
    ours, peers = symbols(sys.argv[1]), symbols('/usr/lib/libpcp_pmda.so.3')
    missing = peers - ours - LEFT_OUT
    if missing or len(peers) < 120:
        sys.exit(f'missing of {len(peers)}: {" ".join(sorted(missing))}')
    foreign = {name for name in ours - peers if not name.startswith('__pm')}
    if foreign or LEFT_OUT & ours:
        sys.exit(f'not in PCP, or listed as missing: {" ".join(sorted(foreign | LEFT_OUT & ours))}')
    print(f'{len(peers & ours)} functions')


main()
