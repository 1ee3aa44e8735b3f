#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Asks `fdr serve --http`, and PCP's pmproxy with Redis, for the same values of time series.

usage: series_bench.py BUILD_DIRECTORY [ROUNDS]

What counts is the processor time of the servers for each request, that of Redis included: the medians of the rounds.
The archive has 250 metrics with 8 instances each, and 864 records.  The peer is not asked for all of its values at
once, since it does not finish in ten minutes.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../serve"))
from asking import answer, ask  # noqa: E402 pylint: disable=wrong-import-position
from serving import Server  # noqa: E402 pylint: disable=wrong-import-position
from web_peers import SeriesPeer  # noqa: E402 pylint: disable=wrong-import-position

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
METRICS, INSTANCES, RECORDS, STEP = 250, 8, 864, 10


def cpu(processes):
    return sum(time.clock_gettime(~process.pid << 3 | 2) for process in processes)  # clock_getcpuclockid(3)


def most_memory(processes):
    total = 0
    for process in processes:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            total += sum(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    return total / 1024


def cost(side, times, expression, **window):
    """Milliseconds of processor time for each request, and the bytes of the answer."""
    port, processes = side
    series = ",".join(answer(port, "/series/query", expr=expression))
    spent = []
    for _ in range(ROUNDS):
        before = cpu(processes)
        for _ in range(times):
            status, body = ask(port, "/series/values", form=True, series=series, **window)
            if status != 200:
                sys.exit(body)
        spent.append((cpu(processes) - before) / times * 1e3)
    return statistics.median(spent), len(body)


def main():
    with tempfile.TemporaryDirectory() as directory:
        archive = os.path.join(directory, "day")
        subprocess.run([os.path.join(BUILD, "tests/bench/gen_archive"), archive, str(METRICS), str(INSTANCES),
                        str(RECORDS), str(STEP), "3", "dense"], check=True)
        with Server(os.path.join(BUILD, "tools/fdr"), "--http", "0", "--no-local", archive) as server, \
                SeriesPeer(directory, archive) as peer:
            ours, theirs = (server.port, [server.process]), (peer.port, peer.processes)
            start, end = 1_700_000_000, 1_700_000_000 + RECORDS * STEP
            print(f"{'milliseconds of processor time':42} {'fdr':>10} {'pmproxy':>10} {'ratio':>8}")
            for title, expression, times, window, asks_peer in (
                    ("1 series, the newest", "bench.g0.m0", 100, {}, True),
                    ("1 series, all 6,912 values", "bench.g0.m0", 5, {"start": start, "finish": end}, True),
                    ("1 series, every 60 s", "bench.g0.m0", 5, {"start": start, "finish": end, "interval": 60}, True),
                    ("1 series, every 600 s", "bench.g0.m0", 20, {"start": start, "finish": end, "interval": 600}, True),
                    ("250 series, every 60 s", "bench.*", 1, {"start": start, "finish": end, "interval": 60}, True),
                    ("250 series, all 1.73 million values", "bench.*", 1, {"start": start, "finish": end}, False)):
                our_cost, size = cost(ours, times, expression, **window)
                their_cost = cost(theirs, times, expression, **window)[0] if asks_peer else None
                print(f"{title:42} {our_cost:10.2f}" +
                      (f" {their_cost:10.2f} {their_cost / our_cost:8.1f}" if their_cost else "") + f"   {size:,} bytes")
            print(f"{'MiB of memory at most':42} {most_memory(ours[1]):10.0f} {most_memory(theirs[1]):10.0f}")


if __name__ == "__main__":
    main()
