# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A program that controls loggers, written for tests: it sends what it likes.  See docs/log-control.md."""
import socket
import struct

from waiting import LIMIT

ERROR, RESULT, CREDENTIALS = 0x7000, 0x7001, 0x700c
ORDER, STATUS_OLD, REQUEST, STATUS = 0x8000, 0x8001, 0x8002, 0x8003
MANDATORY, ADVISORY, ENQUIRE = 11, 12, 13
OFF, MAYBE, ON = 0, 1, 2
IN_LOG_AND_PRESENT = 12
BUSY = -98  # the logger serves another program


def message(kind, body):
    return struct.pack('>III', 12 + len(body), kind, 0) + body


def order_body(kind, state, millis, metrics):
    """`metrics`: pairs of a number and a list of instances."""
    body = struct.pack('>iiiI', kind, state, millis, len(metrics))
    for metric, instances in metrics:
        body += struct.pack('>II', metric, len(instances))
        body += b''.join(struct.pack('>iI', instance, 0) for instance in instances)
    return body


class Refused(Exception):
    pass


class LogClient:
    def __init__(self, where, version=3, seconds=LIMIT):
        """`where`: a port, or the path of a socket."""
        if isinstance(where, int):
            self.socket = socket.create_connection(('127.0.0.1', where), seconds)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(seconds)
            self.socket.connect(where)
        kind, self.process, body = self.read()
        assert kind == ERROR and len(body) == 4, (kind, body)
        self.greeting = struct.unpack('>i', body)[0]
        if self.greeting < 0:
            raise Refused(self.greeting)
        if version:
            self.send(CREDENTIALS, struct.pack('>IBBH', 1, 1, version, 0))

    def send(self, kind, body):
        self.socket.sendall(message(kind, body))

    def read_exactly(self, size):
        data = b''
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def read(self):
        size, kind, process = struct.unpack('>III', self.read_exactly(12))
        return kind, process, self.read_exactly(size - 12)

    def request(self, number):
        self.send(REQUEST, struct.pack('>i', number))
        kind, _, body = self.read()
        return struct.unpack('>i', body)[0] if kind == ERROR else (kind, body)

    def order(self, kind, state, millis, metrics):
        """The states by metric, or the number of an error."""
        self.send(ORDER, order_body(kind, state, millis, metrics))
        kind, _, body = self.read()
        if kind == ERROR:
            return struct.unpack('>i', body)[0]
        count, at, states = struct.unpack('>I', body[8:12])[0], 12, []
        for _ in range(count):
            metric, size = struct.unpack('>Ii', body[at:at + 8])
            at += 8
            values = []
            if size > 0:
                values = [struct.unpack('>iI', body[at + 4 + 8 * i:at + 12 + 8 * i]) for i in range(size)]
                at += 4 + 8 * size
            states.append((metric, size, values))
        return states

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
