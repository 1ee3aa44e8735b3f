#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: http_clients_test.py FDR

The web server as curl sees it, plain and encrypted, and behind nginx."""
import gzip
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile

from checks import Checks
from golden import GOLDEN
from serving import Server, environment, free_port
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
ARCHIVE = GOLDEN / 'v3-all-types'
PATH = '/fdr/v1/find?s=v3-all-types&q='
TOKEN = 'a-long-token-of-a-reader'
expect = Checks()


class Reply:
    """What `curl -i` shows of one answer."""

    def __init__(self, output):
        head, _, self.body = output.partition(b'\r\n\r\n')
        self.lines = head.decode().split('\r\n')
        self.headers = {name.lower(): value for name, value in (line.split(': ', 1) for line in self.lines[1:])}
        self.status = int(self.lines[0].split()[1]) if head else 0


def curl(*options, data=None):
    done = subprocess.run(['curl', '-sS', '-i', '--max-time', '60', *options], input=data, capture_output=True,
                          env=environment(), timeout=300, check=False)
    return Reply(done.stdout)


def check_forms(url):
    """The same answer in all forms that curl can ask for."""
    plain = curl(url + PATH)
    expect(plain.status == 200 and json.loads(plain.body), f'plain: {plain.lines}')
    expect('access-control-allow-origin' not in plain.headers, f'headers: {plain.lines}')
    expect('content-encoding' not in plain.headers, 'compressed without need')
    expect(curl('--compressed', url + PATH).body == plain.body, '--compressed shows something else')
    packed = curl('-H', 'Accept-Encoding: gzip', url + PATH)
    if len(plain.body) >= 1024:
        expect(gzip.decompress(packed.body) == plain.body, 'gzip: another body')
    old = curl('-0', url + PATH)
    expect(old.body == plain.body and old.lines[0].startswith('HTTP/1.0'), f'HTTP/1.0: {old.lines}')
    head = curl('-I', url + PATH)
    expect(head.status == 200 and not head.body, f'HEAD: {head.lines} {head.body}')
    # Form data in the body, with and without a type.
    form = PATH.partition('?')[2]
    for options in ([], ['-H', 'Content-Type:']):
        posted = curl('-d', form, *options, url + PATH.partition('?')[0])
        expect(posted.body == plain.body, f'POST {options}: {posted.lines} {posted.body[:200]}')
    return plain.body


def check_methods(url):
    options = curl('-X', 'OPTIONS', url + '/no/such/path')
    expect(options.status == 204 and 'POST' in options.headers.get('allow', ''),
           f'OPTIONS: {options.lines}')
    for method in ('PUT', 'DELETE'):
        other = curl('-X', method, url + PATH)
        expect(other.status == 405 and 'allow' in other.headers, f'{method}: {other.lines}')
    missing = curl(url + '/no/such/path')
    expect(missing.status == 404, f'an unknown path: {missing.lines}')


def check_limits(url):
    for size, status in ((60_000, 200), (70_000, 414)):
        # The URL is longer than an argument may be.
        reply = curl('-K', '-', data=f'url = "{url}{PATH}&x={"a" * size}"'.encode())
        expect(reply.status == status, f'a URL of {size} bytes: {reply.lines}')
    expect(curl('-H', 'X: ' + 'a' * 20_000, url + PATH).status == 431, 'a long header')
    for size, status in ((1_000_000, 200), (1_100_000, 413)):
        reply = curl('-H', 'Content-Type: application/octet-stream', '-H', 'Expect:', '--data-binary', '@-', url + PATH,
                     data=b'a' * size)
        expect(reply.status == status, f'a body of {size} bytes: {reply.lines}')
    expect(curl('-H', 'Host: evil.example.com', url + PATH).status == 421, 'a strange host')


def check_connections(url):
    """Requests of one curl share a connection."""
    done = subprocess.run(['curl', '-sS', '-o', '/dev/null', '-o', '/dev/null', '-o', '/dev/null', '-w', '%{num_connects}',
                           *[url + PATH] * 3], capture_output=True, text=True, env=environment(), check=False)
    expect(done.stdout == '100', f'connections: {done.stdout} {done.stderr}')


def check_idle_clients(server, url):
    """A thousand clients that have asked once, and stay."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    before = server.memory()
    clients = []
    for _ in range(1000):
        clients.append(socket.create_connection(('127.0.0.1', server.port), timeout=300))
        clients[-1].sendall(b'GET /no/such/path HTTP/1.1\r\nHost: localhost\r\n\r\n')
    for client in clients:
        expect(client.recv(65536).startswith(b'HTTP/1.1 404'), 'one of a thousand clients has no answer')
    grown = server.memory() - before
    expect(grown < 32, f'a thousand idle clients take {grown} MiB')
    expect(curl(url + PATH).status == 200, 'a thousand idle clients keep the next one out')
    for client in clients:
        client.close()


def make_certificate(directory, name):
    files = [os.path.join(directory, 'server' + end) for end in ('.pem', '.key')]
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
                    '-out', files[0], '-keyout', files[1], '-subj', '/CN=' + name, '-addext',
                    'subjectAltName=IP:127.0.0.1,DNS:localhost'], capture_output=True, check=True)
    return files


def check_encryption(directory):
    certificate, key = make_certificate(directory, 'first')
    tokens = os.path.join(directory, 'tokens')
    with open(os.open(tokens, os.O_WRONLY | os.O_CREAT, 0o600), 'w', encoding='ascii') as file:
        file.write(f'read {TOKEN}\n')
    with Server(FDR, '--http', '127.0.0.1:0', '--tokens', tokens, '--tls-cert', certificate, '--tls-key', key,
                ARCHIVE) as server:
        url = server.url
        trust = ['--cacert', certificate]
        refused = curl(*trust, url + PATH)
        expect(refused.status == 401 and 'Basic' in refused.headers['www-authenticate'], f'no token: {refused.lines}')
        expect(curl(*trust, '-u', 'anyone:' + TOKEN, url + PATH).status == 200, 'Basic')
        expect(curl(*trust, '-H', 'Authorization: Bearer ' + TOKEN, url + PATH).status == 200, 'Bearer')
        expect(curl(*trust, '-u', 'anyone:wrong', url + PATH).status == 401, 'a wrong password')
        expect(curl(*trust, '--tls-max', '1.2', '-u', ':' + TOKEN, url + PATH).status == 200, 'TLS 1.2')
        expect(curl(*trust, '--tls-max', '1.1', '-u', ':' + TOKEN, url + PATH).status == 0, 'TLS 1.1')
        expect(curl(f'http://127.0.0.1:{server.port}' + PATH).status == 0, 'plain HTTP where TLS is')
        # The other certificate is trusted, so the first one is not any more.
        make_certificate(directory, 'second')
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: curl(*trust, '-u', ':' + TOKEN, url + PATH).status == 200, 'SIGHUP does not read the certificate')


class Nginx:
    """In front of a server, with TLS."""

    def __init__(self, directory, backend):
        certificate, key = make_certificate(directory, 'nginx')
        self.trust = ['--cacert', certificate]
        self.url = f'https://localhost:{free_port()}'
        config = os.path.join(directory, 'nginx.conf')
        with open(config, 'w', encoding='ascii') as file:
            file.write(f'''daemon off; error_log stderr; pid {directory}/pid;
events {{}}
http {{
  access_log off; client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy;
  fastcgi_temp_path {directory}/f; uwsgi_temp_path {directory}/u; scgi_temp_path {directory}/s;
  large_client_header_buffers 4 80k;
  server {{
    listen {self.url.removeprefix('https://localhost:')} ssl;
    ssl_certificate {certificate}; ssl_certificate_key {key};
    location / {{ proxy_pass {backend}; proxy_http_version 1.1; proxy_set_header Host $host;
                  proxy_set_header Connection ""; }}
  }}
}}
''')
        self.process = subprocess.Popen(['nginx', '-p', directory, '-c', config], stderr=subprocess.DEVNULL,
                                        env=environment())

    def __enter__(self):
        wait_until(lambda: curl(*self.trust, self.url).status != 0, 'nginx does not answer', self.process)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(300)


def check_nginx(directory, server):
    with Nginx(directory, server.url) as nginx:
        direct, through = curl(server.url + PATH), curl(*nginx.trust, nginx.url + PATH)
        expect(through.status == 200 and through.body == direct.body, f'nginx: {through.lines}')
        expect(curl(*nginx.trust, '--compressed', nginx.url + PATH).body == direct.body, 'nginx, compressed')
        page = curl(*nginx.trust, nginx.url + '/')
        expect(page.status == 200 and 'etag' in page.headers, f'nginx, the page: {page.lines}')
        again = curl(*nginx.trust, '-H', 'If-None-Match: ' + page.headers.get('etag', ''), nginx.url + '/')
        expect(again.status == 304 and not again.body, f'nginx, the page again: {again.lines}')
        expect(curl(*nginx.trust, nginx.url + '/no/such/path').status == 404, 'nginx, an unknown path')
        long = curl(*nginx.trust, '-K', '-', data=f'url = "{nginx.url}{PATH}&x={"a" * 60_000}"'.encode())
        expect(long.status == 200, f'nginx, a long URL: {long.lines}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        with Server(FDR, '--http', '127.0.0.1:0', ARCHIVE) as server:
            url = server.url
            check_forms(url)
            check_methods(url)
            check_limits(url)
            check_connections(url)
            check_idle_clients(server, url)
            check_nginx(directory, server)
        check_encryption(directory)
    expect.end()


if __name__ == '__main__':
    main()
