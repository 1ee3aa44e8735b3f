#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Asks PCP's agent `sample` through `fdr serve -c` and through PCP's collector, in turns.

usage: hosting_bench.py BUILD_DIRECTORY [ROUNDS]

Counted is the processor time of the collector alone, for each fetch of 1,000 metrics; the time of the agent is the same
under both.  Then ten agents, each of which takes a millisecond: how long a fetch from all of them takes.
"""
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "../agents"), os.path.join(HERE, "../serve")]
from private_collector import Collector, OurCollector  # noqa: E402 pylint: disable=wrong-import-position
from serving import ERROR, FETCH, RawClient  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.join(os.path.abspath(sys.argv[1]), "tools/fdr")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
SAMPLE = "/var/lib/pcp/pmdas/sample"
METRICS = 1000
SLOW = range(240, 250)


def prepare(directory):
    os.makedirs(directory)
    with open(f"{directory}/pmcd.conf", "w", encoding="ascii") as conf:
        conf.write(f"pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so\n"
                   f"sample 29 pipe binary {SAMPLE}/pmdasample -d 29 -l sample.log\n")
        for domain in SLOW:
            conf.write(f"slow{domain} {domain} pipe binary /usr/bin/python3 {HERE}/../agents/odd_agent.py\n")
    with open(f"{directory}/names", "w", encoding="ascii") as names:
        names.write(f'root {{\n sample\n}}\n#define SAMPLE 29\n#include "{SAMPLE}/pmns"\n')


class Asked:
    """A collector, and a connection to it."""

    def __init__(self, collector):
        self.pid = collector.process.pid
        self.client = RawClient(collector.socket)
        if self.client.greet() != 0:
            sys.exit("a collector does not serve")
        self.client.profile()

    def fetch(self, ids):
        self.client.send(FETCH, struct.pack(f">iiii{len(ids)}I", 0, 0, 0, len(ids), *ids))
        answer = self.client.read()
        while answer is not None and answer[0] == ERROR:  # changes, before the values
            answer = self.client.read()
        if answer is None:
            sys.exit("a collector has gone")
        return struct.unpack(">i", answer[1][16:20])[0]  # the number of values of the first metric

    def fetch_values(self, ids):
        """A fetch from an agent that was lost costs nothing."""
        if self.fetch(ids) < 1:
            sys.exit("an agent does not answer")

    def wait_for(self, ids):
        """Until their agents have started."""
        end = time.monotonic() + 60
        while any(self.fetch([one]) < 1 for one in ids):
            if time.monotonic() > end:
                sys.exit("an agent does not start")
            time.sleep(0.2)

    def microseconds(self, ids, times):
        """Of processor time, for each fetch."""
        self.fetch(ids)
        clock = ~self.pid << 3 | 2  # clock_getcpuclockid(3)
        before = time.clock_gettime(clock)
        for _ in range(times):
            self.fetch_values(ids)
        return (time.clock_gettime(clock) - before) / times * 1e6

    def shortest(self, ids, times):
        """The shortest fetch, in milliseconds."""
        best = 1e9
        for _ in range(times):
            start = time.monotonic()
            self.fetch_values(ids)
            best = min(best, time.monotonic() - start)
        return best * 1e3


def sample_ids(collector):
    """Without sample.proc: fetches of these end PCP's agent, under both collectors."""
    text = collector.tool("pminfo", "-m", "sample")
    ids = []
    for line in text.splitlines():
        if "PMID: 29." in line and not line.startswith("sample.proc."):
            domain, cluster, item = map(int, line.split()[-1].split("."))
            ids.append(domain << 22 | cluster << 10 | item)
    return (ids * (METRICS // len(ids) + 1))[:METRICS]


def row(name, unit, theirs, ours):
    for what, choose in (("least", min), ("median", statistics.median)):
        print(f"{name:45} {what:6}  pmcd {choose(theirs):8.2f} {unit}   fdr {choose(ours):8.2f} {unit}")
    print(f"{name:45} ratio   {statistics.median(o / t for o, t in zip(ours, theirs)):.2f}x")


def main():
    with tempfile.TemporaryDirectory() as top:
        prepare(f"{top}/pmcd")
        prepare(f"{top}/fdr")
        with Collector(FDR, f"{top}/pmcd", "sample.long.one") as theirs, \
                OurCollector(FDR, f"{top}/fdr", "sample.long.one") as ours:
            ids = sample_ids(theirs)
            slow = [domain << 22 | 14 for domain in SLOW]  # odd_agent.py takes a millisecond for item 14
            both = [Asked(theirs), Asked(ours)]
            for asked in both:
                asked.wait_for(slow)
            cpu, one, times = [], [], []
            for _ in range(ROUNDS):
                cpu.append([asked.microseconds(ids, 300) for asked in both])
                one.append([asked.microseconds(ids[:1], 1000) for asked in both])
                times.append([asked.shortest(slow, 50) for asked in both])
            row("1,000 metrics of a pipe agent, CPU", "us", *zip(*cpu))
            row("one metric of a pipe agent, CPU", "us", *zip(*one))
            row("ten agents of 1 ms each, the shortest fetch", "ms", *zip(*times))


main()
