#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Measures mapped values beside PCP: what programs pay that change them, and a collector that reads them.

usage: mmv_bench.py BUILD_DIRECTORY [ROUNDS]

Prints the CPU time of one operation, the least of all rounds.
"""
import os
import re
import subprocess
import sys
import tempfile

BENCH = os.path.join(sys.argv[1], 'tests', 'bench')
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5

# The operation of ours, the one of PCP's that it is compared with, and the most nanoseconds.
ROWS = [
    ('counter, one thread', 'mmv_inc', 1.0),
    ('counter, atomic', 'mmv_inc', 5.0),
    ('text', 'mmv_set_string', None),
    ('timer', 'interval', None),
    ('read, 1000 metrics', None, 10.0),
    ('read, 1000 instances', None, 10.0),
    ('fetch one value', None, None),
]


def measure(program, arguments, tmp):
    """The least time of each operation that the program prints."""
    best = {}
    for _ in range(ROUNDS):
        text = subprocess.run([os.path.join(BENCH, program), *arguments], check=True, capture_output=True, text=True,
                              env={**os.environ, 'PCP_TMP_DIR': tmp}).stdout
        for name, time in re.findall(r'^(.+?) +([0-9.]+) ns$', text, re.MULTILINE):
            best[name] = min(best.get(name, float('inf')), float(time))
    return best


def main():
    with tempfile.TemporaryDirectory() as tmp:
        folder = os.path.join(tmp, 'mmv')
        os.mkdir(folder)
        ours = measure('mmv_bench', [folder], tmp)
        api = measure('mmv_api_bench_fdr', [], tmp)
        peer = measure('mmv_api_bench', [], tmp)
    print('| operation | fdr | PCP | goal |\n|---|---|---|---|')
    for name, other, limit in ROWS:
        goal = limit if limit is not None else peer.get(other)
        verdict = '' if goal is None else f'{goal:g} ns ' + ('ok' if ours[name] <= goal else '**missed**')
        theirs = f'{peer[other]:.1f} ns' if other else ''
        print(f'| {name} | {ours[name]:.1f} ns | {theirs} | {verdict} |')
    for name, time in api.items():
        print(f'| C: {name} | {time:.1f} ns | {peer[name]:.1f} ns | |')


if __name__ == '__main__':
    main()
