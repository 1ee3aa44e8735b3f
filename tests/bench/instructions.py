#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of a fetched value, with fdr and with PCP, by callgrind: other work on the machine
does no harm.  Opening and the first fetches are left out: two runs of the same program are subtracted.

usage: instructions.py BUILD_DIRECTORY [WORK...]
"""
import os
import re
import subprocess
import sys
import tempfile

BENCH = os.path.join(os.path.abspath(sys.argv[1]), "tests/bench")
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="", TZ="UTC")
RECORDS = 1000
FETCHES = 200, 700
# Arguments of fetch_bench: the work, the number of metrics (0: all), the step in milliseconds.
WORK = {
    "archive": ("archive", "0", "0"),
    "extract": ("extract", "0", "0"),
    "forw": ("forw", "0", "0"),
    "back": ("back", "0", "0"),
    "interp": ("interp", "0", "10000"),
    "interp60": ("interp", "0", "60000"),
    "rinterp60": ("rinterp", "0", "60000"),
    "one60": ("interp", "1", "60000"),
    "seek": ("seek", "0", "0"),
}


def run(program, base, work, fetches):
    """Instructions, and values fetched after the first fetch."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
               os.path.join(BENCH, program), base, *WORK[work], str(fetches)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    instructions = int(re.search(r"Collected : (\d+)", done.stderr).group(1))
    return instructions, int(re.search(r"then \d+ fetches (\d+) values", done.stdout).group(1))


def per_value(program, base, work):
    """Instructions for a fetch, and for each of its values."""
    (few, few_values), (many, many_values) = (run(program, base, work, fetches) for fetches in FETCHES)
    values = many_values - few_values or float("nan")  # one metric of the sparse archive may have none
    return (many - few) / (FETCHES[1] - FETCHES[0]), (many - few) / values


def main():
    print("| work | archive | fdr, a fetch | a value | PCP, a fetch | a value | share |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="fdr-bench-") as directory:
        for style in "dense", "sparse":
            base = os.path.join(directory, style)
            subprocess.run([os.path.join(BENCH, "gen_archive"), base, "250", "8", str(RECORDS), "10", "3", style],
                           env=ENVIRONMENT, check=True)
            for work in sys.argv[2:] or WORK:
                ours, theirs = (per_value(program, base, work) for program in ("fetch_bench_fdr", "fetch_bench"))
                print(f"| {work} | {style} | {ours[0]:,.0f} | {ours[1]:.1f} | {theirs[0]:,.0f} | {theirs[1]:.1f} | "
                      f"{ours[0] / theirs[0]:.3f} |", flush=True)


main()
