#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_process_test.py FDR

`fdr serve` as a service: its environment, sockets that systemd has opened, what it tells systemd, signals, and what
happens when descriptors run out.  And messages without a reader: of servers, recorders, and pages."""
import fcntl
import http.client
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

from checks import Checks
from serving import RawClient, Server, ask_status, environment, free_port
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
ARCHIVE = f'{os.path.dirname(os.path.abspath(__file__))}/../../testdata/peer/v3-pmlogger'
expect = Checks()


def refusal(*options, **variables):
    """The exit status and the message of a server that does not start."""
    done = subprocess.run([FDR, 'serve', *options], env=environment(**variables), capture_output=True, text=True,
                          timeout=300, check=False)
    return done.returncode, done.stderr


def check_environment(directory):
    first, second, third = free_port(), free_port(), free_port()
    path = os.path.join(directory, 'socket')
    more = {'PMCD_PORT': f'{first},{second}', 'PMCD_SOCKET': path, 'PMCD_LOCAL': '1'}
    with Server(FDR, '-p', third, '-i', '127.0.0.1', more_environment=more) as server:
        for place in (int(first), int(second), int(third), path):
            expect(RawClient(place).greet() == 0, f'no server at {place}')
    expect(not os.path.exists(path), 'the socket is left')
    status, message = refusal('-p', third, '-i', '0.0.0.0', PMCD_LOCAL='1')
    expect(status == 2 and 'PMCD_LOCAL=1' in message, f'PMCD_LOCAL lets others in: {status} {message}')
    for ports in ('x', '0', '65536', '1 2', '44321,,44322'):
        status, message = refusal('-q', PMCD_PORT=ports)
        expect(status == 2 and 'PMCD_PORT' in message, f'PMCD_PORT={ports}: {status} {message}')


def check_unread_messages():
    """Nobody reads the messages, and clients cause more of them than the pipe holds."""
    port = int(free_port())
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    server = subprocess.Popen([FDR, 'serve', '-p', str(port)], stderr=write, env=environment())
    os.close(write)
    text, end = os.read(read, 4096), time.monotonic() + 60
    client = RawClient(port)
    expect(text.startswith(b'fdr: serving') and client.greet() == 0, f'no server: {text}')
    for _ in range(400):
        wrong = RawClient(port)
        wrong.socket.sendall(b'no request at all' * 4)
        wrong.close()
    try:
        expect(client.fetch() == 0, 'the server refuses a client')
    except TimeoutError:
        expect(False, 'the server waits for a reader of its messages')
    while b'left out' not in text and select.select([read], [], [], max(end - time.monotonic(), 0))[0]:
        text = text[-100:] + os.read(read, 4096)
    expect(b'left out' in text, f'nothing says what is missing: {text}')
    os.close(read)
    server.send_signal(signal.SIGTERM)
    expect(server.wait(300) == 0, f'the server does not end: {server.returncode}')


def unread(verb, *words, **more):
    """A program above a pipe that holds a page of messages, and the end of the pipe that is not read."""
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    program = subprocess.Popen([FDR, verb, *words], stderr=write, **more)
    os.close(write)
    return program, read


def expect_end(program, read):
    program.send_signal(signal.SIGTERM)
    try:
        expect(program.wait(300) == 0, f'fdr {program.args[1]} does not end: {program.returncode}')
    except subprocess.TimeoutExpired:
        expect(False, f'fdr {program.args[1]} waits for a reader of its messages')
        program.kill()
        program.wait()
    os.close(read)


def check_unread_recorder(directory):
    """It goes on to record, and to answer, while it says more than is read."""
    program, read = unread('record', f'{directory}/unread', 'kernel.all.load', env=environment(FDR_RUN_DIR=f'{directory}/fdr'))
    path = f'{directory}/fdr/{program.pid}'
    wait_until(lambda: os.path.exists(path) and ask_status(path)['sources'][0]['samples'], 'fdr record does not begin',
               program)
    try:
        for _ in range(150):  # each is a message: there is no ring
            program.send_signal(signal.SIGUSR1)
            ask_status(path)
        before = ask_status(path)['sources'][0]['samples']
        wait_until(lambda: ask_status(path)['sources'][0]['samples'] > before, 'nothing more is recorded', program)
    except (TimeoutError, ConnectionError):
        expect(False, 'fdr record waits for a reader of its messages')
    expect_end(program, read)


def check_unread_page():
    """The server of fdr view --web, whose clock drops programs that send nonsense."""
    program, read = unread('view', '--web', ARCHIVE, stdout=subprocess.PIPE,
                           env=environment(PMTIME_PORT=free_port(), BROWSER='true'))
    link = program.stdout.readline().decode().strip()
    page = http.client.HTTPConnection(link.split('/')[2], timeout=300)

    def ask(method, path, **headers):
        page.request(method, path, headers=headers)
        answer = page.getresponse()
        return answer, answer.read()

    try:
        cookie = ask('GET', '/' + link.split('/', 3)[3])[0].headers['Set-Cookie'].split(';')[0]
        clock = '/fdr/v1/clock?page=p'
        state = json.loads(ask('POST', clock + '&begin=1&t=1010&from=1000&to=1100&interval=5', Cookie=cookie)[1])
        for _ in range(100):
            with socket.create_connection(('127.0.0.1', state['port']), 60) as wrong:
                wrong.sendall(b'no message at all' * 9)
                wrong.recv(1)
        expect(ask('GET', clock, Cookie=cookie)[0].status == 200, 'fdr view --web refuses its user')
    except (TimeoutError, ConnectionError):
        expect(False, 'fdr view --web waits for a reader of its messages')
    expect_end(program, read)


def check_activation(directory):
    """systemd opens sockets, and names our process."""
    path = os.path.join(directory, 'activated')
    opened = [socket.create_server(('127.0.0.1', 0)), socket.socket(socket.AF_UNIX)]
    opened[1].bind(path)
    opened[1].listen()
    numbers = [one.fileno() for one in opened]
    port = opened[0].getsockname()[1]
    start = f'exec 3<&{numbers[0]} 4<&{numbers[1]}; LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"'
    log = os.memfd_create('log')
    server = subprocess.Popen(['bash', '-c', start, 'bash', FDR, 'serve'], stderr=log, pass_fds=numbers, env=environment())
    try:
        for place in (port, path):
            client = RawClient(place, seconds=60)
            expect(client.greet() == 0 and client.fetch() == 0, f'no server at the opened socket {place}')
        text = os.pread(log, 4096, 0).decode()
        expect(f'127.0.0.1:{port}' in text and f'unix:{path}' in text, f'the server does not name its sockets: {text}')
        expect('44321' not in text, f'the server opens sockets of its own: {text}')
    finally:
        server.terminate()
        expect(server.wait(300) == 0, 'SIGTERM does not end the server as it should')
    expect(os.path.exists(path), 'the server removed a socket that is not its own')
    for one in opened:
        one.close()
    with open('/dev/null', encoding='ascii') as null:
        start = f'exec 3<&{null.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        done = subprocess.run(['bash', '-c', start, 'bash', FDR, 'serve'], pass_fds=[null.fileno()], env=environment(),
                              capture_output=True, text=True, timeout=300, check=False)
    expect(done.returncode == 2 and 'Descriptor 3' in done.stderr, f'a file is taken for a socket: {done.stderr}')


def check_news(directory):
    """What systemd hears of the service."""
    path = os.path.join(directory, 'notify')
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(300)
        server = Server(FDR, '-p', free_port(), more_environment={'NOTIFY_SOCKET': path})
        expect(manager.recv(1000) == b'READY=1', 'the server is not ready')
        server.process.send_signal(signal.SIGHUP)
        expect(manager.recv(1000).startswith(b'RELOADING=1\nMONOTONIC_USEC='), 'the server does not reload')
        expect(manager.recv(1000) == b'READY=1', 'the server is not ready again')
        client = RawClient(server.port)
        expect(client.greet() == 0 and client.fetch() == 0, 'the server does not go on after SIGHUP')
        expect(server.stop(signal.SIGTERM) == 0, 'SIGTERM does not end the server as it should')
        expect(manager.recv(1000) == b'STOPPING=1', 'the server does not stop')
        expect(client.read() is None, 'a client is left')


def check_status():
    """What fdr status says of a server with two clients, one of which has asked."""
    def status(*options):
        return subprocess.run([FDR, 'status', *options], env=environment(), capture_output=True, text=True, timeout=300,
                              check=False)

    archive = '/var/lib/pcp/testsuite/archives/20180416.10.00'
    with Server(FDR, archive, '-S', '1min', '--pause', '-p', free_port()) as server:
        pid = str(server.process.pid)
        clients = [RawClient(server.port) for _ in range(2)]
        for client in clients:
            expect(client.greet() == 0, 'a client is not served')
        for _ in range(100):
            clients[0].fetch()
        text = status(pid).stdout
        expect(text.startswith(f'{pid}: serves {archive} of ') and ': 2 clients, 202 requests, ' in text, text)
        expect('\n  tape at 2018-04-1' in text and ', paused at rate 1\n' in text, text)
        expect(f'\n  127.0.0.1:{server.port}\n' in text, text)
        document = json.loads(status('--json').stdout)
        mine = [one for one in document['servers'] if one['pid'] == int(pid)]
        expect(len(mine) == 1 and mine[0]['clients'] == 2 and mine[0]['requests'] == 202, f'{document}')
        expect(mine[0]['tape']['state'] == 'paused' and mine[0]['lag_seconds'] < 60, f'{document}')
    gone = status(pid)
    expect(gone.returncode == 1 and 'No such recorder' in gone.stderr, f'after the end: {gone.stdout} {gone.stderr}')


def check_descriptors():
    """With 40 descriptors, some clients wait until others leave; those that are served do not notice."""
    limit = 40

    def lower():
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))

    with Server(FDR, '-p', free_port(), preexec_fn=lower) as server:
        clients = [RawClient(server.port, seconds=60) for _ in range(limit)]
        expect(clients[0].greet() == 0, 'no client is served')
        server.wait_for('cannot accept a client: ')
        expect(clients[0].fetch() == 0, 'a client that was there is not served any more')
        for client in clients[1:-1]:
            client.close()
        expect(clients[-1].greet() == 0 and clients[-1].fetch() == 0, 'the last client is not served')
        lines = server.log().count('cannot accept')
        expect(lines <= 10, f'{lines} complaints')


def main():
    with tempfile.TemporaryDirectory() as directory:
        check_environment(directory)
        check_unread_messages()
        check_unread_recorder(directory)
        check_activation(directory)
        check_news(directory)
    check_unread_page()
    check_status()
    check_descriptors()
    expect.end()


main()
