#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: client_crowd_test.py FDR

Crowds of clients at every server: some say nothing, some do not read, and some send one byte after the other.  Those
that are dropped come again.  A polite client is still served, and the servers end as if they were alone."""
import contextlib
import http.client
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../control'))
from checks import Checks
from log_client import STATUS, LogClient, Refused, message as log_message
from orphans import children
from serving import CREDENTIALS, Program, RawClient, ask_status, free_port
from time_server import ACK, SET, message as time_message, take
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
ARCHIVE = f'{os.path.dirname(os.path.abspath(__file__))}/../../testdata/peer/v3-pmlogger'
SOAK = 'FDR_SOAK' in os.environ
VERSION = log_message(CREDENTIALS, struct.pack('>IBBH', 1, 1, 2, 0))
TRAVERSE = log_message(0x7010, struct.pack('>ii', 0, 0))
LOG_STATUS = log_message(0x8002, struct.pack('>i', 2))
POINT = bytes.fromhex('0000001c0000705100000da401030280bff00000000000007074007e')
GET = b'GET /fdr/v1/sources HTTP/1.1\r\nHost: localhost\r\n\r\n'
expect = Checks()


class Place:
    """Where a server listens, and how one speaks to it."""

    def __init__(self, name, where, places, first, question, polite):
        self.name, self.where, self.places = name, where, places
        self.first, self.question, self.polite = first, question, polite

    def connect(self):
        end = socket.socket(socket.AF_UNIX if isinstance(self.where, str) else socket.AF_INET)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        end.setblocking(False)  # a member that waits for its place would make the others wait
        with contextlib.suppress(BlockingIOError if isinstance(self.where, int) else ()):
            end.connect(self.where if isinstance(self.where, str) else ('127.0.0.1', self.where))
        return end

    def serves(self):
        """Whether a polite client gets its answer at once."""
        try:
            return self.polite(self.where)
        except (OSError, EOFError, ValueError, AssertionError, Refused, struct.error, http.client.HTTPException):
            return False


class Member:
    """One of a crowd, which comes again when it is dropped."""

    def __init__(self, place, kind):
        self.place, self.kind, self.end = place, kind, None
        self.unsent = b''

    def come(self):
        with contextlib.suppress(OSError):
            self.end = self.place.connect()
            self.unsent = {'mute': b'', 'deaf': self.place.first + self.place.question * 2000,
                           'slow': (self.place.first + self.place.question)[:-1]}[self.kind]

    def leave(self):
        if self.end is not None:
            self.end.close()
        self.end = None

    def is_dropped(self):
        poll = select.poll()
        poll.register(self.end, select.POLLRDHUP)
        return bool(poll.poll(0))

    def act(self):
        if self.end is None or self.is_dropped():
            self.leave()
            self.come()
        elif self.unsent:
            with contextlib.suppress(OSError):
                size = 1 if self.kind == 'slow' else len(self.unsent)
                self.unsent = self.unsent[self.end.send(self.unsent[:size]):]


def size_of_crowd(place):
    """More of each kind than there are places, where these are few."""
    if SOAK:
        return min(place.places + 3, 1200)
    return place.places + 3 if place.places <= 64 else 20


class Crowd:
    """Mute, deaf and slow clients at all places."""

    def __init__(self, places):
        self.members = [Member(place, kind) for place in places for kind in ('mute', 'deaf', 'slow')
                        for _ in range(size_of_crowd(place))]
        self.rounds = 0
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.is_over.is_set():
            for member in self.members:
                member.act()
            self.rounds += 1
            self.is_over.wait(0.5)

    def __enter__(self):
        for member in self.members:
            member.come()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        for member in self.members:
            member.leave()


def speak(where, *messages):
    """A socket that has said this."""
    end = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
    end.settimeout(10)
    end.connect(where if isinstance(where, str) else ('127.0.0.1', where))
    for text in messages:
        end.sendall(text)
    return end


def fetches(where):
    client = RawClient(where)
    with contextlib.closing(client):
        return client.greet() == 0 and client.fetch() == 0


def traces(where):
    with speak(where, POINT) as end:
        answers = b''
        while len(answers) < 32 and (part := end.recv(32)):  # the greeting, and the acknowledgement
            answers += part
        return len(answers) == 32 and struct.unpack('>i', answers[28:])[0] == 2


def browses(where):
    connection = http.client.HTTPConnection('127.0.0.1', where, timeout=10)
    with contextlib.closing(connection):
        connection.request('GET', '/fdr/v1/sources')
        return connection.getresponse().status == 200


def controls(where):
    client = LogClient(where, seconds=10)
    with contextlib.closing(client.socket):
        return client.request(2)[0] == STATUS


def follows(where):
    with speak(where, time_message(SET)) as end:
        answer = take(end)
        return answer is not None and answer[0] == ACK


def status_place(name, path):
    return Place(name, path, 8, b'', b'json\n', ask_status)


def start(directory):
    """All programs that serve, and where they do."""
    trace, control = free_port(), free_port()
    run = f'{directory}/fdr'
    more = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.DEVNULL, 'more_environment': {
        'FDR_RUN_DIR': run, 'PCP_RUN_DIR': f'{directory}/run', 'PCP_TMP_DIR': f'{directory}/tmp', 'HOME': directory,
        'PMLOGGER_PORT': control, 'PMTIME_PORT': free_port()}}
    serve = Program(FDR, 'serve', '-p', free_port(), '-i', '127.0.0.1', '--trace', trace, '--http', '127.0.0.1:0', **more)
    record = Program(FDR, 'record', '--control', '-t', '1s', f'{directory}/archive', 'kernel.all.load', **more)
    replay = Program(FDR, 'replay', ARCHIVE, 'kernel.all.load', '--rate', '0.001', '--serve-time', '0', '--loop', **more)
    status = [status_place(f'status of fdr {program.verb}', program.status_path(run)) for program in (serve, record)]
    control = wait_until(lambda: ask_status(status[1].where)['sources'][0]['control_port'], 'no control port')
    places = [
        Place('collector', serve.find(r'on 127\.0\.0\.1:(\d+)'), 4096, VERSION, TRAVERSE, fetches),
        Place('traces', int(trace), 1024, b'', POINT, traces),
        Place('web', serve.find(r'http://127\.0\.0\.1:(\d+)'), 1024, b'', GET, browses),
        Place('control port', control, 64, VERSION, LOG_STATUS, controls),
        Place('control socket', f'{directory}/run/pmlogger.{record.process.pid}.socket', 64, VERSION, LOG_STATUS, controls),
        Place('clock', replay.find(r'at port (\d+)'), 64, b'', time_message(SET), follows)]
    return [serve, record, replay], places + status


def most_lines(seconds):
    """What a program may say in that time (docs/trust.md): 200 messages at once, two more for a source that is recorded, and
    20 each second.  A line that counts others may stand before each, and is alone once a second."""
    return 2 * (202 + 20 * seconds) + seconds


def end(program, before, began):
    """As a user ends it."""
    words = f'fdr {program.verb}'
    status = program.stop(signal.SIGTERM)
    # A verb that prints rows ends as its signal says.
    expect(status == (-signal.SIGTERM if program.verb == 'replay' else 0), f'{words}: status {status}: {program.log()[-2000:]}')
    expect(set(children()) <= before, f'{words}: it left {set(children()) - before}')
    lines, most = program.log().count('\n'), most_lines(time.monotonic() - began + 1)
    expect(lines <= most, f'{words}: a flood of {lines} lines of messages, more than {most:.0f}')


def main():
    with tempfile.TemporaryDirectory(prefix='fdr-crowd-') as directory:
        for name in ('run', 'tmp', 'tmp/pmlogger'):
            os.mkdir(f'{directory}/{name}')
        before, began = set(children()), time.monotonic()
        programs, places = start(directory)
        before |= {program.process.pid for program in programs}
        for place in places:
            wait_until(place.serves, f'{place.name}: no answer without a crowd')
        with Crowd(places) as crowd:
            # All have come, and have said nothing, or little, for a second: two rounds take so long.
            wait_until(lambda: crowd.rounds > 3, 'the crowd does not come')
            for place in places:
                for _ in range(3):
                    expect(wait_until(place.serves, f'{place.name}: no answer in the crowd'), place.name)
            for program in programs:
                end(program, before, began)
        for place in places:
            expect(isinstance(place.where, int) or not os.path.exists(place.where), f'{place.where} is left')
        left = [name for _, _, names in os.walk(f'{directory}/tmp') for name in names] + os.listdir(f'{directory}/fdr')
        expect(not left, f'{left} are left')
    expect.end()


main()
