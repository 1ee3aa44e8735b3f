#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Times PCP's own tools, once with PCP's library and once with ours, in pairs; prints the medians as a table.

usage: tools_bench.py BUILD_DIRECTORY [ROUNDS]

Whole processes, with the files of the archive in the page cache.  `pcp atop -r` and pmchart go to their first screen.
"""
import ctypes
import fcntl
import glob
import os
import pty
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

from runs import BUILD, ENVIRONMENT, REAL, generate, warm

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
LIBRARY = os.path.join(BUILD, "replay/pcp/libpcp/lib")
SMALL = "/var/lib/pcp/testsuite/archives"
RULES = "some_inst {metric} > 1000000 -> print \"%v\";\n"

# METRIC is a metric of the archive, ALL stands for 250 of them, RULES for a file of rules about METRIC, PICTURE for a
# file that is written.
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
    "pcp atop -r ARCHIVE",
    "pmchart -a ARCHIVE -c CPU -c Disk -c Memory -o PICTURE",
)
OF_SMALL = COMMANDS[:6] + ("pmlogsummary -a ARCHIVE",)


def run(words, library):
    # PCP's modules are there for the Python of the system.
    environment = dict(ENVIRONMENT, QT_QPA_PLATFORM="offscreen", PATH="/usr/bin:/bin", PCP_STDERR="/dev/stderr")
    if library:
        environment["LD_LIBRARY_PATH"] = library
    start = time.monotonic()
    status, errors = (show if "atop" in words and "-r" in words else end)(words, environment)
    if status < 0 or b"Traceback" in errors:
        sys.exit(f"{' '.join(words)}: status {status}\n{errors.decode()[-2000:]}")
    return time.monotonic() - start


def end(words, environment):
    done = subprocess.run(words, env=dict(environment, TERM="dumb"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, check=False)
    end_orphans()
    return done.returncode, done.stderr


def end_orphans():
    """pmchart leaves a pmtime behind, which has become our child."""
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as children:
        for process in map(int, children.read().split()):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def show(words, environment):
    """The program gets a terminal, and the key q, which it reads when it shows its first screen."""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(words[0], words, dict(environment, TERM="xterm"))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.write(terminal, b"q")
    screen = b""
    try:
        while shown := os.read(terminal, 65536):
            screen += shown
    except OSError:
        pass  # the program has ended
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), screen


def names_of(archive):
    names = subprocess.run(["pminfo", "-a", archive], env=ENVIRONMENT, stdout=subprocess.PIPE, check=True).stdout
    return [name for name in names.decode().split() if not name.startswith(("event.", "pmcd.", "pmlogger."))]


def words_of(command, archive, metric, rules):
    words = []
    for word in command.split():
        words += names_of(archive)[:250] if word == "ALL" else [
            re.sub("ARCHIVE|METRIC|RULES|PICTURE",
                   lambda match: {"ARCHIVE": archive, "METRIC": metric, "RULES": rules,
                                  "PICTURE": os.path.join(os.path.dirname(rules), "picture.png")}[match.group()], word)]
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
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)
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
