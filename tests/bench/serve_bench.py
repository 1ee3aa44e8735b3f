#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Asks `fdr serve` and PCP's collector the same questions, in turns.

usage: serve_bench.py BUILD_DIRECTORY [ROUNDS]

What counts is the processor time of the server for each request, with that of the peer's agents.  Each round asks
both; the medians of the rounds, and of their ratios.  The clock on the wall measures the best answer of each.
"""
import glob
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time

from collector import ENVIRONMENT, start_collector

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../serve"))
from serving import FETCH, RawClient, Server, free_port  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.join(os.path.abspath(sys.argv[1]), "tools/fdr")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
ARCHIVE = "/var/lib/pcp/testsuite/archives/20180416.10.00"
TRAVERSE = 0x7010


def ids_of(host, *roots):
    """The metrics below these names."""
    text = subprocess.run(["pminfo", "-h", host, "-m", *roots], env=ENVIRONMENT, capture_output=True, text=True,
                          check=False).stdout
    ids = []
    for line in text.splitlines():
        domain, cluster, item = map(int, line.split()[-1].split("."))
        ids.append(domain << 22 | cluster << 10 | item)
    return ids


def fetch_body(ids):
    return struct.pack(f">iiii{len(ids)}I", 0, 0, 0, len(ids), *ids)


def best(run, times):
    """Microseconds of the clock on the wall that the fastest takes."""
    fastest = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        run()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest * 1e6


class Asked:
    """A server at a Unix socket, with its agents."""

    def __init__(self, process, path):
        self.path, self.processes = path, [process.pid]
        for children in glob.glob(f"/proc/{process.pid}/task/*/children"):
            with open(children, encoding="ascii") as file:
                self.processes += map(int, file.read().split())
        self.connect()

    def connect(self):
        self.client = RawClient(self.path)
        if self.client.greet() != 0:
            sys.exit("a server does not serve")
        self.client.profile()

    def cpu(self):
        return sum(time.clock_gettime(~pid << 3 | 2) for pid in self.processes)  # clock_getcpuclockid(3)

    def memory(self):
        """Megabytes."""
        with open(f"/proc/{self.processes[0]}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def microseconds(self, run, times):
        """Of processor time, for each time."""
        run()
        before = self.cpu()
        for _ in range(times):
            run()
        return (self.cpu() - before) / times * 1e6

    def fetch(self, ids, times):
        body = fetch_body(ids)
        return self.microseconds(lambda: self.ask(FETCH, body), times)

    def ask(self, kind, body):
        self.client.send(kind, body)
        answer = self.client.read()
        if answer is None:
            sys.exit("a server does not answer")
        return answer[1]

    def values(self, ids):
        """How many values a fetch of these metrics has."""
        answer, at, count = self.ask(FETCH, fetch_body(ids)), 12, 0
        for _ in ids:
            values, = struct.unpack_from(">i", answer, at + 4)
            at += 8
            if values > 0:
                at, count = at + 4 + 8 * values, count + values
        return count

    def traverse(self, times):
        return self.microseconds(lambda: self.ask(TRAVERSE, struct.pack(">ii", 0, 0)), times)

    def visit(self, ids):
        """Connects, fetches one metric, and closes."""
        client = RawClient(self.path)
        client.greet()
        client.fetch(ids[0])
        client.close()


def crowd(server, ids, seconds=10):
    """Of 200 clients that fetch 50 metrics once a second: the share of a processor, and megabytes."""
    clients = []
    body = struct.pack(">iiii50I", 0, 0, 0, 50, *ids[:50])
    for _ in range(200):  # one after the other: a Unix socket lets only some wait
        clients.append(RawClient(server.path))
        clients[-1].greet()
        clients[-1].profile()
    before, began = server.cpu(), time.monotonic()
    for second in range(seconds):
        for number, client in enumerate(clients):
            time.sleep(max(0, began + second + number / 200 - time.monotonic()))
            client.send(FETCH, body)
            client.read()
    share = (server.cpu() - before) / (time.monotonic() - began)
    return share * 100, server.memory()


def row(what, pairs, goal):
    ours, peers = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
    print(f"| {what} | {ours:.0f} us | {peers:.0f} us | {ratio:.2f}x | {goal:g}x {'ok' if ratio <= goal else '**missed**'} |")


def bench(directory, host, ours, peer):
    one = ids_of(host, "kernel.all.load")
    many = ids_of(host, "hinv", "kernel", "mem", "disk", "network", "vfs", "rpc", "nfs", "nfs4")
    many = (many * 2)[:1000]
    asks = (("one metric of this machine", 0.5, lambda server: server.fetch(one, 2000)),
            (f"{len(many)} metrics, {ours.values(many)} values, of this machine", 0.25, lambda server: server.fetch(many, 50)),
            ("all names", 0.3, lambda server: server.traverse(50)),
            ("connect, fetch, close", 1, lambda server: server.microseconds(lambda: server.visit(one), 200)),
            ("best answer of one metric, by the clock", 1,
             lambda server: best(lambda: server.ask(FETCH, fetch_body(one)), 1000)),
            ("best connect, fetch, close, by the clock", 1, lambda server: best(lambda: server.visit(one), 200)))
    print("| processor time of a request | fdr serve | pmcd and agents | ratio | goal |\n|---|---|---|---|---|")
    for what, goal, ask in asks:
        row(what, [(ask(ours), ask(peer)) for _ in range(ROUNDS)], goal)
    share, memory = crowd(ours, many)
    print(f"| 200 clients, 50 metrics a second each | {share:.1f} % of a processor, {memory:.1f} MB | | | < 10 %, 32 MB "
          f"{'ok' if share < 10 and memory < 32 else '**missed**'} |")
    recording = directory + "/recording"
    subprocess.run([FDR, "record", "-q", "-t", "1s", "-T", "10s", recording], check=True)
    play(directory, recording, "2s", many, 100)
    play(directory, ARCHIVE, "1min", None, None)


def play(directory, archive, start, ids, goal):
    """Fetches from an archive that plays: these metrics, or its first thousand."""
    path = directory + "/tape"
    with Server(FDR, archive, "-S", start, "-p", free_port(), "--socket", path) as server:
        tape = Asked(server.process, path)
        ids = ids or ids_of(server.host)[:1000]
        median = statistics.median(tape.fetch(ids, 50) for _ in range(ROUNDS))
        verdict = f"{goal} us {'ok' if median <= goal else '**missed**'}" if goal else ""
        print(f"| {len(ids)} metrics, {tape.values(ids)} values, of an archive that plays | {median:.0f} us | | | {verdict} |")


def main():
    with tempfile.TemporaryDirectory(prefix="fdr-serve-") as directory:
        collector, host = start_collector(directory)
        path = directory + "/fdr"
        try:
            with Server(FDR, "-p", free_port(), "--socket", path) as server:
                bench(directory, host, Asked(server.process, path), Asked(collector, directory + "/socket"))
        finally:
            collector.terminate()
            collector.wait()


main()
