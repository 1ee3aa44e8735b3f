#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_end_test.py FDR SHARED_AGENT

What serves clients ends while questions of every kind are open: its status is 0, it says nothing more, and it leaves no
process and no socket.  What it asks never answers: an agent, one inside the program, and a collector.  Recorders that
take orders, and clocks, end in the same way."""
import contextlib
import ctypes
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../control'))
from checks import Checks
from log_client import ENQUIRE, MAYBE, ORDER, LogClient, message as log_message, order_body
from serving import Program, RawClient, Server, ask_status, free_port
from time_server import BOUNDS, SET, message as time_message, take
from waiting import wait_until

FDR, SHARED_AGENT = (os.path.abspath(path) for path in sys.argv[1:])
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARCHIVE = f'{TESTS}/../testdata/peer/v3-pmlogger'
RESULT, FETCH, DESC, INSTANCE, TEXT, IDS, NAMES, CHILDREN, TRAVERSE, LABEL, HIGHRES_FETCH, DESCS = (
    0x7001, 0x7003, 0x7004, 0x7006, 0x7008, 0x700d, 0x700e, 0x700f, 0x7010, 0x7012, 0x7014, 0x7016)
expect = Checks()


def name(text):
    return struct.pack('>i', len(text)) + text + b'~' * (-len(text) % 4)


def questions(domain):
    """The messages of all kinds of questions to an agent, below whose dynamic root "odd" is anything."""
    metric = domain << 22 | 1
    yield FETCH, struct.pack('>iiiiI', 0, 0, 0, 1, metric)
    yield HIGHRES_FETCH, struct.pack('>iiiiI', 0, 0, 0, 1, metric)
    yield FETCH, struct.pack('>iiiiIII', 0, 0, 0, 3, metric, 2 << 22 | 3, 60 << 22 | 20 << 10)
    yield DESC, struct.pack('>I', metric)
    yield DESCS, struct.pack('>iiII', -1, 2, metric, metric + 1)
    yield INSTANCE, struct.pack('>IQii', metric, 0, -1, 0)
    yield TEXT, struct.pack('>II', metric, 5)
    yield LABEL, struct.pack('>II', metric, 16)
    yield IDS, struct.pack('>iiI', 0, 1, metric)
    yield NAMES, struct.pack('>iii', 9, 0, 1) + name(b'odd.late')
    yield CHILDREN, struct.pack('>i', 1) + name(b'odd')
    yield TRAVERSE, struct.pack('>i', 0) + name(b'odd')
    yield TRAVERSE, struct.pack('>i', 0) + name(b'')
    yield RESULT, struct.pack('>iiiIiiII', 0, 0, 1, metric, 1, 0, 0xffffffff, 1)


def number_of_requests(client):
    """What the server has been sent, by pmcd.pdu_in.total."""
    client.send(NAMES, struct.pack('>iii', 18, 0, 1) + name(b'pmcd.pdu_in.total'))
    metric, = struct.unpack('>I', client.read()[1][8:12])
    while True:
        client.send(FETCH, struct.pack('>iiiiI', 0, 0, 0, 1, metric))
        kind, body = client.read()
        if kind != RESULT:  # what has changed
            kind, body = client.read()
        yield struct.unpack('>I', body[28:32])[0]


def ask_all(server, domain=252):
    """Clients that wait for answers: each has asked one question."""
    watcher = RawClient(server.port, seconds=60)
    watcher.greet()
    watcher.profile()
    counts = number_of_requests(watcher)
    before, clients = next(counts), []
    for kind, body in questions(domain):
        clients.append(RawClient(server.port, seconds=60))
        clients[-1].greet()
        clients[-1].profile()
        clients[-1].send(kind, body)
    wait_until(lambda: next(counts) - before >= 3 * len(clients), 'the server does not read what its clients ask')
    return clients + [watcher]


def ask_pages(server, host):
    """Clients of the web server.  Some wait for a host; the last two have not asked yet."""
    paths = ['/', '/metrics', '/fdr/v1/sources', '/fdr/v1/buckets?m=kernel.all.load', '/fdr/v1/follow?m=kernel.all.load',
             '/series/query?expr=kernel.all.load[samples:9]']
    for question in ('fetch?names=odd.late', 'metric?prefix=odd', 'children?prefix=odd', 'metric?names=odd.late'):
        paths.append(f'/pmapi/{question}&hostspec=localhost:{host.port}')
    clients = [socket.create_connection(('127.0.0.1', server.url.rsplit(':')[-1]), 60) for _ in range(len(paths) + 2)]
    for client, path in zip(clients, paths):
        client.sendall(f'GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n'.encode())
    clients[-1].sendall(b'GET /metrics HTTP')
    clients[1].recv(1)  # answered
    return clients


def here():
    return ['-p', free_port(), '-i', '127.0.0.1']


def trace(port):
    """Applications: one is silent, one in the middle of a message, and one has just sent one."""
    applications = [socket.create_connection(('127.0.0.1', port), 60) for _ in range(3)]
    point = bytes.fromhex('0000001c0000705100000da401030280bff00000000000007074007e')
    applications[1].sendall(point[:9])
    applications[2].sendall(point)
    return applications


def processes_left():
    """Children, also those of a process that has ended."""
    with open(f'/proc/self/task/{os.getpid()}/children', encoding='ascii') as file:
        return file.read().split()


def kill(processes):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(process), signal.SIGKILL)
        os.waitpid(int(process), 0)


def check(what, options, ask, way=signal.SIGTERM, allowed=(), **variables):
    """A server with these options ends while clients wait."""
    check_end(what, lambda: Server(FDR, *options, more_environment=variables), ask, way, allowed)


def check_end(what, start, ask, way=signal.SIGTERM, allowed=(), wanted=0):
    place = f'{what}, {way.name}'
    before = set(processes_left())
    with start() as server:
        begun = server.log()
        expect('cannot be started' not in begun, f'{place}: {begun}')
        clients = ask(server)
        begun = begun or server.log()
        status = server.stop(way)
        said = [line for line in server.log()[len(begun):].splitlines() if not any(text in line for text in allowed)]
    expect(status == wanted, f'{place}: status {status}')
    expect(not said, f'{place}: {said}')
    left = set(processes_left()) - before
    expect(not left, f'{place}: {len(left)} processes are left')
    kill(left)
    for client in clients:
        client.close()


def status_clients(path):
    """Of `fdr status`: one says nothing, one a part, and one has asked."""
    clients = [socket.socket(socket.AF_UNIX) for _ in range(3)]
    for client, text in zip(clients, (b'', b'js', b'json\n')):
        client.connect(path)
        client.sendall(text)
    return clients


def order(recorder, run):
    """Programs that control a recorder.  The last orders wait for a source that does not answer."""
    path = recorder.status_path(run)
    wait_until(lambda: ask_status(path)['sources'][0]['samples'], 'nothing is recorded', recorder.process)
    port = ask_status(path)['sources'][0]['control_port']
    clients = [socket.create_connection(('127.0.0.1', port), 60), *status_clients(path)]
    for text in (log_message(0x8002, struct.pack('>i', 3))[:9], log_message(0x8002, struct.pack('>i', 2)) * 50,
                 log_message(ORDER, order_body(ENQUIRE, MAYBE, 0, [(252 << 22 | 1, [])])),
                 log_message(ORDER, order_body(ENQUIRE, MAYBE, 0, [(252 << 22 | 9, [])]))):
        client = LogClient(port, seconds=60)
        client.socket.sendall(text)
        clients.append(client.socket)
    return clients


def check_recorders(directory, host):
    variables = {'FDR_RUN_DIR': f'{directory}/fdr', 'PCP_RUN_DIR': f'{directory}/run', 'PCP_TMP_DIR': f'{directory}/tmp',
                 'HOME': directory, 'PMLOGGER_PORT': free_port()}
    for name in ('run', 'tmp', 'tmp/pmlogger'):
        os.mkdir(f'{directory}/{name}')
    for number, way in enumerate((signal.SIGTERM, signal.SIGINT)):
        for source in ([], ['-h', host.host]):
            words = ['-q', '--control', '-t', '1s', *source, f'{directory}/{number}{len(source)}', 'kernel.all.load']
            check_end(f'a recorder {source}', lambda words=words: Program(FDR, 'record', *words, more_environment=variables),
                      lambda recorder: order(recorder, f'{directory}/fdr'), way)
    left = [name for place in ('fdr', 'run', 'tmp') for _, _, names in os.walk(f'{directory}/{place}') for name in names]
    expect(not left, f'recorders leave {left}')


def follow(clock):
    """Programs that follow: one is silent, one in the middle of a message, one has not shown its step, one has hosts."""
    port = clock.find(r'at port (\d+)')
    clients = [socket.create_connection(('127.0.0.1', port), 60) for _ in range(5)]
    clients[1].sendall(time_message(SET)[:50])
    for client, source in ((clients[2], 1), (clients[3], 0), (clients[4], 1)):
        client.sendall(time_message(SET, source=source, delta=(0, 1000)))
        take(client)
    clients[4].sendall(time_message(BOUNDS) + time_message(BOUNDS)[:50])
    take(clients[3])  # a step, which is not confirmed
    return clients


def check_clocks():
    for way in (signal.SIGTERM, signal.SIGINT):
        check_end('a clock', lambda: Program(FDR, 'replay', ARCHIVE, 'kernel.all.load', '--rate', '0.001', '--serve-time', '0',
                                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                             more_environment={'PMTIME_PORT': free_port()}), follow, way,
                  wanted=-way)  # as all verbs that print rows


def write_agents(directory):
    odd = f'{TESTS}/agents/odd_agent.py'
    files = {
        'mute': f'odd 252 pipe binary python3 {odd} --mute\n',
        'shared': f'shared 301 dso shared_init {SHARED_AGENT}\n',
        'names': 'root {\n    odd 252:*:*\n    shared\n}\nshared {\n    answer 301:0:0\n    blocks 301:0:1\n}\n',
    }
    for file, text in files.items():
        with open(f'{directory}/{file}', 'w', encoding='ascii') as out:
            out.write(text)


def main():
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER: orphans become ours
    with tempfile.TemporaryDirectory(prefix='fdr-end-') as directory:
        write_agents(directory)
        names = ['-n', f'{directory}/names']
        mute = [*names, '-c', f'{directory}/mute']
        check('a tape', [*here(), ARCHIVE], ask_all)
        traced = free_port()
        check('this machine', [*here(), '--trace', traced], lambda server: ask_all(server) + trace(traced))
        check('an agent', [*here(), *mute, '--derive', 'twice.ncpu=2*hinv.ncpu'], ask_all)
        check('an agent', [*here(), *mute], ask_all, signal.SIGINT)
        check('an agent inside', [*here(), *names, '-c', f'{directory}/shared', '--in-process'],
              lambda server: ask_all(server, 301), allowed=['its thread still runs'], SHARED_AGENT_BLOCKS='1')
        with Server(FDR, *here(), *mute) as host:
            check('a host', [*here(), '-h', host.host, '--derive', 'twice.ncpu=2*hinv.ncpu'], ask_all)
            check_recorders(directory, host)
            check('pages', ['--http', '0', '--no-local', '--allow-host', f'localhost:{host.port}', ARCHIVE],
                  lambda server: ask_pages(server, host))
    check_clocks()
    expect.end()


main()
