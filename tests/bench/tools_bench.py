#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Times PCP's own tools, once with PCP's library and once with ours, in pairs; prints the medians as a table.

usage: tools_bench.py BUILD_DIRECTORY [ROUNDS]

Whole processes, with the files of the archive in the page cache.
"""
import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from runs import BUILD, ENVIRONMENT, REAL, generate, warm

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
LIBRARY = os.path.join(BUILD, "replay/libpcp/lib")
SMALL = "/var/lib/pcp/testsuite/archives"
RULES = "some_inst {metric} > 1000000 -> print \"%v\";\n"

# METRIC is a metric of the archive, ALL stands for 250 of them, RULES for a file of rules about METRIC.
COMMANDS = (
    "pminfo -a ARCHIVE",
    "pminfo -f -a ARCHIVE",
    "pmprobe -v -a ARCHIVE",
    "pmval -a ARCHIVE -t 60 METRIC",
    "pmval -r -a ARCHIVE METRIC",
    "pmdumptext -a ARCHIVE -t 60 METRIC",
    "pmrep -a ARCHIVE -o csv -t 300 ALL",
    "pmie -a ARCHIVE -t 60 -c RULES",
    "pmlogsummary -a ARCHIVE",
)
# The peer takes minutes for some of the others.
OF_REAL = (
    "pminfo -a ARCHIVE",
    "pminfo -f -a ARCHIVE kernel",
    "pmprobe -v -a ARCHIVE",
    "pmval -a ARCHIVE -t 60 -s 20 METRIC",
    "pmrep -a ARCHIVE -t 60 -s 20 METRIC",
    "pmstat -a ARCHIVE -t 60 -s 20",
    "pcp -a ARCHIVE -s 2 -t 60 atop",
)
OF_SMALL = COMMANDS[:6] + ("pmlogsummary -a ARCHIVE",)


def run(words, library):
    # PCP's modules are there for the Python of the system.
    environment = dict(ENVIRONMENT, QT_QPA_PLATFORM="offscreen", TERM="dumb", PATH="/usr/bin:/bin")
    if library:
        environment["LD_LIBRARY_PATH"] = library
    start = time.monotonic()
    done = subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode < 0 or b"Traceback" in done.stderr:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stderr.decode()[-2000:]}")
    return time.monotonic() - start


def names_of(archive):
    names = subprocess.run(["pminfo", "-a", archive], env=ENVIRONMENT, stdout=subprocess.PIPE, check=True).stdout
    return [name for name in names.decode().split() if not name.startswith(("event.", "pmcd.", "pmlogger."))]


def words_of(command, archive, metric, rules):
    words = []
    for word in command.split():
        words += names_of(archive)[:250] if word == "ALL" else [
            re.sub("ARCHIVE|METRIC|RULES", lambda match: {"ARCHIVE": archive, "METRIC": metric,
                                                          "RULES": rules}[match.group()], word)]
    words[0] = shutil.which(words[0])
    if words[0] is None:
        sys.exit(f"{command}: not installed")
    return words


def measure(command, archives, directory):
    """Seconds with our library and with PCP's, for all archives, and the median of the ratios."""
    jobs = []
    for archive, metric in archives:
        rules = os.path.join(directory, "rules")
        with open(rules, "w", encoding="ascii") as file:
            file.write(RULES.format(metric=metric))
        jobs.append(words_of(command, archive, metric, rules))
        warm(archive)
    pairs = [[sum(run(words, library) for words in jobs) for library in (LIBRARY, None)] for _ in range(ROUNDS)]
    ours, peers = (statistics.median(side) for side in zip(*pairs))
    return ours, peers, statistics.median(ours / peers for ours, peers in pairs)


def table(title, commands, archives, directory):
    print(f"\n{title}:\n\n| command | fdr | PCP | fdr / PCP |\n|---|---|---|---|")
    for command in commands:
        ours, peers, ratio = measure(command, archives, directory)
        print(f"| {command} | {ours * 1000:.0f} ms | {peers * 1000:.0f} ms | {ratio:.2f} |", flush=True)


def small_archives():
    """Ten archives of PCP's test suite, each with a metric."""
    bases = sorted(name[:-5] for name in glob.glob(f"{SMALL}/*.meta") if os.path.exists(name[:-5] + ".0"))
    some = [base for base in bases if 20_000 < os.path.getsize(base + ".0") < 500_000]
    return [(base, names_of(base)[0]) for base in some[::max(len(some) // 10, 1)][:10]]


def main():
    print("PCP's tools as whole processes, with our library and with PCP's: medians, and the median of the ratios.")
    # Archives lie on a disk, and /tmp may be memory.
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir="/var/tmp") as directory:
        dense = generate(directory, "dense", 8640, "dense")
        metric = names_of(dense)[0]
        table(f"A day of 250 metrics, {os.path.getsize(dense + '.0') / 1e6:.0f} MB", COMMANDS, [(dense, metric)],
              directory)
        table("A real recording with 58,000 instances, in several volumes compressed with xz", OF_REAL,
              [(REAL, "kernel.all.load")], directory)
        table("Ten small archives of PCP's test suite, one after the other", OF_SMALL, small_archives(), directory)


main()
