#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_access_test.py FDR

The same [access] statements for `fdr serve` and for PCP's collector; clients from several addresses, and of several
users, may do the same.  Where fdr is stricter, or does what the file says and the peer does not, that is said in
docs/compatibility.md.  Some cases need root, as all tests of other users do."""
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile

from serving import DENIED, Peer, RawClient, Server, free_port
from together import side_by_side
from waiting import LIMIT, wait_until

FDR = os.path.abspath(sys.argv[1])
HOSTS = ('127.0.0.1', '127.0.0.2', '127.7.0.1', 'unix')
DAEMON, BIN = 'unix 1', 'unix 2'
USERS = ('127.0.0.1', DAEMON, BIN)
# Statements, and who asks.
CASES = (
    ('allow * : all;', HOSTS),
    ('disallow * : all; allow 127.0.0.1 : fetch;', HOSTS),
    ('disallow ".*" : store; disallow ":*" : store; allow "local:*" : all;', HOSTS),
    ('disallow 127.0.0.* : store; allow 127.0.0.2 : all; disallow 127.* : fetch;', HOSTS),
    ('disallow 127.* : all except fetch; disallow "unix:" : fetch;', HOSTS),
    ('allow host 127.0.0.1 : all except store; disallow hosts * : all;', HOSTS),
    ('disallow localhost : all;', HOSTS),
    ('disallow 127.0.0.1, 127.0.0.2 : store; allow 127.0.0.1 : fetch;', HOSTS),
    ('disallow users daemon : store;', USERS),
    ('allow users daemon : fetch;', USERS),
    ('disallow groups daemon : store; allow groups bin : store;', USERS),
    ('disallow groups daemon : all;', USERS),
    ('disallow groups * : store; allow group daemon : store;', USERS),
    ('disallow hosts "unix:" : store; allow users daemon : store;', USERS),
    ('disallow users daemon : store; allow group daemon : store;', USERS),
)
# What a program of a user does.
CONNECT = """
import socket, sys
with socket.socket(socket.AF_UNIX) as end, socket.socket(fileno=0) as asked:
    end.connect(sys.argv[1])
    socket.send_fds(asked, [b'1'], [end.fileno()])
"""
problems, of_users = [], set()


def rights(place, server):
    """What a client of this process may do: of "fetch" and "store"."""
    try:
        client = RawClient(*place)
        if client.greet() != 0:
            return ''
    except ConnectionError:  # the peer refuses by a reset
        return ''
    client.profile()
    client.skip_complaint(server)
    answers = (('fetch', client.fetch(has_profile=True)), ('store', client.store_name()))
    may = [name for name, status in answers if status not in (DENIED, None)]
    client.close()
    return ' '.join(may)


def connected_as(user, path):
    """A connection that a process of that user made, which is in its own group."""
    here, there = socket.socketpair()
    with here:
        with there:
            subprocess.run(['/usr/bin/python3', '-I', '-c', CONNECT, path], stdin=there, user=user, group=user,
                           extra_groups=[], check=True, timeout=LIMIT)
        [descriptor] = socket.recv_fds(here, 1, 1)[1]
    return socket.socket(fileno=descriptor)


def rights_from(origin, server, path):
    if origin == 'unix':
        return rights((path,), server.process)
    if origin.startswith('unix '):
        return rights((connected_as(int(origin.split()[1]), path),), server.process)
    return rights((server.port, origin), server.process)


def compare(directory, statements, origins):
    access, path = os.path.join(directory, 'access'), os.path.join(directory, 'fdr')
    with open(access, 'w', encoding='ascii') as file:
        file.write(statements + '\n')
    with Server(FDR, '-p', free_port(), '--socket', path, '--access', access, umask=0) as ours, Peer(directory, statements) as peer:
        for origin in origins:
            mine, theirs = rights_from(origin, ours, path), rights_from(origin, peer, peer.path)
            # The peer lets clients in whose user it does not know, once they have been told that it does not.
            if origins is USERS and not origin.startswith('unix'):
                if mine:
                    problems.append(f'{statements} {origin} may {mine}, though nobody knows its user')
                continue
            if origins is USERS:
                of_users.add(mine)
            if mine != theirs:
                problems.append(f'{statements} {origin} may: {mine}; of the peer: {theirs}')


def count_clients(place):
    clients, codes = [], []
    for _ in range(4):
        try:
            clients.append(RawClient(place))
            codes.append(clients[-1].greet())
        except ConnectionError:
            codes.append(None)
    for client in clients:
        client.close()
    return sum(code == 0 for code in codes), codes


def lets_in(place):
    client = RawClient(place)
    try:
        return client.greet() == 0
    except ConnectionError:
        return False
    finally:
        client.close()


def check_limits(directory):
    path = os.path.join(directory, 'fdr')
    access = os.path.join(directory, 'access')
    with open(access, 'w', encoding='ascii') as file:
        file.write('allow "unix:", 127.0.0.1 : all, maximum 2 connections;\n')
    with Server(FDR, '-p', free_port(), '--socket', path, '--access', access, umask=0) as server:
        with Peer(directory, 'allow "unix:" : all, maximum 2 connections;') as peer:
            accepted = count_clients(peer.path)[0]
        for place in (path, server.port):
            mine, codes = count_clients(place)
            if mine != accepted or codes[-1] != -1043:
                problems.append(f'{mine} clients at {place}, and {accepted} of the peer: {codes}')
        wait_until(lambda: lets_in(path), 'a client that left still counts')


def check_root(directory):
    """Root is a user like any other, but of the peer it may never do anything."""
    path, access = os.path.join(directory, 'fdr'), os.path.join(directory, 'access')
    with open(access, 'w', encoding='ascii') as file:
        file.write('allow users root : all; disallow users * : all;\n')
    with Server(FDR, '-p', free_port(), '--socket', path, '--access', access, umask=0) as server:
        if rights((path,), server.process) != 'fetch store':
            problems.append('root may not do what the file allows')
        if rights_from(DAEMON, server, path):
            problems.append('daemon may do what the file disallows')
        if RawClient(server.port).greet() != -1042:
            problems.append('a client without a user is not refused')
        server.wait_for('refused a client at 127.0.0.1: it has no permission')
        server.wait_for('refused a client at the Unix socket, user 1: it has no permission')


def check_rereading(directory):
    access = os.path.join(directory, 'access')

    def write(text):
        with open(access, 'w', encoding='ascii') as file:
            file.write(text)

    write('allow * : all;')
    with Server(FDR, '-p', free_port(), '--access', access) as server:
        stays, goes = RawClient(server.port), RawClient(server.port, '127.0.0.2')
        for client in (stays, goes):
            if client.greet() != 0 or client.fetch() != 0:
                problems.append('a client is not served')
        write('allow * : nothing;')
        server.process.send_signal(signal.SIGHUP)
        server.wait_for('access:1: expected fetch')
        if goes.fetch() != 0:
            problems.append('a wrong file changed the rules')
        write('disallow 127.0.0.1 : store; disallow 127.0.0.2 : all;')
        server.process.send_signal(signal.SIGHUP)
        server.wait_for('it has lost its permission')
        if goes.read() is not None:
            problems.append('a client without permission is still there')
        if stays.fetch() != 0 or stays.store_name() != DENIED:
            problems.append('the new rules do not hold for a client that was there')
        stays.send(0x7004, struct.pack('>I', 1))  # what is unknown is no question of rights
        if stays.status() != -12358:
            problems.append('a client that may fetch cannot ask for a description')
    write('allow nosuch.invalid : all;')
    status = os.spawnl(os.P_WAIT, FDR, FDR, 'serve', '--quiet', '-p', free_port(), '--access', access)
    if status == 0:
        problems.append('a server starts without knowing whom it lets in')


def in_directory(check):
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        check(directory)


def main():
    cases = [lambda directory, case=case: compare(directory, *case) for case in CASES]
    side_by_side(*(lambda check=check: in_directory(check) for check in (*cases, check_limits, check_root, check_rereading)))
    # Else both sides may have let no user in, which is the same.
    if not {'', 'fetch', 'fetch store'} <= of_users:
        problems.append(f'users may do {sorted(of_users)} in all cases together')
    if problems:
        sys.exit('\n'.join(problems))


main()
