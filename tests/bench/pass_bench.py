#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Times whole processes that go through an archive once, fdr beside PCP, in pairs; prints the medians as a table.

usage: pass_bench.py BUILD_DIRECTORY [ROUNDS]

That is what tools and people do: open an archive, fetch, and end.  Each pair is run with the files in the page cache
and without them.
"""
import os
import statistics
import sys
import tempfile

from runs import BENCH, REAL, Run, chill, generate, warm

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
OURS, PEER = os.path.join(BENCH, "fetch_bench_fdr"), os.path.join(BENCH, "fetch_bench")
STEPS = ("1 min", "60000"), ("10 min", "600000"), ("1 h", "3600000")
# The last argument is the number of fetches; 0 means up to the end of the archive.
PASSES = ([("records forward, all metrics", ["forw", "0", "0", "0"]),
           ("records backward, all metrics", ["back", "0", "0", "0"]),
           ("records forward, one metric", ["forw", "1", "0", "0"])] +
          [(f"{title} every {name}, {how} metric{'s' if how == 'all' else ''}", [mode, count, step, "0"])
           for mode, title in (("interp", "interpolated"), ("rinterp", "in reverse"))
           for how, count in (("all", "0"), ("one", "1"))
           for name, step in STEPS] +
          [(f"{count} interpolated at {'a random time' if count == '1' else 'random times'}, all metrics",
            ["seek", "0", "0", count]) for count in ("1", "100")])


def measure(archive, work, prepare):
    """The medians of our runs and of the peer's, and the median of their ratios, by time."""
    pairs = []
    for _ in range(ROUNDS):
        pair = []
        for program in OURS, PEER:
            prepare(archive)
            pair.append(Run([program, archive] + work))
        pairs.append(pair)
    middle = [sorted(side, key=lambda run: run.seconds)[len(side) // 2] for side in zip(*pairs)]
    return middle, statistics.median(peer.seconds / ours.seconds for ours, peer in pairs)


def table(title, archive, passes):
    print(f"\n{title}:\n")
    print("| one pass | fdr | PCP | ratio | cold: fdr | PCP | ratio | read by fdr | by PCP |\n"
          "|---|---|---|---|---|---|---|---|---|")
    for name, work in passes:
        (ours, peer), ratio = measure(archive, work, warm)
        (our_cold, peer_cold), cold_ratio = measure(archive, work, chill)

        def times(run):
            return f"{run.seconds * 1000:.0f} ms ({run.cpu * 1000:.0f})"
        print(f"| {name} | {times(ours)} | {times(peer)} | {ratio:.1f}x | {times(our_cold)} | {times(peer_cold)} | "
              f"{cold_ratio:.1f}x | {ours.megabytes_read():.1f} MB | {peer.megabytes_read():.1f} MB |", flush=True)


def main():
    print("Whole processes that go through an archive once.  Times are by the clock, with CPU time in brackets.")
    # Archives lie on a disk, and /tmp may be memory.
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir="/var/tmp") as directory:
        for style in "dense", "sparse":
            archive = generate(directory, style, 8640, style)
            table(f"{style}, {os.path.getsize(archive + '.0') / 1e6:.0f} MB", archive, PASSES)
    # The peer takes nine minutes for all metrics of this archive every minute.
    table("a real recording, compressed with xz in one piece", REAL,
          [("interpolated every 1 min, one metric, 20 times", ["interp", "1", "60000", "20"])] +
          [one for one in PASSES if one[1][:2] == ["interp", "1"] and one[1][2] != "3600000"])


main()
