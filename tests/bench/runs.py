# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs programs of the benchmark, and prepares the archives that they read.

The first argument of the calling script is the build directory.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
BENCH = os.path.join(BUILD, "tests/bench")
FDR = os.path.join(BUILD, "tools/fdr")
# 58,000 instances of metrics over all time, 7,000 at a time; compressed.
REAL = "/var/lib/pcp/testsuite/archives/20180416.10.00"
# The peer's stock configuration of derived metrics makes it slower than it need be.
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="", TZ="UTC")


def fetch_rate(text):
    """Fetches per second behind the first one, as fetch_bench prints them."""
    return float(re.search(r"([0-9.]+) fetch/s", text).group(1))


class Run:
    """One finished process: its cost and its output."""

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

    def fetches(self):
        """See fetch_rate()."""
        return fetch_rate(self.text)

    def checksum(self):
        """The checksum of all fetched values."""
        return re.search(r"checksum ([0-9a-f]+)", self.text).group(1)

    def until_first(self):
        """Seconds for opening and the first fetch."""
        return sum(float(x) for x in re.search(r"open ([0-9.]+) s first ([0-9.]+) s", self.text).groups())

    def fetch_cpu(self):
        """CPU seconds of the fetches alone, as host_bench prints them."""
        return float(re.search(r"([0-9.]+) s of CPU", self.text).group(1))

    def megabytes_read(self):
        """Megabytes read by the whole process, as fetch_bench prints them."""
        return int(re.search(r"read ([0-9]+) bytes", self.text).group(1)) / 1e6


def files_of(base):
    return filter(os.path.isfile, glob.glob(glob.escape(base) + "*"))


def chill(base):
    """Takes the files of an archive out of the page cache."""
    for name in files_of(base):
        with open(name, "rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def warm(base):
    """Puts the files into the page cache, from which the host of a virtual machine may drop some of them."""
    for name in files_of(base):
        with open(name, "rb") as file:
            while file.read(1 << 20):
                pass


def settle(base):
    """Puts the files on the disk, and into the page cache as a reader finds them there.  What a program has just
    written may lie in the cache in small pieces, which the kernel copies at a fraction of the speed."""
    os.sync()
    chill(base)
    warm(base)


def generate(directory, name, records, style, version=3):
    base = os.path.join(directory, name)
    subprocess.run([os.path.join(BENCH, "gen_archive"), base, "250", "8", str(records), "10", str(version), style],
                   env=ENVIRONMENT, check=True)
    settle(base)
    return base
