#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Measures the data of the web server's page, without a browser and without sockets; prints a table with the goals.

usage: viewer_bench.py BUILD_DIRECTORY [ROUNDS]

The CPU time of an answer counts: that until its first piece for pictures that come step by step.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

from runs import BENCH, ENVIRONMENT, generate

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
PROGRAM = os.path.join(BENCH, "viewer_bench")
START, STEP = 1700000000, 10
FIFTY = ",".join(f"bench.g0.m{i}" for i in range(50))
GROUPS = "bench.g0.m0,bench.g0.m1,bench.g1.m50,bench.g2.m100,bench.g3.m150,bench.g4.m200"
ANSWER = re.compile(r"200 first ([0-9.]+) ms cpu ([0-9.]+) ms all ([0-9.]+) ms cpu ([0-9.]+) ms (\d+) bytes")


def window(records, first=0.0, last=1.0):
    end = START + records * STEP
    return f"from={START + (end - START) * first:.0f}&to={START + (end - START) * last:.0f}"


def questions(records):
    """(title, what is asked before, the question, whether the first piece counts, the goal in ms)."""
    whole, zoom = window(records), window(records, 0.4, 0.45)
    return [
        ("first picture of 6 groups", [], f"buckets?m={GROUPS}&{whole}&n=1200&stream=1", True, 1000),
        ("the same, exact", [], f"buckets?m={GROUPS}&{whole}&n=1200&stream=1", False, 10000),
        ("overview of 50 metrics, 400 series, exact", [], f"buckets?m={FIFTY}&{whole}&n=1200", False,
         1000 if records < 10000 else None),
        ("zoom, 8 series of 1,200 buckets", [f"buckets?m=bench.g0.m0&{whole}&n=10"],
         f"buckets?m=bench.g0.m0&{zoom}&n=1200", False, 30),
        ("heat map, 8 rows of 1,200", [f"buckets?m=bench.g0.m0&{whole}&n=10"],
         f"heat?m=bench.g0.m0&{whole}&n=1200", False, 200),
        ("values of all metrics at a time", [], f"at?t={START + 40000}", False, None),
        ("200 records of 16 series", [], f"records?m=bench.g0.m0,bench.g0.m1&t={START + 40000}&n=200", False, None),
        ("search for a value through all records", [], f"next?m=bench.g0.m2&t={START}&when=gt:1e300", False, None),
        ("find a metric", ["find?q="], "find?q=g0+m1", False, 20),
    ]


def measure(archive, before, question, counts_first):
    """The median CPU time in ms, and the bytes of the answer."""
    times, size = [], 0
    for _ in range(ROUNDS):
        done = subprocess.run([PROGRAM, archive, *before, question], env=ENVIRONMENT, check=True, capture_output=True,
                              text=True)
        _, first_cpu, _, all_cpu, size = ANSWER.findall(done.stdout)[-1]
        times.append(float(first_cpu if counts_first else all_cpu))
    return statistics.median(times), int(size)


def main():
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir="/var/tmp") as directory:
        for name, records in ("day", 8640), ("week", 54800):
            archive = generate(directory, name, records, "dense")
            print(f"\n{records} records, {os.path.getsize(archive + '.0') / 1e6:.0f} MB:\n\n"
                  "| answer | CPU | goal | bytes |\n|---|---|---|---|")
            for title, before, question, counts_first, goal in questions(records):
                time, size = measure(archive, before, question, counts_first)
                print(f"| {title} | {time:.1f} ms | {f'{goal} ms' if goal else ''} | {size:,} |", flush=True)


main()
