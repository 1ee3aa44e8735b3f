# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of time series share: a web server of archives, and its answers."""
import http.client
import json
import os
import socket
import subprocess
import time
import urllib.parse
import urllib.request

from serving import environment, free_port


class WebServer:
    """`fdr serve --http` of archives alone."""

    def __init__(self, fdr, *archives):
        self.port = free_port()
        self.process = subprocess.Popen(
            [fdr, 'serve', '-q', '--no-local', '--http', f'127.0.0.1:{self.port}', *archives], env=environment())
        wait_for(self.port, '/series/ping', self.process)

    def processes(self):
        return [self.process]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)


class Peer:
    """pmproxy, and Redis with an archive in it."""

    def __init__(self, directory, archive):
        self.redis_port, self.port = free_port(), free_port()
        self.redis = subprocess.Popen(
            ['redis-server', '--port', self.redis_port, '--save', '', '--bind', '127.0.0.1', '--dir', directory],
            env=environment(), stdout=subprocess.DEVNULL)
        wait_for_port(self.redis_port)  # pmproxy looks for it once
        self.proxy = subprocess.Popen(
            ['/usr/lib/pcp/bin/pmproxy', '-f', '-A', '-i', '127.0.0.1', '-p', self.port, '-c', '/etc/pcp/pmproxy/pmproxy.conf', '-r',
             self.redis_port, '-h', '127.0.0.1', '-l', os.path.join(directory, 'pmproxy.log')],
            env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.port, '/series/ping', self.proxy)
        subprocess.run(['pmseries', '-h', '127.0.0.1', '-p', self.redis_port, '--load',
                        f'{{source.path:"{archive}"}}'], env=environment(), check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=120)

    def processes(self):
        return [self.proxy, self.redis]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes():
            process.terminate()
            process.wait(60)


def wait_for(port, path, process, seconds=60):
    """Until there is an answer."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f'http://127.0.0.1:{port}{path}', timeout=5):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.05)


def wait_for_port(port, seconds=60):
    """Until someone listens."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(('127.0.0.1', int(port)), timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def ask(port, path, form=None, **parameters):
    """The status, and the body; with `form`, the parameters are sent as a form."""
    text = urllib.parse.urlencode(parameters)
    # Not by urllib: it asks for the end of the connection, and pmproxy then forgets the end of a long answer.
    connection = http.client.HTTPConnection('127.0.0.1', int(port), timeout=120)
    try:
        if form:
            connection.request('POST', path, text, {'Content-Type': 'application/x-www-form-urlencoded'})
        else:
            connection.request('GET', path + ('?' + text if text else ''))
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    finally:
        connection.close()


def answer(port, path, form=None, **parameters):
    """The JSON of a successful answer."""
    status, body = ask(port, path, form, **parameters)
    if status != 200:
        raise AssertionError(f'{path} {parameters}: {status} {body}')
    return json.loads(body)
