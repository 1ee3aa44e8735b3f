#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Copies archives with `fdr copy` and with PCP's tools, in turns; prints a table for docs/performance.md.

usage: copy_bench.py BUILD_DIRECTORY [ROUNDS [WORD...]]

Words choose the rows that have one of them.  What is counted is CPU time, user and system, of whole processes: other
work on the machine changes it less than the time by the clock.  Files are in the page cache.  A run of its own under
strace counts system calls, bytes that are read or copied by the kernel, and descriptors.
"""
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from runs import BENCH, ENVIRONMENT, FDR, files_of, generate, settle

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
WORDS = sys.argv[3:]
PEERS = "/usr/lib/pcp/bin"  # of those that are not for everybody
FEW = 64  # descriptors
METRICS = "bench.g0.m0", "bench.g2.m100", "bench.g4.m200"
RULES = {
    "the name of one metric": f"metric {METRICS[0]} {{ name -> other.name }}",
    "the units of one metric, with its values": f"metric {METRICS[0]} {{ units -> 0,0,1,0,0,3 rescale }}",
    "the type of a quarter of the metrics": "metric 245.0.* { type if u32 -> u64 }",
    "the time": "global { time -> 1 }",
}
READERS = "read", "pread64", "readv", "preadv", "preadv2", "copy_file_range", "sendfile"
OPENERS = "open", "openat", "creat", "dup", "dup2", "dup3", "socket", "eventfd2", "memfd_create"


class Run:
    """One process that makes an archive, or fails."""

    def __init__(self, command, out, directory, descriptors=None):
        remove(out)
        # The memory of a child counts what its parent had when it began.
        peak = os.path.join(directory, "peak")
        words = ["time", "--quiet", "-f", "%M", "-o", peak, *command, out]
        limits = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))) if descriptors else None
        process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=limits)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.failed = process.returncode != 0
        self.cpu = usage.ru_utime + usage.ru_stime
        with open(peak, encoding="ascii") as file:
            self.megabytes = int(file.read()) / 1024


class Trace:
    """What a process asks of the kernel."""

    def __init__(self, command, out, directory):
        self.calls = self.bytes = self.highest = 0
        name = os.path.join(directory, "trace")
        remove(out)
        subprocess.run(["strace", "-f", "-qq", "-o", name, *command, out], env=ENVIRONMENT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(name, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                self.note(line)
        os.remove(name)

    def note(self, line):
        # A call that another thread interrupts has two lines.
        begun = re.match(r"\d+ +(<\.\.\. )?(\w+)[( ]", line)
        if not begun:
            return
        self.calls += begun.group(1) is None
        result = re.search(r" = (\d+)$", line.rstrip())
        if result and begun.group(2) in READERS:
            self.bytes += int(result.group(1))
        if result and begun.group(2) in OPENERS:
            self.highest = max(self.highest, int(result.group(1)))


def remove(base):
    for name in files_of(base):
        os.remove(name)


def cells(command, runs, out, descriptors, directory):
    if any(run.failed for run in runs):
        return ["fails"] + [""] * 4
    # strace needs descriptors, too.
    trace = Trace(command, out, directory)
    if descriptors and trace.highest >= descriptors:
        sys.exit(f"{command}: {trace.highest} descriptors")
    return [f"{statistics.median(run.cpu for run in runs):.2f} s", f"{trace.calls:,}", f"{trace.bytes / 1e6:.0f} MB",
            str(trace.highest), f"{statistics.median(run.megabytes for run in runs):.0f} MB"]


def row(title, ours, theirs, directory, descriptors=None):
    if WORDS and not any(word in title for word in WORDS):
        return
    out = os.path.join(directory, "out")
    sides = [FDR, "copy", "--quiet", *ours], theirs
    pairs = [[Run(side, out, directory, descriptors) for side in sides] for _ in range(ROUNDS)]
    both = [cells(side, runs, out, descriptors, directory) for side, runs in zip(sides, zip(*pairs))]
    remove(out)
    if both[0][0] == "fails":
        sys.exit(f"{title}: fdr copy fails")
    print(f"| {title} | " + " | ".join(" / ".join(filter(None, pair)) for pair in zip(*both)) + " |", flush=True)


def parts(archive, directory, name, count, seconds, step):
    """An archive cut into parts."""
    bases = [os.path.join(directory, f"{name}{number:03}") for number in range(count)]
    for number, base in enumerate(bases):
        subprocess.run([FDR, "copy", "--quiet", archive, base, "-S", f"+{number * seconds}s", "-T",
                        f"+{seconds - step}s"], env=ENVIRONMENT, check=True)
    os.sync()
    return bases


def written(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="ascii") as file:
        file.write(text + "\n")
    return path


def copies(dense, directory):
    middle = ["-S", "+11h53min", "-T", "+14min"]
    row("the whole archive", [dense], ["pmlogextract", dense], directory)
    row("1 % in the middle", [*middle, dense], ["pmlogextract", *middle, dense], directory)
    row("3 of 250 metrics", ["--only", ",".join(METRICS), dense],
        ["pmlogextract", "-c", written(directory, "three", "\n".join(METRICS)), dense], directory)
    for title, rule in RULES.items():
        rules = written(directory, "rules", rule)
        row(title, ["--rewrite", rules, dense], [PEERS + "/pmlogrewrite", "-c", rules, dense], directory)
    row("10 s to 10 min", ["-t", "10min", dense], [PEERS + "/pmlogreduce", "-t", "10min", dense], directory)
    row("the same with `--statistics`", ["-t", "10min", "--statistics", dense],
        [PEERS + "/pmlogreduce", "-t", "10min", dense], directory)


def main():
    print("| work | CPU time, fdr / PCP | system calls | bytes read | highest descriptor | memory |")
    print("|---|---|---|---|---|---|")
    # Archives lie on a disk, and /tmp may be memory.
    with tempfile.TemporaryDirectory(prefix="fdr-bench-", dir="/var/tmp") as directory:
        dense = generate(directory, "dense", 8640, "dense")
        copies(dense, directory)
        hours = parts(dense, directory, "hour", 24, 3600, 10)
        row("24 archives of an hour, joined", hours, ["pmlogextract", *hours], directory)
        for base in [dense, *hours]:
            remove(base)
        wide = os.path.join(directory, "wide")
        subprocess.run([os.path.join(BENCH, "gen_archive"), wide, "20", "2000", "200", "10", "3", "dense"],
                       env=ENVIRONMENT, check=True)
        settle(wide)
        row("20 metrics x 2,000 instances x 200 records, to 1 min", ["-t", "1min", wide],
            [PEERS + "/pmlogreduce", "-t", "1min", wide], directory)
        remove(wide)
        long = os.path.join(directory, "long")
        subprocess.run([os.path.join(BENCH, "gen_archive"), long, "20", "8", "5000", "10", "3", "dense"],
                       env=ENVIRONMENT, check=True)
        some = parts(long, directory, "some", 500, 100, 10)
        row(f"500 archives of 10 records, joined, with {FEW} descriptors", some, ["pmlogextract", *some], directory, FEW)


main()
