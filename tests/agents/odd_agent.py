#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: odd_agent.py [--not-ready] [--slow-start SECONDS] [--flags N] [--listen PATH] [--gate PATH] [--meet PATH] [--mute]

An agent whose metrics say what it does when it is asked for them: each does one thing wrong, or something special.
The item of the metric decides; `what_to_do()` has the list.  Metrics of item 0 and from 40 on are 42.  A mute agent
answers nothing, and only a signal ends it.  While there is a file at the path of --gate, questions about item 15,
fetches of item 18 and questions for texts of item 19 are answered, and an agent that is not ready becomes ready.  A
fetch of item 13 is answered once six agents with the same --meet are asked for it."""
import os
import signal
import socket
import struct
import sys
import time

ERROR, RESULT, PROFILE, FETCH, DESC_REQUEST, DESC, INSTANCE_REQUEST, INSTANCE, TEXT_REQUEST, TEXT = range(0x7000, 0x700a)
CREDENTIALS, IDS, NAMES, CHILDREN, TRAVERSE, ATTRIBUTE, LABEL_REQUEST, LABEL = range(0x700c, 0x7014)
READY, NOT_READY, NO_TEXT, NO_METRIC = -13393, -13394, -12349, -12358
SINGULAR = 0xffffffff
NAMES_OF_ITEMS = {'answer': 0, 'late': 1, 'history': 30}

options = dict(zip(sys.argv[1:], sys.argv[2:] + ['']))
history = []  # what arrived since it was last asked for


class Pipe:
    """Standard input and output."""

    def read(self, size):
        return os.read(0, size)

    def write(self, data):
        os.write(1, data)


class Socket:
    """The first connection to a socket of our own."""

    def __init__(self, path):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        self.connection = listener.accept()[0]

    def read(self, size):
        return self.connection.recv(size)

    def write(self, data):
        self.connection.sendall(data)


stream = Socket(options['--listen']) if '--listen' in options else Pipe()


def send(kind, body):
    stream.write(struct.pack('>iii', 12 + len(body), kind, 0) + body)


def refuse(code):
    send(ERROR, struct.pack('>i', code))


def read(size):
    data = b''
    while len(data) < size:
        more = stream.read(size - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def padded(text):
    return struct.pack('>i', len(text)) + text + b'~' * (-len(text) % 4)


def send_values(ids, changes=0):
    """Numbers that are 42, or the history."""
    places = []
    blocks = b''
    start = 24 + sum(20 for _ in ids)
    for metric in ids:
        if metric & 1023 == 30:
            text = ' '.join(history).encode() + b'\0'
            places.append((metric, 1, (start + len(blocks)) // 4))
            text += b'~' * (-len(text) % 4)
            blocks += struct.pack('>I', 6 << 24 | 4 + len(text)) + text
            history.clear()
        else:
            places.append((metric, 0, 42))
    sets = b''.join(struct.pack('>IiiII', metric, 1, form, SINGULAR, word) for metric, form, word in places)
    send(RESULT, struct.pack('>iii', changes, 0, len(ids)) + sets + blocks)


def wait_for_gate():
    while not os.path.exists(options['--gate']):
        time.sleep(0.01)


def meet():
    path = options['--meet']
    with open(f'{path}/{os.getpid()}', 'w', encoding='ascii'):
        pass
    while len(os.listdir(path)) < 6:
        time.sleep(0.01)


def hang():
    while True:
        signal.pause()


def what_to_do(item, ids):
    """Returns whether the answer was given."""
    if item == 1:
        hang()
    elif item == 2:
        os._exit(3)
    elif item == 3:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif item == 4:
        send_values(ids[:-1])
    elif item == 5:
        send_values([metric + 1 for metric in ids])
    elif item == 6:
        send(INSTANCE, bytes(8))
    elif item == 7:
        refuse(NO_TEXT)
    elif item == 8:
        refuse(NOT_READY)
        wait_for_gate()
        refuse(READY)
    elif item == 9:
        refuse(16)
    elif item == 10:
        send(RESULT, b'abc')
    elif item == 11:
        stream.write(struct.pack('>iii', 2**31 - 1, RESULT, 0) + bytes(64))
    elif item == 12:
        stream.write(struct.pack('>ii', 100, RESULT))
        os._exit(0)
    elif item == 13:
        meet()
        return False
    elif item == 17:
        os.write(2, b'here\n' + b'x' * (1 << 20))
        return False
    elif item == 16:
        time.sleep(0.3)  # slow on purpose: later than the patience of a test
        return False
    elif item in range(20, 27):
        send_values(ids, {20: 16, 21: 8, 22: 24, 23: 1, 24: 64, 25: 32, 26: 0x12345678}[item])
    elif item == 27:
        send_values(ids)
        send_values(ids)
    else:
        return False
    return True


def fetch(body):
    count, = struct.unpack('>i', body[12:16])
    ids = struct.unpack(f'>{count}I', body[16:])
    if any(metric & 1023 in (15, 18) for metric in ids):
        wait_for_gate()
    if not any(what_to_do(metric & 1023, ids) for metric in ids):
        send_values(ids)


def describe(body):
    item = struct.unpack('>I', body)[0] & 1023
    if item == 15:
        wait_for_gate()
    kind = 6 if item == 30 else 0
    send(DESC, body[:4] + struct.pack('>iIiI', kind, SINGULAR, 3, 0))


def list_instances(body):
    indom, = struct.unpack('>I', body[:4])
    send(INSTANCE, struct.pack('>Ii', indom, 2) + struct.pack('>i', 7) + padded(b'seven') + struct.pack('>i', 3) +
         padded(b'three'))


def find(body):
    """Of one name, below the dynamic root "odd"."""
    length, = struct.unpack('>i', body[12:16])
    name = body[16:16 + length].decode().removeprefix('odd.')
    if name not in NAMES_OF_ITEMS:
        return refuse(-12357)
    send(IDS, struct.pack('>iiI', 1, 1, 252 << 22 | NAMES_OF_ITEMS[name]))


def send_names(names, with_status):
    entries = [(struct.pack('>i', 0) if with_status else b'') + padded(name.encode()) for name in names]
    size = sum(len(name) + 1 for name in names)
    send(NAMES, struct.pack('>iii', size, len(names) if with_status else 0, len(names)) + b''.join(entries))


def requested(kind, body, client):
    history.append(f'{kind & 0xff:02x}:{client}')
    if kind == FETCH:
        fetch(body)
    elif kind == DESC_REQUEST:
        describe(body)
    elif kind == INSTANCE_REQUEST:
        list_instances(body)
    elif kind == TEXT_REQUEST:
        if struct.unpack('>I', body[:4])[0] & 1023 == 19:
            wait_for_gate()
        send(TEXT, body[:4] + padded(b'an odd metric'))
    elif kind == NAMES:
        find(body)
    elif kind == IDS:
        send_names(['odd.' + name for name, item in NAMES_OF_ITEMS.items() if item == struct.unpack('>I', body[8:12])[0] & 1023],
                   False)
    elif kind == CHILDREN:
        send_names(NAMES_OF_ITEMS, True)
    elif kind == TRAVERSE:
        send_names(['odd.' + name for name in NAMES_OF_ITEMS], False)
    elif kind == LABEL_REQUEST:
        send(LABEL, body + struct.pack('>ii', 0, 0))
    elif kind == RESULT:
        refuse(0)
    elif kind == ATTRIBUTE:
        history[-1] += '=' + body[4:].decode().rstrip('\0')
    elif kind not in (CREDENTIALS, PROFILE, ERROR):
        refuse(NO_METRIC)


time.sleep(float(options.get('--slow-start', 0)))  # slow on purpose: as the test says
send(CREDENTIALS, struct.pack('>iBBH', 1, 1, 2, int(options.get('--flags', 0))))
if '--not-ready' in options:
    wait_for_gate()
    refuse(READY)
if '--mute' in options:
    hang()
while True:
    size, kind, client = struct.unpack('>iii', read(12))
    requested(kind, read(size - 12), client)
