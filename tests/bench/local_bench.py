#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Measures fetches of the metrics of this machine, with the built-in collector, and with PCP's and its agents.

usage: local_bench.py BUILD_DIRECTORY HOST PMCD [FETCHES]

HOST is how to reach the collector of this machine, PMCD its process identifier.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(sys.argv[1])
HOST, PMCD = sys.argv[2], int(sys.argv[3])
FETCHES = int(sys.argv[4]) if len(sys.argv) > 4 else 100
ROUNDS = 5
HOST_BENCH = os.path.join(BUILD, "tests/bench/host_bench_fdr")
FDR = os.path.join(BUILD, "tools/fdr")


def processes():
    """The collector and its agents."""
    with open(f"/proc/{PMCD}/task/{PMCD}/children", encoding="ascii") as children:
        return [PMCD] + [int(child) for child in children.read().split()]


def spent():
    """The seconds of user and system time of all of them together."""
    totals = [0.0, 0.0]
    for pid in processes():
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        for i in range(2):
            totals[i] += int(fields[11 + i]) / os.sysconf("SC_CLK_TCK")
    return totals


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fetch(source, names):
    """One run of the program: its own user and system time, and what it fetched."""
    text = output(HOST_BENCH, source, "16000", str(FETCHES), names)
    metrics, values, user, system = re.search(
        r"(\d+) metrics, (\d+) values, .* CPU, ([\d.]+) s user, ([\d.]+) s system", text).groups()
    return [float(user), float(system)], int(metrics), int(values) // FETCHES


def known(*source):
    return {line.split()[0] for line in output(FDR, "names", *source).splitlines()}


def measure(title, names):
    with tempfile.NamedTemporaryFile("w", suffix=".names") as file:
        file.write("".join(name + "\n" for name in sorted(names)))
        file.flush()
        ours, theirs = [], []
        for _ in range(ROUNDS):
            cost, metrics, values = fetch("-", file.name)
            ours.append(cost)
            before = spent()
            fetch(HOST, file.name)
            theirs.append([b - a for a, b in zip(before, spent())])
        for kind, i in (("user", 0), ("system", 1)):
            a, b = (statistics.median(cost[i] for cost in side) / FETCHES * 1000 for side in (ours, theirs))
            print(f"| {title}: {metrics} metrics, {values} values; {kind} time "
                  f"| {a:.2f} ms | {b:.2f} ms | {a / b:.2f} |", flush=True)


def main():
    both = known("-L") & known("-h", HOST)
    print("| a fetch of | fdr | PCP's collector and agents | share |\n|---|---|---|---|")
    measure("the machine", {name for name in both if not name.startswith(("proc.", "cgroup."))})
    measure("its processes", {name for name in both if name.startswith("proc.")})


main()
