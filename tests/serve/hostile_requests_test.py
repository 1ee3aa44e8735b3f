#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: hostile_requests_test.py FDR

Requests that ask `fdr serve --http` for as much as they can, and requests with hostile parameters: of each path that the
documents name, 16 at a time.  Beside them, a polite client gets right answers to small questions, always.  The memory
stays within the limit of docs/trust.md, and the server ends when it is asked to.
With FDR_SOAK in the environment: 20,000 hostile requests.  1,000 of them ask for a million instances."""
import http.client
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time
import urllib.parse

import broad_archive
import documented_routes
from checks import Checks
from golden import GOLDEN
from seeds import chosen_seed
from serving import Server
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
# How many instances the archive has, the limit of memory in MiB, and how many hostile requests there are.
LOADS = [(1_000_000, 256, 1_000), (60_000, 64, 19_000)] if IS_SOAK else [(60_000, 64, 600)]
# A cut of these fits into CUT_MEMORY; a cut of many more does not.
CUT_INSTANCES, CUT_MEMORY = (1_000_000, 256) if IS_SOAK else (200_000, 64)
AT_A_TIME, PATIENCE = 16, 300
SMALL = 'v3-all-types'
ENDLESS = '/fdr/v1/follow'
expect = Checks()


def beside_memory():
    """What the process may take besides --memory, in MiB, as docs/trust.md says."""
    found = re.search(r'`--memory` says \(default: 256 MiB\), and (\d+) MiB besides', documented_routes.text_of('trust.md'))
    assert found, 'docs/trust.md does not state the memory of the web server'
    return int(found[1])


def varint(number):
    out = b''
    while number >= 128:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def field(number, data):
    if isinstance(data, int):
        return varint(number << 3) + varint(data)
    return varint(number << 3 | 2) + varint(len(data)) + data


def remote_read(label=b'__name__', value=b'.+', kind=2):
    """A question of Prometheus, with literal pieces of snappy alone."""
    matcher = field(1, kind) + field(2, label) + field(3, value)
    message = field(1, field(1, 0) + field(2, 1 << 42) + field(3, matcher))
    pieces = [message[i:i + 60] for i in range(0, len(message), 60)]
    return varint(len(message)) + b''.join(bytes([len(piece) - 1 << 2]) + piece for piece in pieces)


def worst_questions():
    """What asks for most, by path: parameters, and a body."""
    window = {'from': broad_archive.START, 'to': broad_archive.START + broad_archive.RECORDS}
    source = {'s': 'broad'}
    viewer = source | {'m': 'broad.many'}
    pmapi = {'hostspec': 'archive:broad', 'names': 'broad.many', 'name': 'broad.many', 'time': broad_archive.START + 2}
    questions = {
        '/': {},
        '/fdr/v1/sources': source,
        '/fdr/v1/find': source | {'q': 'instance'},
        '/fdr/v1/meta': viewer,
        '/fdr/v1/buckets': viewer | window | {'n': 10_000, 'top': 4096, 'p': 64, 'rate': 'raw'},
        '/fdr/v1/heat': viewer | window | {'n': 1900, 'rows': 4096, 'rate': 'raw'},
        '/fdr/v1/states': viewer | window | {'n': 10_000},
        '/fdr/v1/at': viewer | {'mode': 'holds'},
        '/fdr/v1/records': viewer | window | {'n': 10_000},
        '/fdr/v1/next': viewer | {'t': broad_archive.START, 'when': 'gt:1e300'},
        '/fdr/v1/usage': source | window | {'top': 1000},
        '/fdr/v1/diff': viewer | {'from': broad_archive.START + 2, 'to': broad_archive.START + 3, 'instances': 1},
        '/fdr/v1/why': source,
        '/fdr/v1/follow': viewer | {'interval': 0.1},
        '/fdr/v1/cut': source | window,
        '/fdr/v1/notes': source,
        '/fdr/v1/layouts': {'layout': '{"a":"' + 'b' * 60_000 + '"}'},
        '/fdr/v1/clock': {},
        '/series/query': {'expr': 'rate(broad.many[samples:0])'},
        '/series/values': {'series': '0' * 40, 'samples': 0},
        '/series/instances': {'match': '*'},
        '/series/labels': {'names': 'hostname'},
        '/series/sources': {'match': '*'},
        '/pmapi/indom': pmapi | {'match': 'regex', 'iname': '.*'},
        '/pmapi/derive': pmapi | {'name': 'sum.many', 'expr': 'sum(broad.many)'},
        '/pmapi/profile': pmapi | {'indom': '60.1', 'instance': ','.join(map(str, range(9000)))},
    }
    for path in documented_routes.paths():
        if path.startswith(('/pmapi/', '/metrics')):
            questions.setdefault(path, pmapi)
        elif path.startswith('/series/'):
            questions.setdefault(path, {'match': '*'})
    bodies = {'/api/v1/read': remote_read()}
    missing = set(documented_routes.paths()) - set(questions) - set(bodies)
    expect(not missing, f'no worst question for {missing}')
    # The time before this one lies beyond all times that a request can name.
    longest = ('/fdr/v1/diff', viewer | {'from': -4_499_999_999, 'to': 4_499_999_999}, None)
    return [(path, given, bodies.get(path)) for path, given in
            sorted({path: questions.get(path, {}) for path in documented_routes.paths()}.items())] + [longest]


class Client:
    """One request for each connection.  Of an answer without an end, only the beginning is read."""

    def __init__(self, port):
        self.port = port

    def ask(self, method, target, body=None, **headers):
        is_endless = target.startswith(ENDLESS)
        # Slow on purpose: an answer without an end is read for a second.
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=1 if is_endless else PATIENCE)
        try:
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name.replace('_', '-'), value)
            if body is not None:
                connection.putheader('Content-Length', str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            answer, size = [], 0
            while (part := response.read1(65536)) and not is_endless:
                size += len(part)
                if size < 1 << 20:
                    answer.append(part)
            return response.status, b''.join(answer)
        except TimeoutError:
            if not is_endless:
                raise
            return 0, b''  # there is nothing to tell yet
        finally:
            connection.close()


def target_of(path, given):
    words = urllib.parse.urlencode(given)
    return path + ('?' + words if words else '')


def ask_worst(client, question):
    path, given, body = question
    target = target_of(path, given)
    method = 'POST' if body else 'GET'
    if len(target) > 60_000:
        method, target, body = 'POST', path, urllib.parse.urlencode(given).encode()
    try:
        status, answer = client.ask(method, target, body)
    except (ConnectionError, http.client.HTTPException):
        return 0, b''  # an answer that was cut, because it became too large or too late
    expect(status < 600 and b'"message":""' not in answer, f'{path}: {status} {answer[:200]}')
    return status, answer


VALUES = [b'', b'0', b'-1', b'1e999', b'nan', b'18446744073709551616', b'-9223372036854775808', b'%00', b'%ff%fe', b'%',
          b'%zz', b'*', b'.*', b'**************a', b'(a*)*b', b'[', b'[a-', b'/(x+x+)+y/', b'/.*.*.*.*=/', b'{', b'{a=',
          b'a,' * 20_000, b'%2c' * 20_000, b'a' * 60_000, b'(' * 5_000, b'%2b'.join([b'broad.many'] * 300),
          b'broad.many', b'broad.many[instance7]', b'broad.many[samples:0]', b'archive:broad', b'archive:../../etc/passwd',
          b'archive:broad?rate=1e9', b'9' * 400, b'0.000000001', b'1e-300', b'begin', b'end', b'gt:nan', b'lt:1e309',
          b'-1d', b'1,2', b'json', b'"\\', b'%e2%82', b'%f0%9f%98%80', b"' or 1=1", b'%0d%0aX: y']


def hostile(seed, questions, names):
    """Method, target, body and headers of one request."""
    chosen = random.Random(seed)
    path, given, body = chosen.choice(questions)
    words = {name.encode(): urllib.parse.quote_plus(str(value)).encode() for name, value in given.items()}
    for _ in range(chosen.choice((1, 1, 1, 2, 3))):
        known = chosen.random() < 0.6 and list(words)
        name = chosen.choice(known) if known else chosen.choice(names).encode()
        words[name] = chosen.choice(VALUES)
    pairs = [name + b'=' + value for name, value in words.items()]
    if chosen.random() < 0.1:
        pairs *= chosen.choice((2, 50))
    form = b'&'.join(pairs)
    if body is not None:
        kind = chosen.randrange(4)
        body = (bytes(chosen.randbytes(chosen.choice((0, 10, 10_000)))) if kind == 0 else
                varint(1 << 40) + body if kind == 1 else
                remote_read(chosen.choice(VALUES)[:50] or b'x', chosen.choice(VALUES)[:50], chosen.randrange(6)))
        return 'POST', path, body, {}
    if len(form) > 50_000 or chosen.random() < 0.1:
        filler = b'&x=' + b'y' * chosen.choice((0, 0, 900_000))
        return 'POST', path, (form + filler)[:1 << 20], {'Content_Type': 'application/x-www-form-urlencoded'}
    return chosen.choice(('GET', 'GET', 'GET', 'HEAD')), path + '?' + form.decode('latin-1'), None, {}


def ask_hostile(client, seed, questions, names):
    method, target, body, headers = hostile(seed, questions, names)
    try:
        status, _ = client.ask(method, target, body, **headers)
        expect(status < 600, f'seed {seed}: {target[:200]}: {status}')
    except (ConnectionError, http.client.HTTPException):
        pass  # an answer that was cut in its middle; the server itself must go on


class Polite(threading.Thread):
    """Asks for little, again and again, beside all others."""

    def __init__(self, port):
        super().__init__()
        self.client, self.is_over, self.times = Client(port), threading.Event(), []
        self.targets = ['/fdr/v1/sources', f'/fdr/v1/meta?s={SMALL}&m=toy.string',
                        f'/pmapi/metric?hostspec=archive:{SMALL}&names=toy.string', '/']
        self.right = [self.ask(target) for target in self.targets]

    def ask(self, target):
        status, answer = self.client.ask('GET', target)
        return status, re.sub(rb'"context":\d+', b'', answer)

    def run(self):
        while not self.is_over.is_set():
            which = len(self.times) % len(self.targets)
            begin = time.monotonic()
            try:
                given = self.ask(self.targets[which])
            except OSError as error:
                given = error
            expect(given == self.right[which], f'the polite client: {self.targets[which]}: {str(given)[:300]}')
            self.times.append(time.monotonic() - begin)
            time.sleep(0.01)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.join()
        expect(self.times, 'the polite client had no answer')

    def summary(self):
        times = sorted(self.times)
        return (f'{len(times)} small answers: median {times[len(times) // 2] * 1000:.1f} ms, '
                f'99 % within {times[len(times) * 99 // 100] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms')


def all_at_once(work, ask):
    """16 at a time."""
    left, lock = iter(work), threading.Lock()

    def run():
        while True:
            with lock:
                one = next(left, None)
            if one is None:
                return
            ask(one)

    threads = [threading.Thread(target=run) for _ in range(AT_A_TIME)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def peak(server):
    """In MiB."""
    text = pathlib.Path(f'/proc/{server.process.pid}/status').read_text(encoding='ascii')
    return int(re.search(r'VmHWM:\s*(\d+)', text)[1]) / 1024


def check_memory(server, memory, when):
    most = memory + beside_memory()
    print(f'{when}: at most {peak(server):.0f} MiB of {most}')
    expect(peak(server) <= most, f'{when}: the server had {peak(server):.0f} MiB, and may have {most}')
    expect(server.process.poll() is None, f'{when}: the server has ended: {server.log()[-2000:]}')


def check_cuts(directory):
    """Slow readers: two cuts have room, and a third one when these have been sent."""
    broad_archive.write(f'{directory}/broad', CUT_INSTANCES)
    with Server(FDR, '--http', '127.0.0.1:0', '--no-local', '--cut-space', str(140 * CUT_INSTANCES),
                '--memory', f'{CUT_MEMORY}MiB', f'{directory}/broad') as server:
        ask_for_cuts(server, Client(server.port))
        check_memory(server, CUT_MEMORY, 'cuts')


def ask_for_cuts(server, client):
    window = {'s': 'broad', 'from': broad_archive.START, 'to': broad_archive.START + broad_archive.RECORDS}
    target, readers = target_of('/fdr/v1/cut', window), []
    for _ in range(2):
        readers.append(http.client.HTTPConnection('127.0.0.1', server.port, timeout=PATIENCE))
        readers[-1].request('GET', target)
        response = readers[-1].getresponse()
        expect(response.status == 200 and response.read(1), f'/cut: {response.status}')
    status, answer = client.ask('GET', target)
    expect(status == 503 and b'cut out for all clients' in answer, f'/cut without room: {status} {answer[:200]}')
    for reader in readers:
        reader.close()
    wait_until(lambda: client.ask('GET', target)[0] == 200, '/cut has no room when others have left', server.process)


def check_questions(directory, instances, memory, hostile_ones):
    print(f'{instances} instances')
    broad_archive.write(f'{directory}/broad', instances)
    questions, names = worst_questions(), documented_routes.parameters()
    with Server(FDR, '--http', '127.0.0.1:0', '--no-local', '--allow-store', '--memory', f'{memory}MiB',
                f'{directory}/broad', f'{directory}/{SMALL}') as server:
        client = Client(server.port)
        with Polite(server.port) as polite:
            all_at_once(questions * (1 + IS_SOAK), lambda question: ask_worst(client, question))
        print(f'beside the worst questions, {polite.summary()}')
        check_memory(server, memory, 'the worst questions')
        # Statistics of all instances, in two windows, do not fit.
        comparison = next(question for question in questions if question[0] == '/fdr/v1/diff')
        status, answer = ask_worst(client, comparison)
        expect(status == 503, f'/diff of {instances} instances: {status} {answer[:200]}')
        check_memory(server, memory, 'a comparison')
        seed = chosen_seed()
        with Polite(server.port) as polite:
            all_at_once(range(seed, seed + hostile_ones), lambda one: ask_hostile(client, one, questions, names))
        print(f'beside {hostile_ones} hostile questions, {polite.summary()}')
        check_memory(server, memory, 'hostile questions')
        check_end(server, client, questions)


def processor_ticks(server):
    fields = pathlib.Path(f'/proc/{server.process.pid}/stat').read_text(encoding='ascii').rpartition(')')[2].split()
    return int(fields[11]) + int(fields[12])


def check_end(server, client, questions):
    """The server is asked to end while it works on the worst questions."""
    busy = threading.Thread(target=all_at_once, args=(questions, lambda question: ask_worst(client, question)))
    before = processor_ticks(server)
    busy.start()
    wait_until(lambda: processor_ticks(server) > before + 20, 'the server does not work', server.process)
    begin = time.monotonic()
    status = server.stop(signal.SIGTERM)
    print(f'the end took {time.monotonic() - begin:.2f} s')
    busy.join()
    expect(status == 0, f'the server ended with {status}: {server.log()[-2000:]}')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-hostile-') as directory:
        check_cuts(directory)
        for file in GOLDEN.glob(SMALL + '.*'):
            shutil.copy(file, directory)
        for load in LOADS:
            check_questions(directory, *load)
    expect.end()


main()
