#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Times fdr beside PCP on the same archives, in pairs, and prints the medians as a table.

usage: compare.py BUILD_DIRECTORY [ROUNDS]
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
BENCH = os.path.join(BUILD, "tests/bench")
FDR = os.path.join(BUILD, "tools/fdr")
# The peer's stock configuration of derived metrics makes it slower than it need be.
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="", TZ="UTC")


class Run:
    """One finished process: what it cost, and what it said."""

    def __init__(self, command):
        with tempfile.TemporaryFile() as errors, open(os.devnull, "wb") as null:
            output = subprocess.PIPE if command[0].startswith(BENCH) else null
            start = time.monotonic()
            process = subprocess.Popen(command, stdout=output, stderr=errors, env=ENVIRONMENT)
            self.text = process.stdout.read().decode() if process.stdout else ""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - start
            self.cpu = usage.ru_utime + usage.ru_stime
            self.megabytes = usage.ru_maxrss / 1024
            errors.seek(0)
            if process.returncode != 0:
                sys.exit(f"{' '.join(command)}: exit {process.returncode}\n{errors.read().decode()[:2000]}")

    def rate(self):
        """Values per second, as the two scanning programs print them."""
        return float(re.search(r"([0-9.]+) Mval/s", self.text).group(1))


def generate(directory, name, records, style):
    base = os.path.join(directory, name)
    subprocess.run([os.path.join(BENCH, "gen_archive"), base, "250", "8", str(records), "10", "3", style],
                   env=ENVIRONMENT, check=True)
    return base


def compare(title, ours, peer, goal, better=lambda run: 1 / run.cpu, unit=lambda run: f"{run.cpu:.3f} s CPU"):
    """Runs both alternately; the ratio is the median of the rounds' ratios."""
    pairs = [(Run(ours), Run(peer)) for _ in range(ROUNDS)]
    ratio = statistics.median(better(a) / better(b) for a, b in pairs)
    middle = [sorted(side, key=better)[len(side) // 2] for side in zip(*pairs)]
    verdict = "ok" if ratio >= goal else "**missed**"
    print(f"| {title} | {unit(middle[0])} | {unit(middle[1])} | {ratio:.1f}x | {goal:g}x {verdict} |", flush=True)


def fetch(program, title, archive, work, goal, peer_fetches=None):
    """The first fetch, which makes what is made on demand, is not counted; both programs print it apart."""
    theirs = work[:3] + [peer_fetches] if peer_fetches else work
    compare(title, [os.path.join(BENCH, program), archive] + work,
            [os.path.join(BENCH, "fetch_bench"), archive] + theirs, goal,
            better=Run.rate, unit=lambda run: f"{run.rate():.2f} M values/s")


def fetch_all(program, dense, sparse, goals):
    print("| work | fdr | PCP | ratio | goal |\n|---|---|---|---|---|")
    fetch(program, "whole records", dense, ["archive", "0", "0"], goals["archive"])
    fetch(program, "records forward, all metrics", dense, ["forw", "0", "0"], goals["forw"])
    fetch(program, "records backward, all metrics", dense, ["back", "0", "0"], goals["forw"])
    fetch(program, "interpolated every minute, all metrics", dense, ["interp", "0", "60000", "1000"], goals["interp"])
    fetch(program, "the same in reverse", dense, ["rinterp", "0", "60000", "1000"], goals["interp"])
    fetch(program, "interpolated at random times, sparse archive", sparse, ["seek", "0", "60000", "2000"], goals["seek"],
          peer_fetches="30")


def memory(title, command, limit):
    run = Run(command)
    verdict = "ok" if run.megabytes < limit else "**missed**"
    print(f"| {title} | {run.megabytes:.0f} MB | under {limit} MB {verdict} |", flush=True)


def main():
    # What is timed must not wait for a disk.
    home = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir=home) as directory:
        dense = generate(directory, "dense", 8640, "dense")
        print(f"{os.path.getsize(dense + '.0') / 1e6:.0f} MB, 250 metrics x 8 instances x 8640 records, version 3; "
              f"medians of {ROUNDS} pairs\n")
        print("| work | fdr | PCP | ratio | goal |\n|---|---|---|---|---|")
        compare("full scan, every value", [os.path.join(BENCH, "scan_bench"), dense],
                [os.path.join(BENCH, "fetch_bench"), dense, "extract", "0", "0"], 3,
                better=Run.rate, unit=lambda run: f"{run.rate():.0f} M values/s")
        compare("dump of all values", [FDR, "dump", "-m", dense], ["pmdumplog", "-m", dense], 6)
        compare("check", [FDR, "check", "--quiet", dense], ["pmlogcheck", "-w", dense], 5)
        compare("open and show the label", [FDR, "info", dense], ["pmdumplog", "-L", dense], 1,
                better=lambda run: 1 / run.seconds, unit=lambda run: f"{run.seconds * 1000:.1f} ms")
        sparse = generate(directory, "sparse", 8640, "sparse")
        print()
        print("Fetching through the C++ interface, beside PCP's C interface:\n")
        fetch_all("replay_bench", dense, sparse, {"archive": 1, "forw": 2, "interp": 5, "seek": 100})
        print()
        print("The same program in C, linked with libfdr_pmapi and with libpcp:\n")
        fetch_all("fetch_bench_fdr", dense, sparse, {"archive": 1, "forw": 1.5, "interp": 4, "seek": 500})
        print()
        print("| memory | | limit |\n|---|---|---|")
        os.remove(dense + ".0")
        os.remove(sparse + ".0")
        large = generate(directory, "large", 4 * 8640, "dense")
        size = os.path.getsize(large + ".0") / 1e9
        memory(f"memory of dump, {size:.1f} GB", [FDR, "dump", "-m", large], 64)
        memory(f"memory of check, {size:.1f} GB", [FDR, "check", "--quiet", large], 64)


main()
