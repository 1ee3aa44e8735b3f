#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What 100 derived metrics cost beside their operands, with PCP's library and with ours.

usage: derived_bench.py DIRECTORY_OF_THE_PROGRAMS

Counts instructions (callgrind), so other work on the machine does no harm: of 300 interpolated fetches less those of
100, on an archive in which some metrics are recorded rarely.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FEW, MANY = 100, 300


def instructions(program, archive, what, fetches):
    environment = dict(os.environ, PCP_DERIVED_CONFIG='')
    run = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', program, archive, what,
                          str(fetches)], check=True, capture_output=True, text=True, env=environment)
    return int(re.search(r'Collected : (\d+)', run.stderr).group(1)), run.stdout


def per_fetch(program, archive, what):
    few, _ = instructions(program, archive, what, FEW)
    many, output = instructions(program, archive, what, MANY)
    return (many - few) / (MANY - FEW), output


def main():
    programs = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        archive = directory + '/sparse'
        subprocess.run([programs / 'gen_archive', archive, '100', '8', '1000', '10', '2', 'sparse'], check=True,
                       stdout=subprocess.DEVNULL)
        costs, outputs = {}, {}
        for side in ('derived_bench_fdr', 'derived_bench'):
            for what in ('plain', 'derived'):
                costs[side, what], outputs[side, what] = per_fetch(programs / side, archive, what)
    for what in ('plain', 'derived'):
        if outputs['derived_bench_fdr', what] != outputs['derived_bench', what]:
            sys.exit(f'not the same work: {outputs}')
        ours, peers = costs['derived_bench_fdr', what], costs['derived_bench', what]
        print(f'{what}: {ours:,.0f} instructions a fetch, PCP {peers:,.0f}: {peers / ours:.1f}x')
    print(f'derived by plain: {costs["derived_bench_fdr", "derived"] / costs["derived_bench_fdr", "plain"]:.2f}')


main()
