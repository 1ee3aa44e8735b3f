#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_load_test.py FDR

Many clients of `fdr serve` that wait, that ask without a pause, that come and leave at once, and that are killed at any
moment.  All answers are right; afterwards the server has the descriptors and about the memory that it had before.
With FDR_SOAK in the environment: 1,000 that wait and 64 that ask, for a minute, and 10,000 that come and leave."""
import os
import random
import resource
import signal
import struct
import sys
import time

from seeds import chosen_seed
from serving import CREDENTIALS, FETCH, NUMCLIENTS, PROFILE, RawClient, Server, free_port
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
IDLE, BUSY, SECONDS, VISITS = (1000, 64, 60, 10_000) if IS_SOAK else (100, 8, 3, 500)
METRICS = [NUMCLIENTS, 60 << 22 | 2 << 10]
MOST_GROWTH = 16 << 20
problems = []


def descriptors(server):
    return len(os.listdir(f'/proc/{server.process.pid}/fd'))


def memory(server):
    with open(f'/proc/{server.process.pid}/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')


def ask_on(port, until, numbers, seed=0):
    """A busy client.  Its exit status says whether all answers were right."""
    random.seed(seed)
    client = RawClient(port, seconds=120)
    if client.greet() != 0:
        return 1
    while time.monotonic() < until:
        if client.fetch(random.choice(numbers)) != 0:
            return 1
    return 0


def fork(run):
    child = os.fork()
    if child == 0:
        try:
            os._exit(run())
        finally:
            os._exit(1)
    return child


def send_until_killed(port, seed):
    """Greets, asks, and stops in the middle of anything."""
    random.seed(seed)
    whole = struct.pack('>iiiiBBH', 20, CREDENTIALS, 0, 1, 1, 2, 0)
    whole += struct.pack('>iiiiiii', 28, PROFILE, 0, 0, 0, 0, 0)
    whole += struct.pack('>iiiiiiiI', 32, FETCH, 0, 0, 0, 0, 1, NUMCLIENTS)
    while True:
        client = RawClient(port)
        client.socket.sendall(whole[:random.randrange(len(whole) + 1)])
        if random.random() < 0.5:
            client.socket.recv(random.randrange(1, 100))
        client.close()


def kill_clients(port, until):
    """Clients that are killed a moment after their start."""
    count = 0
    while time.monotonic() < until:
        child = fork(lambda: send_until_killed(port, random.random()))
        time.sleep(random.random() / 50)  # slow on purpose: a client lives for a moment
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        count += 1
    return count


def visit(port, times):
    for number in range(times):
        client = RawClient(port, seconds=120)
        if number % 3 == 1:
            client.greet()
        if number % 3 == 2 and client.greet() == 0 and client.fetch() != 0:
            problems.append('a visitor got no answer')
        client.close()


def rest(server):
    """The number of descriptors when it does not change any more."""
    counts = [descriptors(server)]
    def rests():
        counts.append(descriptors(server))
        return len(counts) > 20 and len(set(counts[-20:])) == 1

    wait_until(rests, lambda: f'the number of descriptors changes: {counts[-20:]}', server.process)
    return counts[-1]


def settle(server, before):
    """Waits until the server has noticed that all have left."""
    try:
        wait_until(lambda: descriptors(server) <= before, '', server.process, 60)
    except TimeoutError:
        pass  # the caller complains
    return descriptors(server)


def main():
    seed = chosen_seed()
    random.seed(seed)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, 1 << 16), files))
    with Server(FDR, '-p', free_port()) as server:
        visit(server.port, 100)  # whatever the first clients need stays, such as files of the kernel
        ask_on(server.port, time.monotonic() + 1, METRICS)  # slow on purpose: a second of work
        files_before = rest(server)
        idle = [RawClient(server.port, seconds=120) for _ in range(IDLE)]
        if any(client.greet() != 0 for client in idle):
            problems.append('not all clients are served')
        memory_before = memory(server)
        until = time.monotonic() + SECONDS
        busy = [fork(lambda: ask_on(server.port, until, METRICS, seed + number)) for number in range(BUSY)]
        killed = kill_clients(server.port, until)
        visit(server.port, VISITS)
        if any(os.waitpid(child, 0)[1] != 0 for child in busy):
            problems.append('a busy client got no answer, or a wrong one')
        if any(client.fetch() != 0 for client in idle):
            problems.append('a client that waited got no answer')
        growth = memory(server) - memory_before
        for client in idle:
            client.close()
        files_after = settle(server, files_before)
        print(f'{killed} clients killed; memory {memory_before >> 20} MiB, {growth >> 10} KiB more at the end; '
              f'descriptors {files_before}, then {files_after}')
        if files_after > files_before:
            problems.append(f'{files_after - files_before} descriptors are left')
        if growth > MOST_GROWTH:
            problems.append(f'memory has grown by {growth} bytes')
    if problems:
        sys.exit('\n'.join(problems))


main()
