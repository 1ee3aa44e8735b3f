# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A time server that plays a script, and the messages of time control."""
import os
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from waiting import LIMIT  # noqa: E402

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


class ScriptedServer:
    """Sends bytes; waits for a message where the script has 'take'; closes its side at 'end'.  Notes what comes."""

    def __init__(self, script, pause=0.01):
        self.script, self.pause, self.taken, self.waiting = script, pause, [], threading.Semaphore(0)
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
                    time.sleep(self.pause)  # slow on purpose: PCP's library does not expect two messages at a time
        except OSError:
            pass  # the client is gone

    def finish(self):
        self.thread.join()
        self.socket.close()
        return self.taken
