#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Fetches from an agent with a thousand metrics, built with our library and with PCP's, in turns.

usage: agent_bench.py BUILD_DIRECTORY [ROUNDS]

What is counted is the processor time of the agent for each fetch of all metrics.  Each round asks both; the medians of
the rounds, and of their ratios.
"""
import os
import statistics
import struct
import subprocess
import sys

BENCH = os.path.join(os.path.abspath(sys.argv[1]), "tests/bench")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 11
METRICS, PER_CLUSTER, FETCHES = 1000, 50, 1000
HASHED = "2"  # PMDA_EXT_FLAG_HASHED
ENVIRONMENT = dict(os.environ, PCP_DERIVED_CONFIG="", TZ="UTC")
# The library, and the flag with which the agent asks for its fastest search of metrics.
KINDS = [("ours", "0"), ("ours", HASHED), ("peer", "0"), ("peer", HASHED)]


def message(kind, *words):
    return struct.pack(f">III{len(words)}I", 12 + 4 * len(words), kind, 0, *words)


CREDENTIALS, PROFILE, FETCH = message(0x700C, 1, 0x01020000), message(0x7002, 0, 0, 0, 0), message(
    0x7003, 0, 0, 0, METRICS,
    *(77 << 22 | (row // PER_CLUSTER + 1) << 10 | row % PER_CLUSTER for row in range(METRICS)))


class Agent:
    """A process that has been greeted."""

    def __init__(self, side, flags):
        self.process = subprocess.Popen([f"{BENCH}/agent_bench_{side}", flags], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        self.answer()
        self.send(CREDENTIALS + PROFILE)
        self.values = self.fetch()

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self):
        head = self.process.stdout.read(12)
        return self.process.stdout.read(struct.unpack(">I", head[:4])[0] - 12)

    def fetch(self):
        """The size of the answer."""
        self.send(FETCH)
        return len(self.answer())

    def cpu(self):
        """Seconds of the process so far."""
        with open(f"/proc/{self.process.pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def cost(self):
        """Microseconds for each fetch."""
        before = self.cpu()
        for _ in range(FETCHES):
            self.fetch()
        return (self.cpu() - before) / FETCHES * 1e6

    def memory(self):
        """Kilobytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


def main():
    agents = {kind: Agent(*kind) for kind in KINDS}
    sizes = {agent.values for agent in agents.values()}
    if len(sizes) != 1:
        sys.exit(f"the answers differ: {sizes}")
    costs = {kind: [] for kind in KINDS}
    for _ in range(ROUNDS):
        for kind, agent in agents.items():
            costs[kind].append(agent.cost())
    print(f"microseconds of the agent for a fetch of {METRICS} metrics; answers of {sizes.pop()} bytes")
    for kind, agent in agents.items():
        print(f"  {kind[0]}, flags {kind[1]}: {statistics.median(costs[kind]):.1f}, {agent.memory()} kB")
    for flags in ("0", HASHED):
        ratio = statistics.median(ours / peer for ours, peer in zip(costs["ours", flags], costs["peer", flags]))
        print(f"  ours / peer, flags {flags}: {ratio:.2f}")
    for agent in agents.values():
        agent.end()


main()
