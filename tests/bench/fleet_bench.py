#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Records many invented hosts with one process on one core.  Prints the cost, and whether samples are missed.

usage: fleet_bench.py BUILD_DIRECTORY [METRICS [SECONDS [HOSTS...]]]

The invented collectors (fleet_host) run on another core.  A sample is missed where two are more than one and a
half intervals of a second apart.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
METRICS = sys.argv[2] if len(sys.argv) > 2 else "200"
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 10
HOSTS = [int(n) for n in sys.argv[4:]] or [50, 200, 400]
FDR = os.path.join(BUILD, "tools/fdr")
CORES = sorted(os.sched_getaffinity(0))


def cpu_seconds(pid):
    """The exact CPU time of all threads.  User and system time only count clock ticks."""
    return time.clock_gettime(~pid << 3 | 2)  # clock_getcpuclockid(3)


def resident_kilobytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


def missed(base):
    """The largest number of samples in a row that are missing; None without an archive."""
    info = subprocess.run([FDR, "info", "--exact", "--json", base], capture_output=True, text=True, check=False)
    if info.returncode != 0:
        return None
    gap = json.loads(info.stdout)["archives"][0]["exact"]["longest_gap_seconds"]
    return max(0, round(gap) - 1)


def start(command, core, **how):
    process = subprocess.Popen(command, text=True, **how)
    os.sched_setaffinity(process.pid, {core})
    return process


def wait_until_recorded(directory, ports):
    """Waits until all archives have a sample: so many metadata take a moment."""
    began = time.monotonic()
    while time.monotonic() - began < 60:
        if all(os.path.exists(f"{directory}/127.0.0.1:{p}.0") and os.path.getsize(f"{directory}/127.0.0.1:{p}.0")
               for p in ports):
            break
        time.sleep(0.1)
    return time.monotonic() - began


def record(hosts, directory):
    simulator = start([os.path.join(BUILD, "tests/bench/fleet_host"), str(hosts), METRICS], CORES[0],
                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    ports = [int(simulator.stdout.readline()) for _ in range(hosts)]
    options = [word for port in ports for word in ("-h", f"127.0.0.1:{port}")]
    recorder = start([FDR, "record", "-q", "-t", "1s", directory, "sim"] + options, CORES[-1],
                     stderr=subprocess.DEVNULL)
    first = wait_until_recorded(directory, ports)
    cpu, began = cpu_seconds(recorder.pid), time.monotonic()
    time.sleep(SECONDS)
    share = (cpu_seconds(recorder.pid) - cpu) / (time.monotonic() - began)
    memory = resident_kilobytes(recorder.pid)
    recorder.terminate()
    ended = time.monotonic()
    recorder.wait()
    ended = time.monotonic() - ended
    simulator.stdin.close()
    simulator.wait()
    losses = [missed(f"{directory}/127.0.0.1:{port}") for port in ports]
    return first, share, memory, ended, losses


def main():
    home = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    print(f"{METRICS} metrics of each host, every second, for {SECONDS:g} s\n")
    print("| hosts | all connected in | CPU of a core | resident | each more host | samples missed | ended in |")
    print("|---|---|---|---|---|---|---|")
    before = None
    for hosts in HOSTS:
        with tempfile.TemporaryDirectory(prefix="fdr-fleet-", dir=home) as directory:
            first, share, memory, ended, losses = record(hosts, directory)
        each = (memory - before[1]) / (hosts - before[0]) if before else memory / hosts
        before = (hosts, memory)
        lost = "**hosts without an archive**" if None in losses else sum(losses)
        print(f"| {hosts} | {first:.1f} s | {share:.1%} | {memory / 1024:.0f} MB | {each:.0f} KB | {lost} | {ended:.2f} s |",
              flush=True)


main()
