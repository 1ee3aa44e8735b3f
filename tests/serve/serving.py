# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of `fdr serve` share: the server, PCP's own collector, and a client that sends what it likes."""
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess

from orphans import adopt_orphans
from ports import PATIENCE, free_port  # noqa: F401
from waiting import wait_until, wait_until_idle

DENIED = -12387
CREDENTIALS, ERROR, RESULT, PROFILE, FETCH = 0x700c, 0x7000, 0x7001, 0x7002, 0x7003
NUMCLIENTS, WHOAMI = 2 << 22 | 3, 2 << 22 | 6 << 10

adopt_orphans()  # of all programs that the tests start here


def environment(**more):
    """Ours, without what would change the programs that are compared."""
    names = ('PCP_', 'PMCD_', 'FDR_', 'LISTEN_', 'NOTIFY_')
    kept = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    kept.update(TZ='UTC', LC_ALL='C', PCP_DERIVED_CONFIG='', FDR_CONFIG='/dev/null', PATH='/usr/bin:/bin:/usr/sbin',
                PMCD_CONNECT_TIMEOUT=PATIENCE, PMCD_REQUEST_TIMEOUT=PATIENCE)
    return dict(kept, **more)


class Program:
    """fdr with a verb; its messages, from the first one on, are in `log()`."""

    def __init__(self, fdr, verb, *options, more_environment=None, **popen):
        self.verb, self.log_file = verb, os.memfd_create('log')
        self.process = subprocess.Popen([fdr, verb, *options], stderr=self.log_file,
                                        env=environment(**(more_environment or {})), **popen)

    def log(self):
        return os.pread(self.log_file, 1 << 20, 0).decode()

    def wait_for(self, text):
        """Until the log has the text."""
        wait_until(lambda: text in self.log(), lambda: f'fdr {self.verb} did not say "{text}", but: {self.log()}',
                   self.process)

    def find(self, pattern):
        """The number in the log, once it is there."""
        match = wait_until(lambda: re.search(pattern, self.log()), lambda: f'no {pattern} in: {self.log()}', self.process)
        return int(match[1])

    def status_path(self, directory):
        """The socket where `fdr status` asks, below $FDR_RUN_DIR."""
        path = f'{directory}/{"serve-" if self.verb == "serve" else ""}{self.process.pid}'
        return wait_until(lambda: os.path.exists(path) and path, f'no {path}', self.process)

    def stop(self, number=signal.SIGINT):
        """Returns the exit status, as subprocess does."""
        self.process.send_signal(number)
        return self.process.wait(300)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        os.close(self.log_file)


def ask_status(path):
    """What `fdr status` learns at a socket."""
    with socket.socket(socket.AF_UNIX) as end:
        end.settimeout(300)
        end.connect(path)
        end.sendall(b'json\n')
        text = b''
        while part := end.recv(65536):
            text += part
    return json.loads(text)


class Server(Program):
    """fdr serve."""

    def __init__(self, fdr, *options, **more):
        super().__init__(fdr, 'serve', *options, **more)
        self.wait_for('serving ')
        match = re.search(r'127\.0\.0\.1:(\d+)', self.log())
        self.port = match and int(match[1])
        self.host = match and f'localhost:{match[1]}'
        match = re.search(r'https?://127\.0\.0\.1:\d+', self.log())
        self.url = match and match[0]

    def memory(self):
        """In MiB."""
        with open(f'/proc/{self.process.pid}/statm', encoding='ascii') as file:
            return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') / 2**20


class Peer:
    """PCP's own collector in a directory of its own, with the statements of an [access] section."""

    def __init__(self, directory, statements):
        self.port, self.path = int(free_port()), os.path.join(directory, 'socket')
        with open(os.path.join(directory, 'config'), 'w', encoding='ascii') as config:
            config.write('pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so\n')
            config.write('[access]\n' + statements + '\n')
        own = {name: directory for name in ('PCP_RUN_DIR', 'PCP_LOG_DIR', 'PCP_TMP_DIR', 'PCP_VAR_DIR')}
        self.process = subprocess.Popen(
            ['/usr/lib/pcp/bin/pmcd', '-A', '-f', '-n', '/var/lib/pcp/pmns/root_pmcd', '-c', 'config', '-l', 'log', '-x',
             'fatal', '-p', str(self.port), '-i', '127.0.0.1', '-s', self.path, '-U', 'root'],
            env=environment(PMCD_ROOT_AGENT='0', **own), cwd=directory, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        log = os.path.join(directory, 'log')
        wait_until(lambda: os.path.exists(log) and 'request port' in open(log, encoding='ascii', errors='replace').read(),
                   'PCP\'s collector does not start', self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(300)
        if os.path.exists(self.path):
            os.unlink(self.path)


class RawClient:
    """A connection to a port of 127.0.0.1 from an address of this machine, or to a socket in the file system; or one that
    is there."""

    def __init__(self, place, source=None, seconds=60):
        if isinstance(place, socket.socket):
            self.socket = place
            self.socket.settimeout(seconds)
            return
        self.socket = socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET)
        self.socket.settimeout(seconds)
        if source is not None:
            self.socket.bind((source, 0))
        self.socket.connect(place if isinstance(place, str) else ('127.0.0.1', place))

    def send(self, kind, body=b''):
        self.socket.sendall(struct.pack('>iii', 12 + len(body), kind, 0) + body)

    def read(self):
        """The type of the next message, and what follows; None at the end."""
        try:
            header = self.take(12)
            length, kind, _ = struct.unpack('>iii', header)
            return kind, self.take(length - 12)
        except (EOFError, ConnectionError):
            return None

    def take(self, size):
        taken = b''
        while len(taken) < size:
            part = self.socket.recv(size - len(taken))
            if not part:
                raise EOFError
            taken += part
        return taken

    def greet(self):
        """0, or the number of the refusal; None if there is none."""
        message = self.read()
        if message is None:
            return None
        try:
            self.send(CREDENTIALS, struct.pack('>iBBH', 1, 1, 2, 0))
        except ConnectionError:
            pass
        return struct.unpack('>i', message[1][:4])[0]

    def skip_complaint(self, server):
        """The peer answers credentials or a profile that it does not like, though they have no answer."""
        wait_until_idle(server)
        if select.select([self.socket], [], [], 0)[0]:
            self.read()

    def profile(self):
        self.send(PROFILE, struct.pack('>iiii', 0, 0, 0, 0))

    def fetch(self, metric=NUMCLIENTS, has_profile=False):
        """0, or the number of an error."""
        if not has_profile:
            self.profile()
        self.send(FETCH, struct.pack('>iiiiI', 0, 0, 0, 1, metric))
        return self.status()

    def store_name(self, name=b'raw'):
        text = name + bytes(4 - len(name) % 4)
        self.send(RESULT, struct.pack('>iiiIiiIiI', 0, 0, 1, WHOAMI, 1, 1, 0xffffffff, 11, 6 << 24 | 4 + len(name) + 1) +
                  text)
        return self.status()

    def status(self):
        while True:
            message = self.read()
            if message is None:
                return None
            number = struct.unpack('>i', message[1][:4])[0] if message[0] == ERROR else 0
            if message[0] != ERROR or number <= 0:  # positive: what has changed
                return number

    def close(self):
        self.socket.close()
