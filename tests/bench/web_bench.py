#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Asks `fdr serve --http` and PCP's web server, pmproxy, the same questions about this machine, in turns.

usage: web_bench.py BUILD_DIRECTORY [ROUNDS]

What counts is the processor time for each request: of the server, and for the peer also of its collector with agents.  A
client has one connection: 16 busy clients end pmproxy 6.0.3.
"""
import glob
import json
import os
import socket
import statistics
import sys
import tempfile
import time

from collector import start_collector

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../serve"))
from serving import Server  # noqa: E402 pylint: disable=wrong-import-position
from web_peers import MetricsPeer  # noqa: E402 pylint: disable=wrong-import-position

FDR = os.path.join(os.path.abspath(sys.argv[1]), "tools/fdr")
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
ARCHIVE = "/var/lib/pcp/testsuite/archives/20180416.10.00"
TWENTY = ",".join("kernel.all.cpu." + name for name in
                  ("user", "nice", "sys", "idle", "intr", "steal", "guest")) + "," + ",".join(
                      ("mem.util.used", "mem.util.free", "mem.util.cached", "mem.physmem", "disk.all.read", "disk.all.write",
                       "kernel.all.load", "kernel.all.intr", "kernel.all.pswitch", "hinv.ncpu", "swap.used", "swap.free",
                       "disk.dev.read"))
# What is asked, how often, and the goal in microseconds.
ASKED = (("/pmapi/children?prefix=mem", 1000, 15),
         ("/pmapi/fetch?names=pmcd.version", 1000, 15),
         ("/pmapi/fetch?names=kernel.all.load", 1000, 25),
         ("/pmapi/fetch of 20 metrics", 500, 40),
         ("/pmapi/metric?names=kernel.all.load", 500, 25),
         ("/pmapi/metric?prefix=kernel", 20, 400),
         ("/pmapi/indom?name=kernel.all.load", 500, 25),
         ("/metrics?names=kernel.all", 50, 400),
         ("/metrics", 5, None),
         ("/pmapi/context", 200, 30))


def children_of(process):
    found = []
    for children in glob.glob(f"/proc/{process.pid}/task/*/children"):
        with open(children, encoding="ascii") as file:
            found += map(int, file.read().split())
    return found


class Web:
    """A server at a TCP port, and the processes whose time counts."""

    def __init__(self, port, processes, source=""):
        self.port, self.processes, self.source = port, processes, source
        self.connect()

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.context = json.loads(self.get("/pmapi/context?polltimeout=3600" + self.source))["context"]

    def cpu(self):
        return sum(time.clock_gettime(~pid << 3 | 2) for pid in self.processes)  # clock_getcpuclockid(3)

    def get(self, path):
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return self.read_body()

    def read_body(self):
        head, data = b"", b""
        while b"\r\n\r\n" not in data:
            part = self.socket.recv(1 << 16)
            if not part:
                sys.exit("a server has closed the connection")
            data += part
        head, data = data.split(b"\r\n\r\n", 1)
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(f"{head.decode()}\n{data.decode()}")
        head = head.lower()
        if b"chunked" in head:
            parts = [data]
            while not parts[-1].endswith(b"0\r\n\r\n"):
                parts.append(self.socket.recv(1 << 20))
                if len(parts[-1]) < 5:
                    parts[-2:] = [parts[-2] + parts[-1]]
            return b"".join(parts)
        length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
        while len(data) < length:
            data += self.socket.recv(1 << 20)
        return data

    def microseconds(self, what, times):
        path = what.replace("/fetch of 20 metrics", "/fetch?names=" + TWENTY)
        if path.startswith("/pmapi/context"):
            path += "?polltimeout=1" + self.source
        else:
            path += ("&" if "?" in path else "?") + f"context={self.context}"
        if path.startswith("/metrics"):
            path = "/pmapi" + path
        self.get(path)
        before = self.cpu()
        for _ in range(times):
            self.get(path)
        return (self.cpu() - before) / times * 1e6


def bench(ours, archive, peer):
    print("| processor time of a request | fdr serve | pmproxy, pmcd and agents | ratio | goal |\n|---|---|---|---|---|")
    for what, times, goal in ASKED:
        pairs = [(ours.microseconds(what, times), peer.microseconds(what, times)) for _ in range(ROUNDS)]
        mine, peers = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        verdict = "" if goal is None else f"{goal} us {'ok' if mine <= goal else '**missed**'}"
        print(f"| `{what}` | {mine:.0f} us | {peers:.0f} us | {mine / peers:.2f}x | {verdict} |", flush=True)
    what = "/pmapi/fetch?names=kernel.all.load"
    mine = statistics.median(archive.microseconds(what, 1000) for _ in range(ROUNDS))
    print(f"| `{what}` of an archive | {mine:.0f} us | cannot | | 20 us {'ok' if mine <= 20 else '**missed**'} |")


def dashboards(server, count=200, seconds=20, metrics=50):
    """Each asks for its metrics once a second."""
    clients = [Web(server.port, [server.process.pid]) for _ in range(count)]
    known = json.loads(clients[0].get("/pmapi/metric?prefix=mem"))["metrics"]
    names = ",".join(metric["name"] for metric in known[:metrics])
    paths = [f"/pmapi/fetch?names={names}&context={client.context}" for client in clients]
    for client, path in zip(clients, paths):
        client.get(path)
    before, start = clients[0].cpu(), time.monotonic()
    late = 0
    for i in range(count * seconds):
        wait = start + i / count - time.monotonic()
        late = max(late, -wait)
        time.sleep(max(wait, 0))
        clients[i % count].get(paths[i % count])
    share = (clients[0].cpu() - before) / (time.monotonic() - start)
    memory = server.memory()
    verdict = "ok" if share < 0.1 and memory < 64 else "**missed**"
    print(f"\n{count} dashboards that fetch {metrics} metrics once a second, for {seconds} s: {share:.1%} of a processor, "
          f"{memory:.0f} MiB, at most {late * 1000:.0f} ms late (goals: 10 %, 64 MiB) {verdict}")


def main():
    with tempfile.TemporaryDirectory() as directory:
        collector, host = start_collector(directory)
        try:
            with MetricsPeer(directory, host.split(":")[1]) as peer, Server(FDR, "--http", "0", ARCHIVE) as server:
                pid = server.process.pid
                name = os.path.basename(ARCHIVE)
                bench(Web(server.port, [pid]), Web(server.port, [pid], f"&hostspec=archive:{name}"),
                      Web(peer.port, [peer.processes[0].pid, collector.pid, *children_of(collector)]))
                dashboards(server)
        finally:
            collector.terminate()
            collector.wait(300)


if __name__ == "__main__":
    main()
