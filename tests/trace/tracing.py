# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of tracing share: collectors of both sides, and one that does what a test says."""
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'serve'))
from serving import PATIENCE, Server, environment, free_port  # noqa: E402
from waiting import LIMIT, wait_until  # noqa: E402

ACK, DATA = 0x7050, 0x7051


def tracing(port, **more):
    """The environment of a program whose traces go to the port."""
    where = {'PCP_TRACE_PORT': str(port)} if port else {}
    return environment(**{'PCP_TRACE_TIMEOUT': PATIENCE, 'PCP_TRACE_REQTIMEOUT': PATIENCE, **where, **more})


def run(argv, port=None, variables=None, **more):
    """A finished process; its output is text.  Traces go to the port."""
    return subprocess.run(argv, env=tracing(port, **(variables or {})), timeout=LIMIT, capture_output=True, text=True,
                          errors='replace', check=False, **more)


class Ours:
    """fdr serve --trace."""

    def __init__(self, fdr, *options, **popen):
        self.trace_port = free_port()
        self.server = Server(fdr, '-p', free_port(), f'--trace={self.trace_port}', *options, **popen)
        self.host = self.server.host

    def stop(self):
        self.server.stop()


class Peers:
    """PCP's pmdatrace under a collector of PCP's, in a directory of its own."""

    def __init__(self, directory, *options):
        self.trace_port, port = free_port(), free_port()
        self.host = f'localhost:{port}'
        os.makedirs(directory)
        with open(f'{directory}/config', 'w', encoding='ascii') as config:
            config.write(f'trace 10 pipe binary /var/lib/pcp/pmdas/trace/pmdatrace -d 10 -I {self.trace_port} -M root '
                         f'-l {directory}/trace.log {" ".join(options)}\n')
        subprocess.run(['/usr/lib/pcp/bin/pmnsmerge', '-f', '/var/lib/pcp/pmns/root_pmcd',
                        '/usr/lib/pcp/pmdas/trace/root', f'{directory}/names'], check=True, env=environment())
        own = {name: directory for name in ('PCP_RUN_DIR', 'PCP_LOG_DIR', 'PCP_TMP_DIR', 'PCP_VAR_DIR')}
        self.process = subprocess.Popen(
            ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-n', 'names', '-c', 'config', '-l', 'log', '-x', 'fatal', '-p', port,
             '-i', '127.0.0.1', '-s', f'{directory}/socket', '-U', 'root', '-t', PATIENCE, '-q', PATIENCE],
            cwd=directory, env=environment(**own), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: values(self, 'trace.control.port') == {'': self.trace_port},
                   'PCP\'s collector of traces did not start: is it installed?', self.process)

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)


def values(collector, metric):
    """The values of a metric as text, by tag."""
    shown = run(['pminfo', '-h', collector.host, '-f', metric]).stdout
    found = {tag: value for tag, value in re.findall(r'^    inst \[\d+ or "(.*)"\] value (.*)$', shown, re.M)}
    found.update({'': value for value in re.findall(r'^    value (.*)$', shown, re.M)})
    return found


class Script:
    """A collector that greets and acknowledges, until it has got `limit` messages from a client."""

    def __init__(self, port, limit=None, greeting=1, answers=True):
        self.limit, self.greeting, self.answers = limit, greeting, answers
        self.messages, self.batches, self.clients = [], [], 0
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(('127.0.0.1', int(port)))
        self.listener.listen(8)
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            self.clients += 1
            with client:
                client.sendall(struct.pack('>IIIi', 16, ACK, 1, self.greeting))
                self.talk(client)
            if self.limit is not None:
                self.listener.close()

    def talk(self, client):
        data, count, batch = b'', 0, 0
        while self.limit is None or count < self.limit:
            if len(data) < 12 or len(data) < struct.unpack('>I', data[:4])[0]:
                try:
                    more = client.recv(1 << 16)
                except OSError:
                    return
                if not more:
                    return
                data += more
                continue
            length = struct.unpack('>I', data[:4])[0]
            message, data = data[:length], data[length:]
            count, batch = count + 1, batch + 1
            self.messages.append(message[24:].split(b'\0')[0].decode())
            if message[15] & 0x80 and self.answers:
                self.batches.append((batch, len(data)))
                batch = 0
                client.sendall(struct.pack('>IIIi', 16, ACK, 1, message[14]))

    def stop(self):
        # A closed descriptor gets another meaning, while the thread may still use its number.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended by itself
        self.thread.join(LIMIT)
        self.listener.close()


def data(tag=b'raw\0', kind=2, flags=0x80, version=1, kind_of_message=DATA, more=b'', length=None):
    """A message with a point, or what one of its fields makes of it."""
    body = struct.pack('>BBBBd', version, len(tag), kind, flags, -1.0) + tag + b'~' * (-len(tag) % 4) + more
    return struct.pack('>IIi', 12 + len(body) if length is None else length, kind_of_message, 1) + body


def has_read(port, client):
    """Whether the server at the port has read all that the client has sent."""
    ports = int(port), client.getsockname()[1]
    for table in ('tcp', 'tcp6'):
        with open(f'/proc/net/{table}', encoding='ascii') as file:
            for line in file.readlines()[1:]:
                _, own_end, other_end, _, queues, *_ = line.split()
                ends = tuple(int(end.split(':')[1], 16) for end in (own_end, other_end))
                to_send, to_read = (int(size, 16) for size in queues.split(':'))
                # What the client has not delivered yet, or the server has not read yet.
                if (ends == ports[::-1] and to_send > 0) or (ends == ports and to_read > 0):
                    return False
    return True  # or it has closed the connection


def answers(port, message):
    """The words that the collector answers to a message, and to a counter behind it; "gone" if it closes."""
    words, got = [], b''
    with socket.create_connection(('127.0.0.1', int(port)), timeout=LIMIT) as client:
        try:
            client.recv(16, socket.MSG_WAITALL)
            client.sendall(message)
            # PCP's agent gives up if both arrive in pieces.
            wait_until(lambda: has_read(port, client), 'the message is not read')
            client.sendall(data(b'alive\0', kind=4))
            while not words or words[-1] != 4:
                got = client.recv(16, socket.MSG_WAITALL)
                if len(got) < 16:
                    return words + ['gone']
                words.append(struct.unpack('>i', got[12:])[0])
        except OSError:
            return words + ['gone']
    return words


class Checks:
    """Says what is wrong, and goes on."""

    def __init__(self):
        self.failed = 0

    def same(self, what, got, expected):
        if got != expected:
            self.failed += 1
            print(f'FAILED {what}\n  got      {got!r}\n  expected {expected!r}', flush=True)

    def holds(self, what, condition, got=''):
        if not condition:
            self.failed += 1
            print(f'FAILED {what} {got!r}', flush=True)

    def finish(self):
        sys.exit(1 if self.failed else 0)
