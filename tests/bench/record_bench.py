#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Records the same metrics of the same collector with fdr and with PCP's logger, at the same time, in turns.

usage: record_bench.py BUILD_DIRECTORY [ROUNDS [SAMPLES]]

A collector of its own is started, with the agents of the kernel's metrics.  What is counted is the CPU time of the
recorders between two moments in which both record, so without their start; the medians of the rounds.
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from collector import start_collector

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
SAMPLES = int(sys.argv[3]) if len(sys.argv) > 3 else 100
METRICS, INTERVAL = 950, 0.1
CPU_GOAL, MEMORY_GOAL = 0.5, 8
FDR = os.path.join(BUILD, "tools/fdr")
# The peer's stock configuration of derived metrics makes it slower than it need be.
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="")


def some_metrics(host):
    """The metrics that have values, those of the kernel first."""
    found = subprocess.run(["pminfo", "-h", host, "hinv", "kernel", "mem", "swap", "disk", "filesys", "network", "vfs",
                            "rpc", "nfs", "nfs3", "nfs4", "pmcd", "proc.runq", "proc.psinfo", "proc.memory", "ipc",
                            "quota", "tmpfs", "tape", "zram"],
                           env=ENVIRONMENT, capture_output=True, text=True, check=False).stdout.split()
    return found[:METRICS]


class Recorder:
    """A process that records, and what it has cost since mark()."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL)
        self.marked = None

    def cpu(self):
        """User and system time, and their sum as the scheduler counts it exactly."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        total = time.clock_gettime(~self.process.pid << 3 | 2)  # clock_getcpuclockid(3)
        ticks = os.sysconf("SC_CLK_TCK")
        return int(fields[11]) / ticks, int(fields[12]) / ticks, total

    def mark(self):
        self.marked = self.cpu()

    def end(self):
        """Milliseconds of CPU per sample: user, system, both; and megabytes."""
        cost = [(now - then) * 1000 / SAMPLES for now, then in zip(self.cpu(), self.marked)]
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as f:
            memory = int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1)) / 1024
        self.process.terminate()
        self.process.wait()
        return cost + [memory]


def one_round(host, directory, metrics, number):
    with open(directory + "/pmlogger.config", "w", encoding="ascii") as config:
        config.write(f"log mandatory on {INTERVAL * 1000:.0f} msec {{\n" + "\n".join(metrics) + "\n}\n")
    bases = [f"{directory}/fdr{number}", f"{directory}/pmlogger{number}"]
    recorders = [
        Recorder([FDR, "record", "-q", "-h", host, "-t", f"{INTERVAL * 1000:.0f}ms", bases[0]] + metrics),
        Recorder(["pmlogger", "-h", host, "-c", directory + "/pmlogger.config", "-l", directory + "/pmlogger.log",
                  bases[1]])]
    time.sleep(2)
    for recorder in recorders:
        recorder.mark()
    time.sleep(SAMPLES * INTERVAL)
    costs = [recorder.end() for recorder in recorders]
    return costs, [os.path.getsize(base + ".0") for base in bases]


def main():
    home = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fdr-record-", dir=home) as directory:
        collector, host = start_collector(directory)
        try:
            metrics = some_metrics(host)
            rounds = [one_round(host, directory, metrics, number) for number in range(ROUNDS)]
        finally:
            collector.terminate()
            collector.wait()
    print(f"{len(metrics)} metrics every {INTERVAL:g} s, {SAMPLES} samples, {ROUNDS} rounds; "
          f"volumes of {rounds[-1][1][0] / 1e6:.1f} and {rounds[-1][1][1] / 1e6:.1f} MB\n")
    print("| recording, per sample | fdr record | pmlogger | ratio | goal |\n|---|---|---|---|---|")
    for i, what in enumerate(["user time", "system time", "CPU time", "resident memory"]):
        ours, peers = (statistics.median(costs[side][i] for costs, _ in rounds) for side in (0, 1))
        unit = "MB" if i == 3 else "ms"
        ratio = statistics.median(costs[0][i] / costs[1][i] if costs[1][i] else 0 for costs, _ in rounds)
        goal = ""
        if what == "CPU time":
            goal = f"{CPU_GOAL:g}x {'ok' if ratio <= CPU_GOAL else '**missed**'}"
        if what == "resident memory":
            goal = f"+{MEMORY_GOAL:g} MB {'ok' if ours - peers <= MEMORY_GOAL else '**missed**'}"
        print(f"| {what} | {ours:.2f} {unit} | {peers:.2f} {unit} | {ratio:.2f}x | {goal} |")


main()
