# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A time server that plays a script, and the messages of time control."""
import os
import socket
import struct
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from waiting import LIMIT, wait_until  # noqa: E402

FORMAT = '<IIiiii8q'
HEAD = struct.calcsize(FORMAT)
MAGIC = 0x54494d45
SET, STEP, TZ, VCRMODE, DRAG, SHOW, HIDE, BOUNDS, ACK = (1 << bit for bit in range(9))
NAMES = {SET: 'SET', STEP: 'STEP', TZ: 'TZ', VCRMODE: 'VCRMODE', DRAG: 'DRAG', SHOW: 'SHOW', HIDE: 'HIDE', BOUNDS: 'BOUNDS',
         ACK: 'ACK'}
STOP, FORWARD, BACKWARD = range(3)


def message(command, data=b'', magic=MAGIC, length=None, source=1, state=FORWARD, mode=1, delta=(2, 0), position=(1010, 5),
            start=(900, 0), end=(2000, 0)):
    length = HEAD + len(data) if length is None else length
    return struct.pack(FORMAT, magic, length, command, source, state, mode, *delta, *position, *start, *end) + data


def take(connection):
    """The next message as (command, fields, data); None at the end."""
    head = b''
    while len(head) < HEAD:
        part = connection.recv(HEAD - len(head))
        if not part:
            return None
        head += part
    fields = struct.unpack(FORMAT, head)
    data = b''
    while len(data) < fields[1] - HEAD:
        part = connection.recv(fields[1] - HEAD - len(data))
        if not part:
            return None
        data += part
    return fields[2], fields, data


def has_read_all(connection):
    """Whether the other side, on this machine, has read all that was sent to it, or is gone."""
    here, there = (f'0100007F:{port:04X}' for port in (connection.getsockname()[1], connection.getpeername()[1]))
    with open('/proc/net/tcp', encoding='ascii') as file:
        for line in file:
            _, local, remote, _, queues, *_ = line.split()
            if (local, remote) == (there, here):
                return queues.endswith(':00000000')
    return True


class ScriptedServer:
    """Sends bytes; waits for a message where the script has 'take'; closes its side at 'end'.  Notes what comes.

    PCP's library does not expect two messages at a time, so the next one is sent when the client has read this one."""

    def __init__(self, script):
        self.script, self.taken, self.waiting = script, [], threading.Semaphore(0)
        self.socket = socket.socket()
        self.socket.bind(('127.0.0.1', 0))
        self.socket.listen(2)
        self.socket.settimeout(LIMIT)
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        try:
            connection, _ = self.socket.accept()
        except OSError as error:
            self.taken.append(str(error))
            return
        with connection:
            reader = threading.Thread(target=self.read, args=(connection,))
            reader.start()
            self.play(connection)
            reader.join()

    def read(self, connection):
        try:
            while (taken := take(connection)) is not None:
                self.taken.append(taken)
                self.waiting.release()
        except ConnectionError:
            pass  # the client ended without reading everything

    def play(self, connection):
        try:
            for step in self.script:
                if step == 'take':
                    self.waiting.acquire(timeout=LIMIT)
                elif step == 'end':
                    connection.shutdown(socket.SHUT_WR)
                else:
                    connection.sendall(step)
                    wait_until(lambda: has_read_all(connection), 'the client does not read')
        except OSError:
            pass  # the client is gone

    def finish(self):
        self.thread.join()
        self.socket.close()
        return self.taken
