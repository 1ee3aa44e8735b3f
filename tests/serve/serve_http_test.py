#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_http_test.py FDR

The web server as a command: what it serves, who may ask, signals, and how it refuses to start.  And `fdr view --web`."""
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.parse

from asking import request
from checks import Checks
from golden import copy_golden
from serving import RawClient, Server, environment, free_port
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
TOKEN = 'a-long-token-of-a-reader'
expect = Checks()


def get(port, path, **headers):
    """The status and the body."""
    response, body = request(port, path, **headers)
    return response.status, body


def ids(port):
    return [source['id'] for source in json.loads(get(port, '/fdr/v1/sources')[1])]


def refusal(*options, **variables):
    """The exit status and the message of a server that does not start."""
    done = subprocess.run([FDR, 'serve', *options], env=environment(**variables), capture_output=True, text=True,
                          timeout=300, check=False)
    return done.returncode, done.stderr


def check_sources(directory):
    """Archives, directories and this machine; one archive is damaged, another one empty."""
    copy_golden('v3-all-types', directory, 'monday')
    folder = os.path.join(directory, 'folder')
    copy_golden('v2-all-types', folder, 'good')
    copy_golden('v2-instances', os.path.join(folder, 'damaged'), 'damaged')
    os.truncate(os.path.join(folder, 'damaged', 'damaged.meta'), 150)
    copy_golden('v2-instances', os.path.join(folder, 'empty'), 'empty')
    os.truncate(os.path.join(folder, 'empty', 'empty.0'), 0)
    with Server(FDR, '--http', '0', os.path.join(directory, 'monday.0'), folder) as server:
        found = ids(server.port)
        expect(found[:3] == ['localhost', 'monday', 'toyhost'], f'sources: {found}')
        expect('empty.0' in server.log(), f'an empty archive is not reported: {server.log()}')
        for name in ('monday', 'toyhost'):
            status, body = get(server.port, f'/fdr/v1/find?s={name}&q=')
            expect(status == 200 and b'"' in body, f'{name} is not served: {status} {body[:100]}')
        for name in ('../monday', os.path.join(directory, 'monday'), 'no such', ''):
            status, _ = get(server.port, '/fdr/v1/find?q=&s=' + urllib.parse.quote(name))
            expect(status in (400, 404), f'a source "{name}": {status}')
        status, body = get(server.port, '/')
        expect(status == 200 and b'<title>fdr</title>' in body, f'no page: {status} {body[:100]}')
        expect(get(server.port, '/main.js')[0] == 200, 'no script of the page')
        status = subprocess.run([FDR, 'status', str(server.process.pid)], env=environment(), capture_output=True,
                                text=True, check=False).stdout
        expect(server.url in status, f'fdr status does not show it: {status}')
        expect(', 0 requests' not in status, f'fdr status has no requests: {status}')
        expect(server.stop() == 0, 'Ctrl-C is not its end')


def check_port_in_use():
    with socket.create_server(('127.0.0.1', 0)) as taken:
        port = str(taken.getsockname()[1])
        status, message = refusal('--http', f'127.0.0.1:{port}')
        expect(status == 1 and 'another server listens there' in message, f'a port in use: {status} {message}')


def secret(path, text):
    """A file that others cannot read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'w', encoding='ascii') as file:
        file.write(text)


def check_refusals(directory):
    tokens, known = os.path.join(directory, 'bad-tokens'), os.path.join(directory, 'known-tokens')
    secret(tokens, 'read short\n')
    for mode in (0o644, 0o604, 0o602, 0o666):
        secret(known, f'read {TOKEN}\n')
        os.chmod(known, mode)
        got, message = refusal('--http', '0', '--tokens', known)
        expect(got == 2 and 'known-tokens' in message and 'every user' in message, f'{mode:o}: {got} {message}')
    for options, status, text in (
            (['--http', 'x'], 2, 'expected PORT or ADDRESS:PORT'),
            (['--http', '0', '/no/such/archive'], 1, '/no/such/archive: No such archive'),
            (['--http', '0.0.0.0:0'], 2, '--tokens'),
            (['--http', '0', '-i', '0.0.0.0'], 2, '--no-auth'),
            (['-p', free_port(), '-i', '0.0.0.0'], 2, '--access'),
            (['-p', free_port(), '-i', '127.0.0.1', '-i', '::'], 2, '--no-auth'),
            (['-p', free_port(), '--trace', f'0.0.0.0:{free_port()}'], 2, '--access'),
            (['-p', free_port(), '-i', '0.0.0.0', '--http', '127.0.0.1:0', '--tokens', known], 2, '--access'),
            (['--http', '0', '--tokens', tokens], 2, 'bad-tokens'),
            (['--http', '0', '--tokens', '/no/such/file'], 1, '/no/such/file'),
            (['--http', '0', '--tls-cert', tokens], 2, '--tls-key'),
            (['--http', '0', '-h', 'x:y'], 2, 'Not a host'),
            (['--http', '0', '-h', 'a=b', '-h', 'a=c'], 2, 'taken'),
            (['--http', '0', '--trace'], 2, '--port'),
            (['--tokens', tokens], 2, '--http'),
            (['a', 'b'], 2, 'One archive'),
            (['-h', 'a', '-h', 'b'], 2, 'several hosts'),
            (['-h', 'a', 'b'], 2, 'exclude')):
        got, message = refusal(*options)
        expect(got == status and text in message, f'{options}: {got} {message}')


def check_tokens(directory):
    """A token lets in; SIGHUP reads the file again, and a wrong file changes nothing."""
    path = os.path.join(directory, 'tokens')

    def write(text):
        secret(path, text)

    def status_with(token):
        return get(server.port, '/fdr/v1/sources', Authorization='Bearer ' + token)[0]

    def reload(until):
        server.process.send_signal(signal.SIGHUP)
        return wait_until(until, lambda: f'SIGHUP does not read tokens: {server.log()}', server.process)

    write(f'read {TOKEN}\n')
    with Server(FDR, '--http', '0', '--tokens', path) as server:
        expect(get(server.port, '/fdr/v1/sources')[0] == 401, 'no token is needed')
        expect(status_with(TOKEN) == 200, 'the token is refused')
        write('read sha256:' + hashlib.sha256(b'another-token-for-all').hexdigest() + '\n')
        expect(reload(lambda: status_with('another-token-for-all') == 200), 'SIGHUP does not read tokens')
        expect(status_with(TOKEN) == 401, 'an old token is valid')
        write('nonsense\n')
        expect(reload(lambda: 'tokens' in server.log().split('ends', 1)[1]), 'a wrong file is not reported')
        expect(status_with('another-token-for-all') == 200, 'a wrong file shuts all out')


def check_open_servers(directory):
    """Who says that everybody may connect, gets a server for everybody."""
    access = os.path.join(directory, 'access')
    with open(access, 'w', encoding='ascii') as file:
        file.write('allow * : all;\n')
    for guard in (['--access', access], ['--no-auth']):
        port = free_port()
        with Server(FDR, '-p', port, '-i', '0.0.0.0', *guard):
            expect(RawClient(int(port)).greet() == 0, f'{guard}: no collector')
    with Server(FDR, '--http', '0.0.0.0:0', '--no-auth') as server:
        expect('http://0.0.0.0:' in server.log(), '--no-auth: no web server')


def check_both():
    """A collector and a web server in one process."""
    pmcd = free_port()
    with Server(FDR, '-p', pmcd, '-i', '127.0.0.1', '--http', '0') as server:
        expect(RawClient(int(pmcd)).greet() == 0, 'no collector')
        expect(ids(int(server.url.split(':')[2])) == ['localhost'], 'no web server')


def check_activation():
    """systemd has opened the socket, and names our process."""
    with socket.create_server(('127.0.0.1', 0)) as opened:
        port = opened.getsockname()[1]
        start = f'exec 3<&{opened.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        log = os.memfd_create('log')
        with subprocess.Popen(['bash', '-c', start, 'bash', FDR, 'serve', '--http', '1'], stderr=log,
                              env=environment(), pass_fds=[opened.fileno()]) as process:
            try:
                expect(ids(port) == ['localhost'], 'the socket of systemd is not served')
            finally:
                process.send_signal(signal.SIGTERM)
                expect(process.wait(300) == 0, 'SIGTERM is not its end')


def check_growth(directory):
    """A source that comes later is found, without a new start."""
    folder = os.path.join(directory, 'later')
    os.makedirs(folder)
    with Server(FDR, '--http', '0', '--no-local', folder) as server:
        expect(ids(server.port) == [], 'there is a source')
        copy_golden('v3-all-types', folder)
        wait_until(lambda: ids(server.port), 'a later archive is not found', server.process)
        expect(ids(server.port) == ['toyhost'], 'a later archive is not found')


def check_files(port, cookie, archive):
    """The viewer may note something, and cut a part of an archive out, which is an archive."""
    response, body = request(port, '/fdr/v1/notes', 's=viewed&t=1700000001&text=deployed', Cookie=cookie)
    expect(response.status == 200 and b'deployed' in body, f'no note is taken: {response.status}')
    with open(archive + '.notes.jsonl', encoding='utf-8') as file:
        expect('"text":"deployed"' in file.read(), 'the note is not beside the archive')
    status, body = get(port, '/fdr/v1/cut?s=viewed&from=1700000000&to=1700000100', Cookie=cookie)
    with tempfile.TemporaryDirectory() as directory, open(os.path.join(directory, 'cut.tar'), 'w+b') as file:
        expect(status == 200, f'nothing is cut out: {status} {body[:200]}')
        file.write(body)
        file.flush()
        subprocess.run(['tar', '-xf', file.name, '-C', directory], check=False)
        metadata = [os.path.join(folder, name) for folder, _, names in os.walk(directory) for name in names
                    if name.endswith('.meta')]
        expect(len(metadata) == 1, f'not one archive was cut out: {metadata}')
        for name in metadata:
            checked = subprocess.run([FDR, 'check', name], env=environment(), capture_output=True, check=False)
            expect(checked.returncode == 0, f'the archive that was cut out is wrong: {checked.stdout}')


def check_view(directory):
    """The link works once; the browser is started with it; Ctrl-C ends."""
    copy_golden('v3-all-types', directory, 'viewed')
    note = os.path.join(directory, 'opened')
    browser = os.path.join(directory, 'browser')
    with open(browser, 'w', encoding='ascii') as file:
        file.write(f'#!/bin/sh\necho "$2" >{note}.part\nmv {note}.part {note}\n')
    os.chmod(browser, 0o755)
    view = subprocess.Popen([FDR, 'view', '--web', os.path.join(directory, 'viewed')], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env=environment(BROWSER=f'/no/such/browser:{browser} --new-window %s'))
    link = urllib.parse.urlsplit(view.stdout.readline().strip())
    wait_until(lambda: os.path.exists(note), 'no browser is started')
    with open(note, encoding='ascii') as file:
        expect(file.read().strip() == link.geturl(), 'the browser has another address')
    expect(get(link.port, '/fdr/v1/sources')[0] == 401, 'others can look')
    response, _ = request(link.port, f'{link.path}?{link.query}')
    cookie = response.getheader('Set-Cookie', '').split(';')[0]
    status, body = get(link.port, '/fdr/v1/sources', Cookie=cookie)
    expect(status == 200, f'the cookie of the link is refused: {status}')
    expect([one['id'] for one in json.loads(body)] == ['viewed'], f'sources of the viewer: {body[:200]}')
    expect(get(link.port, f'{link.path}?{link.query}')[0] == 401, 'the link works twice')
    check_files(link.port, cookie, os.path.join(directory, 'viewed'))
    view.send_signal(signal.SIGINT)
    expect(view.wait(300) == 0, 'Ctrl-C is not the end of the viewer')
    view.communicate()
    for options, text in ((['--web', '-S', '5m'], 'exclude'), (['a', 'b'], 'only --web')):
        done = subprocess.run([FDR, 'view', *options], env=environment(), capture_output=True, text=True, check=False)
        expect(done.returncode == 2 and text in done.stderr, f'fdr view {options}: {done.returncode} {done.stderr}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        check_sources(directory)
        check_port_in_use()
        check_refusals(directory)
        check_tokens(directory)
        check_open_servers(directory)
        check_both()
        check_activation()
        check_growth(directory)
        check_view(directory)
    expect.end()


main()
