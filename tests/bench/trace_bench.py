#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What tracing costs a program: libfdr_trace with fdr serve --trace beside PCP's library with PCP's agent.

usage: trace_bench.py BUILD_DIRECTORY [ROUNDS]

Prints medians of paired runs.  The values are for one call: its time, and the processor time of the whole program."""
import pathlib
import re
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'trace'))
from tracing import Ours, Peers, run, values  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
MODES = (('waits', 0, 20_000), ('does not wait', 32, 1_000_000))


def costs(program, flags, calls, collector):
    """Nanoseconds by name and kind; and the share of the points that the collector has counted."""
    before = int(values(collector, 'trace.point.count').get('bench point', 0))
    done = run([BUILD / 'tests/bench' / program, str(flags), str(calls)], collector.trace_port)
    if done.returncode != 0:
        sys.exit(f'{program}: {done.stderr}')
    found = {}
    for name, took, used in re.findall(r'^(\w+) ([\d.]+) ns ([\d.]+) ns-cpu$', done.stdout, re.M):
        found[name, 'time'], found[name, 'processor'] = float(took), float(used)
    found['arrived'] = (int(values(collector, 'trace.point.count').get('bench point', 0)) - before) / calls
    return found


def main():
    with tempfile.TemporaryDirectory() as directory:
        # PCP's agent has a session of its own, which the kernel may schedule in another way.
        ours = Ours(BUILD / 'tools/fdr', start_new_session=True)
        peer = Peers(f'{directory}/peer')
        print('| a call that | of | fdr | PCP | fdr / PCP |\n|---|---|---|---|---|')
        for mode, flags, calls in MODES:
            pairs = [(costs('trace_bench_fdr', flags, calls, ours), costs('trace_bench', flags, calls, peer))
                     for _ in range(ROUNDS)]
            for key in (key for key in pairs[0][0] if key != 'arrived'):
                mine, theirs = (statistics.median(pair[side][key] for pair in pairs) for side in (0, 1))
                ratio = statistics.median(pair[0][key] / pair[1][key] for pair in pairs)
                print(f'| {mode}: {key[0]} | {key[1]} | {mine / 1000:.2f} us | {theirs / 1000:.2f} us | {ratio:.2f} |')
            shares = [min(pair[side]['arrived'] for pair in pairs) for side in (0, 1)]
            print(f'| {mode}: points | that arrived | {shares[0]:.2%} | {shares[1]:.2%} | |', flush=True)
        ours.stop()
        peer.stop()


main()
